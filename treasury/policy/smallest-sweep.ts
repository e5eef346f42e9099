import { decimalOf } from '../money/decimal-text.ts';
import { isPositive, type Money, money, roundToStep } from '../money/money.ts';

/** The smallest amount the rule would withdraw: its minimum, rounded up to a step, or one step. */
export function smallestSweep({
  currency,
  minimum,
  step,
}: {
  readonly currency: string;
  readonly minimum: string;
  readonly step: string;
}): Money {
  const least = roundToStep(money(currency, minimum), decimalOf(step), 'up');
  return isPositive(least) ? least : money(currency, step);
}
