import * as z from 'zod/mini';
import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import {
  classifyExchange,
  isUnderstood,
  type Judgement,
  parseAnswer,
} from './classify-exchange.ts';
import { cleanText } from './evidence.ts';
import { type Execution, executionIn } from './executed-trade.ts';
import type {
  Exchange,
  ServiceTrade,
  TradeOutcome,
  TradeRequest,
  UnknownCause,
} from './outcome.ts';
import { type OwnState, ownState, type Standing } from './own-state.ts';

/**
 * Characters of a trade's answer that are kept, and of its fills. The record is not shown in the
 * reference (2.4), so it is kept whole where it is of a size that a trade can be expected to have.
 */
const MAX_TRADE_ANSWER_CHARACTERS = 16_000;

/** Longest id or state that is kept. */
const MAX_WORD_CHARACTERS = 200;

/** Names under which services wrap a single record. */
const WRAPPERS = ['trade', 'order', 'data', 'result'] as const;

/** Wrappers around wrappers: `{"data": {"order": {...}}}` is as deep as it gets. */
const MAX_WRAPPERS = 3;

/** How uuids are written; their letters are read without regard to case. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type TradeJudgement = Judgement<{ readonly trade: ServiceTrade; readonly answer: string }>;
type Doubt = Exclude<TradeJudgement, { readonly state: 'confirmed' }>;

const recordSchema = z.record(z.string(), z.unknown());
const word = z.nullish(z.string().check(z.maxLength(MAX_WORD_CHARACTERS)));

/** What is read of a trade record where it exists; of another type, it is not one we understand. */
const tradeSchema = z.object({
  id: z.union([word, z.int()]),
  state: word,
  status: z.optional(z.unknown()),
  fills: z.nullish(z.array(z.unknown())),
  instrument: word,
  side: word,
  amount: z.nullish(z.string()),
});
type TradeRecord = z.output<typeof tradeSchema>;

/**
 * Judges one POST /v1/trades. The success body is not shown in the reference (4.3), so a 200 with a
 * JSON object counts as the trade, filled in full, unless it contradicts the request, has the id of an
 * earlier trade, or says itself that it failed, is open or filled in part: then nobody knows how it ends.
 * `knownTradeIds`: which of `tradeIdsIn(exchange)` were answered before.
 */
export function classifyTrade(
  request: TradeRequest,
  exchange: Exchange,
  knownTradeIds: ReadonlySet<string>,
): TradeOutcome {
  return classifyExchange(exchange, (answer, body): TradeJudgement => {
    const read = readTrade(answer);
    if (!read.ok) return { state: 'unknown', cause: read.cause, words: read.words };
    const { whole, trade } = read;
    const id = idOf(trade);
    if (id !== undefined && knownTradeIds.has(id)) {
      return { state: 'anomaly', cause: 'known-trade', words: `trade ${id} was answered before` };
    }
    const execution = executionIn(read.record, trade.fills ?? null);
    // A wrapper may speak of the failure of what it wraps.
    const own = ownState(whole, 'trade');
    const doubt =
      judgeEcho(request, trade, own.standing) ??
      judgeExecution(request, execution) ??
      judgeState(own);
    if (doubt === null) return confirmed(trade, execution, body);
    return id === undefined ? doubt : { ...doubt, tradeId: id };
  });
}

/** The id a caller looks up before it classifies. Empty for everything that is not a valid 200. */
export function tradeIdsIn(exchange: Exchange): string[] {
  if (!isUnderstood(exchange)) return [];
  const answer = parseAnswer(exchange.body);
  if (!answer.ok) return [];
  const read = readTrade(answer.value);
  const id = read.ok ? idOf(read.trade) : undefined;
  return id === undefined ? [] : [id];
}

type ReadTrade =
  | {
      readonly ok: true;
      readonly whole: Record<string, unknown>;
      readonly record: Record<string, unknown>;
      readonly trade: TradeRecord;
    }
  | { readonly ok: false; readonly cause: UnknownCause; readonly words: string };

function readTrade(answer: unknown): ReadTrade {
  const whole = recordOf(answer);
  if (whole === null) {
    return { ok: false, cause: 'invalid-answer', words: 'the answer is not a JSON object' };
  }
  const record = unwrap(whole);
  if (Object.keys(record).length === 0) {
    return { ok: false, cause: 'empty-answer', words: 'the answer is an empty object' };
  }
  const parsed = tradeSchema.safeParse(record);
  if (parsed.success) return { ok: true, whole, record, trade: parsed.data };
  const fields = parsed.error.issues.map(({ path: [field] }) => String(field)).join(', ');
  return { ok: false, cause: 'invalid-answer', words: `of an unexpected type: ${fields}` };
}

/** A record, or the one record within a list. */
function recordOf(answer: unknown): Record<string, unknown> | null {
  const single = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  const parsed = recordSchema.safeParse(single);
  return parsed.success ? parsed.data : null;
}

/** What a wrapper holds, or the record itself where it is none. */
function unwrap(whole: Record<string, unknown>): Record<string, unknown> {
  let record = whole;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const inner = WRAPPERS.map((name) => recordOf(record[name])).find((each) => each !== null);
    if (inner === undefined) break;
    record = inner;
  }
  return record;
}

/** An id that is a number as text; a uuid in lower case, since it is read without regard to case. */
function idOf({ id }: TradeRecord): string | undefined {
  const text = id == null ? '' : String(id).trim();
  if (text === '') return undefined;
  return UUID.test(text) ? text.toLowerCase() : text;
}

/** What the trade says of itself: anything but its end, or nothing, leaves both its currencies in doubt. */
function judgeState({ standing, said }: OwnState): Doubt | null {
  switch (standing) {
    case 'failed':
      return { state: 'unknown', cause: 'state-failed', words: said };
    case 'open':
      return { state: 'unknown', cause: 'state-open', words: said };
    case 'unrecognised':
      return { state: 'unknown', cause: 'state-unrecognised', words: said };
    case 'silent':
    case 'done':
      return null;
    default:
      return standing satisfies never;
  }
}

/** How much was executed, against how much was asked for. Both are known to the last digit, or nothing is said. */
function judgeExecution(request: TradeRequest, { base, remains }: Execution): Doubt | null {
  const asked = parseDecimalText(request.amount);
  if (base !== null && asked.ok && base.greaterThan(asked.value)) {
    return otherTrade('amount', request.amount, `${formatDecimal(base)} as executed`);
  }
  const partly = base !== null && asked.ok && base.lessThan(asked.value);
  if (!partly && !remains) return null;
  const words = partly
    ? `asked for ${request.amount}, executed so far: ${formatDecimal(base)}`
    : 'a 200 that says that some of it remains';
  return { state: 'unknown', cause: 'state-open', words };
}

/**
 * What the answer repeats of the request must be the request. The price is left out on purpose: what
 * comes back under that name may be the price of execution, which is allowed to be a better one than
 * asked for, and halting everything over good news would teach people to ignore the alarm.
 */
function judgeEcho(request: TradeRequest, trade: TradeRecord, standing: Standing): Doubt | null {
  const { instrument, side, amount } = trade;
  if (instrument != null && instrument.trim().toUpperCase() !== request.instrument.toUpperCase()) {
    return otherTrade('instrument', request.instrument, instrument);
  }
  // Only the opposite contradicts: the set of words for a side is not shown (4.3).
  const opposite = request.side === 'buy' ? 'sell' : 'buy';
  if (side != null && side.trim().toLowerCase() === opposite) {
    return otherTrade('side', request.side, side);
  }
  if (amount == null) return null;
  const answered = parseDecimalText(amount);
  if (!answered.ok) {
    const words = `amount is not decimal text: ${answered.seen}`;
    return { state: 'unknown', cause: 'invalid-answer', words };
  }
  const asked = parseDecimalText(request.amount);
  if (asked.ok && asked.value.equals(answered.value)) return null;
  // Of a trade that is not at its end, less may be what was filled so far.
  const ended = standing === 'done' || standing === 'silent';
  if (asked.ok && !ended && answered.value.lessThan(asked.value)) return null;
  return otherTrade('amount', request.amount, amount);
}

function otherTrade(field: string, asked: string, answered: string): Doubt {
  const words = `asked for ${field} ${asked}, answered ${answered}`;
  return { state: 'anomaly', cause: 'other-trade', words };
}

function confirmed(trade: TradeRecord, { known }: Execution, body: string): TradeJudgement {
  const { fills } = trade;
  const id = idOf(trade);
  const state = stateOf(trade);
  const keptTrade: ServiceTrade = {
    ...(id === undefined ? {} : { id }),
    ...(state === undefined ? {} : { state }),
    // Beyond the bound the beginning of them is still in the answer as kept.
    ...(fills != null && JSON.stringify(fills).length <= MAX_TRADE_ANSWER_CHARACTERS
      ? { fills }
      : {}),
    ...known,
  };
  const answer = cleanText(body, MAX_TRADE_ANSWER_CHARACTERS);
  return { state: 'confirmed', confirmation: { trade: keptTrade, answer } };
}

/** Some services say `status` for it. A number there is an HTTP status repeated, not a state. */
function stateOf({ state, status }: TradeRecord): string | undefined {
  if (state != null) return state;
  return typeof status === 'string' && status.length <= MAX_WORD_CHARACTERS ? status : undefined;
}
