import { type CountsRead, UNREADABLE_COUNTS } from '../../counters/shared-counts.ts';
import type { AmountIn } from '../../facts/amount-in.ts';
import type { TradeLimitName, TradeScope } from '../../facts/conversion-facts.ts';
import { TRADE_COUNTS_UNREADABLE } from '../../limits/trade-usage.ts';
import { type Decimal, ZERO } from '../../money/decimal.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { compare, isPositive, type Money, money } from '../../money/money.ts';
import type { Conversion, ConversionTrade } from '../../policy/conversion.ts';
import { isAsGood, marketPrice } from '../../policy/limit-price.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../time/clock-skew.ts';
import { type Instant, secondsBetween } from '../../time/instant.ts';
import type { BelievedValues } from '../../valuation/believed-values.ts';
import type { Price, PriceDoubt } from '../../valuation/price.ts';
import { midPrice } from '../../valuation/price-path.ts';
import { type CheckResult, notPassed, passed, refused } from './check-result.ts';

/** A policy with a circle is refused when it is written; one that is in the table all the same converts nothing. */
export function checkCircle(
  { currency, into }: Conversion,
  circle: readonly string[] | null,
): CheckResult {
  const path = circle ?? [currency, into];
  const fact = { limit: 'conversion', code: 'circle', path } as const;
  return circle === null ? passed(fact) : refused(fact, 'conversion-circle');
}

/** The instrument must be one of the two currencies, and one that the controls permit. */
export function checkInstrument(
  conversion: Conversion,
  trade: ConversionTrade | null,
  permitted: readonly string[],
): CheckResult {
  const found = { conversion, permitted, trade };
  const fact = { limit: 'instrument', code: 'instrument', ...found } as const;
  return trade === null ? refused(fact, 'instrument-not-allowed') : passed(fact);
}

/** The price of the instrument, read with the balances, that every number of the trade is worked out from. */
export function checkPrice(
  rule: SweepRule,
  instrument: string,
  price: Price | undefined,
  { doubt, readAt, now }: { doubt: PriceDoubt | undefined; readAt: Instant; now: Instant },
): CheckResult {
  const named = { limit: 'price', instrument } as const;
  if (price === undefined) return refused({ ...named, code: 'price-missing' }, 'price-unusable');
  const found = { ...named, price };
  if (midPrice(price) === null) {
    return refused({ ...found, code: 'price-contradictory' }, 'price-unusable');
  }
  if (doubt !== undefined) {
    const { from } = doubt;
    return refused({ ...found, code: 'trade-price-jumped', from }, 'price-unusable');
  }
  const { maximumBalanceAgeSeconds: maximumSeconds } = rule;
  const ageSeconds = secondsBetween(readAt, now);
  if (ageSeconds > maximumSeconds || ageSeconds < -MAX_CLOCK_SKEW_SECONDS) {
    const stale = { code: 'trade-price-stale', readAt, now, maximumSeconds } as const;
    return refused({ ...found, ...stale }, 'price-unusable');
  }
  return passed({ ...found, code: 'price' });
}

/** A trade that cannot be valued cannot be held against the limits. The first of both currencies without a value says why. */
export function unvalued(
  { currency, into }: Pick<Conversion, 'currency' | 'into'>,
  reportingCurrency: string,
  { doubts }: BelievedValues,
): CheckResult {
  const doubt = [currency, into].map((each) => doubts[each]).find((each) => each !== undefined);
  const fact = {
    code: 'unvalued',
    currency,
    reportingCurrency,
    why: doubt ?? null,
  } as const;
  return refused({ limit: 'price', ...fact }, 'price-unusable');
}

/** The market at the claim must still take the worst price that was decided. */
export function checkPriceMoved(
  { instrument, side }: ConversionTrade,
  decided: string,
  price: Price,
): CheckResult {
  const market = marketPrice(side, price);
  const fact = { code: 'price-at-claim', instrument, side, market, decided } as const;
  const found = { limit: 'price', ...fact } as const;
  return isAsGood(side, market, decided) ? passed(found) : refused(found, 'price-moved');
}

/** One limit on the value of trades, and what it leaves for this one. */
export interface TradeCap {
  readonly limit: TradeLimitName;
  readonly scope: TradeScope;
  readonly cap: string;
  /** The currency of the cap and of what was counted: the reporting currency. */
  readonly currency: string;
  /** Counted before; null if that is not known. */
  readonly used: Decimal | null;
  /** What may be converted at most by it, in the rule's currency. */
  readonly room: Money;
}

/**
 * A limit of trades cuts an amount, as a budget does. It is the reason only if, without it, the conversion would have
 * been large enough.
 */
export function checkTradeCap(
  { limit, scope, cap, currency, used, room }: TradeCap,
  { wanted, needed, value }: { wanted: Money; needed: Money; value: Decimal },
): CheckResult {
  const fact = {
    ...({ limit, code: 'trade-limit', scope, cap, currency } as const),
    used: used === null ? null : formatDecimal(used),
    value: formatDecimal(value),
    room: amountOf(room),
    needed: amountOf(needed),
  };
  const total = value.plus(used ?? ZERO);
  const fits = used !== null && total.lessThanOrEqualTo(decimalOf(cap));
  if (compare(room, needed) >= 0 && fits) return passed(fact);
  if (compare(wanted, needed) < 0) return fits ? passed(fact) : notPassed(fact);
  return refused(fact, 'trade-limit-exhausted');
}

/** Each trade counts there, with or without a limit. Null if they can be read, or there are none. */
export function checkTradeCounts(usage: CountsRead): CheckResult | null {
  return usage === UNREADABLE_COUNTS ? refused(TRADE_COUNTS_UNREADABLE, 'unreadable') : null;
}

/** As a fact has it. */
export function amountOf({ currency, amount }: Money): AmountIn {
  return { currency, amount: formatDecimal(amount) };
}

/** A conversion that buys less than the smallest unit buys nothing. */
export function checkBought(amount: Decimal, paid: Money): CheckResult {
  const found = { bought: formatDecimal(amount), paid: amountOf(paid) };
  const fact = { limit: 'minimum', code: 'bought', ...found } as const;
  if (amount.greaterThan(0)) return passed(fact);
  return isPositive(paid) ? refused(fact, 'below-minimum') : notPassed(fact);
}

/** Above the limits of trades another person approves. It never refuses: such a trade waits. */
export function checkTradeApproval(
  value: Decimal,
  unapproved: Decimal | null,
  limit: string | undefined,
  currency: string,
): CheckResult {
  const found = {
    value: formatDecimal(value),
    unapproved: unapproved === null ? null : formatDecimal(unapproved),
    above: limit ?? null,
  };
  const fact = { limit: 'trade-approval', code: 'trade-approval', currency, ...found } as const;
  const fits =
    limit === undefined || unapproved?.plus(value).lessThanOrEqualTo(decimalOf(limit)) === true;
  return fits ? passed(fact) : notPassed(fact);
}

/** Below the low of a target balance an alert is raised. It refuses nothing, and buys nothing. */
export function checkLow(
  { currency, low, enabled }: Pick<SweepRule, 'currency' | 'low' | 'enabled'>,
  balance: Money,
): readonly CheckResult[] {
  if (low === undefined || !enabled) return [];
  const found = { currency, balance: formatDecimal(balance.amount), low };
  const fact = { limit: 'low', code: 'low', ...found } as const;
  return [compare(balance, money(currency, low)) >= 0 ? passed(fact) : notPassed(fact)];
}
