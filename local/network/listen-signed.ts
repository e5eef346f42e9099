import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listen } from './listen.ts';
import { readBody } from './read-body.ts';
import {
  isBodyOf,
  isSigned,
  isSignedAddress,
  isTimely,
  type LocalCredentials,
} from './signature.ts';

/** The largest body that any endpoint of this machine takes: a part of a file for S3. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Names by which a program of this machine calls it; any other name was resolved by a foreign party. */
const OUR_NAMES: readonly string[] = ['127.0.0.1', 'localhost'];

export interface SignedOptions {
  readonly credentials: LocalCredentials;
  /** Requests that may come by an address that was signed for a download. @default none */
  readonly byAddress?: (request: IncomingMessage) => boolean;
}

/**
 * Listens on this machine for requests of this stack alone. It refuses: a host that is not this machine (a page whose
 * name was made to mean 127.0.0.1), anything that a browser sent for a page, and any request that is not signed, body
 * and all, within the last minutes, by the credentials of this start.
 */
export async function listenSigned(
  purpose: string,
  options: SignedOptions,
  handle: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>,
): Promise<Listening> {
  return await listen(0, purpose, async (request, response) => {
    // The SDK corrects its clock by this: it is the one that signatures are judged by, not the one that Node reads.
    response.setHeader('date', new Date().toUTCString());
    const refusal = await refusalOf(request, options);
    if (refusal !== null) {
      refuse(response, 403, refusal);
      return;
    }
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) refuse(response, 413, 'RequestEntityTooLarge');
    else if (!isBodyOf(request, body)) refuse(response, 403, 'AccessDeniedException');
    else await handle(request, response, body);
  });
}

async function refusalOf(
  request: IncomingMessage,
  { credentials, byAddress = () => false }: SignedOptions,
): Promise<string | null> {
  if (isFromElsewhere(request)) return 'AccessDeniedException';
  if (byAddress(request) && (await isSignedAddress(request, credentials))) return null;
  if (!(await isSigned(request, credentials))) return 'AccessDeniedException';
  // By this name the SDK looks at the answer's time, and signs again by it.
  return isTimely(request) ? null : 'RequestExpired';
}

/** True for a browser's request on behalf of any page, and for an address under a foreign name. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  return headers.origin !== undefined || !OUR_NAMES.includes(host);
}

function refuse(response: ServerResponse, status: number, type: string): void {
  // The unread rest of the body would stand before the next request of the connection. No body: JSON would be a
  // defect to a client that expects XML, and the other way round.
  response.writeHead(status, { 'x-amzn-errortype': type, connection: 'close' }).end();
}
