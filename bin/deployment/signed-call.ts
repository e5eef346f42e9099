import { LambdaClient } from '@aws-sdk/client-lambda';
import { SignatureV4 } from '@smithy/signature-v4';

/*
 * Calls of CloudWatch, its logs, CloudFormation, SNS, STS, CloudTrail, Cognito and AWS Backup. Clients of their own would be installed
 * for a dozen calls; the signer of all clients signs for any service.
 */

export interface Call {
  /** As signatures name it. */
  readonly service:
    | 'backup'
    | 'cloudformation'
    | 'cloudtrail'
    | 'cognito-idp'
    | 'logs'
    | 'monitoring'
    | 'sns'
    | 'sts';
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

/** The SDK's own variables for another endpoint of a service. */
const ENDPOINTS: Readonly<Record<Call['service'], string>> = {
  backup: 'AWS_ENDPOINT_URL_BACKUP',
  cloudformation: 'AWS_ENDPOINT_URL_CLOUDFORMATION',
  cloudtrail: 'AWS_ENDPOINT_URL_CLOUDTRAIL',
  'cognito-idp': 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  logs: 'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS',
  monitoring: 'AWS_ENDPOINT_URL_CLOUDWATCH',
  sns: 'AWS_ENDPOINT_URL_SNS',
  sts: 'AWS_ENDPOINT_URL_STS',
};

/** Calls with the credentials that the SDK finds; `addressOf` is AWS's own unless the environment says otherwise. */
export function signedCalls(
  region: string,
  addressOf = (service: Call['service']) =>
    process.env[ENDPOINTS[service]] ?? `https://${service}.${region}.amazonaws.com`,
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
