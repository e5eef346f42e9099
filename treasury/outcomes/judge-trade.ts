import type { Decimal } from '../money/decimal.ts';
import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import type { AnswerFact } from './answer-fact.ts';
import { cleanText } from './evidence.ts';
import { type Judgement, judgeReply } from './judge-reply.ts';
import type {
  AnomalyCause,
  ServiceTrade,
  TradeOutcome,
  TradeRequest,
  UnknownCause,
} from './outcome.ts';
import type { AnsweredTrade, OwnState, TradeReply } from './reply.ts';
import {
  isProven,
  NOTHING_TRUSTED,
  repeatsInstrument,
  type TrustedOfTrades,
  unproven,
} from './trade-proof.ts';

/**
 * Characters of a trade's record that are kept, and of its fills. The record is not shown in the
 * reference (2.4), so it is kept whole where it is of a size that a trade can be expected to have.
 */
const MAX_TRADE_ANSWER_CHARACTERS = 16_000;

type TradeJudgement = Judgement<{ readonly trade: ServiceTrade; readonly answer: string }>;
type Doubt = Exclude<TradeJudgement, { readonly state: 'confirmed' }>;

/**
 * Judges the reply to one trade. The reference does not show the content of an answer (4.3), so it is confirmed only by
 * what it says (`isProven`). An answer that contradicts the request, has the id of an earlier trade or is worse than the
 * limit is an anomaly. One that says itself that it failed, is open or filled in part, that cannot be read, or that does
 * not say enough is unknown. `knownTradeIds`: which of `tradeIdsIn(reply)` were answered before.
 */
export function judgeTrade(
  request: TradeRequest,
  reply: TradeReply,
  knownTradeIds: ReadonlySet<string>,
  trusted: TrustedOfTrades = NOTHING_TRUSTED,
): TradeOutcome {
  return judgeReply(reply, (said: AnsweredTrade): TradeJudgement => {
    const { id } = said.trade;
    if (id !== undefined && knownTradeIds.has(id)) {
      return anomaly('known-trade', { code: 'answered-before', of: 'trade', id });
    }
    const doubt =
      contradictionIn(request, said, trusted) ??
      judgeState(said.own) ??
      judgeExecution(request, said) ??
      judgeRepeated(request, said) ??
      (isProven(request, said, trusted) ? null : unknown('not-stated', unproven(request, said)));
    if (doubt === null) return confirmed(said);
    return id === undefined ? doubt : { ...doubt, tradeId: id };
  });
}

/** What cannot be said of the requested trade, whatever else the answer says. */
function contradictionIn(
  request: TradeRequest,
  said: AnsweredTrade,
  trusted: TrustedOfTrades,
): Doubt | null {
  const { instrument, side } = said.repeated;
  if (instrument !== null && isAnotherPair(request.instrument, instrument, trusted)) {
    return otherTrade('instrument', request.instrument, instrument);
  }
  // Only the opposite contradicts: the reference does not show the set of words for a side (4.3).
  const opposite = request.side === 'buy' ? 'sell' : 'buy';
  if (side !== null && side.trim().toLowerCase() === opposite) {
    return otherTrade('side', request.side, side);
  }
  return contradictingAmount(request, said) ?? contradictingPrice(request, said);
}

/** What may stand between base and quote. */
const BETWEEN_CURRENCIES = /[/_-]/;

/**
 * Base and quote that are both understood, and differ from the requested ones. Another spelling (BTCUSD.SPOT, XBT/USD) is
 * none: it says what was traded in words that Sluice does not know.
 */
function isAnotherPair(asked: string, answered: string, { currencies }: TrustedOfTrades): boolean {
  const seen = answered.trim().toUpperCase().split(BETWEEN_CURRENCIES);
  const known = new Set([...currencies, ...asked.split('/')].map((each) => each.toUpperCase()));
  const isUnderstood = seen.length === 2 && seen.every((each) => known.has(each));
  return isUnderstood && seen.join('/') !== asked.toUpperCase();
}

function contradictingAmount(request: TradeRequest, said: AnsweredTrade): Doubt | null {
  const asked = parseDecimalText(request.amount);
  const { base } = said.filled;
  if (base !== null && asked.ok && base.greaterThan(asked.value)) {
    return otherTrade('executed', request.amount, formatDecimal(base));
  }
  const { amount } = said.repeated;
  const answered = parseDecimalText(amount);
  if (amount === null || !answered.ok || (asked.ok && asked.value.equals(answered.value)))
    return null;
  // For a trade that is not at its end, the amount filled so far may be less.
  const ended = said.own.stated === 'done' || said.own.stated === 'silent';
  if (asked.ok && !ended && answered.value.lessThan(asked.value)) return null;
  return otherTrade('amount', request.amount, amount);
}

/** A sale for less than the limit, or a purchase for more, is one that the request did not permit. */
function contradictingPrice(request: TradeRequest, { filled }: AnsweredTrade): Doubt | null {
  const limit = parseDecimalText(request.price);
  if (!limit.ok) return null;
  const { base, quote } = filled;
  if (
    base !== null &&
    quote !== null &&
    isWorse(request, quote.exchanged, limit.value.times(quote.base))
  ) {
    const filledFor = {
      base: formatDecimal(quote.base),
      exchanged: formatDecimal(quote.exchanged),
    };
    return anomaly('worse-price', { code: 'filled-worse', ...limitOf(request), ...filledFor });
  }
  const worse = filled.prices.find((price) => isWorse(request, price, limit.value));
  if (worse === undefined) return null;
  const price = formatDecimal(worse);
  return anomaly('worse-price', { code: 'priced-worse', ...limitOf(request), price });
}

function limitOf({ side, price: limit }: TradeRequest) {
  return { side, limit };
}

function isWorse({ side }: TradeRequest, seen: Decimal, limit: Decimal): boolean {
  return side === 'sell' ? seen.lessThan(limit) : seen.greaterThan(limit);
}

/** The trade's own state: anything but its end, or no state, leaves both its currencies in doubt. */
function judgeState(own: OwnState): Doubt | null {
  switch (own.stated) {
    case 'failed':
      return unknown('state-failed', { code: 'stated', stated: own.said });
    case 'open':
      return unknown('state-open', { code: 'stated', stated: own.said });
    case 'unrecognised':
      return unknown('state-unrecognised', { code: 'stated', stated: own.said });
    case 'silent':
    case 'done':
      return null;
    default:
      return own satisfies never;
  }
}

/** The executed amount against the requested amount. Either both are known to the last digit, or nothing is stated. */
function judgeExecution(request: TradeRequest, { filled, remains }: AnsweredTrade): Doubt | null {
  if (filled.problem !== null)
    return unknown('fills-unreadable', { code: 'fills-unreadable', problem: filled.problem });
  const asked = parseDecimalText(request.amount);
  const partly = filled.base !== null && asked.ok && filled.base.lessThan(asked.value);
  if (!partly && !remains) return null;
  return unknown(
    'state-open',
    partly
      ? { code: 'filled-in-part', asked: request.amount, executed: formatDecimal(filled.base) }
      : { code: 'remains' },
  );
}

/** What the answer repeats of the request and cannot be compared with it. */
function judgeRepeated(request: TradeRequest, said: AnsweredTrade): Doubt | null {
  const { instrument, amount } = said.repeated;
  const answered = parseDecimalText(amount);
  if (amount !== null && !answered.ok) {
    return unknown('invalid-answer', { code: 'amount-no-decimal', seen: answered.seen });
  }
  if (instrument === null || repeatsInstrument(request, said)) return null;
  const named = { asked: request.instrument, answered: instrument };
  return unknown('other-spelling', { code: 'other-spelling', ...named });
}

function unknown(cause: UnknownCause, found: AnswerFact): Doubt {
  return { state: 'unknown', cause, found };
}

function anomaly(cause: AnomalyCause, found: AnswerFact): Doubt {
  return { state: 'anomaly', cause, found };
}

type TradeField = Extract<AnswerFact, { readonly code: 'other-trade' }>['field'];

function otherTrade(field: TradeField, asked: string, answered: string): Doubt {
  return anomaly('other-trade', { code: 'other-trade', field, asked, answered });
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
