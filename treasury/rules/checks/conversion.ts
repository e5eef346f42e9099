import { type Decimal, ZERO } from '../../money/decimal.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { compare, formatMoney, isPositive, type Money, money } from '../../money/money.ts';
import { type Conversion, type ConversionTrade, tradesOf } from '../../policy/conversion.ts';
import { isAsGood, marketPrice } from '../../policy/limit-price.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { amountIn } from '../../policy/wording.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../time/clock-skew.ts';
import { duration } from '../../time/duration.ts';
import { type Instant, secondsBetween } from '../../time/instant.ts';
import type { BelievedValues } from '../../valuation/believed-values.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../valuation/near.ts';
import type { Price, PriceDoubt } from '../../valuation/price.ts';
import { midPrice } from '../../valuation/price-path.ts';
import { type CheckResult, notPassed, passed, refused } from './check-result.ts';

/** A policy with a circle is refused when it is written; one that is in the table all the same converts nothing. */
export function checkCircle(
  { currency, into }: Conversion,
  circle: readonly string[] | null,
): CheckResult {
  const seen = (circle ?? [currency, into]).join(' > ');
  const checked = { limit: 'conversion', seen, accepted: 'no circle' } as const;
  if (circle === null) return passed(checked);
  const message = `The rules convert in a circle: ${seen}.`;
  return refused(checked, 'conversion-circle', message);
}

/** The instrument must be one of the two currencies, and one that the controls permit. */
export function checkInstrument(
  conversion: Conversion,
  trade: ConversionTrade | null,
  permitted: readonly string[],
): CheckResult {
  const either = tradesOf(conversion).map(({ instrument }) => instrument);
  const accepted = `${conversion.instrument ?? either.join(' or ')}, of ${permitted.join(', ') || 'none'}`;
  if (trade !== null) {
    return passed({ limit: 'instrument', seen: `${trade.side} ${trade.instrument}`, accepted });
  }
  const message = `${conversion.currency} cannot be converted into ${conversion.into}: the controls permit neither trade of ${conversion.instrument ?? either.join(' and ')}.`;
  return refused(
    { limit: 'instrument', seen: 'none', accepted },
    'instrument-not-allowed',
    message,
  );
}

const ACCEPTED_PRICE = 'a current price that has not jumped';

/** The price of the instrument, read with the balances, that every number of the trade is worked out from. */
export function checkPrice(
  rule: SweepRule,
  instrument: string,
  price: Price | undefined,
  { doubt, readAt, now }: { doubt: PriceDoubt | undefined; readAt: Instant; now: Instant },
): CheckResult {
  const seen = price === undefined ? 'none' : `bid ${price.bid}, ask ${price.ask}`;
  const checked = {
    limit: 'price',
    seen: `${instrument}: ${seen}`,
    accepted: ACCEPTED_PRICE,
  } as const;
  const unusable = (message: string) => refused(checked, 'price-unusable', message);
  if (price === undefined) return unusable(`The snapshot has no price of ${instrument}.`);
  if (midPrice(price) === null) {
    return unusable(`Bid ${price.bid} and ask ${price.ask} of ${instrument} cannot both be right.`);
  }
  if (doubt !== undefined) {
    return unusable(
      `The price of ${instrument} has jumped by more than ${MAX_PRICE_JUMP_PERCENT} % from ${doubt.from}; it is not believed yet.`,
    );
  }
  const ageSeconds = secondsBetween(readAt, now);
  if (ageSeconds > rule.maximumBalanceAgeSeconds || ageSeconds < -MAX_CLOCK_SKEW_SECONDS) {
    return unusable(
      `The price of ${instrument} was read at ${readAt} and it is ${now}; this rule acts on readings at most ${duration(rule.maximumBalanceAgeSeconds)} old.`,
    );
  }
  return passed(checked);
}

/** A trade that cannot be valued cannot be held against the limits. The first of both currencies without a value says why. */
export function unvalued(
  { currency, into }: Pick<Conversion, 'currency' | 'into'>,
  reportingCurrency: string,
  { doubts }: BelievedValues,
): CheckResult {
  const doubt = [currency, into].map((each) => doubts[each]).find((each) => each !== undefined);
  const seen = `no value in ${reportingCurrency}`;
  const checked = { limit: 'price', seen, accepted: ACCEPTED_PRICE } as const;
  const message = `${currency} cannot be valued in ${reportingCurrency} at the prices of the snapshot, so the limits of trades cannot be checked.${doubt === undefined ? '' : ` ${doubt.message}`}`;
  return refused(checked, 'price-unusable', message);
}

/** The market at the claim must still take the worst price that was decided. */
export function checkPriceMoved(
  { instrument, side }: ConversionTrade,
  decided: string,
  price: Price,
): CheckResult {
  const market = marketPrice(side, price);
  const worst = side === 'buy' ? 'at most' : 'at least';
  const accepted = `${worst} ${decided}`;
  const checked = {
    limit: 'price',
    seen: `${instrument}: ${market}`,
    accepted,
    value: market,
  } as const;
  if (isAsGood(side, market, decided)) return passed(checked);
  const message = `The price of ${instrument} is ${market} and was decided to be ${accepted}: it has moved too far since, and is decided anew.`;
  return refused(checked, 'price-moved', message);
}

/** One limit on the value of trades, and what it leaves for this one. */
export interface TradeCap {
  readonly limit: 'notional' | 'traded-24h';
  /** "of one trade". */
  readonly described: string;
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
  { limit, described, cap, currency, used, room }: TradeCap,
  { wanted, needed, value }: { wanted: Money; needed: Money; value: Decimal },
): CheckResult {
  const worth = formatDecimal(value);
  const before = used === null ? ', what was traded before is not known' : beforeText(used);
  const accepted = `at most ${cap} ${described}`;
  const checked = { limit, seen: `${worth} ${currency}${before}`, accepted, value: worth };
  const total = value.plus(used ?? ZERO);
  const fits = used !== null && total.lessThanOrEqualTo(decimalOf(cap));
  if (compare(room, needed) >= 0 && fits) return passed(checked);
  if (compare(wanted, needed) < 0) return fits ? passed(checked) : notPassed(checked);
  const message = `Trades are limited to ${cap} ${currency} ${described}; that leaves ${formatMoney(room)}, and ${formatMoney(needed)} would be needed.`;
  return refused(checked, 'trade-limit-exhausted', message);
}

/** "the 1.98 BTC that the limit of trades leaves (100000 USD of one trade)". */
export function describeTradeRoom({ room, cap, currency, described }: TradeCap): string {
  return `the ${formatMoney(room)} that the limit of trades leaves (${cap} ${currency} ${described})`;
}

function beforeText(used: Decimal): string {
  return used.isZero() ? '' : ` after ${formatDecimal(used)}`;
}

/** A conversion that buys less than the smallest unit buys nothing. */
export function checkBought(amount: Decimal, paid: Money): CheckResult {
  const seen = formatDecimal(amount);
  const checked = { limit: 'minimum', seen, accepted: 'more than 0' } as const;
  if (amount.greaterThan(0)) return passed(checked);
  if (!isPositive(paid)) return notPassed(checked);
  const message = `${formatMoney(paid)} would buy nothing.`;
  return refused(checked, 'below-minimum', message);
}

/** Above the limits of trades another person approves. It never refuses: such a trade waits. */
export function checkTradeApproval(
  value: Decimal,
  unapproved: Decimal | null,
  limit: string | undefined,
  reportingCurrency: string,
): CheckResult {
  const before =
    unapproved === null ? ' after an amount that is not known' : beforeText(unapproved);
  const seen = `${formatDecimal(value)} ${reportingCurrency}${before}`;
  if (limit === undefined) {
    return passed({ limit: 'trade-approval', seen, accepted: 'no approval needed' });
  }
  const accepted = `at most ${limit} without approval in 24 hours`;
  const checked = { limit: 'trade-approval', seen, accepted, value: formatDecimal(value) } as const;
  const fits = unapproved?.plus(value).lessThanOrEqualTo(decimalOf(limit)) === true;
  return fits ? passed(checked) : notPassed(checked);
}

/** Below the low of a target balance an alert is raised. It refuses nothing, and buys nothing. */
export function checkLow(
  { currency, low, enabled }: Pick<SweepRule, 'currency' | 'low' | 'enabled'>,
  balance: Money,
): readonly CheckResult[] {
  if (low === undefined || !enabled) return [];
  const value = formatDecimal(balance.amount);
  const checked = { limit: 'low', seen: value, accepted: `at least ${low}`, value } as const;
  return [compare(balance, money(currency, low)) >= 0 ? passed(checked) : notPassed(checked)];
}

/** "sell 10 ETH/USD at 1900 or more". */
export function tradeText(
  { instrument, side }: ConversionTrade,
  { amount, price }: { readonly amount: string; readonly price: string },
): string {
  return `${side} ${amountIn(instrument, amount)} at ${price} or ${side === 'buy' ? 'less' : 'more'}`;
}
