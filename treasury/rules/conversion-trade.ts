import type { CountsRead } from '../counters/shared-counts.ts';
import type { DecidedTrade } from '../facts/decided-trade.ts';
import { type TradeRoom, tradeRooms } from '../limits/trade-room.ts';
import { unapprovedWithin } from '../limits/trade-usage.ts';
import { Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type Money, money } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import {
  type Conversion,
  type ConversionTrade,
  ruleTrader,
  tradeOf,
} from '../policy/conversion.ts';
import { limitPrice } from '../policy/limit-price.ts';
import { smallestSweep } from '../policy/smallest-sweep.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { type BelievedValues, noValues, unitValue } from '../valuation/believed-values.ts';
import { notionalOf } from '../valuation/notional.ts';
import type { Price, PriceDoubt, Prices } from '../valuation/price.ts';
import { DIVIDED_SCALE } from '../valuation/price-path.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import type { CheckResult } from './checks/check-result.ts';
import {
  checkBought,
  checkCircle,
  checkInstrument,
  checkPrice,
  checkTradeApproval,
  checkTradeCap,
  checkTradeCounts,
  type TradeCap,
  unvalued,
} from './checks/conversion.ts';
import type { SweepAmount } from './checks/sweep-amount.ts';

/** The prices of a snapshot, and what was traded lately: what a conversion rests on beside a sweep's basis. */
export interface Market {
  readonly prices: Prices;
  /** Those of them that have jumped: nothing is worked out from them. */
  readonly doubted: readonly PriceDoubt[];
  /** What each currency is worth: the value of a trade. */
  readonly values: BelievedValues;
  readonly readAt: Instant;
  /** Null if nothing was ever traded. */
  readonly usage: CountsRead;
}

export function marketOf(
  { prices, pricesDoubted: doubted = [] }: Pick<SnapshotTaken, 'prices' | 'pricesDoubted'>,
  { values, readAt }: PriceReading,
  usage: CountsRead,
): Market {
  return { prices, doubted, values, readAt, usage };
}

/** Nothing is worked out from it, so nothing is converted. */
export function noMarket(readAt: Instant): Market {
  return { prices: {}, doubted: [], values: noValues(''), readAt, usage: null };
}

/**
 * What a limit on the value of trades keeps free, in percent: prices move between the decision and the claim, which
 * holds the trade against the same limits at the prices of its own moment.
 */
export const PRICE_HEADROOM_PERCENT = 1;

/**
 * Fraction digits of an amount that is bought, rounded down: the finest unit that services quote in. What is not spent
 * stays, and is surplus again.
 */
export const BOUGHT_FRACTION_DIGITS = 8;

/** The terms of a conversion at the prices of a snapshot, before its amount is known. */
export interface ConversionTerms extends ConversionTrade {
  readonly price: Price;
  /** The worst price that it may be filled at. */
  readonly limit: string;
  readonly caps: readonly TradeCap[];
  readonly values: BelievedValues;
}

export interface WeighedTerms {
  /** Null if there are none at present: the results say why. */
  readonly terms: ConversionTerms | null;
  readonly results: readonly CheckResult[];
}

/** The checks of a conversion that do not depend on its amount, and its terms. */
export function conversionTerms(
  rule: SweepRule,
  conversion: Conversion,
  controls: Controls,
  { market, circle, now }: { market: Market; circle: readonly string[] | null; now: Instant },
): WeighedTerms {
  const trade = tradeOf(conversion, controls.trades.instruments);
  const results = [
    checkCircle(conversion, circle),
    checkInstrument(conversion, trade, controls.trades.instruments),
  ];
  if (trade === null) return { terms: null, results };
  const unread = checkTradeCounts(market.usage);
  if (unread !== null) return { terms: null, results: [...results, unread] };
  const { prices, doubted, readAt, values } = market;
  const { instrument, side } = trade;
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  const doubt = doubted.find((each) => each.instrument === instrument);
  const priced = checkPrice(rule, instrument, price, { doubt, readAt, now });
  if (price === undefined || priced.refusal !== undefined) {
    return { terms: null, results: [...results, priced] };
  }
  const limit = limitPrice(side, price, controls.trades);
  const unit = valueOfUnit(trade, limit, values, controls.reportingCurrency);
  if (unit === null) {
    const unknown = unvalued(conversion, controls.reportingCurrency, values);
    return { terms: null, results: [...results, unknown] };
  }
  const caps = capsOf(rule, controls, unit, { market, now });
  return { terms: { ...trade, price, limit, caps, values }, results: [...results, priced] };
}

/** The value of one unit given away, as the guard of a claim values the trade: a purchase by its dearer side. */
function valueOfUnit(
  { instrument, side }: ConversionTrade,
  limit: string,
  values: BelievedValues,
  reportingCurrency: string,
): Decimal | null {
  const [base = '', quote = ''] = instrument.split('/');
  const ofBase = unitValue(values, base, reportingCurrency);
  if (!ofBase.known) return null;
  if (side === 'sell') return decimalOf(ofBase.price);
  const ofQuote = unitValue(values, quote, reportingCurrency);
  if (!ofQuote.known) return null;
  return Decimal.max(decimalOf(ofQuote.price), decimalOf(ofBase.price).dividedBy(decimalOf(limit)));
}

function capsOf(
  { id, currency }: SweepRule,
  controls: Controls,
  unit: Decimal,
  { market, now }: { readonly market: Market; readonly now: Instant },
): readonly TradeCap[] {
  const { reportingCurrency, trades } = controls;
  const { maximumNotional } = trades;
  const roomFor = (value: Decimal): Money =>
    money(
      currency,
      value
        .times(100 - PRICE_HEADROOM_PERCENT)
        .dividedBy(100)
        .dividedBy(unit)
        .toDecimalPlaces(DIVIDED_SCALE, ROUNDING.down),
    );
  return [
    {
      limit: 'notional',
      scope: 'one-trade',
      cap: maximumNotional,
      currency: reportingCurrency,
      used: ZERO,
      room: roomFor(decimalOf(maximumNotional)),
    },
    ...tradeRooms(market.usage, controls, ruleTrader(id), now).map(
      ({ scope, cap, traded, left }: TradeRoom): TradeCap => ({
        limit: 'traded-24h',
        scope: scope === 'total' ? 'all-trades' : 'own-trades',
        cap,
        currency: reportingCurrency,
        used: traded,
        room: roomFor(left),
      }),
    ),
  ];
}

/** The trade of an amount, and the checks of its value. */
export interface WeighedTrade {
  readonly trade: DecidedTrade;
  readonly needsApproval: boolean;
  readonly results: readonly CheckResult[];
}

export function weighTrade(
  rule: AmountRule,
  terms: ConversionTerms,
  { amount: paid, wanted }: SweepAmount,
  controls: Controls,
  { market, now }: { readonly market: Market; readonly now: Instant },
): WeighedTrade {
  const { instrument, side, limit, caps, price } = terms;
  const base = baseAmount(terms, paid);
  const request = { instrument, side, price: limit, amount: formatDecimal(base) };
  const { reportingCurrency, trades } = controls;
  const notional = notionalOf(request, terms.values, reportingCurrency);
  const value = notional.known ? decimalOf(notional.side.value) : null;
  const trade = { ...request, bid: price.bid, ask: price.ask };
  const bought = side === 'buy' ? [checkBought(base, paid)] : [];
  if (value === null) {
    const unknown = unvalued(
      { currency: rule.currency, into: rule.into ?? '' },
      reportingCurrency,
      terms.values,
    );
    return { trade, needsApproval: true, results: [...bought, unknown] };
  }
  const needed = smallestSweep(rule);
  const unapproved = unapprovedWithin(market.usage, ruleTrader(rule.id), reportingCurrency, now);
  const approval = checkTradeApproval(value, unapproved, trades.approvalAbove, reportingCurrency);
  const results = [
    ...bought,
    ...caps.map((cap) => checkTradeCap(cap, { wanted, needed, value })),
    approval,
  ];
  return { trade, needsApproval: !approval.holds, results };
}

/** A sale sells what it gives away; a purchase buys as much as that pays for at its worst price. */
function baseAmount({ side, limit }: ConversionTerms, { amount }: Money): Decimal {
  if (side === 'sell') return amount;
  return amount.dividedBy(decimalOf(limit)).toDecimalPlaces(BOUGHT_FRACTION_DIGITS, ROUNDING.down);
}
