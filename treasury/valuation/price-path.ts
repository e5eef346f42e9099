import { Decimal, ROUNDING } from '../money/decimal.ts';
import { MAX_FRACTION_DIGITS, parseDecimalText } from '../money/decimal-text.ts';
import type { Price, Prices } from './price.ts';
import type { CurrencyValue } from './valuation.ts';

/**
 * Fraction digits of a price that took a division, and of values computed with it: the finest unit in use has 18, so
 * no existing amount is lost. Rounded half to even.
 */
export const DIVIDED_SCALE = 18;

/** Fraction digits of everything else: as many as decimal text holds, so it is exact in practice. */
export const EXACT_SCALE = MAX_FRACTION_DIGITS;

/**
 * Currencies through which another is valued, in order of preference: the usual reporting currencies of finance teams
 * first, since their prices are the most liquid; then any other, by alphabet.
 */
export const PREFERRED_INTERMEDIATES = ['USD', 'EUR', 'USDC', 'USDT', 'BTC', 'ETH'] as const;

/** Reporting currency per unit, and how it was found. */
export interface PricePath {
  readonly price: Decimal;
  readonly path: CurrencyValue['path'];
  readonly instruments: readonly string[];
  /** Fraction digits, rounded half to even, of the price and of values computed with it. */
  readonly scale: number;
}

/**
 * The path from a currency into another, or null. Fewest instruments first: the currency itself,
 * then one instrument (direct before inverse), then two through one intermediate currency, in the
 * order of preference. The same prices always give the same path.
 */
export function pricePath(currency: string, into: string, prices: Prices): PricePath | null {
  if (currency === into) {
    return { price: new Decimal(1), path: 'same', instruments: [], scale: EXACT_SCALE };
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

/**
 * Multiplies first and divides once, so that there is one rounding. A price that rounds to zero is no price: an
 * amount valued with it would count as nothing.
 */
function asPath(legs: readonly Leg[], path: CurrencyValue['path']): PricePath | null {
  const one = new Decimal(1);
  const product = (inverse: boolean) =>
    legs
      .filter((each) => each.inverse === inverse)
      .reduce((result, { mid }) => result.times(mid), one);
  const divided = legs.some(({ inverse }) => inverse);
  const scale = divided ? DIVIDED_SCALE : EXACT_SCALE;
  const price = product(false).dividedBy(product(true)).toDecimalPlaces(scale, ROUNDING.halfEven);
  if (price.isZero()) return null;
  return { price, path, instruments: legs.map(({ instrument }) => instrument), scale };
}

function intermediates(prices: Prices): readonly string[] {
  const named: readonly string[] = PREFERRED_INTERMEDIATES;
  const others = Object.keys(prices)
    .flatMap((instrument) => instrument.split('/'))
    .filter((currency) => !named.includes(currency));
  return [...named, ...[...new Set(others)].sort()];
}
