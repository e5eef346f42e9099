import type { Budget, RemainingBudgets } from '../../instructions/budget.ts';
import { decimalOf } from '../../money/decimal-text.ts';
import {
  isPositive,
  type Money,
  money,
  roundToStep,
  smaller,
  subtract,
  zero,
} from '../../money/money.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import { freeOf, type Holding } from './amounts.ts';

/** The steps of an amount, from the surplus to the withdrawal; all in the rule's currency. */
export interface SweepAmount {
  readonly holding: Holding;
  /** Above the kept and the committed amounts; never less than zero. */
  readonly surplus: Money;
  /** The part of it that the allocation takes. */
  readonly allocated: Money;
  /** Allocated, cut by the maximum and rounded down: the withdrawal if there were no budgets. */
  readonly wanted: Money;
  /** Cut by the budgets too. */
  readonly budgeted: Money;
  /** Cut by the budgets, floors and limits too: the withdrawal, if every limit is met. */
  readonly amount: Money;
}

/**
 * Surplus, allocation, maximum, budgets, the room that floors and limits over several currencies leave, then rounding
 * down to the step, in this order. A fixed amount is taken as far as the surplus reaches: with less surplus than that,
 * the sweep is the surplus, and the rule's minimum says whether that is still worth it. `cap`: what the limits of trades leave for a conversion; it cuts as a budget does.
 */
export function sweepAmount(
  rule: AmountRule,
  holding: Holding,
  budgets: RemainingBudgets,
  cap: Money | null = null,
  room: Money | null = null,
): SweepAmount {
  const { currency } = rule;
  const surplus = atLeastZero(subtract(freeOf(holding), money(currency, rule.keep)));
  const allocated = allocate(rule, surplus);
  const step = decimalOf(rule.step);
  const capped = least(
    allocated,
    rule.maximum === undefined ? null : money(currency, rule.maximum),
  );
  const within = least(
    capped,
    left(currency, budgets.per24Hours),
    left(currency, budgets.per30Days),
    cap,
  );
  return {
    holding,
    surplus,
    allocated,
    wanted: roundToStep(capped, step, 'down'),
    budgeted: roundToStep(within, step, 'down'),
    amount: roundToStep(least(within, room), step, 'down'),
  };
}

/** The part of a balance that the allocation takes, before all other limits. */
export function allocationOf(rule: AmountRule, holding: Holding): Money {
  const surplus = subtract(freeOf(holding), money(rule.currency, rule.keep));
  return allocate(rule, atLeastZero(surplus));
}

function allocate({ allocation, currency }: AmountRule, surplus: Money): Money {
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      return money(
        currency,
        // Exact: an amount and a percentage have too few digits to need rounding here.
        surplus.amount.times(decimalOf(allocation.percent)).dividedBy(100),
      );
    case 'fixed':
      return smaller(surplus, money(currency, allocation.amount));
    default:
      return allocation satisfies never;
  }
}

function left(currency: string, budget: Budget | undefined): Money | null {
  return budget === undefined ? null : money(currency, budget.remaining);
}

function least(first: Money, ...others: readonly (Money | null)[]): Money {
  return others.reduce<Money>((low, each) => (each === null ? low : smaller(low, each)), first);
}

function atLeastZero(value: Money): Money {
  return isPositive(value) ? value : zero(value.currency);
}
