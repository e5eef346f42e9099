import type { NotSentCause, UnclearCause } from '../../treasury/outcomes/outcome.ts';
import type { Reply } from '../../treasury/outcomes/reply.ts';
import { describeAttempt, type HttpAttempt } from './http-attempt.ts';

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

/** Nesting an answer may have; a withdrawal has three levels. */
const MAX_NESTING_LEVELS = 32;

/** The meaning of a service's statuses. */
export interface Statuses {
  /** With these it says that it refused the request itself, and did nothing. */
  readonly refused: ReadonlySet<number>;
  /** With this one the body says what it did. */
  readonly understood: number;
}

/** The content of a complete, well-formed success, or why it cannot be read. `message` goes before the evidence. */
type ReadAnswer<Said> =
  | { readonly ok: true; readonly said: Said }
  | { readonly ok: false; readonly cause: UnclearCause; readonly message: string };

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
  const serviceAnswer = describeAttempt(attempt);
  if (statuses.refused.has(status)) return { kind: 'refused', status, serviceAnswer };
  if (status !== statuses.understood) {
    const cause = status >= 300 && status <= 399 ? 'redirected' : 'status';
    return { kind: 'unclear', cause, serviceAnswer };
  }
  const answer = parseAnswer(body);
  if (!answer.ok) return { kind: 'unclear', cause: answer.cause, serviceAnswer };
  const read = readAnswer(answer.value, body);
  return read.ok
    ? { kind: 'answered', said: read.said, serviceAnswer }
    : { kind: 'unclear', cause: read.cause, serviceAnswer: `${read.message}; ${serviceAnswer}` };
}

/** Without a complete answer: whether the connection stood decides, and the code says why. */
function classifyFailure(attempt: HttpAttempt & { kind: 'failed' }): Reply<never> {
  const serviceAnswer = describeAttempt(attempt);
  if (!attempt.connected) {
    const cause = NOT_SENT_CAUSES.get(attempt.code) ?? 'aborted-before-connect';
    return { kind: 'not-sent', cause, serviceAnswer };
  }
  const cause = UNANSWERED_CAUSES.get(attempt.code) ?? 'connection-lost';
  return { kind: 'unclear', cause, serviceAnswer };
}

type ParsedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly cause: UnclearCause };

/** Reads a body as JSON and, where that fails, says in which way. */
function parseAnswer(body: string): ParsedAnswer {
  const text = body.trim();
  if (text === '') return { ok: false, cause: 'empty-answer' };
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? { ok: false, cause: 'invalid-answer' } : { ok: true, value };
  } catch {
    const cut =
      (text.startsWith('[') && !text.endsWith(']')) ||
      (text.startsWith('{') && !text.endsWith('}'));
    return { ok: false, cause: cut ? 'truncated-answer' : 'invalid-answer' };
  }
}

/**
 * JSON is read without recursion but written with it: an answer nested a hundred thousand times would be read here
 * and then break the code that stores it, when the money has already moved.
 */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING_LEVELS) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}
