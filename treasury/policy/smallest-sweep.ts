import { decimalOf } from '../money/decimal-text.ts';
import { isPositive, type Money, money, roundToStep } from '../money/money.ts';
import type { SweepRule } from './sweep-rule.ts';

/** The smallest amount the rule would withdraw: its minimum, rounded up to a step, or one step. */
export function smallestSweep({
  currency,
  minimum,
  step,
}: Pick<SweepRule, 'currency' | 'minimum' | 'step'>): Money {
  const least = roundToStep(money(currency, minimum), decimalOf(step), 'up');
  return isPositive(least) ? least : money(currency, step);
}
