import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import { cleanText } from './evidence.ts';
import { type Judgement, judgeReply } from './judge-reply.ts';
import type { ServiceTrade, TradeOutcome, TradeRequest } from './outcome.ts';
import type { AnsweredTrade, OwnState, TradeReply } from './reply.ts';

/**
 * Characters of a trade's record that are kept, and of its fills. The record is not shown in the
 * reference (2.4), so it is kept whole where it is of a size that a trade can be expected to have.
 */
const MAX_TRADE_ANSWER_CHARACTERS = 16_000;

type TradeJudgement = Judgement<{ readonly trade: ServiceTrade; readonly answer: string }>;
type Doubt = Exclude<TradeJudgement, { readonly state: 'confirmed' }>;

/**
 * Judges the reply to one trade. The reference does not show the content of an answer (4.3), so it counts as the
 * trade, filled in full, unless it contradicts the request, has the id of an earlier trade, or says itself that it
 * failed, is open or filled in part: then its outcome is unknown. `knownTradeIds`: which of `tradeIdsIn(reply)` were
 * answered before.
 */
export function judgeTrade(
  request: TradeRequest,
  reply: TradeReply,
  knownTradeIds: ReadonlySet<string>,
): TradeOutcome {
  return judgeReply(reply, (said: AnsweredTrade): TradeJudgement => {
    const { id } = said.trade;
    if (id !== undefined && knownTradeIds.has(id)) {
      return { state: 'anomaly', cause: 'known-trade', message: `trade ${id} was answered before` };
    }
    const doubt =
      judgeRepeated(request, said) ?? judgeExecution(request, said) ?? judgeState(said.own);
    if (doubt === null) return confirmed(said);
    return id === undefined ? doubt : { ...doubt, tradeId: id };
  });
}

/** The trade's own state: anything but its end, or no state, leaves both its currencies in doubt. */
function judgeState({ stated, said }: OwnState): Doubt | null {
  switch (stated) {
    case 'failed':
      return { state: 'unknown', cause: 'state-failed', message: said };
    case 'open':
      return { state: 'unknown', cause: 'state-open', message: said };
    case 'unrecognised':
      return { state: 'unknown', cause: 'state-unrecognised', message: said };
    case 'silent':
    case 'done':
      return null;
    default:
      return stated satisfies never;
  }
}

/** The executed amount against the requested amount. Either both are known to the last digit, or nothing is stated. */
function judgeExecution(request: TradeRequest, { filled, remains }: AnsweredTrade): Doubt | null {
  const asked = parseDecimalText(request.amount);
  if (filled !== null && asked.ok && filled.greaterThan(asked.value)) {
    return otherTrade('amount', request.amount, `${formatDecimal(filled)} as executed`);
  }
  const partly = filled !== null && asked.ok && filled.lessThan(asked.value);
  if (!partly && !remains) return null;
  const message = partly
    ? `asked for ${request.amount}, executed so far: ${formatDecimal(filled)}`
    : 'the answer says that some of it remains';
  return { state: 'unknown', cause: 'state-open', message };
}

/**
 * The fields of the request that the answer repeats must be those of the request. The price is left out on purpose:
 * the price in the answer may be the price of execution, which is allowed to be better than the requested one, and
 * halting everything over good news would teach people to ignore the alarm.
 */
function judgeRepeated(request: TradeRequest, { repeated, own }: AnsweredTrade): Doubt | null {
  const { instrument, side, amount } = repeated;
  if (instrument !== null && instrument.trim().toUpperCase() !== request.instrument.toUpperCase()) {
    return otherTrade('instrument', request.instrument, instrument);
  }
  // Only the opposite contradicts: the reference does not show the set of words for a side (4.3).
  const opposite = request.side === 'buy' ? 'sell' : 'buy';
  if (side !== null && side.trim().toLowerCase() === opposite) {
    return otherTrade('side', request.side, side);
  }
  if (amount === null) return null;
  const answered = parseDecimalText(amount);
  if (!answered.ok) {
    const message = `amount is not decimal text: ${answered.seen}`;
    return { state: 'unknown', cause: 'invalid-answer', message };
  }
  const asked = parseDecimalText(request.amount);
  if (asked.ok && asked.value.equals(answered.value)) return null;
  // For a trade that is not at its end, the amount filled so far may be less.
  const ended = own.stated === 'done' || own.stated === 'silent';
  if (asked.ok && !ended && answered.value.lessThan(asked.value)) return null;
  return otherTrade('amount', request.amount, amount);
}

function otherTrade(field: string, asked: string, answered: string): Doubt {
  const message = `asked for ${field} ${asked}, answered ${answered}`;
  return { state: 'anomaly', cause: 'other-trade', message };
}

function confirmed({ trade, record }: AnsweredTrade): TradeJudgement {
  const { fills, ...rest } = trade;
  // Beyond the bound, their beginning is still in the stored record.
  const isKept = fills !== undefined && JSON.stringify(fills).length <= MAX_TRADE_ANSWER_CHARACTERS;
  return {
    state: 'confirmed',
    confirmation: {
      trade: isKept ? trade : rest,
      answer: cleanText(record, MAX_TRADE_ANSWER_CHARACTERS),
    },
  };
}
