/** A tradable pair, written BASE/QUOTE (reference, part 1). */
export interface Instrument {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  /** Fraction digits of its prices; finer prices are refused. */
  readonly priceDecimals: number;
  /** Half of the distance between bid and ask, in millionths of the price. */
  readonly halfSpreadPpm: number;
}

export const INSTRUMENTS: readonly Instrument[] = [
  instrument('BTC', 'USD', 2, 250),
  instrument('BTC', 'EUR', 2, 300),
  instrument('ETH', 'USD', 2, 300),
  instrument('ETH', 'BTC', 6, 400),
  instrument('USDC', 'USD', 5, 50),
  instrument('EUR', 'USD', 5, 80),
  instrument('SOL', 'USD', 3, 500),
];

const BY_NAME = new Map(INSTRUMENTS.map((entry) => [entry.name, entry]));

export function instrumentNamed(name: string): Instrument | undefined {
  return BY_NAME.get(name);
}

function instrument(
  base: string,
  quote: string,
  priceDecimals: number,
  halfSpreadPpm: number,
): Instrument {
  return { name: `${base}/${quote}`, base, quote, priceDecimals, halfSpreadPpm };
}
