import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventBuses } from '../events/event-buses.ts';
import { isEventsRequest, serveEvents } from '../events/events-endpoint.ts';
import {
  type InvokeEndpoint,
  isInvocation,
  serveInvocation,
} from '../lambda-api/invoke-endpoint.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isSecretsRequest, serveSecrets } from '../secrets/secrets-endpoint.ts';
import { type Listening, listen } from './listen.ts';

export interface ServiceEndpointsOptions extends InvokeEndpoint {
  readonly secrets: Secrets;
  readonly events: Pick<EventBuses, 'put'>;
  /** Only requests that carry it are answered: other programs of this machine have no business here. */
  readonly sessionToken: string;
}

/** EventBridge, Lambda and Secrets Manager for this stack's functions, on one port that the system chooses. */
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
  if (!isOurs(request, options.sessionToken)) {
    response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' }).end('{}');
  } else if (isSecretsRequest(request)) {
    await serveSecrets(options.secrets, request, response);
  } else if (isEventsRequest(request)) {
    await serveEvents(options.events, request, response);
  } else if (isInvocation(path)) {
    await serveInvocation(options, request, response, path);
  } else {
    response.writeHead(404, { 'x-amzn-errortype': 'UnknownOperationException' }).end('{}');
  }
}

function isOurs(request: IncomingMessage, sessionToken: string): boolean {
  const given = Buffer.from(String(request.headers['x-amz-security-token'] ?? ''));
  const wanted = Buffer.from(sessionToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
