import { cleanText } from '../../treasury/outcomes/evidence.ts';
import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import type { WireResult } from './attempt-once.ts';
import type { Decode } from './decoded.ts';
import type { Again, Attempt } from './read-with-retries.ts';
import { retryAfterMs } from './retry-after.ts';
import { parseStrictJson, type StrictJson } from './strict-json.ts';

/** Characters of an answer that the reason of a failed read repeats: a problem body's title. */
const MAX_EXCERPT_CHARACTERS = 160;

type Verdict = readonly [ReadFailureCode, Again];

const FAILURES: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['CONNECT_TIMEOUT', ['timeout', 'later']],
  ['TIMEOUT', ['timeout', 'later']],
  ['INVALID_ANSWER', ['not-understood', 'later']],
  ['OVERSIZED', ['not-understood', 'never']],
]);

const STATUSES: ReadonlyMap<number, Verdict> = new Map<number, Verdict>([
  [401, ['token-refused', 'with-a-fresh-token']],
  // A gateway before the service answers 403 as wrongly as it answers 401.
  [403, ['token-refused', 'with-a-fresh-token']],
  [408, ['timeout', 'later']],
  [425, ['service-error', 'later']],
  [429, ['rate-limited', 'later']],
]);

/**
 * Judges one attempt of a read: its content, or why it failed and whether to try again. A read has no effect at the
 * service, so every failure that may pass by itself is tried again.
 */
export function judgeRead<T>(
  what: string,
  result: WireResult,
  nowMs: number,
  decode: Decode<T>,
): Attempt<T> {
  if (result.kind === 'failed') {
    const [code, again] = FAILURES.get(result.code) ?? ['unreachable', 'later'];
    return { ok: false, code, reason: `${what}: ${result.code}: ${result.message}`, again };
  }
  if (result.status !== 200) return judgeStatus(what, result, nowMs);
  const answer = parseStrictJson(result.body);
  if (!answer.ok) return judgeUnread(what, answer, result.body);
  const decoded = decode(answer.value, result.headers);
  if (decoded.ok) return decoded;
  const reason = `${what}: ${decoded.problem}`;
  // As with a status of 503: a maintenance may be over at the next attempt.
  if (decoded.why === 'states-failure') {
    return { ok: false, code: 'service-error', reason, again: 'later' };
  }
  return { ok: false, code: 'not-understood', reason, again: 'never' };
}

function judgeStatus(
  what: string,
  result: WireResult & { kind: 'answered' },
  nowMs: number,
): Attempt<never> {
  const { status } = result;
  const [code, again] = STATUSES.get(status) ?? verdictOnClass(status);
  const reason = `${what}: answered ${status}: ${excerpt(result.body)}`;
  const waitMs = retryAfterMs(result.headers['retry-after'], nowMs);
  return { ok: false, code, reason, again, ...(waitMs === null ? {} : { waitMs }) };
}

/** A redirect is refused like any other unexpected answer. */
function verdictOnClass(status: number): Verdict {
  if (status >= 500) return ['service-error', 'later'];
  return status >= 300 ? ['refused', 'never'] : ['not-understood', 'never'];
}

/** A page or a cut answer may be whole at the next attempt; an answer that a service builds wrongly stays so. */
function judgeUnread(
  what: string,
  unread: StrictJson & { readonly ok: false },
  body: string,
): Attempt<never> {
  const isJson = 'message' in unread;
  const reason = isJson ? unread.message : `the answer is not JSON: ${excerpt(body)}`;
  const again = isJson ? 'never' : 'later';
  return { ok: false, code: 'not-understood', reason: `${what}: ${reason}`, again };
}

function excerpt(body: string): string {
  return cleanText(body, MAX_EXCERPT_CHARACTERS) || '(nothing)';
}
