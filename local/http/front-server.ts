import type { IncomingMessage, ServerResponse } from 'node:http';
import { SIGNED_OUT_HEADERS } from '../../runtime/console/page-headers.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { ConsoleServer } from '../console/console-server.ts';
import { localConfiguration } from '../console/local-configuration.ts';
import type { EventBuses } from '../events/event-buses.ts';
import { IDENTITY_PATH } from '../identity/identity-path.ts';
import type { Identity } from '../identity/identity-provider.ts';
import { PEOPLE, personNamed } from '../identity/people.ts';
import { gatewayResponse, type HttpResponse } from './api-response.ts';
import type { ApiServer } from './api-server.ts';
import { embedsForeign, IDENTITY_HEADERS, isForeign, LOCAL_HEADERS } from './local-guard.ts';

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
    if (isBelow(url.pathname, IDENTITY_PATH)) await identity(front, request, response, url);
    else send(response, await answer(front, request, url));
  } catch (error) {
    // The caller went away, or sent something that is no HTTP and was told so: no response is needed.
    if (request.errored !== null) return;
    front.failed(error);
    if (!response.headersSent) send(response, gatewayResponse(500, 'Internal Server Error'));
  }
}

async function identity(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<void> {
  if (embedsForeign(request.headers)) {
    send(response, FOREIGN);
    return;
  }
  const isEnd = isBelow(pathname, `${IDENTITY_PATH}/session/end`);
  const headers = { ...IDENTITY_HEADERS, ...(isEnd ? SIGNED_OUT_HEADERS : {}) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  await front.identity.serve(request, response);
}

/** What is below /local, but the provider: read by programs of this machine, and by nothing else. */
async function ofThisMachine(
  front: Front,
  { headers, method }: IncomingMessage,
  url: URL,
): Promise<HttpResponse> {
  if (isForeign(headers)) return FOREIGN;
  if (method !== 'GET') {
    const refused = plain(405, 'accepted: GET\n');
    return { ...refused, headers: { ...refused.headers, allow: 'GET' } };
  }
  switch (url.pathname) {
    case '/local':
      return plain(200, `${front.welcome.join('\n')}\n`);
    case '/local/token':
      return await token(front.identity, url);
    case '/local/sign-in':
      return signInSettings(front.identity);
    case '/local/events':
      return cloudEvents(front.events.latest());
    case '/local/log':
      return front.log === undefined ? plain(404, 'nothing is kept\n') : json({ file: front.log });
    default:
      return plain(404, 'there is nothing here\n');
  }
}

async function answer(front: Front, request: IncomingMessage, url: URL): Promise<HttpResponse> {
  if (isBelow(url.pathname, '/local')) return await ofThisMachine(front, request, url);
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
  return ['GET', 'HEAD'].includes(method ?? '') && !api.owns(pathname);
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
      ...LOCAL_HEADERS,
      'content-type': 'application/cloudevents-batch+json; charset=utf-8',
    },
    body: Buffer.from(`${JSON.stringify(events, null, 2)}\n`),
  };
}

function json(value: object): HttpResponse {
  return {
    status: 200,
    headers: { ...LOCAL_HEADERS, 'content-type': 'application/json' },
    body: Buffer.from(`${JSON.stringify(value)}\n`),
  };
}

function plain(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { ...LOCAL_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(text),
  };
}

/** A page of another origin learns nothing, not even what there is. */
const FOREIGN = plain(403, 'pages of other origins have nothing here\n');

function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isThisMachine(host: string | undefined, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(host?.toLowerCase() ?? '');
}
