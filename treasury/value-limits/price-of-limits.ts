import { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import {
  type BelievedValue,
  type BelievedValues,
  type CrossedPrices,
  type JudgedSnapshot,
  missingValue,
  unitValue,
  valuesOf,
} from '../valuation/believed-values.ts';
import { isNear } from '../valuation/near.ts';
import type { NoPrice } from '../valuation/no-value.ts';

/**
 * Oldest prices, in seconds, that turn a value into an amount: three snapshots of five minutes. An older price says
 * little about what an amount is worth now, and a feed that has stopped must stop the rules that rest on it.
 */
export const MAX_LIMIT_PRICE_AGE_SECONDS = 900;

/** What each currency is worth by one reading of prices, as a snapshot or the service has it. */
export interface PriceReading {
  readonly values: BelievedValues;
  readonly readAt: Instant;
}

/** The part of a snapshot that limits by value rest on. */
export interface PricedSnapshot extends JudgedSnapshot {
  readonly takenAt: Instant;
  readonly inputs?: { readonly prices?: { readonly readAt: Instant } };
}

/** The prices of a snapshot, and what it takes each currency to be worth. */
export function priceReadingOf(snapshot: PricedSnapshot, controls: CrossedPrices): PriceReading {
  const { takenAt, inputs } = snapshot;
  return { values: valuesOf(snapshot, controls), readAt: inputs?.prices?.readAt ?? takenAt };
}

/**
 * The prices that turn values into amounts: usually those of one snapshot. Of several readings the strictest price
 * counts for each limit; the first must be near all others, and the last must be fresh.
 */
export interface LimitMarket {
  readonly reportingCurrency: string;
  readonly readings: readonly PriceReading[];
  readonly now: Instant;
}

/** Reporting currency per unit of the rule's currency. */
export interface LimitPrice {
  readonly known: true;
  /** For floors: at the lower price more of the currency stays. */
  readonly low: Decimal;
  /** For caps: at the higher price less of the currency leaves. */
  readonly high: Decimal;
  readonly path: BelievedValue['path'];
  readonly instruments: readonly string[];
}

export interface NoLimitPrice {
  readonly known: false;
  readonly why: NoPrice;
}

/** The value of a unit of a currency in the reporting currency, or why there is none that a limit may rest on. */
export function limitPrice(
  currency: string,
  into: string,
  { reportingCurrency, readings, now }: LimitMarket,
): LimitPrice | NoLimitPrice {
  if (into !== reportingCurrency) {
    return noPrice({ code: 'limits-otherwise', into, reportingCurrency });
  }
  if (currency === into) {
    const one = new Decimal(1);
    return { known: true, low: one, high: one, path: 'same', instruments: [] };
  }
  const last = readings.at(-1);
  if (last === undefined) return noPrice(missingValue(currency, into));
  const stale = staleness(last.readAt, now);
  if (stale !== null) return stale;
  const found: BelievedValue[] = [];
  for (const { values } of readings) {
    const value = unitValue(values, currency, into);
    if (!value.known) return value;
    found.push(value);
  }
  return jumpBetween(currency, into, found) ?? strictest(found);
}

function staleness(readAt: Instant, now: Instant): NoLimitPrice | null {
  const age = secondsBetween(readAt, now);
  if (age >= -MAX_CLOCK_SKEW_SECONDS && age <= MAX_LIMIT_PRICE_AGE_SECONDS) return null;
  return noPrice({ code: 'stale', readAt, now, maximumSeconds: MAX_LIMIT_PRICE_AGE_SECONDS });
}

function jumpBetween(
  currency: string,
  into: string,
  [first, ...others]: readonly BelievedValue[],
): NoLimitPrice | null {
  const mid = ({ price }: BelievedValue) => decimalOf(price);
  const far =
    first === undefined ? undefined : others.find((each) => !isNear(mid(first), mid(each)));
  if (first === undefined || far === undefined) return null;
  const [from, to] = [shown(mid(first)), shown(mid(far))];
  return noPrice({ code: 'jumped-since', currency, into, from, to });
}

/** Each side from whichever reading lets least leave. */
function strictest([first, ...others]: readonly BelievedValue[]): LimitPrice {
  if (first === undefined) throw new Error('a price of no reading');
  const { path, instruments } = first;
  let [low, high] = [decimalOf(first.low), decimalOf(first.high)];
  for (const each of others) {
    low = Decimal.min(low, decimalOf(each.low));
    high = Decimal.max(high, decimalOf(each.high));
  }
  const names = [...new Set([first, ...others].flatMap((each) => each.instruments))];
  return { known: true, low, high, path, instruments: names.length > 1 ? names : instruments };
}

function noPrice(why: NoPrice): NoLimitPrice {
  return { known: false, why };
}

/** Eight digits tell two prices apart. */
function shown(price: Decimal): string {
  return price.toSignificantDigits(8).toFixed();
}
