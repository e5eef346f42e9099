import { decimalOf } from '../money/decimal-text.ts';
import { type Balances, balanceOf, missingIn } from './balance.ts';
import type { Valuation } from './valuation.ts';

/**
 * The value of everything. If a price was missing, or a currency was not stated, only a part of it is known, and a part is
 * never shown as a total: most of a treasury would look lost.
 */
export type TotalValue =
  | { readonly complete: true; readonly total: string }
  | {
      readonly complete: false;
      /** The sum of what has a value. */
      readonly part: string;
      /** Held, and without a price or not stated; in the order of their names. */
      readonly missing: readonly string[];
    };

export function totalValue(
  { total, unvalued }: Pick<Valuation, 'total' | 'unvalued'>,
  balances: Balances,
): TotalValue {
  // An amount of zero is worth zero, whatever its price.
  const unpriced = unvalued.filter((currency) => {
    const reading = balanceOf(balances, currency);
    return reading.kind !== 'stated' || !decimalOf(reading.balance.total).isZero();
  });
  const missing = [...new Set([...unpriced, ...missingIn(balances)])];
  return missing.length === 0
    ? { complete: true, total }
    : { complete: false, part: total, missing: [...missing].sort() };
}

/** As shown to people and programs: `total`, or null and the known part under a name of its own. */
export interface ShownTotal {
  readonly total: string | null;
  readonly partialTotal?: string;
}

export function shownTotal(value: TotalValue): ShownTotal {
  return value.complete ? { total: value.total } : { total: null, partialTotal: value.part };
}
