import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Instant } from '../../treasury/time/instant.ts';
import type { ConsoleServer } from '../console/console-server.ts';
import { localConfiguration } from '../console/local-configuration.ts';
import type { EventBuses } from '../events/event-buses.ts';
import { IDENTITY_PATH } from '../identity/identity-path.ts';
import type { Identity } from '../identity/identity-provider.ts';
import { PEOPLE, personNamed } from '../identity/people.ts';
import { gatewayResponse, type HttpResponse } from './api-response.ts';
import type { ApiServer } from './api-server.ts';

/** On every answer of an API whose history begins with one that was made up. */
const DEMO_DATA_HEADER = 'x-sluice-demo-data';

export interface Front {
  readonly api: ApiServer;
  readonly identity: Identity;
  readonly events: Pick<EventBuses, 'latest'>;
  readonly port: number;
  /** The last tick of made-up history; absent if there is none. */
  readonly madeUpUntil?: Instant;
  /** The file that functions write their log to; absent where nothing is kept. */
  readonly log?: string;
  /** Lines of the plain page at `/local`. */
  readonly welcome: readonly string[];
  /** Absent where no console is served. */
  readonly console?: ConsoleServer;
  /** Told what failed in here; the caller only learns that it did. */
  readonly failed: (error: unknown) => void;
}

/**
 * The stack's one address: the API's routes, and beside them the parts that only this machine has, all of it under
 * /local. Whatever is left is the console's.
 */
export async function serveFront(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page of the internet can make a browser call this address by a name of its own.
  if (!isThisMachine(request.headers.host, front.port)) {
    send(response, plain(403, 'this address answers by 127.0.0.1 and localhost only\n'));
    return;
  }
  const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${front.port}`);
  if (url === null) {
    send(response, gatewayResponse(400, 'Bad Request'));
    return;
  }
  try {
    if (isBelow(url.pathname, IDENTITY_PATH)) await front.identity.serve(request, response);
    else send(response, await answer(front, request, url));
  } catch (error) {
    // The caller went away, or sent something that is no HTTP and was told so: no response is needed.
    if (request.errored !== null) return;
    front.failed(error);
    if (!response.headersSent) send(response, gatewayResponse(500, 'Internal Server Error'));
  }
}

async function answer(front: Front, request: IncomingMessage, url: URL): Promise<HttpResponse> {
  if (url.pathname === '/local/token') return await token(front.identity, url);
  if (url.pathname === '/local/sign-in' && request.method === 'GET') {
    return signInSettings(front.identity);
  }
  if (url.pathname === '/local/events' && request.method === 'GET') {
    return cloudEvents(front.events.latest());
  }
  if (url.pathname === '/local/log' && request.method === 'GET') {
    return front.log === undefined ? plain(404, 'nothing is kept\n') : json({ file: front.log });
  }
  if (url.pathname === '/local' && request.method === 'GET') {
    return plain(200, `${front.welcome.join('\n')}\n`);
  }
  if (front.console !== undefined && isOfConsole(front, request, url)) {
    // The page calls the API at the name that it was asked for by: no other origin, no preflight.
    const configuration = localConfiguration(front.identity, `http://${request.headers.host}`);
    const { headers } = request;
    return await front.console.answer({ path: url.pathname, headers, configuration });
  }
  const answered = await front.api.answer(request, url);
  const { madeUpUntil } = front;
  if (madeUpUntil === undefined) return answered;
  const headers = { ...answered.headers, [DEMO_DATA_HEADER]: `made up until ${madeUpUntil}` };
  return { ...answered, headers };
}

/** Reads of everything that is neither of the API nor of this machine alone. */
function isOfConsole({ api }: Front, { method }: IncomingMessage, { pathname }: URL): boolean {
  return (
    ['GET', 'HEAD'].includes(method ?? '') && !isBelow(pathname, '/local') && !api.owns(pathname)
  );
}

async function token(identity: Identity, url: URL): Promise<HttpResponse> {
  if (url.searchParams.get('client') === 'machine') {
    const minted = await identity.programToken();
    return minted === null
      ? plain(404, 'the template has no client for programs\n')
      : plain(200, `${minted}\n`);
  }
  const username = url.searchParams.get('user') ?? '';
  const person = personNamed(username);
  if (person !== undefined) return plain(200, `${await identity.tokenFor(person)}\n`);
  const names = PEOPLE.map((each) => each.username).join(', ');
  return plain(
    404,
    `there is no user of that name; user is one of: ${names}; or client=machine for a program\n`,
  );
}

/** Where the command line signs people in, and as which client. */
function signInSettings({ issuer, commandLineClient }: Identity): HttpResponse {
  if (commandLineClient === null)
    return plain(404, 'the template has no client for the command line\n');
  return json({ issuer, clientId: commandLineClient });
}

/** Several CloudEvents have a media type of their own: an array of them. */
function cloudEvents(events: readonly object[]): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/cloudevents-batch+json; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: Buffer.from(`${JSON.stringify(events, null, 2)}\n`),
  };
}

function json(value: object): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(`${JSON.stringify(value)}\n`),
  };
}

function plain(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(text),
  };
}

function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isThisMachine(host: string | undefined, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(host?.toLowerCase() ?? '');
}
