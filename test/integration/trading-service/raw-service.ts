import * as net from 'node:net';
import * as tls from 'node:tls';
import { afterEach } from 'vitest';

/** What a raw service does with a connection on which a whole request has arrived. */
export type Behaviour = (socket: net.Socket, requestText: string) => void;

const running: { readonly stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

export interface RawService {
  readonly port: number;
  /** Requests as they stood on the wire, head and body. */
  readonly requests: readonly string[];
  readonly connections: () => number;
}

export interface RawServiceOptions {
  readonly tls?: tls.TlsOptions;
  readonly onConnect?: (socket: net.Socket) => void;
}

/** A service on loopback that speaks bytes, so that it can break off anywhere. Stopped by itself. */
export async function startRawService(
  behaviour: Behaviour,
  options: RawServiceOptions = {},
): Promise<RawService> {
  const service = await openRawService(behaviour, options);
  running.push(service);
  return service;
}

/** The same for whoever stops it: tests that run beside each other must not stop each other's. */
export async function openRawService(
  behaviour: Behaviour,
  options: RawServiceOptions = {},
): Promise<RawService & { readonly stop: () => Promise<void> }> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const onSocket = (socket: net.Socket) => {
    let received = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      requests.push(received);
      behaviour(socket, received);
      received = '';
    });
  };
  const onConnection = (socket: net.Socket) => {
    connections++;
    sockets.add(socket);
    beneathTls.set(socket.remotePort ?? 0, socket);
    socket.on('error', () => socket.destroy());
    options.onConnect?.(socket);
  };
  const server =
    options.tls === undefined
      ? net.createServer(onSocket)
      : tls.createServer(options.tls, onSocket);
  server.on('connection', onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    requests,
    connections: () => connections,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Breaks the connection off with a reset. What TLS wraps can't be reset through the wrapper: then it
 * is done to the connection beneath.
 */
export function reset(socket: net.Socket): void {
  const beneath = beneathTls.get(socket.remotePort ?? 0) ?? socket;
  beneath.resetAndDestroy();
}
const beneathTls = new Map<number, net.Socket>();

/** Answers with a status, headers and a body, whole unless told otherwise. */
export function answerWith(
  status: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (socket) => {
    const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** One behaviour after the other, the last for all that follow. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let turn = 0;
  return (socket, text) => {
    const behaviour = behaviours[Math.min(turn++, behaviours.length - 1)] ?? behaviours[0];
    behaviour(socket, text);
  };
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? '0';
  return received.length - end - 4 >= Number(length);
}
