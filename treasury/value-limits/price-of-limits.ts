import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { duration } from '../policy/wording.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import type { Price, PriceDoubt, Prices } from '../valuation/price.ts';
import { isNear, MAX_PRICE_JUMP_PERCENT } from '../valuation/price-jumps.ts';
import { DIVIDED_SCALE, midPrice } from '../valuation/price-path.ts';

/**
 * Oldest prices, in seconds, that turn a value into an amount: three snapshots of five minutes. An older price says
 * little about what an amount is worth now, and a feed that has stopped must stop the rules that rest on it.
 */
export const MAX_LIMIT_PRICE_AGE_SECONDS = 900;

/** One reading of prices, as a snapshot or the service has it. */
export interface PriceReading {
  readonly prices: Prices;
  /** Prices that had jumped in this reading. */
  readonly doubted?: readonly Pick<PriceDoubt, 'instrument'>[];
  /** The last prices of instruments that this reading does not have. */
  readonly last?: Prices;
  readonly readAt: Instant;
}

/** The part of a snapshot that limits by value rest on. */
export interface PricedSnapshot {
  readonly prices: Prices;
  readonly pricesDoubted?: readonly PriceDoubt[];
  readonly lastPrices?: Prices;
  readonly takenAt: Instant;
  readonly inputs?: { readonly prices?: { readonly readAt: Instant } };
}

/** The prices of a snapshot. Snapshots from before the age of their parts was kept read both at once. */
export function priceReadingOf({
  prices,
  pricesDoubted,
  lastPrices,
  takenAt,
  inputs,
}: PricedSnapshot): PriceReading {
  return {
    prices,
    ...(pricesDoubted !== undefined && { doubted: pricesDoubted }),
    ...(lastPrices !== undefined && { last: lastPrices }),
    readAt: inputs?.prices?.readAt ?? takenAt,
  };
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

/** Why a value cannot be turned into an amount. */
export const LIMIT_PRICE_REASONS = ['no-price', 'stale-price', 'price-jumped'] as const;
export type LimitPriceReason = (typeof LIMIT_PRICE_REASONS)[number];

/** Reporting currency per unit of the rule's currency. */
export interface LimitPrice {
  readonly known: true;
  /** For floors: at the lower price more of the currency stays. */
  readonly low: Decimal;
  /** For caps: at the higher price less of the currency leaves. */
  readonly high: Decimal;
  readonly path: 'same' | 'direct' | 'inverse';
  readonly instruments: readonly string[];
}

export interface NoLimitPrice {
  readonly known: false;
  readonly reason: LimitPriceReason;
  /** What was found, for tables. */
  readonly seen: string;
  /** One sentence. */
  readonly message: string;
}

/**
 * The price of a currency in the reporting currency over the one instrument of the two, or why there is none that a
 * limit may rest on. A path over a third currency is no price here: two prices can be wrong, and their errors multiply.
 */
export function limitPrice(
  currency: string,
  into: string,
  { reportingCurrency, readings, now }: LimitMarket,
): LimitPrice | NoLimitPrice {
  if (into !== reportingCurrency) {
    const message = `It has limits in ${into}, and the reporting currency is ${reportingCurrency}.`;
    return noPrice('no-price', `limits in ${into}`, message);
  }
  if (currency === into) {
    const one = new Decimal(1);
    return { known: true, low: one, high: one, path: 'same', instruments: [] };
  }
  const last = readings.at(-1);
  if (last === undefined) return missing(currency, into);
  const stale = staleness(last.readAt, now);
  if (stale !== null) return stale;
  const found: PairPrice[] = [];
  for (const reading of readings) {
    const price = pairPrice(currency, into, reading);
    if (!price.known) return price;
    found.push(price);
  }
  return jumpBetween(currency, into, found) ?? strictest(found);
}

interface PairPrice extends LimitPrice {
  /** Mid price, as precise as it gets: to be compared with. */
  readonly mid: Decimal;
}

function pairPrice(
  currency: string,
  into: string,
  { prices, doubted = [], last = {} }: PriceReading,
): PairPrice | NoLimitPrice {
  const [direct, inverse] = [`${currency}/${into}`, `${into}/${currency}`];
  const jumped = [direct, inverse].find((each) =>
    doubted.some(({ instrument }) => instrument === each),
  );
  if (jumped !== undefined) {
    const message = `The price of ${jumped} has just jumped, so it is not taken for the price yet.`;
    return noPrice('price-jumped', `${jumped} has jumped`, message);
  }
  const found = listedPrice(currency, into, prices);
  if (found === null) return missing(currency, into);
  const before = listedPrice(currency, into, last);
  if (before !== null && !isNear(before.mid, found.mid)) {
    const [was] = before.instruments;
    const message = `The price of ${currency} in ${into} is far from the last one, which ${was} had.`;
    return noPrice('price-jumped', `far from the last price of ${was}`, message);
  }
  return found;
}

/** The instrument of both currencies and its price; null if none is listed, or what is listed is no price. */
export function listedInstrument(
  currency: string,
  into: string,
  prices: Prices,
): { readonly instrument: string; readonly price: Price; readonly inverse: boolean } | null {
  for (const inverse of [false, true]) {
    const instrument = inverse ? `${into}/${currency}` : `${currency}/${into}`;
    const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
    if (price !== undefined) return { instrument, price, inverse };
  }
  return null;
}

function listedPrice(currency: string, into: string, prices: Prices): PairPrice | null {
  const listed = listedInstrument(currency, into, prices);
  const mid = listed === null ? null : midPrice(listed.price);
  if (listed === null || mid === null) return null;
  const { instrument, price, inverse } = listed;
  const found = inverse
    ? { ...inverted(price), mid: new Decimal(1).dividedBy(mid), path: 'inverse' as const }
    : { ...sidesOf(price), mid, path: 'direct' as const };
  return found.low.isZero() ? null : { known: true, ...found, instruments: [instrument] };
}

function sidesOf({ bid, ask }: Price) {
  return { low: decimalOf(bid), high: decimalOf(ask) };
}

/** Rounded apart, at the digits of every price that took a division, so that neither side lets more leave. */
function inverted({ bid, ask }: Price) {
  const one = new Decimal(1);
  return {
    low: one.dividedBy(decimalOf(ask)).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.down),
    high: one.dividedBy(decimalOf(bid)).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.up),
  };
}

function staleness(readAt: Instant, now: Instant): NoLimitPrice | null {
  const age = secondsBetween(readAt, now);
  if (age >= -MAX_CLOCK_SKEW_SECONDS && age <= MAX_LIMIT_PRICE_AGE_SECONDS) return null;
  const found = age < 0 ? `read at ${readAt}, later than now` : `${duration(age)} old`;
  const message = `The prices are ${found}; a limit by value rests on prices at most ${duration(MAX_LIMIT_PRICE_AGE_SECONDS)} old.`;
  return noPrice('stale-price', `prices ${found}`, message);
}

function jumpBetween(
  currency: string,
  into: string,
  [first, ...others]: readonly PairPrice[],
): NoLimitPrice | null {
  const far = first === undefined ? undefined : others.find(({ mid }) => !isNear(first.mid, mid));
  if (first === undefined || far === undefined) return null;
  const seen = `${shown(first.mid)} ${into}, then ${shown(far.mid)} ${into}`;
  const message = `The price of ${currency} went from ${shown(first.mid)} ${into} to ${shown(far.mid)} ${into} since the decision, further than ${MAX_PRICE_JUMP_PERCENT} %.`;
  return noPrice('price-jumped', seen, message);
}

/** Each side from whichever reading lets least leave. */
function strictest([first, ...others]: readonly PairPrice[]): LimitPrice {
  if (first === undefined) throw new Error('a price of no reading');
  const { path, instruments } = first;
  let { low, high } = first;
  for (const each of others) {
    low = Decimal.min(low, each.low);
    high = Decimal.max(high, each.high);
  }
  const names = [...new Set([first, ...others].flatMap((each) => each.instruments))];
  return { known: true, low, high, path, instruments: names.length > 1 ? names : instruments };
}

function missing(currency: string, into: string): NoLimitPrice {
  const message = `Its limits in ${into} need a price of ${currency}/${into} or ${into}/${currency}; there is none.`;
  return noPrice('no-price', `no price of ${currency} in ${into}`, message);
}

function noPrice(reason: LimitPriceReason, seen: string, message: string): NoLimitPrice {
  return { known: false, reason, seen, message };
}

/** Eight digits tell two prices apart. */
function shown(price: Decimal): string {
  return price.toSignificantDigits(8).toFixed();
}
