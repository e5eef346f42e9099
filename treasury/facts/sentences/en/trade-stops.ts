import { formatDecimal } from '../../../money/decimal-text.ts';
import { READINGS_OF_A_NEW_LEVEL } from '../../../valuation/judge-values.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import { isMoreThanZero } from '../../amount-facts.ts';
import { numberIn } from '../../number-in.ts';
import type { TradeStop } from '../../trade-stops.ts';
import { ofPrices, type SaidOfStops } from '../said.ts';
import { amountIn, moment, numberPart, type Sentence, sentence, written } from '../sentence.ts';
import { NO_PRICES } from './no-prices.ts';

type Of<Code extends TradeStop['code']> = Extract<TradeStop, { readonly code: Code }>;

const WHOSE = { total: 'together', person: 'by one person' } as const;

function bookedLess({ available, unbooked }: Of<'balance-too-low'>): Sentence {
  if (!isMoreThanZero(unbooked)) return [];
  const balance = formatDecimal(numberIn(available).plus(numberIn(unbooked)));
  return sentence` (${numberPart(balance)} less ${numberPart(unbooked)} not booked yet)`;
}

export const TRADE_STOPS: SaidOfStops<TradeStop> = {
  'instrument-not-permitted': ({ instrument, permitted }) =>
    `${instrument} may not be traded; accepted: ${permitted.join(', ') || 'none'}.`,
  'no-price-now': ({ instrument }) => `The service has no price for ${instrument} at this moment.`,
  'prices-too-old': ({ readAt, now, maximumSeconds }) =>
    sentence`The prices were read at ${moment(readAt)} and it is ${moment(now)}; accepted: at most ${maximumSeconds} s old.`,
  'price-jumped': ({ instrument, from, bid, ask, readings }) =>
    sentence`The price of ${instrument} has jumped by more than ${MAX_PRICE_JUMP_PERCENT} % from ${numberPart(from)} to bid ${numberPart(bid)} and ask ${numberPart(ask)}; it is believed once ${READINGS_OF_A_NEW_LEVEL} readings in a row are near it (so far: ${readings}).`,
  'outside-collar': ({ instrument, side, price, market, collarPercent, accepted }) =>
    side === 'buy'
      ? sentence`${numberPart(price)} for ${instrument} is more than ${numberPart(collarPercent)} % above the ask of ${numberPart(market)}; accepted: at most ${numberPart(accepted)}.`
      : sentence`${numberPart(price)} for ${instrument} is more than ${numberPart(collarPercent)} % below the bid of ${numberPart(market)}; accepted: at least ${numberPart(accepted)}.`,
  'reading-too-early': ({ currency, readAt, known }) =>
    sentence`The balance of ${currency} was read at ${moment(readAt)}, and the ledger already knows a later state, of ${moment(known)}.`,
  'trade-unvalued': ({ amount, currency, reportingCurrency, why }) =>
    sentence`${amountIn(currency, amount)} cannot be valued in ${reportingCurrency} at the prices of this moment, so the limit cannot be checked.${why === null ? [] : sentence` ${ofPrices(NO_PRICES, why).refused}`}`,
  'notional-too-high': ({ amount, currency, notional, reportingCurrency, maximum }) =>
    sentence`${amountIn(currency, amount)} is worth ${amountIn(reportingCurrency, notional)}; accepted: at most ${numberPart(maximum)}.`,
  'more-than-a-day': ({ notional, reportingCurrency, maximum, scope }) =>
    sentence`The trade is worth ${amountIn(reportingCurrency, notional)}; accepted: at most ${numberPart(maximum)} ${WHOSE[scope]} in 24 hours.`,
  'day-is-full': ({ traded, reportingCurrency, scope, notional, maximum, roomAt }) =>
    sentence`${amountIn(reportingCurrency, traded)} were traded ${WHOSE[scope]} in the last 24 hours and this is worth ${numberPart(notional)}; accepted: at most ${numberPart(maximum)}; there is room at ${moment(roomAt)}.`,
  'day-counted-otherwise': ({ unit, reportingCurrency, roomAt }) =>
    sentence`The last 24 hours are counted in ${unit}, and the limit is in ${reportingCurrency}; there is room at ${moment(roomAt)}.`,
  'too-many-people-traded': ({ by, maximum }) =>
    sentence`More than ${maximum} people traded in the last 24 hours: no limit can be kept for ${written(by)}.`,
  'balance-too-low': (why) =>
    sentence`The trade needs ${amountIn(why.currency, why.needed)}; available: ${numberPart(why.available)}${bookedLess(why)}.`,
  'too-many-waiting': ({ waiting, currency, maximum }) =>
    `${waiting} instructions wait in ${currency}; accepted: fewer than ${maximum}.`,
};
