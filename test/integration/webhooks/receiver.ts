import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSignedCertificate } from '../trading-service/certificate.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name that the sender asked a certificate for. */
  readonly servername: string | undefined;
}

export type Behave = (
  response: ServerResponse,
  received: Received,
  request: IncomingMessage,
) => void;

export const taking: Behave = (response) => void response.writeHead(204).end();
export const answering =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Behave =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** The name of every receiver of these tests; what it resolves to is each test's own. */
export const NAME = 'erp.example';
export const CERTIFICATE = selfSignedCertificate(NAME);

/** A receiver of webhooks on a real socket: by TLS with a certificate for NAME, or without. */
export async function startReceiver(
  behave: Behave = taking,
  { tls = true, host = '127.0.0.1' }: { readonly tls?: boolean; readonly host?: string } = {},
) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let current = behave;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const each: Received = {
        path: request.url ?? '',
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString(),
        servername: (request.socket as { readonly servername?: string }).servername,
      };
      received.push(each);
      current(response, each, request);
    });
  };
  const server = tls ? createHttps(CERTIFICATE, serve) : createHttp(serve);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    become: (next: Behave) => {
      current = next;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
