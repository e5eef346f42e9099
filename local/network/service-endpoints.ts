import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAccountRequest, serveAccount } from '../account/account-endpoint.ts';
import type { LocalAccount } from '../account/local-account.ts';
import type { EventBuses } from '../events/event-buses.ts';
import { isEventsRequest, serveEvents } from '../events/events-endpoint.ts';
import type { LocalKms } from '../kms/kms.ts';
import { isKmsRequest, serveKms } from '../kms/kms-endpoint.ts';
import {
  type InvokeEndpoint,
  isFunctionList,
  isInvocation,
  isMapping,
  isMappingList,
  serveFunctionList,
  serveInvocation,
  serveMappingList,
  serveMappingUpdate,
} from '../lambda-api/invoke-endpoint.ts';
import { isS3Request, type S3Endpoint, serveS3 } from '../s3/s3-endpoint.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isSecretsRequest, serveSecrets } from '../secrets/secrets-endpoint.ts';
import type { Listening } from './listen.ts';
import { listenSigned } from './listen-signed.ts';
import type { LocalCredentials } from './signature.ts';

export interface ServiceEndpointsOptions extends InvokeEndpoint {
  readonly credentials: LocalCredentials;
  readonly secrets: Secrets;
  readonly events: Pick<EventBuses, 'put'>;
  readonly s3: S3Endpoint;
  /** Left out where nothing is sealed. */
  readonly kms?: LocalKms;
  /** Left out where nothing asks about the account. */
  readonly account?: LocalAccount;
}

/** EventBridge, KMS, Lambda, S3 and Secrets Manager for this stack's functions, on one port that the system chooses. */
export async function startServiceEndpoints(options: ServiceEndpointsOptions): Promise<Listening> {
  const { credentials, s3 } = options;
  // Only files are handed out by address; every other service is told by a header what to do.
  const byAddress = (request: IncomingMessage): boolean =>
    isS3Request(s3, pathOf(request)) && request.headers['x-amz-target'] === undefined;
  const listener = { credentials, byAddress };
  return await listenSigned('the AWS endpoints', listener, (request, response, body) =>
    serve(options, request, response, body),
  );
}

async function serve(
  options: ServiceEndpointsOptions,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const path = pathOf(request);
  if (isSecretsRequest(request)) {
    serveSecrets(options.secrets, request, response, body);
  } else if (options.kms !== undefined && isKmsRequest(request)) {
    serveKms(options.kms, request, response, body);
  } else if (isEventsRequest(request)) {
    serveEvents(options.events, request, response, body);
  } else if (options.account !== undefined && isAccountRequest(request, path)) {
    serveAccount(options.account, request, response, body);
  } else if (isS3Request(options.s3, path)) {
    serveS3(options.s3, request, response, body);
  } else if (request.method === 'GET' && isFunctionList(path)) {
    serveFunctionList(options, response);
  } else if (request.method === 'GET' && isMappingList(path)) {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    serveMappingList(options, query.get('FunctionName') ?? '', response);
  } else if (request.method === 'PUT' && isMapping(path)) {
    serveMappingUpdate(options, path, body, response);
  } else if (isInvocation(path)) {
    await serveInvocation(options, request, response, { path, body });
  } else {
    response.writeHead(404, { 'x-amzn-errortype': 'UnknownOperationException' }).end('{}');
  }
}

function pathOf({ url }: IncomingMessage): string {
  return new URL(url ?? '/', 'http://localhost').pathname;
}
