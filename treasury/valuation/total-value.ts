import { decimalOf } from '../money/decimal-text.ts';
import type { Balances } from './balance.ts';
import type { Valuation } from './valuation.ts';

/**
 * What everything is worth. Where a price was missing, only a part of it is known, and a part never stands where a
 * total does: most of a treasury would look lost.
 */
export type TotalValue =
  | { readonly complete: true; readonly total: string }
  | {
      readonly complete: false;
      /** The sum of what has a value. */
      readonly part: string;
      /** Held, and without a price; in the order of their names. */
      readonly missing: readonly string[];
    };

export function totalValue(
  { total, unvalued }: Pick<Valuation, 'total' | 'unvalued'>,
  balances: Balances,
): TotalValue {
  // Nothing is worth nothing, whatever its price.
  const missing = unvalued.filter((currency) => {
    const balance = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
    return balance === undefined || !decimalOf(balance.total).isZero();
  });
  return missing.length === 0
    ? { complete: true, total }
    : { complete: false, part: total, missing: [...missing].sort() };
}

/** As people and programs are shown it: `total`, or null and the part that is known under a name of its own. */
export interface ShownTotal {
  readonly total: string | null;
  readonly partialTotal?: string;
}

export function shownTotal(value: TotalValue): ShownTotal {
  return value.complete ? { total: value.total } : { total: null, partialTotal: value.part };
}
