import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Unanswered } from '../../treasury/outcomes/unanswered.ts';
import { type HttpAttempt, neverLeft, quotedError } from './http-attempt.ts';
import { MAX_HEADER_BYTES } from './limits.ts';

/** An attempt, and the parts that only reads use. */
export type WireResult =
  | Extract<HttpAttempt, { kind: 'failed' }>
  | (Extract<HttpAttempt, { kind: 'answered' }> & {
      /** As they came: one may repeat the token, so none is shown or kept. */
      readonly headers: IncomingHttpHeaders;
    });

export type HttpMethod = 'GET' | 'POST';

export interface WireRequest {
  readonly method: HttpMethod;
  /** Path and query. It may hold the token: it goes to the wire and nowhere else. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/*
 * Not by import: as an ES module `node:http` hands on a WebSocket as well, and so loads all of Node's undici,
 * which is a tenth of a cold start. The SDK loads it when it first sends.
 */
const http = process.getBuiltinModule('node:http');

/** More than any media type with its parameters; a longer one would crowd out the evidence. */
const MAX_CONTENT_TYPE_CHARACTERS = 200;

interface WireLimits {
  readonly headersTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxAnswerBytes: number;
}

/**
 * Sends one request over an open connection, once, and waits for all of the answer. From the first byte on every
 * failure counts as "after the connection stood". Never rejects; the connection is gone afterwards.
 */
export function attemptOnce(
  socket: Socket,
  wire: WireRequest,
  limits: WireLimits,
  signal?: AbortSignal,
): Promise<WireResult> {
  return new Promise((resolve) => {
    const request = requestOver(socket, wire);
    if (request === null) {
      resolve(neverLeft('INVALID_REQUEST', { code: 'unwritable' }));
      return;
    }
    const settle = (result: WireResult) => {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      resolve(result);
    };
    const fail = (code: string, why: Unanswered) => {
      settle({ kind: 'failed', connected: true, code, why });
    };
    const onAbort = () => fail('ABORTED', { code: 'given-up', when: 'waiting' });
    const failAfter = (code: 'not-begun' | 'not-complete', afterMs: number) =>
      setTimeout(() => fail('TIMEOUT', { code, afterMs }), afterMs);
    const headersTimer = failAfter('not-begun', limits.headersTimeoutMs);
    const totalTimer = failAfter('not-complete', limits.totalTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });

    let lostCode = 'CONNECTION_LOST';
    request.on('response', (response) => {
      clearTimeout(headersTimer);
      lostCode = 'TRUNCATED';
      // Repeats the request's error; without a listener it would end the process.
      response.on('error', ({ message: said }) => fail(lostCode, { code: 'error', said }));
      readAnswer(response, limits.maxAnswerBytes, settle);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Also covers bytes after the end of an answer: an answer that breaks the protocol is not trusted.
      const code = error.code?.startsWith('HPE_') ? 'INVALID_ANSWER' : lostCode;
      fail(code, quotedError(error));
    });
    // Covers events that are no error to Node.js, such as a protocol switch that the request did not ask for.
    request.on('close', () => fail(lostCode, { code: 'closed' }));
    request.end(wire.body);
  });
}

/**
 * Plain http.request for both schemes: the socket given to it is the encrypted one already. It refuses headers that
 * cannot be written, before anything is; its message could repeat a header.
 */
function requestOver(socket: Socket, wire: WireRequest): ClientRequest | null {
  try {
    return http.request({
      method: wire.method,
      path: wire.target,
      headers: { ...wire.headers, connection: 'close' },
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      createConnection: () => socket,
    });
  } catch {
    socket.destroy();
    return null;
  }
}

function readAnswer(
  response: IncomingMessage,
  maxBytes: number,
  settle: (result: WireResult) => void,
): void {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const fail = (code: string, why: Unanswered) => {
    settle({ kind: 'failed', connected: true, code, why });
  };
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') {
    fail('INVALID_ANSWER', { code: 'encoded', coding, status, bytes });
    return;
  }
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else fail('OVERSIZED', { code: 'too-large', most: maxBytes, status, bytes });
  });
  response.on('end', () => {
    if (!response.complete) return fail('TRUNCATED', { code: 'broken-off', status, bytes });
    settle({
      kind: 'answered',
      status,
      contentType: (response.headers['content-type'] ?? '').slice(0, MAX_CONTENT_TYPE_CHARACTERS),
      body: new TextDecoder().decode(Buffer.concat(chunks)),
      headers: response.headers,
    });
  });
}
