import type { BudgetDebit } from '../booking/entry-debits.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { DAYS, HOURS, sumWithin, withDebit, withRefund } from './buckets.ts';
import type { RuleUsage } from './lane.ts';

export interface Spent {
  readonly last24Hours: Decimal;
  readonly last30Days: Decimal;
}

/** The amounts debited within the two windows that end now, never less than the true ones. */
export function spentWithin(usage: RuleUsage, now: Instant): Spent {
  return {
    last24Hours: sumWithin(usage.hours, HOURS, now),
    last30Days: sumWithin(usage.days, DAYS, now),
  };
}

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

export function remainingBudget(
  budgets: AmountRule['budgets'],
  usage: RuleUsage,
  now: Instant,
): RemainingBudgets {
  const { last24Hours, last30Days } = spentWithin(usage, now);
  const { per24Hours, per30Days } = budgets;
  return {
    ...(per24Hours === undefined ? {} : { per24Hours: budget(per24Hours, last24Hours) }),
    ...(per30Days === undefined ? {} : { per30Days: budget(per30Days, last30Days) }),
  };
}

/** Debits an amount in the current buckets; buckets that no window reaches are dropped. */
export function debit(usage: RuleUsage, amount: string, at: Instant): RuleUsage {
  return {
    ...usage,
    hours: withDebit(usage.hours, HOURS, decimalOf(amount), at),
    days: withDebit(usage.days, DAYS, decimalOf(amount), at),
  };
}

/** Takes a debit back from the very buckets it went into, if they are still kept. */
export function refund(usage: RuleUsage, taken: BudgetDebit): RuleUsage {
  return {
    ...usage,
    hours: withRefund(usage.hours, HOURS, decimalOf(taken.amount), taken.at),
    days: withRefund(usage.days, DAYS, decimalOf(taken.amount), taken.at),
  };
}

function budget(capText: string, spent: Decimal): Budget {
  const cap = decimalOf(capText);
  return { cap, spent, remaining: Decimal.max(cap.minus(spent), ZERO) };
}
