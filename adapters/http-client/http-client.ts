import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { Reading } from '../../treasury/ports/trading-service.ts';
import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';
import type { Decode } from './decoded.ts';
import { type HttpAttempt, neverLeft } from './http-attempt.ts';
import { judgeRead } from './judge-read.ts';
import { type HttpTarget, performRequest } from './perform-request.ts';
import { type ReadEffects, readWithRetries } from './read-with-retries.ts';

/** The content of the answer to a read, and the answer itself. */
export interface Read<T> {
  readonly readAt: Instant;
  readonly decoded: T;
  readonly body: string;
  /** Host and path of the request. Never a query: it may hold the token. */
  readonly source: string;
}

/** A request that may move money. */
export interface Post {
  readonly path: string;
  /** The amount that it moves, as decimal text. */
  readonly amount: string;
  /** Becomes JSON. */
  readonly body: object;
  readonly sendBy: Instant;
  readonly signal?: AbortSignal | undefined;
}

/** The protocol of any service over HTTP: reads are repeated, requests that move money are not. */
export interface HttpClient {
  readonly read: <T>(
    path: string,
    decode: Decode<T>,
    patience?: 'one-attempt',
  ) => Promise<Reading<Read<T>>>;
  readonly post: (post: Post) => Promise<HttpAttempt>;
}

export function createHttpClient(target: HttpTarget, effects: ReadEffects): HttpClient {
  return {
    read: (path, decode, patience) => read(target, effects, { path, decode, patience }),
    post: (request) => post(target, effects, request),
  };
}

function read<T>(
  target: HttpTarget,
  effects: ReadEffects,
  {
    path,
    decode,
    patience,
  }: {
    readonly path: string;
    readonly decode: Decode<T>;
    readonly patience: 'one-attempt' | undefined;
  },
): Promise<Reading<Read<T>>> {
  const { limits, address } = target;
  const patient = patience === undefined ? limits : { ...limits, maxReadAttempts: 1 };
  const source = `${address.authority}${address.pathPrefix}${path}`;
  return readWithRetries<Read<T>>(effects, patient, async (token, timeoutMs) => {
    const result = await performRequest(target, token, { method: 'GET', path }, timeoutMs);
    const readAt = effects.now();
    const judged = judgeRead(`GET ${path}`, result, epochMsOf(readAt), decode);
    if (!judged.ok) return judged;
    const body = result.kind === 'answered' ? result.body : '';
    return { ok: true, value: { readAt, decoded: judged.value, body, source } };
  });
}

/**
 * One POST, never more: no retry, no second token, no redirect followed. That it is not sent late is checked when the
 * connection stands and only the write is left to do.
 */
async function post(
  target: HttpTarget,
  { token, now }: ReadEffects,
  { path, amount, body, sendBy, signal }: Post,
): Promise<HttpAttempt> {
  if (!positiveDecimalText.safeParse(amount).success) {
    return neverLeft('INVALID_REQUEST', { code: 'amount-unfit' });
  }
  const reading = await token.current();
  if (!reading.ok) return neverLeft('NO_TOKEN', reading.why);
  const pastSendBy = () =>
    // Also true if sendBy is no instant at all: a request whose deadline cannot be compared is not sent.
    Date.parse(now()) < Date.parse(sendBy)
      ? null
      : neverLeft('PAST_SEND_BY', { code: 'too-late', sendBy });
  return await performRequest(
    target,
    reading.token,
    { method: 'POST', path, body: JSON.stringify(body) },
    target.limits.writeTimeoutMs,
    { lastCheck: pastSendBy, ...(signal === undefined ? {} : { signal }) },
  );
}
