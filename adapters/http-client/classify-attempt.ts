import type { AnswerFact } from '../../treasury/outcomes/answer-fact.ts';
import type { NotSentCause, UnclearCause } from '../../treasury/outcomes/outcome.ts';
import type { Reply } from '../../treasury/outcomes/reply.ts';
import { type HttpAttempt, seenOfAttempt } from './http-attempt.ts';
import { parseStrictJson, type StrictJson } from './strict-json.ts';

/**
 * THE table. Everything about a POST that can be judged without reading its answer stands here and in the statuses of
 * its service, and anything else is unclear: a service may have acted before it failed to say so.
 */

/** No byte of the request left. By code: first Sluice's own client's, then the platform's names. */
const NOT_SENT_CAUSES: ReadonlyMap<string, NotSentCause> = new Map([
  ['DNS_FAILURE', 'dns'],
  ['CONNECT_FAILURE', 'refused'],
  ['CONNECT_TIMEOUT', 'connect-timeout'],
  ['TLS_FAILURE', 'tls'],
  ['NO_TOKEN', 'no-token'],
  ['PAST_SEND_BY', 'past-send-by'],
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['ETIMEDOUT', 'connect-timeout'],
]);

/** The connection stood and no complete answer came. Codes that are not listed here are connection-lost. */
const UNANSWERED_CAUSES: ReadonlyMap<string, UnclearCause> = new Map([
  ['TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['ABORTED', 'timeout'],
  ['TRUNCATED', 'truncated-answer'],
  ['OVERSIZED', 'oversized-answer'],
  ['INVALID_ANSWER', 'invalid-answer'],
]);

const UNREAD_CAUSES: Readonly<Record<(StrictJson & { ok: false })['fault'], UnclearCause>> = {
  empty: 'empty-answer',
  cut: 'truncated-answer',
  'not-json': 'invalid-answer',
  'too-long': 'oversized-answer',
  'too-deep': 'invalid-answer',
  'name-twice': 'invalid-answer',
};

/** The meaning of a service's statuses. */
export interface Statuses {
  /** With these it says that it refused the request itself, and did nothing. */
  readonly refused: ReadonlySet<number>;
  /** With this one the body says what it did. */
  readonly understood: number;
}

/** The content of a complete, well-formed success, or why it cannot be read. */
type ReadAnswer<Said> =
  | { readonly ok: true; readonly said: Said }
  | { readonly ok: false; readonly cause: UnclearCause; readonly found: AnswerFact };

/**
 * The result of one POST, in the domain's words. Total: it has a reply for every observation, and never throws for
 * one.
 */
export function classifyAttempt<Said>(
  attempt: HttpAttempt,
  statuses: Statuses,
  readAnswer: (answer: unknown, body: string) => ReadAnswer<Said>,
): Reply<Said> {
  if (attempt.kind === 'failed') return classifyFailure(attempt);
  const { status, body } = attempt;
  const seen = seenOfAttempt(attempt);
  if (statuses.refused.has(status)) return { kind: 'refused', status, ...seen };
  if (status !== statuses.understood) {
    const cause = status >= 300 && status <= 399 ? 'redirected' : 'status';
    return { kind: 'unclear', cause, ...seen };
  }
  const answer = parseStrictJson(body);
  if (!answer.ok) return unclearJson(answer, seen);
  const read = readAnswer(answer.value, body);
  return read.ok
    ? { kind: 'answered', said: read.said, ...seen }
    : { kind: 'unclear', cause: read.cause, found: read.found, ...seen };
}

/** Without a complete answer: whether the connection stood decides, and the code says why. */
function classifyFailure(attempt: HttpAttempt & { kind: 'failed' }): Reply<never> {
  const seen = seenOfAttempt(attempt);
  if (!attempt.connected) {
    const cause = NOT_SENT_CAUSES.get(attempt.code) ?? 'aborted-before-connect';
    return { kind: 'not-sent', cause, ...seen };
  }
  const cause = UNANSWERED_CAUSES.get(attempt.code) ?? 'connection-lost';
  return { kind: 'unclear', cause, ...seen };
}

/** Why an answer that is no unambiguous JSON has no outcome. */
function unclearJson(
  unread: StrictJson & { readonly ok: false },
  seen: ReturnType<typeof seenOfAttempt>,
) {
  const found = 'found' in unread ? { found: unread.found } : {};
  return { kind: 'unclear', cause: UNREAD_CAUSES[unread.fault], ...found, ...seen } as const;
}
