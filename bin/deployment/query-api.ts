import type { Caller } from './signed-call.ts';

const OK = 200;

/** The services that answer in XML, by the names that messages have for them. */
const NAMES = { monitoring: 'CloudWatch', sns: 'SNS' } as const;

/** One request of an API of forms and XML. @throws with the service's own message. */
export async function queryApi(
  call: Caller,
  service: keyof typeof NAMES,
  form: URLSearchParams,
): Promise<string> {
  const { status, text } = await call({
    ...{ service, method: 'POST', path: '/' },
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    body: form.toString(),
  });
  if (status === OK) return text;
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? 'without a word';
  throw new Error(`${NAMES[service]} answered with ${status}: ${message}`);
}
