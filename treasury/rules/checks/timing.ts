import type { Lane, RuleUsage } from '../../instructions/lane.ts';
import { readNotBefore } from '../../instructions/lane-reading.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../time/clock-skew.ts';
import { duration } from '../../time/duration.ts';
import { type Instant, plusSeconds, secondsBetween } from '../../time/instant.ts';
import { type CheckResult, passed, refused } from './check-result.ts';
import { type Dueness, describeSchedule } from './dueness.ts';

/**
 * A balance from before the last one that counted, or from before an outcome was recorded, may include money that is
 * gone without any record of it.
 */
export function checkReadingOrder(lane: Lane | null, readAt: Instant): CheckResult | null {
  const least = lane === null ? undefined : readNotBefore(lane);
  if (least === undefined || readAt >= least) return null;
  const seen = `read at ${readAt}`;
  const checked = { limit: 'balance-age', seen, accepted: `read at ${least} or later` } as const;
  const message = `The balance was read at ${readAt}, before what is already known of ${least}: a newer one has to be read first.`;
  return refused(checked, 'stale-balance', message);
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
  const ageSeconds = secondsBetween(readAt, now);
  const accepted = `at most ${duration(rule.maximumBalanceAgeSeconds)} old`;
  if (ageSeconds < -MAX_CLOCK_SKEW_SECONDS) {
    const seen = `read at ${readAt}, later than now`;
    const checked = { limit: 'balance-age', seen, accepted } as const;
    const message = `The balance says it was read at ${readAt}, but it is only ${now}: its age is not known.`;
    return refused(checked, 'stale-balance', message);
  }
  const seen = `${duration(ageSeconds)} old`;
  const checked = { limit: 'balance-age', seen, accepted, value: secondsText(ageSeconds) } as const;
  if (ageSeconds <= rule.maximumBalanceAgeSeconds) return passed(checked);
  const message = `The balance was read ${duration(ageSeconds)} ago; this rule acts on balances ${accepted}.`;
  return refused(checked, 'stale-balance', message);
}

export function checkSchedule(rule: SweepRule, due: Dueness): CheckResult {
  const accepted = describeSchedule(rule);
  const checked = { limit: 'schedule', seen: due.seen, accepted } as const;
  if (due.due) return passed(checked);
  return refused(checked, due.missed === undefined ? 'not-scheduled' : 'missed', due.message);
}

export function checkBackoff(usage: RuleUsage, now: Instant): CheckResult {
  const { backoffUntil, failures } = usage;
  if (backoffUntil === undefined) {
    return passed({ limit: 'backoff', seen: 'no pause', accepted: 'no pause' });
  }
  const checked = {
    limit: 'backoff',
    seen: `pause until ${backoffUntil} after ${failures} failed in a row`,
    accepted: `a pause that is over at ${now}`,
  } as const;
  if (now >= backoffUntil) return passed(checked);
  const message = `The rule pauses until ${backoffUntil}, since ${failures} of its withdrawals in a row did not succeed.`;
  return refused(checked, 'backoff', message);
}

export function checkCooldown(rule: SweepRule, usage: RuleUsage, now: Instant): CheckResult {
  const { cooldownSeconds } = rule;
  const accepted = `${duration(cooldownSeconds)} or more since the last withdrawal`;
  const { lastClaimedAt } = usage;
  if (lastClaimedAt === undefined) {
    return passed({ limit: 'cooldown', seen: 'no withdrawal yet', accepted });
  }
  const sinceSeconds = secondsBetween(lastClaimedAt, now);
  const since = duration(sinceSeconds);
  const seen = `${since} since the last withdrawal`;
  const checked = { limit: 'cooldown', seen, accepted, value: secondsText(sinceSeconds) } as const;
  const over = plusSeconds(lastClaimedAt, cooldownSeconds);
  if (now >= over) return passed(checked);
  const message = `The last withdrawal of this rule was ${since} ago; the next may follow at ${over}, after ${duration(cooldownSeconds)}.`;
  return refused(checked, 'cooldown', message);
}

/** Of instants, so of milliseconds: never so small that a number is written with an exponent. */
function secondsText(seconds: number): string {
  return String(seconds);
}
