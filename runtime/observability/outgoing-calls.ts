import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** A request that left this process, as far as a trace may know it: never a path, which may hold ids, and
 * never a query, which may hold a token. */
export interface OutgoingCall {
  /** `DynamoDB.GetItem` if AWS names the operation; else the host. */
  readonly name: string;
  readonly host: string;
  readonly method: string;
  readonly isAws: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Null: no answer came. */
  readonly status: number | null;
}

/** Calls kept of one invocation: as many as a trace can show, and well below one datagram of 64 kB. */
const MAX_CALLS = 100;

const began = new WeakMap<ClientRequest, number>();
let calls: OutgoingCall[] = [];
let listening = false;

/** Begins to note the requests of Node's own HTTP client; the SDK's and ours all go through it. */
export function noteOutgoingCalls(): void {
  calls = [];
  if (listening) return;
  listening = true;
  subscribe('http.client.request.start', (message) => {
    began.set((message as { request: ClientRequest }).request, Date.now());
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    note(request, response.statusCode ?? null);
  });
  subscribe('http.client.request.error', (message) => {
    note((message as { request: ClientRequest }).request, null);
  });
}

/** The calls noted since; an environment serves one invocation at a time, so they are this one's. */
export function notedCalls(): readonly OutgoingCall[] {
  return calls;
}

function note(request: ClientRequest, status: number | null): void {
  const startMs = began.get(request);
  if (startMs === undefined || calls.length >= MAX_CALLS) return;
  began.delete(request);
  const target = operationOf(request.getHeader('x-amz-target'));
  calls.push({
    name: target ?? request.host,
    host: request.host,
    method: request.method,
    isAws: target !== null || request.host.endsWith('.amazonaws.com'),
    startMs,
    endMs: Date.now(),
    status,
  });
}

/** `DynamoDB_20120810.GetItem` is `DynamoDB.GetItem` to a person. */
function operationOf(target: unknown): string | null {
  return typeof target === 'string' ? target.replace(/_\d+(?=\.)/, '') : null;
}
