import { type Agent, type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { SANDBOX_TEST_TOKEN } from '../../../sandbox/index.ts';

/** What a client saw of one request, byte for byte and to its end. */
export interface Seen {
  /** Null: no header arrived. */
  readonly status: number | null;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** `timeout`: this client gave up; `cut`: the connection went before the answer was whole. */
  readonly ended: 'whole' | 'cut' | 'timeout';
  /** System error code of a cut connection. */
  readonly code: string | null;
}

export interface Command {
  readonly method?: string;
  readonly path: string;
  /** Sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown;
  /** Null: no token at all. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A connection to keep; absent: a fresh one, closed afterwards. */
  readonly agent?: Agent;
  readonly timeoutMs?: number;
}

/** Far above what an honest answer over loopback takes. */
const TIMEOUT_MS = 5_000;

/** Sends one request over a real socket and reports what came, never throwing for what did not. */
export function send(url: string, command: Command): Promise<Seen> {
  const { body, token = SANDBOX_TEST_TOKEN, agent = false, timeoutMs = TIMEOUT_MS } = command;
  const method = command.method ?? (body === undefined ? 'GET' : 'POST');
  const asIs = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = asIs ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    let seen: Seen = { status: null, headers: {}, text: '', ended: 'cut', code: null };
    const outgoing = request(`${url}${command.path}`, {
      method,
      agent,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...command.headers,
      },
    });
    const timer = setTimeout(() => {
      seen = { ...seen, ended: 'timeout' };
      outgoing.destroy();
    }, timeoutMs);
    const finish = (last: Partial<Seen>) => {
      clearTimeout(timer);
      resolve({ ...seen, ...last });
    };
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      seen = { ...seen, code: error.code ?? error.message };
    });
    outgoing.on('response', (response) => {
      seen = { ...seen, status: response.statusCode ?? null, headers: response.headers };
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error: NodeJS.ErrnoException) => {
        seen = { ...seen, code: error.code ?? error.message };
      });
      response.on('close', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        finish({ text, ...(response.complete && { ended: 'whole' as const }) });
      });
    });
    outgoing.on('close', () => {
      if (seen.status === null) finish({});
    });
    outgoing.end(bytes);
  });
}

/** The JSON of an answer, for tests that look into it. */
export function json(seen: Seen): unknown {
  return JSON.parse(seen.text);
}

/** Waits for something that comes by itself; generous, since a busy machine is no failure. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 5_000, interval: 10 });
}
