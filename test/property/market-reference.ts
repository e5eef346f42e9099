import { floorTo, most, ONE, roundedHalfEven, times, unitOf, unitsOf } from './exact-numbers.ts';

/* What things are worth and what a trade may cost, computed a second time, in whole numbers. */

export interface Quote {
  readonly bid: string;
  readonly ask: string;
}

export type Quotes = Readonly<Record<string, Quote>>;

/** Digits of a price that took a division, and of values computed with it. */
const DIVIDED_DIGITS = 18;
interface Worth {
  readonly price: bigint;
  readonly isDivided: boolean;
}

/** Of one unit, by the instrument of both currencies; null without one: a path over a third permits nothing. */
export function worthOf(currency: string, into: string, quotes: Quotes): Worth | null {
  if (currency === into) return { price: ONE, isDivided: false };
  const leg = legOf(currency, into, quotes);
  if (leg === null) return null;
  if (!leg.isInverse) return { price: leg.mid, isDivided: false };
  return { price: roundedHalfEven((ONE * ONE) / leg.mid, DIVIDED_DIGITS), isDivided: true };
}

function legOf(from: string, to: string, quotes: Quotes) {
  for (const isInverse of [false, true]) {
    const quote = quotes[isInverse ? `${to}/${from}` : `${from}/${to}`];
    if (quote === undefined) continue;
    const [bid, ask] = [unitsOf(quote.bid), unitsOf(quote.ask)];
    if (bid > 0n && bid <= ask) return { mid: (bid + ask) / 2n, isInverse };
  }
  return null;
}

/** Of an amount; null without a price. */
export function valueIn(currency: string, amount: bigint, into: string, quotes: Quotes) {
  const worth = worthOf(currency, into, quotes);
  if (worth === null) return null;
  const value = times(amount, worth.price);
  return worth.isDivided ? roundedHalfEven(value, DIVIDED_DIGITS) : value;
}

export interface Terms {
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly quote: Quote;
  readonly limit: bigint;
}

/** A sale before a purchase, of what may be traded; null: neither may. */
export function tradeFor(from: string, into: string, permitted: readonly string[]) {
  if (permitted.includes(`${from}/${into}`)) {
    return { instrument: `${from}/${into}`, side: 'sell' as const };
  }
  if (!permitted.includes(`${into}/${from}`)) return null;
  return { instrument: `${into}/${from}`, side: 'buy' as const };
}

/** The bid less the collar, rounded up, or the ask and the collar, rounded down: to the digits that prices have. */
export function worstPrice(side: 'buy' | 'sell', quote: Quote, collarPercent: string): bigint {
  const digits = Math.max(
    ...[quote.bid, quote.ask].map((each) => (each.split('.')[1] ?? '').length),
  );
  const [unit, share] = [unitOf(digits), unitsOf(collarPercent) / 100n];
  const worst =
    side === 'buy'
      ? floorTo(times(unitsOf(quote.ask), ONE + share), unit)
      : floorTo(times(unitsOf(quote.bid), ONE - share) + unit - 1n, unit);
  return most(worst, unit);
}

/** How much may be given away, so that the trade is worth no more than so much; 18 digits, rounded down. */
export function roomFor(
  value: bigint,
  { instrument, side, limit }: Terms,
  into: string,
  quotes: Quotes,
): bigint | null {
  const [base = '', counter = ''] = instrument.split('/');
  // One percent stays free, since prices move until the claim.
  const usable = (value * 99n) / 100n;
  const unit = unitOf(DIVIDED_DIGITS);
  const ofBase = worthOf(base, into, quotes)?.price;
  if (side === 'sell') {
    return ofBase === undefined ? null : floorTo((usable * ONE) / ofBase, unit);
  }
  const ofCounter = worthOf(counter, into, quotes)?.price;
  if (ofBase === undefined || ofCounter === undefined) return null;
  const [one, other] = [(usable * ONE) / ofCounter, (usable * limit) / ofBase];
  return floorTo(one < other ? one : other, unit);
}

/** What the limits of trades count: the base, or what a purchase may cost, whichever is worth more. */
export function notionalOf(
  terms: Pick<Terms, 'instrument' | 'side' | 'limit'>,
  amount: bigint,
  into: string,
  quotes: Quotes,
): bigint | null {
  const [base = '', counter = ''] = terms.instrument.split('/');
  const traded = valueIn(base, amount, into, quotes);
  if (terms.side === 'sell') return traded;
  const cost = valueIn(counter, times(terms.limit, amount), into, quotes);
  return traded === null || cost === null ? null : most(traded, cost);
}
