import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpAttempt } from './http-attempt.ts';
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
      const message = 'no request can be made of this';
      resolve({ kind: 'failed', connected: false, code: 'INVALID_REQUEST', message });
      return;
    }
    const settle = (result: WireResult) => {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      resolve(result);
    };
    const fail = (code: string, message: string) => {
      settle({ kind: 'failed', connected: true, code, message });
    };
    const onAbort = () => fail('ABORTED', 'given up while waiting for the answer');
    const headersTimer = setTimeout(
      () => fail('TIMEOUT', `no headers after ${limits.headersTimeoutMs} ms`),
      limits.headersTimeoutMs,
    );
    const totalTimer = setTimeout(
      () => fail('TIMEOUT', `no complete answer after ${limits.totalTimeoutMs} ms`),
      limits.totalTimeoutMs,
    );
    signal?.addEventListener('abort', onAbort, { once: true });

    let lostCode = 'CONNECTION_LOST';
    request.on('response', (response) => {
      clearTimeout(headersTimer);
      lostCode = 'TRUNCATED';
      // Repeats the request's error; without a listener it would end the process.
      response.on('error', (error) => fail(lostCode, error.message));
      readAnswer(response, limits.maxAnswerBytes, settle);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Also covers bytes after the end of an answer: an answer that breaks the protocol is not trusted.
      const code = error.code?.startsWith('HPE_') ? 'INVALID_ANSWER' : lostCode;
      fail(code, `${error.code ?? error.name}: ${error.message}`);
    });
    // Covers events that are no error to Node.js, such as a protocol switch that the request did not ask for.
    request.on('close', () => fail(lostCode, 'closed without a complete answer'));
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
  const fail = (code: string, message: string) => {
    const seen = `${message}, after ${bytes} bytes of an answer ${status}`;
    settle({ kind: 'failed', connected: true, code, message: seen });
  };
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') {
    fail('INVALID_ANSWER', `encoded as ${coding}, which was not asked for`);
    return;
  }
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) fail('OVERSIZED', `more than ${maxBytes} bytes`);
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (!response.complete) return fail('TRUNCATED', 'the connection ended');
    settle({
      kind: 'answered',
      status,
      contentType: (response.headers['content-type'] ?? '').slice(0, MAX_CONTENT_TYPE_CHARACTERS),
      body: new TextDecoder().decode(Buffer.concat(chunks)),
      headers: response.headers,
    });
  });
}
