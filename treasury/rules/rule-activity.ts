import { type Budget, remainingBudget } from '../instructions/budget.ts';
import { type Lane, type RuleUsage, usageOf } from '../instructions/lane.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { nextOccurrence } from '../schedules/schedule.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';

/** One budget as shown to people; decimal text in the rule's currency. */
export interface UsedBudget {
  readonly limit: string;
  /** Never less than what was really withdrawn in the window. */
  readonly used: string;
  readonly left: string;
}

/** Where a rule stands at a moment: when it runs next, when it last sent, what holds it back, what it has used. */
export interface RuleActivity {
  /** The next time its cron schedule falls; null if it is switched off, never falls again, or runs with every snapshot. */
  readonly nextOccurrence: Instant | null;
  /** The last claim; null if there was none. */
  readonly lastSweepAt: Instant | null;
  /** The end of a pause after failures, if it pauses. */
  readonly pausedUntil?: Instant;
  /** The end of the rest after its last sweep, if it rests. */
  readonly restsUntil?: Instant;
  readonly budgets: { readonly per24Hours?: UsedBudget; readonly per30Days?: UsedBudget };
}

/** A currency that never had a withdrawal has no lane yet. */
const UNUSED: RuleUsage = { hours: {}, days: {}, failures: 0 };

export function ruleActivity(rule: SweepRule, lane: Lane | undefined, now: Instant): RuleActivity {
  const usage: RuleUsage = lane === undefined ? UNUSED : usageOf(lane, rule.id);
  const { per24Hours, per30Days } = remainingBudget(rule.budgets, usage, now);
  const { lastClaimedAt, backoffUntil } = usage;
  const restsUntil =
    lastClaimedAt === undefined ? undefined : plusSeconds(lastClaimedAt, rule.cooldownSeconds);
  return {
    nextOccurrence: nextOf(rule, now),
    lastSweepAt: lastClaimedAt ?? null,
    ...(backoffUntil !== undefined && backoffUntil > now && { pausedUntil: backoffUntil }),
    ...(restsUntil !== undefined && restsUntil > now && { restsUntil }),
    budgets: {
      ...(per24Hours !== undefined && { per24Hours: shown(per24Hours) }),
      ...(per30Days !== undefined && { per30Days: shown(per30Days) }),
    },
  };
}

function nextOf({ enabled, schedule }: SweepRule, now: Instant): Instant | null {
  return enabled && schedule.kind === 'cron' ? nextOccurrence(schedule, now) : null;
}

function shown({ cap, spent, remaining }: Budget): UsedBudget {
  return {
    limit: formatDecimal(cap),
    used: formatDecimal(spent),
    left: formatDecimal(remaining),
  };
}
