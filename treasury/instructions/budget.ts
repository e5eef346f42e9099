import { leftOf, spent } from '../counters/counts.ts';
import type { WindowName } from '../counters/windows.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { type Lane, ruleCounter } from './lane.ts';

/** The current state of one budget. `remaining` is never less than zero. */
export interface Budget {
  readonly cap: Decimal;
  readonly spent: Decimal;
  readonly remaining: Decimal;
}

/** Absent if the rule sets no such budget. */
export interface RemainingBudgets {
  readonly per24Hours?: Budget;
  readonly per30Days?: Budget;
}

/** What is left of a rule's budgets. A currency that never had a claim has no lane yet. */
export function remainingBudget(
  { id, budgets: { per24Hours, per30Days } }: Pick<AmountRule, 'id' | 'budgets'>,
  lane: Lane | null | undefined,
  now: Instant,
): RemainingBudgets {
  const budget = (capText: string, window: WindowName): Budget => {
    const cap = decimalOf(capText);
    const used = lane == null ? null : spent(lane.counts, ruleCounter(lane, id), window, now);
    // Of another currency than its lane's nothing is ever counted: if it is, nothing is left.
    const amount = used === null ? ZERO : used.known ? used.amount : cap;
    return { cap, spent: amount, remaining: leftOf(cap, amount) };
  };
  return {
    ...(per24Hours === undefined ? {} : { per24Hours: budget(per24Hours, 'hours') }),
    ...(per30Days === undefined ? {} : { per30Days: budget(per30Days, 'days') }),
  };
}
