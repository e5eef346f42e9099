import { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Allocation } from './sweep-rule.ts';

/** The part of a surplus that a rule takes, before all limits; both in one currency. */
export function allocate(allocation: Allocation, surplus: Decimal): Decimal {
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      // Exact: an amount and a percentage have too few digits to need rounding here.
      return surplus.times(decimalOf(allocation.percent)).dividedBy(100);
    case 'fixed':
      return Decimal.min(surplus, decimalOf(allocation.amount));
    default:
      return allocation satisfies never;
  }
}
