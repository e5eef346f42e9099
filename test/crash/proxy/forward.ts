import http from 'node:http';
import type { WireRequest } from './wire-request.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Of one hop, or said anew by whoever writes the message. The host is neither: it may be signed. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** So long both sides get to take in what has arrived: turns of an event loop on loopback. */
export const TAKE_IN_MS = 60;

/** Where a request is sent on to. */
export interface Route {
  readonly port: number;
  /** Keeps connections; without one, every request has its own. */
  readonly agent: http.Agent | false;
}

/** Sends a request on and reads the whole answer. */
export async function forward(
  request: WireRequest,
  route: Route,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const outgoing = open(request, route, signal);
  outgoing.end(request.body);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  outgoing.on('error', reject);
  outgoing.on('response', resolve);
  const response = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status = 502, headers } = response;
  return { status, headers, body: Buffer.concat(chunks) };
}

/** Sends a request on and waits only until its bytes are on their way. */
export async function forwardOnly(
  request: WireRequest,
  { port }: Route,
  signal: AbortSignal,
): Promise<void> {
  const outgoing = open(request, { port, agent: false }, signal);
  outgoing.on('error', () => undefined);
  await new Promise<void>((resolve) => outgoing.end(request.body, resolve));
}

/** Sends the head and half of the body, and returns what cuts the connection. */
export function forwardHalf(request: WireRequest, { port }: Route): () => void {
  const controller = new AbortController();
  const outgoing = open(request, { port, agent: false }, controller.signal);
  outgoing.on('error', () => undefined);
  outgoing.write(request.body.subarray(0, request.body.length / 2));
  return () => controller.abort();
}

/** Passes an answer back: whole, only its head, or the head and half of the body. */
export function passBack(
  answer: WireAnswer,
  response: http.ServerResponse,
  how: 'whole' | 'headers' | 'half' = 'whole',
): void {
  const { status, body } = answer;
  response.writeHead(status, { ...kept(answer.headers), 'content-length': body.length });
  if (how === 'whole') response.end(body);
  else if (how === 'half') response.write(body.subarray(0, body.length / 2));
  else response.flushHeaders();
}

function open(
  request: WireRequest,
  { port, agent }: Route,
  signal: AbortSignal,
): http.ClientRequest {
  const { method, path, body } = request;
  const headers = { ...kept(request.headers), 'content-length': body.length };
  return http.request({ host: '127.0.0.1', port, method, path, headers, signal, agent });
}

function kept(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_HEADERS.includes(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries) as http.OutgoingHttpHeaders;
}
