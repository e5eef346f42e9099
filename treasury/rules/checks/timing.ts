import type { RuleUsage } from '../../instructions/lane.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { type Instant, plusSeconds, secondsBetween } from '../../time/instant.ts';
import { type Dueness, describeSchedule } from '../schedule.ts';
import { duration } from '../wording.ts';
import { type Finding, held, refused } from './finding.ts';

/** How far into the future a reading may seem to lie: clocks of two machines differ by less than a
 * minute. Beyond that the age of the reading is not known, so the reading is not used. */
export const MAX_CLOCK_SKEW_SECONDS = 60;

export function checkBalanceAge(rule: SweepRule, readAt: Instant, now: Instant): Finding {
  const ageSeconds = secondsBetween(readAt, now);
  const accepted = `at most ${duration(rule.maximumBalanceAgeSeconds)} old`;
  if (ageSeconds < -MAX_CLOCK_SKEW_SECONDS) {
    const seen = `read at ${readAt}, later than now`;
    const checked = { limit: 'balance-age', seen, accepted } as const;
    const words = `The balance says it was read at ${readAt}, but it is only ${now}: its age is not known.`;
    return refused(checked, 'stale-balance', words);
  }
  const checked = { limit: 'balance-age', seen: `${duration(ageSeconds)} old`, accepted } as const;
  if (ageSeconds <= rule.maximumBalanceAgeSeconds) return held(checked);
  const words = `The balance was read ${duration(ageSeconds)} ago; this rule acts on balances ${accepted}.`;
  return refused(checked, 'stale-balance', words);
}

export function checkSchedule(rule: SweepRule, due: Dueness): Finding {
  const accepted = describeSchedule(rule.schedule);
  const checked = { limit: 'schedule', seen: due.seen, accepted } as const;
  return due.due ? held(checked) : refused(checked, 'not-scheduled', due.words);
}

export function checkBackoff(usage: RuleUsage, now: Instant): Finding {
  const { backoffUntil, failures } = usage;
  if (backoffUntil === undefined) {
    return held({ limit: 'backoff', seen: 'no pause', accepted: 'no pause' });
  }
  const checked = {
    limit: 'backoff',
    seen: `pause until ${backoffUntil} after ${failures} failed in a row`,
    accepted: `a pause that is over at ${now}`,
  } as const;
  if (now >= backoffUntil) return held(checked);
  const words = `The rule pauses until ${backoffUntil}, since ${failures} of its withdrawals in a row did not succeed.`;
  return refused(checked, 'backoff', words);
}

export function checkCooldown(rule: SweepRule, usage: RuleUsage, now: Instant): Finding {
  const { cooldownSeconds } = rule;
  const accepted = `${duration(cooldownSeconds)} or more since the last withdrawal`;
  const { lastClaimedAt } = usage;
  if (lastClaimedAt === undefined) {
    return held({ limit: 'cooldown', seen: 'no withdrawal yet', accepted });
  }
  const since = duration(secondsBetween(lastClaimedAt, now));
  const seen = `${since} since the last withdrawal`;
  const checked = { limit: 'cooldown', seen, accepted } as const;
  const over = plusSeconds(lastClaimedAt, cooldownSeconds);
  if (now >= over) return held(checked);
  const words = `The last withdrawal of this rule was ${since} ago; the next may follow at ${over}, after ${duration(cooldownSeconds)}.`;
  return refused(checked, 'cooldown', words);
}
