import { BUILT_IN_CALENDARS, isBuiltIn } from '../calendars/built-in.ts';
import { judgeMoment } from '../calendars/business-day.ts';
import type { Calendar, CalendarDays } from '../calendars/calendar.ts';
import { movedTimetable } from '../calendars/moved-timetable.ts';
import { cronTimetable, type Timetable } from '../schedules/timetable.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, later, plusSeconds } from '../time/instant.ts';
import type { SweepRule } from './sweep-rule.ts';

/** The fields of a rule that say when it runs. */
export type RuleTimes = Pick<SweepRule, 'schedule' | 'calendars' | 'convention'>;

/** The calendars that a rule names. A name that no calendar has is never taken for an open one. */
export interface NamedCalendars {
  readonly known: readonly CalendarDays[];
  readonly missing: readonly string[];
}

export function calendarsNamedBy(
  { calendars: names = [] }: Pick<SweepRule, 'calendars'>,
  own: readonly CalendarDays[],
): NamedCalendars {
  const found = names.map((name) => {
    const isIt = ({ id }: CalendarDays) => id === name;
    // Built-in ones first: nothing that was written to the table takes the place of one.
    return BUILT_IN_CALENDARS.find(isIt) ?? own.find(isIt) ?? name;
  });
  return {
    known: found.filter((each) => typeof each !== 'string'),
    missing: found.filter((each) => typeof each === 'string'),
  };
}

/** The calendars of the policy that a rule names: what its sweeps rest on. Those that are built in rest on no item. */
export function ownCalendarsOf(
  { calendars: names = [] }: Pick<SweepRule, 'calendars'>,
  own: readonly Calendar[],
): readonly Calendar[] {
  return own.filter(({ id }) => names.includes(id) && !isBuiltIn(id));
}

/** When a rule with a cron schedule runs, with its calendars; null for one that runs with every snapshot. */
export function timetableOf(rule: RuleTimes, own: readonly CalendarDays[]): Timetable | null {
  const { schedule, convention = 'skip' } = rule;
  if (schedule.kind !== 'cron') return null;
  const { known, missing } = calendarsNamedBy(rule, own);
  // One of them is not there: every occurrence stays where it falls, and is refused there.
  const isMoved = convention !== 'skip' && known.length > 0 && missing.length === 0;
  return isMoved ? movedTimetable(schedule, convention, known) : cronTimetable(schedule);
}

/** Occurrences that are looked at for the next runs: four days of an hourly schedule, over Easter. */
const MAX_LOOKED_AT = 100;

/**
 * The next occurrences on business days, so many at most: what is skipped runs nothing. Null for a rule that runs with
 * every snapshot.
 */
export function nextRuns(
  rule: RuleTimes,
  own: readonly CalendarDays[],
  after: Instant,
  most: number,
): readonly Instant[] | null {
  const timetable = timetableOf(rule, own);
  if (timetable === null) return null;
  const { known, missing } = calendarsNamedBy(rule, own);
  if (missing.length > 0) return [];
  const found: Instant[] = [];
  let at = timetable.next(after);
  for (let looked = 0; at !== null && found.length < most && looked < MAX_LOOKED_AT; looked++) {
    if (judgeMoment(known, at).kind === 'open') found.push(at);
    at = timetable.next(at);
  }
  return found;
}

/**
 * The last change by a moment of when a rule runs: of itself, or of a calendar that it names. Whoever made it may have a
 * clock that is ahead: a change is known before its moment by no more than clocks are apart.
 */
export function timesChangedAt(
  rule: Pick<SweepRule, 'activeSince' | 'calendars'>,
  own: readonly CalendarDays[],
  now: Instant,
): Instant {
  const changes = calendarsNamedBy(rule, own).known.flatMap(({ activeSince }) => activeSince ?? []);
  const until = plusSeconds(now, MAX_CLOCK_SKEW_SECONDS);
  return changes.filter((at) => at <= until).reduce(later, rule.activeSince);
}
