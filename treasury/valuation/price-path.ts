import { Decimal, ROUNDING } from '../money/decimal.ts';
import {
  decimalOf,
  formatDecimal,
  MAX_FRACTION_DIGITS,
  parseDecimalText,
} from '../money/decimal-text.ts';
import type { Price, Prices } from './price.ts';
import type { CurrencyValue } from './valuation.ts';

/**
 * Fraction digits of a value whose price took a division: the finest unit in use has 18, so no existing amount is lost.
 * Rounded half to even.
 */
export const DIVIDED_SCALE = 18;

/** Fraction digits of every price, and of other values: as many as decimal text holds, so they are exact in practice. */
export const EXACT_SCALE = MAX_FRACTION_DIGITS;

/**
 * Currencies through which another is valued, in order of preference: the usual reporting currencies of finance teams
 * first, since their prices are the most liquid; then any other, by alphabet.
 */
export const PREFERRED_INTERMEDIATES = ['USD', 'EUR', 'USDC', 'USDT', 'BTC', 'ETH'] as const;

/** A price as it is before any rounding: the quotient of two products of mid prices. */
export interface ExactPrice {
  readonly over: Decimal;
  readonly under: Decimal;
}

/** Reporting currency per unit, and how it was found. */
export interface PricePath extends ExactPrice {
  /** As it is shown: rounded half to even at 30 fraction digits. No value is computed with it. */
  readonly price: Decimal;
  readonly path: CurrencyValue['path'];
  readonly instruments: readonly string[];
  /** Fraction digits, rounded half to even, of values at it. */
  readonly scale: number;
}

/** What an amount is worth, rounded once: the price that it takes is not rounded before. */
export function valueAt(
  { over, under, scale }: ExactPrice & Pick<PricePath, 'scale'>,
  amount: Decimal,
): Decimal {
  return amount.times(over).dividedBy(under).toDecimalPlaces(scale, ROUNDING.halfEven);
}

/**
 * What an amount is worth at a price that is on record, decimal text. One of as many fraction digits as there are was rounded: its
 * values are rounded at 18, as those of its exact form are.
 */
export function valueAtShown(amount: string, price: string): string {
  const wasRounded = decimalOf(price).decimalPlaces() === EXACT_SCALE;
  const value = decimalOf(amount).times(decimalOf(price));
  const scale = wasRounded ? DIVIDED_SCALE : EXACT_SCALE;
  return formatDecimal(value.toDecimalPlaces(scale, ROUNDING.halfEven));
}

/** Null where it is zero at the digits of its values: that is no price, an amount valued with it would count as nothing. */
export function shownPrice({ over, under }: ExactPrice, scale: number): Decimal | null {
  const price = over.dividedBy(under);
  if (price.toDecimalPlaces(scale, ROUNDING.halfEven).isZero()) return null;
  return price.toDecimalPlaces(EXACT_SCALE, ROUNDING.halfEven);
}

/**
 * The path from a currency into another, or null. Fewest instruments first: the currency itself,
 * then one instrument (direct before inverse), then two through one intermediate currency, in the
 * order of preference. The same prices always give the same path.
 */
export function pricePath(currency: string, into: string, prices: Prices): PricePath | null {
  if (currency === into) {
    const one = new Decimal(1);
    const exact = { over: one, under: one, price: one, scale: EXACT_SCALE };
    return { ...exact, path: 'same', instruments: [] };
  }
  const leg = oneLeg(currency, into, prices);
  if (leg !== null) return asPath([leg], leg.inverse ? 'inverse' : 'direct');
  for (const intermediate of intermediates(prices)) {
    const first = oneLeg(currency, intermediate, prices);
    const second = first === null ? null : oneLeg(intermediate, into, prices);
    const path = first === null || second === null ? null : asPath([first, second], 'crossed');
    if (path !== null) return path;
  }
  return null;
}

interface Leg {
  readonly instrument: string;
  /** Mid price of the instrument as it stands, exact. */
  readonly mid: Decimal;
  readonly inverse: boolean;
}

function oneLeg(from: string, into: string, prices: Prices): Leg | null {
  return leg(`${from}/${into}`, false, prices) ?? leg(`${into}/${from}`, true, prices);
}

function leg(instrument: string, inverse: boolean, prices: Prices): Leg | null {
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  const mid = price === undefined ? null : midPrice(price);
  return mid === null ? null : { instrument, mid, inverse };
}

/** (bid + ask) / 2; null if the entry cannot be right: not above zero, or bid above ask. */
export function midPrice({ bid, ask }: Price): Decimal | null {
  const low = parseDecimalText(bid);
  const high = parseDecimalText(ask);
  if (!low.ok || !high.ok) return null;
  if (!low.value.greaterThan(0) || low.value.greaterThan(high.value)) return null;
  return low.value.plus(high.value).dividedBy(2);
}

function asPath(legs: readonly Leg[], path: CurrencyValue['path']): PricePath | null {
  const one = new Decimal(1);
  const product = (inverse: boolean) =>
    legs
      .filter((each) => each.inverse === inverse)
      .reduce((result, { mid }) => result.times(mid), one);
  const divided = legs.some(({ inverse }) => inverse);
  const exact = { over: product(false), under: product(true) };
  const scale = divided ? DIVIDED_SCALE : EXACT_SCALE;
  const price = shownPrice(exact, scale);
  if (price === null) return null;
  return { ...exact, price, path, instruments: legs.map(({ instrument }) => instrument), scale };
}

function intermediates(prices: Prices): readonly string[] {
  const named: readonly string[] = PREFERRED_INTERMEDIATES;
  const others = Object.keys(prices)
    .flatMap((instrument) => instrument.split('/'))
    .filter((currency) => !named.includes(currency));
  return [...named, ...[...new Set(others)].sort()];
}
