import { cleanText } from '../../treasury/outcomes/evidence.ts';
import type { ReadFault } from '../../treasury/outcomes/read-failed.ts';
import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import type { WireResult } from './attempt-once.ts';
import type { Decode } from './decoded.ts';
import type { Again, Attempt } from './read-with-retries.ts';
import { retryAfterMs } from './retry-after.ts';
import { parseStrictJson, type StrictJson } from './strict-json.ts';

/** Characters of an answer that a failed read quotes: a problem body's title. */
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
  asked: string,
  result: WireResult,
  nowMs: number,
  decode: Decode<T>,
): Attempt<T> {
  if (result.kind === 'failed') {
    const [code, again] = FAILURES.get(result.code) ?? ['unreachable', 'later'];
    const { code: error, why } = result;
    return { ok: false, code, why: { code: 'unanswered', asked, error, why }, again };
  }
  if (result.status !== 200) return judgeStatus(asked, result, nowMs);
  const answer = parseStrictJson(result.body);
  if (!answer.ok) return judgeUnread(asked, answer, result.body);
  const decoded = decode(answer.value, result.headers);
  if (decoded.ok) return decoded;
  const why = { code: 'not-understood', asked, found: decoded.fault } as const;
  // As with a status of 503: a maintenance may be over at the next attempt.
  if (decoded.fault.code === 'states-failure') {
    return { ok: false, code: 'service-error', why, again: 'later' };
  }
  return { ok: false, code: 'not-understood', why, again: 'never' };
}

function judgeStatus(
  asked: string,
  result: WireResult & { kind: 'answered' },
  nowMs: number,
): Attempt<never> {
  const { status } = result;
  const [code, again] = STATUSES.get(status) ?? verdictOnClass(status);
  const why = { code: 'status', asked, status, quoted: excerpt(result.body) } as const;
  const waitMs = retryAfterMs(result.headers['retry-after'], nowMs);
  return { ok: false, code, why, again, ...(waitMs === null ? {} : { waitMs }) };
}

/** A redirect is refused like any other unexpected answer. */
function verdictOnClass(status: number): Verdict {
  if (status >= 500) return ['service-error', 'later'];
  return status >= 300 ? ['refused', 'never'] : ['not-understood', 'never'];
}

/** A page or a cut answer may be whole at the next attempt; an answer that a service builds wrongly stays so. */
function judgeUnread(
  asked: string,
  unread: StrictJson & { readonly ok: false },
  body: string,
): Attempt<never> {
  const isJson = 'found' in unread;
  const why: ReadFault = isJson
    ? { code: 'unread', asked, found: unread.found }
    : { code: 'other-format', asked, quoted: excerpt(body) };
  return { ok: false, code: 'not-understood', why, again: isJson ? 'never' : 'later' };
}

function excerpt(body: string): string {
  return cleanText(body, MAX_EXCERPT_CHARACTERS);
}
