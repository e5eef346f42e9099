import type { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';

import type { PriceDoubt, Prices } from './price.ts';
import { midPrice } from './price-path.ts';

/** The part of a snapshot that the next reading of the prices is compared with. */
export interface PricesOnRecord {
  readonly prices: Prices;
  readonly pricesDoubted?: readonly PriceDoubt[];
  /** Prices of instruments that the reading did not have. */
  readonly lastPrices?: Prices;
}

/**
 * Percent by which a price may move between two readings, either way. Markets that move further between two ticks
 * are rare, and a misplaced decimal point, a swapped pair or another instrument's price is always further.
 */
export const MAX_PRICE_JUMP_PERCENT = 25;

/** Readings in a row at a new level after which it is the price. One may be a slip, and so may its repetition. */
export const READINGS_OF_A_NEW_LEVEL = 3;

export interface JudgedPrices {
  /** Prices to size anything with. */
  readonly trusted: Prices;
  /** Instruments whose price has jumped and is not taken for the price yet. */
  readonly doubted: readonly PriceDoubt[];
}

/**
 * Separates the prices of a reading that are near the last ones on record from those that have jumped. `before`: the
 * last snapshot, null if there is none; an instrument that was never read has no price to be compared with. Pure.
 */
export function judgePrices(prices: Prices, before: PricesOnRecord | null): JudgedPrices {
  const trusted: [string, Prices[string]][] = [];
  const doubted: PriceDoubt[] = [];
  for (const [instrument, price] of Object.entries(prices)) {
    const mid = midPrice(price);
    const doubt = mid === null ? null : doubtOf(instrument, mid, before);
    if (doubt === null) trusted.push([instrument, price]);
    else doubted.push(doubt);
  }
  return { trusted: Object.fromEntries(trusted), doubted };
}

function doubtOf(
  instrument: string,
  mid: Decimal,
  before: PricesOnRecord | null,
): PriceDoubt | null {
  const last = lastRaw(instrument, before);
  if (last === null) return null;
  const current = before?.pricesDoubted?.find((each) => each.instrument === instrument);
  const from = current === undefined ? last : decimalOf(current.from);
  // Back where it was: the jump was a slip.
  if (isNear(mid, from)) return null;
  const readings = current !== undefined && isNear(mid, last) ? current.readings + 1 : 1;
  if (readings >= READINGS_OF_A_NEW_LEVEL) return null;
  return { instrument, from: formatDecimal(from), readings };
}

function lastRaw(instrument: string, before: PricesOnRecord | null): Decimal | null {
  for (const prices of [before?.prices, before?.lastPrices]) {
    const price =
      prices !== undefined && Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
    const mid = price === undefined ? null : midPrice(price);
    if (mid !== null) return mid;
  }
  return null;
}

/** Whether two prices are within a jump of each other, either way: a fall to 1/1.25 is as far as a rise by a quarter. */
export function isNear(one: Decimal, other: Decimal): boolean {
  const bound = 100 + MAX_PRICE_JUMP_PERCENT;
  return (
    one.times(100).lessThanOrEqualTo(other.times(bound)) &&
    other.times(100).lessThanOrEqualTo(one.times(bound))
  );
}

/** Instruments whose last price is carried on although they are not read any more; the service's own are fewer. */
const MAX_CARRIED_PRICES = 1_000;

/** The last raw price of every instrument that this reading does not have: its next price is compared with it. */
export function carriedPrices(prices: Prices, before: PricesOnRecord | null): Prices {
  const known = { ...before?.lastPrices, ...before?.prices };
  const carried = Object.entries(known).filter(
    ([instrument]) => !Object.hasOwn(prices, instrument),
  );
  return Object.fromEntries(carried.slice(0, MAX_CARRIED_PRICES));
}
