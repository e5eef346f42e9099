import { lastIdOf } from '../../instructions/lane.ts';
import { latestStartOf, type SweepRule } from '../../policy/sweep-rule.ts';
import { duration } from '../../policy/wording.ts';
import type { MissedRange } from '../../schedules/missed.ts';
import {
  type CronSchedule,
  latestBefore,
  latestOccurrence,
  nextOccurrence,
} from '../../schedules/schedule.ts';
import { onTheWall } from '../../schedules/wall-clock.ts';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../../time/instant.ts';

/** Whether a rule is due, and for which occurrence of its schedule; and the occurrences that it has missed before. */
export type Dueness =
  | {
      readonly due: true;
      readonly occurrence: Instant;
      readonly seen: string;
      readonly missed?: MissedRange;
    }
  | {
      readonly due: false;
      readonly seen: string;
      readonly message: string;
      readonly missed?: MissedRange;
    };

/** The earlier decisions: the last occurrence that was used up, and when the lane was armed again. */
export interface DecidedBefore {
  readonly lastOccurrence?: Instant | undefined;
  readonly rearmedAt?: Instant | undefined;
}

/**
 * A rule on every snapshot is due once per snapshot. One with a cron schedule is due when it has fallen since the
 * last occurrence that was used up and since this version of the rule counts; earlier occurrences do not concern it.
 * It starts late within its own bound only: an older occurrence was missed, and is never caught up with.
 */
export function dueFor(
  rule: SweepRule,
  before: DecidedBefore,
  snapshot: Instant,
  now: Instant,
): Dueness {
  const { schedule } = rule;
  const { lastOccurrence } = before;
  return schedule.kind === 'cron'
    ? dueByCron(schedule, rule, latestOf(lastOccurrence, rule.activeSince), now)
    : dueBySnapshot(before, snapshot);
}

export function describeSchedule({
  schedule,
  latestStartSeconds,
}: Pick<SweepRule, 'schedule' | 'latestStartSeconds'>): string {
  return schedule.kind === 'cron'
    ? `cron ${schedule.expression} ${schedule.timeZone}, started within ${duration(latestStartOf({ latestStartSeconds }))}`
    : 'every snapshot';
}

function dueBySnapshot({ lastOccurrence, rearmedAt }: DecidedBefore, snapshot: Instant): Dueness {
  const seen = `snapshot of ${snapshot}`;
  if (lastOccurrence === undefined || snapshot > lastOccurrence) {
    return { due: true, occurrence: snapshot, seen };
  }
  if (rearmedAt !== undefined && snapshot <= lastIdOf(rearmedAt)) {
    const message = `The currency was armed again at ${rearmedAt}; what fell before that (the snapshot of ${snapshot}) is never carried out.`;
    return { due: false, seen: `${seen}, before the re-arming at ${rearmedAt}`, message };
  }
  const message = `This rule has already swept on the snapshot of ${lastOccurrence}, which is not older than this one (${snapshot}).`;
  return { due: false, seen: `${seen}, already swept on ${lastOccurrence}`, message };
}

function dueByCron(schedule: CronSchedule, rule: SweepRule, since: Instant, now: Instant): Dueness {
  const latest = latestOccurrence(schedule, now);
  if (latest === null || latest <= since) return notYet(schedule, since, now);
  const latestStartSeconds = latestStartOf(rule);
  const seen = `fell ${onTheWall(latest, schedule.timeZone)}`;
  const deadline = plusSeconds(now, -latestStartSeconds);
  if (latest < deadline) {
    const bound = duration(latestStartSeconds);
    const message = `The occurrence of ${onTheWall(latest, schedule.timeZone)} is missed: the rule starts at most ${bound} after its time.`;
    const missed = { schedule, since, last: latest };
    return { due: false, seen: `${seen}, more than ${bound} ago`, message, missed };
  }
  const last = latestBefore(schedule, deadline);
  return last === null || last <= since
    ? { due: true, occurrence: latest, seen }
    : { due: true, occurrence: latest, seen, missed: { schedule, since, last } };
}

function notYet(schedule: CronSchedule, since: Instant, now: Instant): Dueness {
  const next = nextOccurrence(schedule, now);
  const fell = `has not fallen since ${onTheWall(since, schedule.timeZone)}`;
  if (next === null) {
    const message = 'The rule is not scheduled now, and never again.';
    return { due: false, seen: `${fell}, and never will again`, message };
  }
  const falls = onTheWall(next, schedule.timeZone);
  const message = `The rule is not scheduled now; it next runs ${falls}.`;
  return { due: false, seen: `${fell}, next ${falls}`, message };
}

function latestOf(left: Instant | undefined, right: Instant): Instant {
  return instantOf(Math.max(epochMsOf(left ?? right), epochMsOf(right)));
}
