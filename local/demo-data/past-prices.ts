import { randomBelow, STREAM } from '../../sandbox/market/seeded-random.ts';
import { Decimal, ROUNDING } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { Price, Prices } from '../../treasury/valuation/price.ts';

const ONE_IN_PPM = 1_000_000;

/** Largest change of a currency's value per hour, in millionths; a day then moves some percent. */
const STEP_PPM: Readonly<Record<string, number>> = {
  BTC: 6_000,
  ETH: 8_000,
  SOL: 11_000,
  EUR: 700,
  USDC: 60,
  USD: 0,
};
const USUAL_STEP_PPM = 5_000;

/** How strongly a value is drawn back to where it ends: one part of its distance per step. */
const REVERSION_DIVISOR = 400;

/**
 * Prices that walk, looked at backwards: each currency's value is that of the end times a factor, and an
 * instrument's price changes by the quotient of two factors, so crossed prices go on agreeing. At the end
 * the prices are those that were given.
 *
 * @param steps number of moments; the result has as many, the last of them the given prices.
 */
export function pastPrices(end: Prices, steps: number, seed: number): readonly Prices[] {
  const currencies = [...new Set(Object.keys(end).flatMap((name) => name.split('/')))].sort();
  const walks = new Map(
    currencies.map((currency, index) => {
      const drawn = (n: number, bound: number) =>
        randomBelow(bound, seed, STREAM.prices + index, n);
      return [currency, walkBack(currency, steps, drawn)];
    }),
  );
  return Array.from({ length: steps }, (_, step) =>
    step === steps - 1
      ? end
      : Object.fromEntries(
          Object.entries(end).map(([name, price]) => {
            const [base = '', quote = ''] = name.split('/');
            const up = walks.get(base)?.[step] ?? ONE_IN_PPM;
            const down = walks.get(quote)?.[step] ?? ONE_IN_PPM;
            return [name, scaled(price, up, down)];
          }),
        ),
  );
}

/** Factors in millionths, oldest first. What walks is whole numbers; money is decimal throughout. */
function walkBack(
  currency: string,
  steps: number,
  drawn: (n: number, bound: number) => number,
): readonly number[] {
  const step = STEP_PPM[currency] ?? USUAL_STEP_PPM;
  const factors: number[] = [];
  let offset = 0;
  for (let index = 0; index < steps; index++) {
    factors.push(ONE_IN_PPM + offset);
    offset += drawn(index, 2 * step + 1) - step - Math.trunc(offset / REVERSION_DIVISOR);
  }
  return factors.reverse();
}

/** With the fraction digits that it has, and the bid below the ask. */
function scaled({ bid, ask }: Price, up: number, down: number): Price {
  const factor = new Decimal(up).dividedBy(down);
  const digits = Math.max(fractionDigits(bid), fractionDigits(ask));
  const low = decimalOf(bid).times(factor).toDecimalPlaces(digits, ROUNDING.down);
  const high = decimalOf(ask).times(factor).toDecimalPlaces(digits, ROUNDING.up);
  const tick = new Decimal(10).pow(-digits);
  return {
    bid: low.toFixed(digits),
    ask: Decimal.max(high, low.plus(tick)).toFixed(digits),
  };
}

function fractionDigits(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
