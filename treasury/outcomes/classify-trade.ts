import * as z from 'zod/mini';
import { parseDecimalText } from '../money/decimal-text.ts';
import { classifyExchange, type Judgement } from './classify-exchange.ts';
import { cleanText } from './evidence.ts';
import type { Exchange, ServiceTrade, TradeOutcome, TradeRequest } from './outcome.ts';

/**
 * Characters of a trade's answer that are kept, and of its fills. The record is not shown in the
 * reference (2.4), so it is kept whole where it is of a size that a trade can be expected to have.
 */
const MAX_TRADE_ANSWER_CHARACTERS = 16_000;

/** Longest id or state that is kept. */
const MAX_WORD_CHARACTERS = 200;

/** Names under which services wrap a single record. */
const WRAPPERS = ['trade', 'data', 'result'] as const;

/**
 * States that say in their own words that the trade did not happen, or not to its end. The reference
 * names no states (3): such an answer is not taken for a trade, and not for its absence either.
 */
const STATES_OF_FAILURE: ReadonlySet<string> = new Set([
  'rejected',
  'refused',
  'declined',
  'fail',
  'failed',
  'error',
  'cancelled',
  'canceled',
  'expired',
]);

type TradeJudgement = Judgement<{ readonly trade: ServiceTrade; readonly answer: string }>;

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
 * JSON object counts as the trade, unless it contradicts the request or speaks of a failure.
 */
export function classifyTrade(request: TradeRequest, exchange: Exchange): TradeOutcome {
  return classifyExchange(exchange, (answer, body): TradeJudgement => {
    const whole = recordOf(answer);
    if (whole === null) {
      return {
        state: 'unknown',
        cause: 'invalid-answer',
        words: 'the answer is not a JSON object',
      };
    }
    const record = unwrap(whole);
    if (Object.keys(record).length === 0) {
      return { state: 'unknown', cause: 'empty-answer', words: 'the answer is an empty object' };
    }
    const parsed = tradeSchema.safeParse(record);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path: [field] }) => String(field)).join(', ');
      return {
        state: 'unknown',
        cause: 'invalid-answer',
        words: `of an unexpected type: ${fields}`,
      };
    }
    // A wrapper may speak of the failure of what it wraps.
    const denial = denialIn(whole) ?? denialIn(record);
    if (denial !== null) return { state: 'unknown', cause: 'invalid-answer', words: denial };
    return judgeEcho(request, parsed.data) ?? confirmed(parsed.data, body);
  });
}

/** A record, or the one record within a list. */
function recordOf(answer: unknown): Record<string, unknown> | null {
  const single = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  const parsed = recordSchema.safeParse(single);
  return parsed.success ? parsed.data : null;
}

/** What a wrapper holds, or the record itself where it is none. */
function unwrap(record: Record<string, unknown>): Record<string, unknown> {
  for (const name of WRAPPERS) {
    const inner = recordSchema.safeParse(record[name]);
    if (inner.success) return inner.data;
  }
  return record;
}

/** A record that says in its own words that the trade did not happen, or not to its end. */
function denialIn(record: Record<string, unknown>): string | null {
  for (const name of ['error', 'errors']) {
    const said = record[name];
    const nothing = said == null || said === false || said === '';
    if (!nothing && !(Array.isArray(said) && said.length === 0)) {
      return `a 200 that holds "${name}"`;
    }
  }
  if (record.success === false || record.ok === false) return 'a 200 that denies its success';
  for (const said of [record.state, record.status]) {
    if (typeof said === 'string' && STATES_OF_FAILURE.has(said.toLowerCase())) {
      return `a 200 with the state "${said}"`;
    }
  }
  return null;
}

/**
 * What the answer repeats of the request must be the request. The price is left out on purpose: what
 * comes back under that name may be the price of execution, which is allowed to be a better one than
 * asked for, and halting everything over good news would teach people to ignore the alarm.
 */
function judgeEcho(request: TradeRequest, trade: TradeRecord): TradeJudgement | null {
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
  return otherTrade('amount', request.amount, amount);
}

function otherTrade(field: string, asked: string, answered: string): TradeJudgement {
  const words = `asked for ${field} ${asked}, answered ${answered}`;
  return { state: 'anomaly', cause: 'other-trade', words };
}

function confirmed(trade: TradeRecord, body: string): TradeJudgement {
  const { id, fills } = trade;
  const state = stateOf(trade);
  const keptTrade: ServiceTrade = {
    ...(id == null ? {} : { id: String(id) }),
    ...(state === undefined ? {} : { state }),
    // Beyond the bound the beginning of them is still in the answer as kept.
    ...(fills != null && JSON.stringify(fills).length <= MAX_TRADE_ANSWER_CHARACTERS
      ? { fills }
      : {}),
  };
  const answer = cleanText(body, MAX_TRADE_ANSWER_CHARACTERS);
  return { state: 'confirmed', confirmation: { trade: keptTrade, answer } };
}

/** Some services say `status` for it. A number there is an HTTP status repeated, not a state. */
function stateOf({ state, status }: TradeRecord): string | undefined {
  if (state != null) return state;
  return typeof status === 'string' && status.length <= MAX_WORD_CHARACTERS ? status : undefined;
}
