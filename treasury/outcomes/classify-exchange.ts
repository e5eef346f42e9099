import { evidenceOf } from './evidence.ts';
import type { AnomalyCause, Exchange, NotSentCause, Outcome, UnknownCause } from './outcome.ts';

/**
 * THE table. Everything about a POST that can be judged without reading its answer stands here, and
 * whatever does not stand here is unknown: a service may have acted before it failed to say so.
 */

/** No byte of the request left. By code: first Sluice's own client's, then the platform's names. */
const NOT_SENT_CAUSES: ReadonlyMap<string, NotSentCause> = new Map([
  ['DNS_FAILURE', 'dns'],
  ['CONNECT_FAILURE', 'refused'],
  ['CONNECT_TIMEOUT', 'connect-timeout'],
  ['TLS_FAILURE', 'tls'],
  ['NO_TOKEN', 'no-token'],
  ['PAST_SEND_BY', 'past-send-by'],
  ['HALT_CHANGED', 'halt-changed'],
  ['HALT_UNREADABLE', 'halt-unreadable'],
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['ETIMEDOUT', 'connect-timeout'],
]);

/** The connection stood and no complete answer came. Whatever is not here is connection-lost. */
const UNANSWERED_CAUSES: ReadonlyMap<string, UnknownCause> = new Map([
  ['TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['ABORTED', 'timeout'],
  ['TRUNCATED', 'truncated-answer'],
  ['OVERSIZED', 'oversized-answer'],
  ['INVALID_ANSWER', 'invalid-answer'],
]);

/**
 * Statuses with which a service says that it refused the request itself. 408, 409, 425 and 429 are
 * not among them: they speak of the moment or of a state, and an intermediary may have said them.
 */
const REJECTED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** The only success the reference names (4.2). Another 2xx is a service we do not know. */
const UNDERSTOOD_STATUS = 200;

/** Nesting an answer may have; the withdrawals of the reference have three levels (2.2, 2.3). */
const MAX_NESTING_LEVELS = 32;

/** The judgement on a complete, well-formed 200. `words` go before the evidence. */
export type Judgement<Confirmation> =
  | { readonly state: 'confirmed'; readonly confirmation: Confirmation; readonly words?: never }
  | {
      readonly state: 'anomaly';
      readonly cause: AnomalyCause;
      readonly words: string;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    }
  | {
      readonly state: 'unknown';
      readonly cause: UnknownCause;
      readonly words: string;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    };

/** Judges one POST. Total: it has an outcome for whatever was seen, and never throws for it. */
export function classifyExchange<Confirmation>(
  exchange: Exchange,
  judgeAnswer: (answer: unknown, body: string) => Judgement<Confirmation>,
): Outcome<Confirmation> {
  if (exchange.kind === 'failed') return classifyFailure(exchange);
  const { status, body } = exchange;
  const evidence = evidenceOf(exchange);
  if (REJECTED_STATUSES.has(status)) return { state: 'rejected', status, evidence };
  if (status !== UNDERSTOOD_STATUS) {
    const cause = status >= 300 && status <= 399 ? 'redirected' : 'status';
    return { state: 'unknown', cause, evidence };
  }
  const answer = parseAnswer(body);
  if (!answer.ok) return { state: 'unknown', cause: answer.cause, evidence };
  const { words, ...judgement } = judgeAnswer(answer.value, body);
  return { ...judgement, evidence: evidenceOf(exchange, words) };
}

function classifyFailure(exchange: Exchange & { kind: 'failed' }): Outcome<never> {
  const evidence = evidenceOf(exchange);
  if (!exchange.connected) {
    const cause = NOT_SENT_CAUSES.get(exchange.code) ?? 'aborted-before-connect';
    return { state: 'not-sent', cause, evidence };
  }
  const cause = UNANSWERED_CAUSES.get(exchange.code) ?? 'connection-lost';
  return { state: 'unknown', cause, evidence };
}

type ParsedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly cause: UnknownCause };

/** Reads a body as JSON and, where that fails, says in which way. */
export function parseAnswer(body: string): ParsedAnswer {
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
 * JSON is read without recursion but written with it: an answer nested a hundred thousand times
 * would be read here and then break whoever stores it, when the money has already moved.
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

/** Whether an exchange is one whose answer is read at all. */
export function isUnderstood(exchange: Exchange): exchange is Exchange & { kind: 'answered' } {
  return exchange.kind === 'answered' && exchange.status === UNDERSTOOD_STATUS;
}
