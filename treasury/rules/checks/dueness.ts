import type { CalendarDays } from '../../calendars/calendar.ts';
import type { DuenessFact, MovedTimes } from '../../facts/schedule-facts.ts';
import { lastIdOf } from '../../instructions/lane.ts';
import { timesChangedAt, timetableOf } from '../../policy/rule-calendars.ts';
import { latestStartOf, type SweepRule } from '../../policy/sweep-rule.ts';
import type { MissedRange } from '../../schedules/missed.ts';
import type { Timetable } from '../../schedules/timetable.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../time/clock-skew.ts';
import { epochMsOf, type Instant, instantOf, later, plusSeconds } from '../../time/instant.ts';

/** Whether a rule is due, and for which occurrence of its schedule; and the occurrences that it has missed before. */
export type Dueness =
  | {
      readonly due: true;
      readonly occurrence: Instant;
      /** The last time of the schedule that it stands for, if the calendars have moved it there. */
      readonly lastScheduled?: Instant;
      readonly usedBefore?: Instant;
      readonly found: Extract<DuenessFact, { readonly code: DueCode }>;
      readonly missed?: MissedRange;
    }
  | {
      readonly due: false;
      readonly usedBefore?: Instant;
      readonly found: Exclude<DuenessFact, { readonly code: DueCode }>;
      readonly missed?: MissedRange;
    };

type DueCode = 'due-by-snapshot' | 'fell';

/** The earlier decisions: the last occurrence that was used up, and when the lane was armed again. */
export interface DecidedBefore {
  readonly lastOccurrence?: Instant | undefined;
  /** The last time of the schedule that stood behind it; absent: itself. */
  readonly lastScheduled?: Instant | undefined;
  /** Times of the schedule up to this one are used up, wherever a change has moved them. */
  readonly usedBefore?: Instant | undefined;
  readonly rearmedAt?: Instant | undefined;
}

/**
 * A rule on every snapshot is due once per snapshot. One with a cron schedule is due when it has fallen since the
 * last occurrence that was used up and since this version of the rule counts; earlier occurrences do not concern it.
 * It starts late within its own bound only: an older occurrence was missed, and is never caught up with. Calendars may
 * have moved an occurrence: then it falls where they have moved it.
 */
export function dueFor(
  rule: SweepRule,
  before: DecidedBefore,
  snapshot: Instant,
  now: Instant,
  calendars: readonly CalendarDays[] = [],
): Dueness {
  const timetable = timetableOf(rule, calendars);
  if (timetable === null) return dueBySnapshot(before, snapshot);
  const since = latestOf(before.lastOccurrence, rule.activeSince);
  const usedBefore = usedBeforeChange(rule, before, calendars, now);
  const used =
    usedBefore === null
      ? (before.usedBefore ?? null)
      : later(usedBefore, before.usedBefore ?? usedBefore);
  const bounds = { latestStartSeconds: latestStartOf(rule), since, used };
  const dueness = dueByTimetable(timetable, bounds, now);
  return used === null || usedBefore === null ? dueness : { ...dueness, usedBefore: used };
}

/**
 * The last time of the schedule that was used up when the rule or its calendars changed, if that is after the last
 * occurrence: a change can move a time of the schedule to another moment, and what it stood for is never carried out
 * again. It has to be kept with the next occurrence, which may come before what was moved. Null: nothing has changed
 * since, and the occurrences speak for themselves.
 */
function usedBeforeChange(
  rule: SweepRule,
  { lastOccurrence, lastScheduled }: DecidedBefore,
  calendars: readonly CalendarDays[],
  now: Instant,
): Instant | null {
  if (lastOccurrence === undefined) return null;
  // Decided by a clock that is ahead, an occurrence may be older than a change by a clock that is behind.
  const decided = plusSeconds(lastOccurrence, -MAX_CLOCK_SKEW_SECONDS);
  const changed = timesChangedAt(rule, calendars, now) > decided;
  return changed ? (lastScheduled ?? lastOccurrence) : null;
}

function dueBySnapshot({ lastOccurrence, rearmedAt }: DecidedBefore, snapshot: Instant): Dueness {
  if (lastOccurrence === undefined || snapshot > lastOccurrence) {
    return { due: true, occurrence: snapshot, found: { code: 'due-by-snapshot', snapshot } };
  }
  if (rearmedAt !== undefined && snapshot <= lastIdOf(rearmedAt)) {
    return { due: false, found: { code: 'before-rearming', snapshot, rearmedAt } };
  }
  return { due: false, found: { code: 'already-swept', snapshot, lastOccurrence } };
}

interface DueSince {
  readonly latestStartSeconds: number;
  readonly since: Instant;
  readonly used: Instant | null;
}

function dueByTimetable(
  timetable: Timetable,
  { latestStartSeconds, since, used }: DueSince,
  now: Instant,
): Dueness {
  const isOver = (at: Instant | null): at is null =>
    at === null || at <= since || (used !== null && scheduledBehind(timetable, at) <= used);
  const latest = timetable.latest(now);
  if (isOver(latest)) return notYet(timetable, since, now);
  const scheduled = timetable.scheduledFor(latest);
  const fell = { occurrence: latest, ...movedTo(latest, scheduled) };
  const deadline = plusSeconds(now, -latestStartSeconds);
  if (latest < deadline) {
    const missed = { timetable, since, last: latest };
    return { due: false, found: { code: 'missed', ...fell }, missed };
  }
  const last = timetable.latestBefore(deadline);
  const behind = scheduled.at(-1) ?? latest;
  const due = {
    due: true,
    occurrence: latest,
    found: { code: 'fell', ...fell },
    ...(behind !== latest && { lastScheduled: behind }),
  } as const;
  return isOver(last) ? due : { ...due, missed: { timetable, since, last } };
}

/** The last time of the schedule that an occurrence stands for. */
function scheduledBehind(timetable: Timetable, occurrence: Instant): Instant {
  return timetable.scheduledFor(occurrence).at(-1) ?? occurrence;
}

/** The times of the schedule that its calendars moved to an occurrence; nothing if it only fell there itself. */
function movedTo(
  occurrence: Instant,
  scheduled: readonly Instant[],
): { readonly moved?: MovedTimes } {
  const others = scheduled.filter((each) => each !== occurrence);
  const [first] = others;
  if (first === undefined) return {};
  const joins = others.length !== scheduled.length;
  return { moved: { first, count: others.length, joins } };
}

function notYet(timetable: Timetable, since: Instant, now: Instant): Dueness {
  const next = timetable.next(now);
  const moved = next === null ? {} : movedTo(next, timetable.scheduledFor(next));
  return { due: false, found: { code: 'not-fallen', since, next, ...moved } };
}

function latestOf(left: Instant | undefined, right: Instant): Instant {
  return instantOf(Math.max(epochMsOf(left ?? right), epochMsOf(right)));
}
