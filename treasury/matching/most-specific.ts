import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Expectation } from './expected-movement.ts';

/**
 * The order in which rules that fit one movement are asked: the one that says most about it first. A repeated amount
 * before bounds, a schedule before hours before any time, one currency before all, narrower bounds before wider ones;
 * then by id.
 */
export function bySpecificity(a: Expectation, b: Expectation): number {
  for (const [index, rank] of ranksOf(a).entries()) {
    const other = ranksOf(b)[index] ?? 0;
    if (rank !== other) return rank - other;
  }
  return compareWidths(widthOf(a), widthOf(b)) || (a.id < b.id ? -1 : 1);
}

function ranksOf({ repeats, schedule, hours, currency }: Expectation): readonly number[] {
  return [repeats, schedule, hours, currency].map((said) => (said === undefined ? 1 : 0));
}

/** Null: without an upper bound, wider than every other. */
function widthOf({ repeats, minimum = '0', maximum }: Expectation): Decimal | null {
  if (repeats !== undefined) return decimalOf(repeats.tolerance).times(2);
  return maximum === undefined ? null : decimalOf(maximum).minus(decimalOf(minimum));
}

function compareWidths(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.comparedTo(b);
}
