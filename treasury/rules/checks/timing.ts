import type { Lane, RuleUsage } from '../../instructions/lane.ts';
import { readNotBefore } from '../../instructions/lane-reading.ts';
import { withdrawalCount } from '../../instructions/withdrawal-count.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../time/clock-skew.ts';
import { type Instant, plusSeconds, secondsBetween } from '../../time/instant.ts';
import { type CheckResult, passed, refused } from './check-result.ts';
import type { Dueness } from './dueness.ts';

/**
 * A balance from before the last one that counted, or from before an outcome was recorded, may include money that is
 * gone without any record of it.
 */
export function checkReadingOrder(lane: Lane | null, readAt: Instant): CheckResult | null {
  const known = lane === null ? undefined : readNotBefore(lane);
  if (known === undefined || readAt >= known) return null;
  return refused({ limit: 'balance-age', code: 'read-too-early', readAt, known }, 'stale-balance');
}

/** Not too old, and not older than the lane's own knowledge. */
export function checkBalanceAge(
  rule: SweepRule,
  lane: Lane | null,
  readAt: Instant,
  now: Instant,
): CheckResult {
  return checkReadingOrder(lane, readAt) ?? checkAge(rule, readAt, now);
}

function checkAge(rule: SweepRule, readAt: Instant, now: Instant): CheckResult {
  const { maximumBalanceAgeSeconds: maximumSeconds } = rule;
  const ageSeconds = secondsBetween(readAt, now);
  const fact = { limit: 'balance-age', readAt, now, maximumSeconds } as const;
  if (ageSeconds < -MAX_CLOCK_SKEW_SECONDS) {
    return refused({ ...fact, code: 'read-later-than-now' }, 'stale-balance');
  }
  const age = { ...fact, code: 'balance-age' } as const;
  return ageSeconds <= maximumSeconds ? passed(age) : refused(age, 'stale-balance');
}

export function checkSchedule({ schedule, ...rule }: SweepRule, due: Dueness): CheckResult {
  const { latestStartSeconds } = rule;
  const plan = { schedule, ...(latestStartSeconds !== undefined && { latestStartSeconds }) };
  if (due.due) return passed({ limit: 'schedule', plan, ...due.found });
  const fact = { limit: 'schedule', plan, ...due.found } as const;
  return refused(fact, due.missed === undefined ? 'not-scheduled' : 'missed');
}

/** What makes a rule wait between two sweeps. `needed`: withdrawals that are about to leave. */
export function pauseChecks(
  rule: SweepRule,
  lane: Lane,
  usage: RuleUsage,
  now: Instant,
  needed: number,
): readonly CheckResult[] {
  return [
    checkBackoff(usage, now),
    checkCooldown(rule, usage, now),
    ...checkWithdrawals(rule, lane, now, needed),
  ];
}

function checkBackoff(usage: RuleUsage, now: Instant): CheckResult {
  const { backoffUntil: until = null, failures } = usage;
  const fact = { limit: 'backoff', code: 'backoff', until, failures, now } as const;
  return until === null || now >= until ? passed(fact) : refused(fact, 'backoff');
}

/** None of a rule without such a limit. `needed`: each part of a run that is divided is a withdrawal. */
function checkWithdrawals(
  rule: SweepRule,
  lane: Lane,
  now: Instant,
  needed: number,
): readonly CheckResult[] {
  const count = withdrawalCount(rule, lane, now, needed);
  if (count === null) return [];
  const fact = { limit: 'withdrawals-24h', code: 'withdrawals', ...count, needed } as const;
  const hasRoom = count.counted + needed <= count.maximum;
  return [hasRoom ? passed(fact) : refused(fact, 'withdrawals-exhausted')];
}

function checkCooldown(rule: SweepRule, usage: RuleUsage, now: Instant): CheckResult {
  const { cooldownSeconds } = rule;
  const { lastClaimedAt = null } = usage;
  const fact = {
    limit: 'cooldown',
    code: 'cooldown',
    cooldownSeconds,
    lastClaimedAt,
    now,
  } as const;
  const isOver = lastClaimedAt === null || now >= plusSeconds(lastClaimedAt, cooldownSeconds);
  return isOver ? passed(fact) : refused(fact, 'cooldown');
}
