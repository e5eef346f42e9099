import { Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Allocation, SweepRule } from '../policy/sweep-rule.ts';
import type { RemainingBudgets } from './budget.ts';
import type { Held } from './checks/amounts.ts';

/** How an amount came about, from the surplus to what is withdrawn; all in the rule's currency. */
export interface SweepAmount {
  readonly held: Held;
  /** Above what is kept and what is spoken for; never less than zero. */
  readonly surplus: Decimal;
  /** What the allocation takes of it. */
  readonly allocated: Decimal;
  /** Allocated, cut by the maximum and rounded down: what would leave if there were no budgets. */
  readonly wanted: Decimal;
  /** Cut by the budgets too: what leaves, if every limit holds. */
  readonly amount: Decimal;
}

/**
 * Surplus, allocation, maximum, budgets, then rounding down to the step, in this order. A fixed
 * amount is taken as far as the surplus reaches: with less surplus than that, the sweep is the
 * surplus, and the rule's minimum says whether that is still worth it.
 */
export function sweepAmount(
  rule: SweepRule,
  standing: Held,
  budgets: RemainingBudgets,
): SweepAmount {
  const { balance, committed } = standing;
  const surplus = atLeastZero(balance.minus(committed).minus(decimalOf(rule.keep)));
  const allocated = allocate(rule.allocation, surplus);
  const step = decimalOf(rule.step);
  const capped = least(allocated, rule.maximum === undefined ? null : decimalOf(rule.maximum));
  const within = least(
    capped,
    budgets.per24Hours?.remaining ?? null,
    budgets.per30Days?.remaining ?? null,
  );
  return {
    held: standing,
    surplus,
    allocated,
    wanted: capped.toNearest(step, ROUNDING.down),
    amount: within.toNearest(step, ROUNDING.down),
  };
}

/** The smallest amount the rule would withdraw: its minimum, rounded up to a step, or one step. */
export function smallestSweep({
  minimum,
  step,
}: {
  readonly minimum: string;
  readonly step: string;
}): Decimal {
  const one = decimalOf(step);
  return Decimal.max(decimalOf(minimum).toNearest(one, ROUNDING.up), one);
}

function allocate(allocation: Allocation, surplus: Decimal): Decimal {
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      return surplus.times(decimalOf(allocation.percent)).dividedBy(100);
    case 'fixed':
      return least(surplus, decimalOf(allocation.amount));
    default:
      return allocation satisfies never;
  }
}

function least(first: Decimal, ...others: readonly (Decimal | null)[]): Decimal {
  return others.reduce<Decimal>(
    (low, each) => (each === null ? low : Decimal.min(low, each)),
    first,
  );
}

function atLeastZero(value: Decimal): Decimal {
  return Decimal.max(value, ZERO);
}
