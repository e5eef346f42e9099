import { LambdaClient } from '@aws-sdk/client-lambda';
import { SignatureV4 } from '@smithy/signature-v4';

/*
 * Calls of CloudWatch, its logs, CloudFormation and AWS Backup. Four clients of their own would be installed for ten calls;
 * the signer of all clients signs for any service.
 */

export interface Call {
  /** As signatures name it. */
  readonly service: 'backup' | 'cloudformation' | 'logs' | 'monitoring';
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Encoded, as it is sent; a query may follow it. */
  readonly path: string;
  readonly contentType?: string;
  /** The operation, of services that have it in a header. */
  readonly target?: string;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export type Caller = (call: Call) => Promise<Answer>;

/** Milliseconds for an answer: it takes fewer than a thousand. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Calls with the credentials that the SDK finds; `addressOf` is AWS's own unless told otherwise. */
export function signedCalls(
  region: string,
  addressOf = (service: string) => `https://${service}.${region}.amazonaws.com`,
): Caller {
  const { credentials, sha256 } = new LambdaClient({ region }).config;
  return async ({ service, method, path, contentType, target, body = '' }) => {
    const url = new URL(`${addressOf(service)}${path}`);
    const { protocol, host, hostname, pathname, searchParams } = url;
    const query = Object.fromEntries(searchParams);
    const type = {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...(target === undefined ? {} : { 'x-amz-target': target }),
    };
    const place = { method, protocol, hostname, path: pathname, query };
    const request = { ...place, headers: { host, ...type }, body };
    const signer = new SignatureV4({ credentials, region, service, sha256 });
    const { headers } = await signer.sign(request);
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
