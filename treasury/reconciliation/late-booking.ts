import type { ShownPart } from '../ledger/claim-window.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { ChangeRange } from './trade-proceeds.ts';

/** Whether everything of a movement has shown: of one that is known between bounds, the certain part. */
export function hasShown(movement: ChangeRange, parts: readonly ShownPart[]): boolean {
  return shownOf(movement, parts).greaterThanOrEqualTo(magnitudes(movement).least);
}

/** How much of a movement has to show, and how much may: without their sign. */
export function magnitudes({ least, most }: ChangeRange): {
  readonly least: Decimal;
  readonly most: Decimal;
} {
  const [a, b] = [least.abs(), most.abs()];
  return a.lessThan(b) ? { least: a, most: b } : { least: b, most: a };
}

/** How much of a movement some parts show, together: a part that was taken back does not count. */
export function shownOf(movement: ChangeRange, parts: readonly ShownPart[]): Decimal {
  const sum = parts.reduce((before, { amount }) => before.plus(decimalOf(amount)), ZERO);
  return sum.times(signOf(movement));
}

export function signOf({ most }: ChangeRange): 1 | -1 {
  return most.greaterThan(0) ? 1 : -1;
}

/** Whether a part takes back one that showed before. */
export function takesBack(movement: ChangeRange, { amount }: Pick<ShownPart, 'amount'>): boolean {
  return decimalOf(amount).times(signOf(movement)).isNegative();
}
