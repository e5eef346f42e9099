import type { Calendar } from '../calendars/calendar.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import type { ValuedLimit } from '../facts/valued-limit.ts';
import { type Budget, remainingBudget } from '../instructions/budget.ts';
import { isUnreadable, type Lane, type RuleUsage, usageOf } from '../instructions/lane.ts';
import { withdrawalCount, withdrawalsOfRun } from '../instructions/withdrawal-count.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import { nextRuns } from '../policy/rule-calendars.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { limitAmounts, type ValuedLimits } from '../value-limits/limit-amounts.ts';
import type { LimitMarket } from '../value-limits/price-of-limits.ts';
import { budgetAmounts, hasValueLimits } from '../value-limits/rule-limits.ts';
import { type FailingRule, failuresInARow, showFailingRule } from './failing-rules.ts';

/** One budget as shown to people; decimal text in the rule's currency. */
export interface UsedBudget {
  readonly limit: string;
  /** Never less than what was really withdrawn in the window. */
  readonly used: string;
  readonly left: string;
}

/** Where a rule stands at a moment: when it runs next, when it last sent, what holds it back, what it has used. */
export interface RuleActivity {
  /** The next time its cron schedule falls, where its calendars move it; null if it is switched off, never falls again, or runs with every snapshot. */
  readonly nextOccurrence: Instant | null;
  /** When the last that left had been claimed; null if none has. */
  readonly lastSweepAt: Instant | null;
  /** When a withdrawal or a trade was last claimed, whatever became of it; null if none was. */
  readonly lastTriedAt: Instant | null;
  /** What did not leave in a row, to the destination with most of it; absent if the last did. */
  readonly failing?: FailingRule;
  /** The end of a pause after failures, if it pauses. */
  readonly pausedUntil?: Instant;
  /** The end of the rest after its last sweep, if it rests. */
  readonly restsUntil?: Instant;
  /** A budget by value only if the prices are known; none of a lane that cannot be read. */
  readonly budgets: { readonly per24Hours?: UsedBudget; readonly per30Days?: UsedBudget };
  /** How often it withdrew in rolling 24 hours; absent without a limit of that, and of a lane that cannot be read. */
  readonly withdrawalsPer24Hours?: {
    readonly limit: number;
    readonly used: number;
    readonly left: number;
    /** When there is room for its next sweep; absent where there is. */
    readonly roomAt?: Instant;
  };
  /** The limits by value at the latest prices, by their fields; null if these cannot be relied on. Absent without any. */
  readonly valued?: ValuedFields | null;
}

/** A currency that never had a withdrawal has no lane yet. */
const UNUSED: RuleUsage = { failures: 0 };

/** `market`: null if no prices are at hand. */
export function ruleActivity(
  rule: SweepRule,
  lane: Lane | undefined,
  now: Instant,
  market: LimitMarket | null,
  { calendars = [], accounts = [] }: Partial<Pick<Policy, 'calendars' | 'accounts'>> = {},
): RuleActivity {
  const usage: RuleUsage = lane === undefined ? UNUSED : usageOf(lane, rule.id);
  const limits = limitAmounts(rule, market);
  const isKnown = lane === undefined || !isUnreadable(lane);
  const budgets = limits.known ? limits.rule.budgets : budgetAmounts(rule.budgets);
  const { per24Hours, per30Days } = remainingBudget({ id: rule.id, budgets }, lane, now);
  const { lastClaimedAt, lastLeftAt, backoffUntil } = usage;
  const restsUntil =
    lastClaimedAt === undefined ? undefined : plusSeconds(lastClaimedAt, rule.cooldownSeconds);
  return {
    nextOccurrence: nextOf(rule, calendars, now),
    lastSweepAt: lastLeftAt ?? null,
    lastTriedAt: lastClaimedAt ?? null,
    ...failingOf(rule, lane, accounts),
    ...(backoffUntil !== undefined && backoffUntil > now && { pausedUntil: backoffUntil }),
    ...(restsUntil !== undefined && restsUntil > now && { restsUntil }),
    budgets: {
      ...(isKnown && per24Hours !== undefined && { per24Hours: shown(per24Hours) }),
      ...(isKnown && per30Days !== undefined && { per30Days: shown(per30Days) }),
    },
    ...(isKnown && withdrawalsOf(rule, lane, now)),
    ...(hasValueLimits(rule) && { valued: limits.known ? byField(limits.valued) : null }),
  };
}

function withdrawalsOf(
  rule: SweepRule,
  lane: Lane | undefined,
  now: Instant,
): Pick<RuleActivity, 'withdrawalsPer24Hours'> {
  const count = withdrawalCount(rule, lane, now, withdrawalsOfRun(rule));
  if (count === null) return {};
  const { maximum: limit, counted: used, roomAt } = count;
  const room = roomAt === null || roomAt <= now ? {} : { roomAt };
  return { withdrawalsPer24Hours: { limit, used, left: Math.max(limit - used, 0), ...room } };
}

function failingOf(
  rule: SweepRule,
  lane: Lane | undefined,
  accounts: Policy['accounts'],
): Pick<RuleActivity, 'failing'> {
  const failing = failuresInARow(rule, lane, { accounts });
  return failing === null ? {} : { failing };
}

/** The same as readers get it. */
export function showActivity({ failing, ...activity }: RuleActivity, reader?: Language | Reader) {
  if (failing === undefined) return activity;
  const { ruleId: _id, currency: _currency, ...shown } = showFailingRule(failing, reader);
  return { ...activity, failing: shown };
}

/** By the field of the rule, as people write it. */
export type ValuedFields = Readonly<Partial<Record<keyof typeof FIELD_LIMITS, ValuedLimit>>>;

const FIELD_LIMITS = {
  threshold: 'threshold',
  keep: 'keep',
  minimum: 'minimum',
  maximum: 'maximum',
  per24Hours: 'budget-24h',
  per30Days: 'budget-30d',
  approvalAbove: 'approval',
} as const;

function byField(valued: ValuedLimits): ValuedFields {
  return Object.fromEntries(
    Object.entries(FIELD_LIMITS).flatMap(([field, name]) => {
      const limit = valued[name];
      return limit === undefined ? [] : [[field, limit]];
    }),
  );
}

function nextOf(rule: SweepRule, calendars: readonly Calendar[], now: Instant): Instant | null {
  return rule.enabled ? (nextRuns(rule, calendars, now, 1)?.[0] ?? null) : null;
}

function shown({ cap, spent, remaining }: Budget): UsedBudget {
  return {
    limit: formatDecimal(cap),
    used: formatDecimal(spent),
    left: formatDecimal(remaining),
  };
}
