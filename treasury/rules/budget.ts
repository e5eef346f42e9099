import type { BudgetDebit, RuleUsage } from '../instructions/lane.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { RollingBudgets } from '../policy/sweep-rule.ts';
import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';

/*
 * Rolling budgets in buckets of whole hours and whole UTC days. A window counts every bucket that
 * reaches into it, so it covers 24 to 25 hours, or 30 to 31 days: never more leaves than allowed.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Buckets {
  readonly bucketMs: number;
  readonly windowMs: number;
  /** Past its end by this much, a bucket is dropped: one bucket later than it stops to count, so
   * that a clock which runs a little behind still finds it. */
  readonly keptMs: number;
}

const HOURS: Buckets = { bucketMs: HOUR_MS, windowMs: DAY_MS, keptMs: DAY_MS + HOUR_MS };
const DAYS: Buckets = { bucketMs: DAY_MS, windowMs: 30 * DAY_MS, keptMs: 31 * DAY_MS };

type BucketAmounts = Readonly<Record<Instant, string>>;

export interface Spent {
  readonly last24Hours: Decimal;
  readonly last30Days: Decimal;
}

/** What was debited within the two windows that end now, never less than what really was. */
export function spentWithin(usage: RuleUsage, now: Instant): Spent {
  return {
    last24Hours: sumWithin(usage.hours, HOURS, now),
    last30Days: sumWithin(usage.days, DAYS, now),
  };
}

/** One budget as it stands. `remaining` is never less than zero. */
export interface Budget {
  readonly cap: Decimal;
  readonly spent: Decimal;
  readonly remaining: Decimal;
}

/** Absent where the rule sets no such budget. */
export interface RemainingBudgets {
  readonly per24Hours?: Budget;
  readonly per30Days?: Budget;
}

export function remainingBudget(
  budgets: RollingBudgets,
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

/** Notes what leaves, in the buckets of the moment; buckets that no window reaches are dropped. */
export function debit(usage: RuleUsage, amount: string, at: Instant): RuleUsage {
  return {
    ...usage,
    hours: withDebit(usage.hours, HOURS, decimalOf(amount), at),
    days: withDebit(usage.days, DAYS, decimalOf(amount), at),
  };
}

/** Takes a debit back from the very buckets it went into, where they are still kept. */
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

function sumWithin(amounts: BucketAmounts, { bucketMs, windowMs }: Buckets, now: Instant): Decimal {
  const from = epochMsOf(now) - windowMs;
  return Object.entries(amounts)
    .filter(([start]) => epochMsOf(start) + bucketMs > from)
    .reduce((sum, [, amount]) => sum.plus(decimalOf(amount)), ZERO);
}

function withDebit(
  amounts: BucketAmounts,
  buckets: Buckets,
  amount: Decimal,
  at: Instant,
): BucketAmounts {
  const start = bucketOf(at, buckets);
  const keptFrom = epochMsOf(at) - buckets.keptMs;
  const kept = Object.entries(amounts).filter(
    ([each]) => epochMsOf(each) + buckets.bucketMs > keptFrom,
  );
  const before = decimalOf(amounts[start] ?? '0');
  return { ...Object.fromEntries(kept), [start]: formatDecimal(before.plus(amount)) };
}

function withRefund(
  amounts: BucketAmounts,
  buckets: Buckets,
  amount: Decimal,
  at: Instant,
): BucketAmounts {
  const start = bucketOf(at, buckets);
  const { [start]: before, ...others } = amounts;
  if (before === undefined) return amounts;
  const left = decimalOf(before).minus(amount);
  return left.greaterThan(0) ? { ...others, [start]: formatDecimal(left) } : others;
}

function bucketOf(at: Instant, { bucketMs }: Buckets): Instant {
  return instantOf(Math.floor(epochMsOf(at) / bucketMs) * bucketMs);
}
