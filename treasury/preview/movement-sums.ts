import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';

/** How many movements of one currency, and their amounts by direction, without signs. */
export interface MovementSum {
  readonly currency: string;
  readonly count: number;
  readonly inflow: string;
  readonly outflow: string;
}

interface Sum {
  readonly count: number;
  readonly inflow: Decimal;
  readonly outflow: Decimal;
}

const NOTHING: Sum = { count: 0, inflow: ZERO, outflow: ZERO };

/** Sums of movements under names, by currency. */
export class MovementSums {
  readonly #sums = new Map<string, Map<string, Sum>>();

  add(name: string, currency: string, amount: string): void {
    const named = this.#sums.get(name) ?? new Map<string, Sum>();
    const { count, inflow, outflow } = named.get(currency) ?? NOTHING;
    const moved = decimalOf(amount);
    const sum = moved.isNegative()
      ? { count: count + 1, inflow, outflow: outflow.plus(moved.abs()) }
      : { count: count + 1, inflow: inflow.plus(moved), outflow };
    this.#sums.set(name, named.set(currency, sum));
  }

  names(): readonly string[] {
    return [...this.#sums.keys()].sort();
  }

  /** By currency, in the order of their codes. */
  of(name: string): readonly MovementSum[] {
    return [...(this.#sums.get(name) ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { count, inflow, outflow }]) => ({
        currency,
        count,
        inflow: formatDecimal(inflow),
        outflow: formatDecimal(outflow),
      }));
  }
}
