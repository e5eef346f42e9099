import type { Decimal } from '../money/decimal.ts';

/**
 * Percent by which a price may move between two readings, either way. Markets that move further between two ticks
 * are rare, and a misplaced decimal point, a swapped pair or another instrument's price is always further.
 */
export const MAX_PRICE_JUMP_PERCENT = 25;

/** Whether two prices are within a jump of each other, either way: a fall to 1/1.25 is as far as a rise by a quarter. */
export function isNear(one: Decimal, other: Decimal): boolean {
  const bound = 100 + MAX_PRICE_JUMP_PERCENT;
  return (
    one.times(100).lessThanOrEqualTo(other.times(bound)) &&
    other.times(100).lessThanOrEqualTo(one.times(bound))
  );
}
