import { RECORDED_TENANT } from './about-tenant.ts';
import type { RecordedCall } from './recorder.ts';
import { stepsOf } from './steps.ts';

/** Variables of the bare handler: the service's address, and what it is to be shown. */
export const BARE_VARIABLES = {
  service: 'BENCH_SERVICE_URL',
  authorisation: 'BENCH_AUTHORISATION',
} as const;

/** The header of a request, and the field of an event, by which a bare handler is told the tenant. */
export const TENANT_HEADER = 'idempotency-key';

/** A token by which the engine knows a repetition: with it, nothing would be written again. */
const REQUEST_TOKEN = 'ClientRequestToken';

interface BareCall {
  readonly command?: string;
  readonly input?: object;
  readonly path?: string;
  readonly init?: object;
}

/**
 * The source of a bare handler that makes the calls of a recording again: as many, in the same order and as
 * many at once, with the same items, by the SDK's client as it comes and by `fetch`. Nothing of ours
 * is in it but the other tenant's name. An answer that is none of success is thrown.
 */
export function bareCallsSource(calls: readonly RecordedCall[]): string {
  const steps = stepsOf(calls).map((step) => step.map(bareCall));
  const commands = [...new Set(steps.flat().flatMap(({ command }) => command ?? []))];
  return `
import { ${['DynamoDBClient', ...commands].join(', ')} } from '@aws-sdk/client-dynamodb';
import { aboutTenant } from './bench/calls/about-client.ts';
const dynamo = new DynamoDBClient({});
const commands = { ${commands.join(', ')} };
const authorization = process.env.${BARE_VARIABLES.authorisation};
const service = process.env.${BARE_VARIABLES.service};
const binary = (name, value) => (name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value);
const steps = JSON.parse(${JSON.stringify(JSON.stringify(steps))}, binary);
const call = async ({ command, input, path, init }, client) => {
  if (command) return await dynamo.send(new commands[command](aboutTenant(input, client)));
  const answer = await fetch(service + path, { ...init, headers: { ...init.headers, authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error('answered ' + answer.status);
  return text;
};
export const handler = async (event) => {
  const client = event.client ?? event.headers?.['${TENANT_HEADER}'] ?? '${RECORDED_TENANT}';
  let answers = [];
  for (const step of steps) answers = await Promise.all(step.map((each) => call(each, client)));
  const { Items, Item } = answers[0] ?? {};
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(Items ?? Item ?? {}) };
};`;
}

function bareCall({ to, method, path, operation, contentType, body }: RecordedCall): BareCall {
  if (to === 'dynamodb' && operation !== null) {
    const { [REQUEST_TOKEN]: _, ...input } = JSON.parse(body) as Record<string, unknown>;
    return { command: `${operation}Command`, input };
  }
  if (to !== 'service') throw new Error(`a warm function called ${operation ?? path} of ${to}`);
  const headers = contentType === null ? {} : { 'content-type': contentType };
  return { path, init: { method, headers, ...(body === '' ? {} : { body }) } };
}
