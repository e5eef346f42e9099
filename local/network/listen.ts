import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LocalStackError } from '../stack-error.ts';

/** A server on this machine only. */
export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Takes no new requests, waits for those under way for as long as told, then cuts them off. */
  readonly close: (patienceMs?: number) => Promise<void>;
}

/** How long a peer may take to send its headers: on loopback, only a broken one takes longer. */
const HEADERS_TIMEOUT_MS = 10_000;

/** Listens on 127.0.0.1; port 0 takes any free one. @throws LocalStackError where it is taken. */
export async function listen(
  port: number,
  purpose: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS });
  server.on('request', (request, response) => {
    handle(request, response).catch(() => {
      // The failure was reported where it happened; this only ends the peer's wait.
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw notListening(port, purpose, cause);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: (patienceMs = 0) => close(server, patienceMs),
  };
}

function notListening(port: number, purpose: string, cause: unknown): LocalStackError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const why =
    code === 'EADDRINUSE'
      ? 'is in use by another program; stop that program or choose another with --port'
      : `cannot be used: ${String(code ?? cause)}`;
  return new LocalStackError(`port ${port} for ${purpose} ${why}`, { cause });
}

async function close(server: Server, patienceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(timer);
}
