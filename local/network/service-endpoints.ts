import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventBuses } from '../events/event-buses.ts';
import { isEventsRequest, serveEvents } from '../events/events-endpoint.ts';
import {
  type InvokeEndpoint,
  isInvocation,
  serveInvocation,
} from '../lambda-api/invoke-endpoint.ts';
import { isS3Request, type S3Endpoint, serveS3 } from '../s3/s3-endpoint.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isSecretsRequest, serveSecrets } from '../secrets/secrets-endpoint.ts';
import { type Listening, listen } from './listen.ts';
import { isSigned, isSignedAddress, type LocalCredentials } from './signature.ts';

/** Only requests signed with them are answered: other programs of this machine have no business here. */
export interface ServiceEndpointsOptions extends InvokeEndpoint, LocalCredentials {
  readonly secrets: Secrets;
  readonly events: Pick<EventBuses, 'put'>;
  readonly s3: S3Endpoint;
}

/** EventBridge, Lambda, S3 and Secrets Manager for this stack's functions, on one port that the system chooses. */
export async function startServiceEndpoints(options: ServiceEndpointsOptions): Promise<Listening> {
  return await listen(0, 'the AWS endpoints', (request, response) =>
    serve(options, request, response),
  );
}

async function serve(
  options: ServiceEndpointsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (isSignedAddress(request, options) && isS3Request(options.s3, path)) {
    await serveS3(options.s3, request, response);
  } else if (!isSigned(request, options)) {
    response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' }).end('{}');
  } else if (isSecretsRequest(request)) {
    await serveSecrets(options.secrets, request, response);
  } else if (isEventsRequest(request)) {
    await serveEvents(options.events, request, response);
  } else if (isS3Request(options.s3, path)) {
    await serveS3(options.s3, request, response);
  } else if (isInvocation(path)) {
    await serveInvocation(options, request, response, path);
  } else {
    response.writeHead(404, { 'x-amzn-errortype': 'UnknownOperationException' }).end('{}');
  }
}
