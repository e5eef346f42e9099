import { LambdaClient } from '@aws-sdk/client-lambda';

/*
 * Calls of CloudWatch and AWS Backup. Two libraries of their own would be installed for seven calls; the signer of a
 * client that is here signs for any service.
 */

export interface Call {
  /** As signatures name it. */
  readonly service: 'backup' | 'monitoring';
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Encoded, as it is sent; a query may follow it. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export type Caller = (call: Call) => Promise<Answer>;

interface Signer {
  sign(
    request: object,
    options: { readonly signingService: string; readonly signingRegion: string },
  ): Promise<{ readonly headers: Readonly<Record<string, string>> }>;
}

/** Milliseconds for an answer: it takes fewer than a thousand. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Calls with the credentials that the SDK finds; `addressOf` is AWS's own unless told otherwise. */
export function signedCalls(
  region: string,
  addressOf = (service: string) => `https://${service}.${region}.amazonaws.com`,
): Caller {
  const lambda = new LambdaClient({ region });
  return async ({ service, method, path, contentType, body = '' }) => {
    const url = new URL(`${addressOf(service)}${path}`);
    const { protocol, host, hostname, pathname, searchParams } = url;
    const query = Object.fromEntries(searchParams);
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    const place = { method, protocol, hostname, path: pathname, query };
    const request = { ...place, headers: { host, ...type }, body };
    const signer = await signerOf(lambda, service, region);
    const scope = { signingService: service, signingRegion: region };
    const { headers } = await signer.sign(request, scope);
    const { host: _set, ...others } = headers;
    const answer = await fetch(url, {
      method,
      headers: others,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(body === '' ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

async function signerOf(lambda: LambdaClient, service: string, region: string): Promise<Signer> {
  const scheme = { name: 'sigv4', signingName: service, signingRegion: region, properties: {} };
  const make = lambda.config.signer as (scheme: object) => Promise<unknown>;
  const signer = await make(scheme);
  if (typeof (signer as Partial<Signer> | null)?.sign === 'function') return signer as Signer;
  throw new Error('the signer of this SDK cannot sign requests');
}
