import { Decimal as Library } from 'decimal.js';
import type { PageLimit, PageSituation } from './page-situation.ts';

/* A part of the evaluator that was written from docs/recomputing.md: see page-evaluator.ts. */

export const Decimal = Library.clone({ precision: 120, toExpNeg: -60, toExpPos: 60 });
export type Decimal = Library;
export const { ROUND_UP: UP, ROUND_DOWN: DOWN, ROUND_HALF_EVEN: HALF_EVEN } = Library;
export const ZERO = new Decimal(0);

// Prices.

export interface Sides {
  readonly low: Decimal;
  readonly high: Decimal;
  readonly mid: Decimal;
}
export type Found = Sides | 'no-price' | 'price-jumped';

export interface Leg extends Sides {
  /** The mid of the instrument as it stands: times it, or through it. */
  readonly own: Decimal;
  readonly isInverse: boolean;
}

export function leg(prices: PageSituation['prices'], from: string, to: string): readonly Leg[] {
  const direct = prices[`${from}/${to}`];
  const inverse = prices[`${to}/${from}`];
  const found: Leg[] = [];
  if (direct !== undefined) {
    const [bid, ask] = [new Decimal(direct.bid), new Decimal(direct.ask)];
    const own = bid.plus(ask).dividedBy(2);
    found.push({ low: bid, high: ask, mid: own, own, isInverse: false });
  }
  if (inverse !== undefined) {
    const [bid, ask] = [new Decimal(inverse.bid), new Decimal(inverse.ask)];
    const own = bid.plus(ask).dividedBy(2);
    found.push({
      low: new Decimal(1).dividedBy(ask).toDecimalPlaces(18, DOWN),
      high: new Decimal(1).dividedBy(bid).toDecimalPlaces(18, UP),
      mid: new Decimal(1).dividedBy(own).toDecimalPlaces(18, HALF_EVEN),
      own,
      isInverse: true,
    });
  }
  return found;
}

export function priceOf(situation: PageSituation, currency: string): Found {
  const { prices, reportingCurrency: into, crossedPrices } = situation;
  const one = new Decimal(1);
  if (currency === into) return { low: one, high: one, mid: one };
  const [first, other] = leg(prices, currency, into);
  if (first !== undefined) {
    if (other === undefined) return first;
    const [exact, against] = [first.own, one.dividedBy(other.own)];
    const isFar =
      exact.times(100).greaterThan(against.times(125)) ||
      against.times(100).greaterThan(exact.times(125));
    if (isFar) return 'price-jumped';
    return {
      low: Decimal.min(first.low, other.low),
      high: Decimal.max(first.high, other.high),
      mid: first.mid,
    };
  }
  if (!crossedPrices) return 'no-price';
  const named = ['USD', 'EUR', 'USDC', 'USDT', 'BTC', 'ETH'];
  const others = Object.keys(prices).flatMap((each) => each.split('/'));
  for (const over of [
    ...named,
    ...[...new Set(others)].filter((each) => !named.includes(each)).sort(),
  ]) {
    const [start] = leg(prices, currency, over);
    const [two] = leg(prices, over, into);
    if (start === undefined || two === undefined) continue;
    const legs = [start, two];
    const product = (isInverse: boolean) =>
      legs
        .filter((each) => each.isInverse === isInverse)
        .reduce((all, { own }) => all.times(own), one);
    return {
      low: start.low.times(two.low).toDecimalPlaces(18, DOWN),
      high: start.high.times(two.high).toDecimalPlaces(18, UP),
      mid: product(false).dividedBy(product(true)).toDecimalPlaces(18, HALF_EVEN),
    };
  }
  return 'no-price';
}

export const secondsOld = ({ pricesReadAt, now }: PageSituation) =>
  (Date.parse(now) - Date.parse(pricesReadAt)) / 1000;

/** For floors and limits over several currencies; null without one. */
export function midOf(situation: PageSituation, currency: string): Decimal | null {
  if (currency === situation.reportingCurrency) return new Decimal(1);
  if (secondsOld(situation) > 65 * 60) return null;
  const found = priceOf(situation, currency);
  return typeof found === 'string' ? null : found.mid;
}

export function inAmount(
  situation: PageSituation,
  currency: string,
  limit: PageLimit,
  side: 'floor' | 'cap',
): Decimal | string {
  if (typeof limit === 'string') return new Decimal(limit);
  if (currency !== situation.reportingCurrency && secondsOld(situation) > 15 * 60)
    return 'stale-price';
  const price = priceOf(situation, currency);
  if (typeof price === 'string') return price;
  return side === 'floor'
    ? new Decimal(limit.value).dividedBy(price.low).toDecimalPlaces(18, UP)
    : new Decimal(limit.value).dividedBy(price.high).toDecimalPlaces(18, DOWN);
}
