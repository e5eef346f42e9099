import { BoundedCache } from '../schedules/bounded-cache.ts';
import { type CronDays, cronDays } from '../schedules/cron-days.ts';
import { RecentSpans } from '../schedules/recent-spans.ts';
import type { CronSchedule } from '../schedules/schedule.ts';
import type { Timetable } from '../schedules/timetable.ts';
import { dateOnTheWall, momentOn } from '../schedules/wall-clock.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { type Instant, justBefore } from '../time/instant.ts';
import { type DayVerdict, judgeMoment } from './business-day.ts';
import type { CalendarDays } from './calendar.ts';
import { MAX_MOVED_DAYS, type MovingConvention, movedDate } from './move-date.ts';

/*
 * The occurrences of a schedule whose calendars move them. An occurrence is the moment at which it really falls: times of
 * the schedule that move to the same moment are one occurrence, which stands for all of them. A time of the schedule
 * moves to another date and keeps its time of day there; if the clocks skip that time on that date, the occurrence falls
 * as long after the skip.
 */

interface Occurrence {
  readonly at: Instant;
  /** The times of the schedule that it stands for, oldest first. */
  readonly scheduled: readonly Instant[];
}

/** More than a policy may have rules. */
const MAX_TIMETABLES = 500;
const timetables = new BoundedCache<Timetable>(MAX_TIMETABLES);

export function movedTimetable(
  schedule: CronSchedule,
  convention: MovingConvention,
  calendars: readonly CalendarDays[],
): Timetable {
  const contents = calendars.map(contentNumber).join(',');
  const key = `${convention} ${contents} ${schedule.timeZone} ${schedule.expression}`;
  return timetables.get(key, () => compile(schedule, convention, calendars));
}

/** Calendars of the same content have the same number, whichever objects hold it. */
const MAX_CONTENTS = 500;
const contentNumbers = new BoundedCache<number>(MAX_CONTENTS);
const numbersOfObjects = new WeakMap<CalendarDays, number>();
let contentsSeen = 0;

function contentNumber(calendar: CalendarDays): number {
  const known = numbersOfObjects.get(calendar);
  if (known !== undefined) return known;
  const { timeZone, from, until, weekend, holidays } = calendar;
  const dates = holidays.map(({ date }) => date);
  const text = JSON.stringify([timeZone, from, until, weekend, dates]);
  const number = contentNumbers.get(text, () => {
    contentsSeen += 1;
    return contentsSeen;
  });
  numbersOfObjects.set(calendar, number);
  return number;
}

/** Days of one timetable whose occurrences are remembered: those around now, and around the deadline. */
const MAX_DAYS_CACHED = 200;
/** Days without an occurrence after which the next date of the schedule is looked up: more than a week and its weekend. */
const DAYS_BEFORE_A_JUMP = 10;

function compile(
  { expression, timeZone }: CronSchedule,
  convention: MovingConvention,
  calendars: readonly CalendarDays[],
): Timetable {
  const days = cronDays(expression);
  const judge = judgeIn(calendars, timeZone);
  const onDate = new BoundedCache<readonly Occurrence[]>(MAX_DAYS_CACHED);
  const occurrencesOn = (date: CalendarDate) =>
    onDate.get(date, () => occurrencesOf(date, { days, convention, judge, timeZone }));
  const latest = (notAfter: Instant) =>
    lookBack(days, occurrencesOn, notAfter, dateOnTheWall(notAfter, timeZone));
  const next = (after: Instant) =>
    lookAhead(days, occurrencesOn, after, dateOnTheWall(after, timeZone));
  const recent = new RecentSpans();
  const around = (moment: Instant) =>
    recent.around(moment, () => ({ latest: latest(moment), next: next(moment) }));
  return {
    timeZone,
    latest: (notAfter) => around(notAfter).latest,
    latestBefore: (moment) => around(justBefore(moment)).latest,
    next: (after) => around(after).next,
    between: (after, notAfter, most) => listed(next, after, notAfter, most),
    scheduledFor: (occurrence) => {
      const date = dateOnTheWall(occurrence, timeZone);
      // Clocks that skip midnight can put an occurrence of the evening on the next date.
      const near = [...occurrencesOn(addDays(date, -1)), ...occurrencesOn(date)];
      return near.find(({ at }) => at === occurrence)?.scheduled ?? [];
    },
  };
}

type Judge = (date: CalendarDate, minute: number) => DayVerdict['kind'];

/** Verdicts of one timetable that are remembered: of a quarter of a year, with some times a day. */
const MAX_VERDICTS = 2_000;

function judgeIn(calendars: readonly CalendarDays[], timeZone: string): Judge {
  const verdicts = new BoundedCache<DayVerdict['kind']>(MAX_VERDICTS);
  return (date, minute) =>
    verdicts.get(
      `${date} ${minute}`,
      () => judgeMoment(calendars, momentOn(date, minute, timeZone).at).kind,
    );
}

interface Compiled {
  readonly days: CronDays;
  readonly convention: MovingConvention;
  readonly judge: Judge;
  readonly timeZone: string;
}

function occurrencesOf(date: CalendarDate, compiled: Compiled): readonly Occurrence[] {
  const byMoment = new Map<Instant, Instant[]>();
  for (const minute of compiled.days.minutes) {
    const scheduled = scheduledOn(date, minute, compiled);
    if (scheduled.length === 0) continue;
    const { at } = momentOn(date, minute, compiled.timeZone);
    byMoment.set(at, [...(byMoment.get(at) ?? []), ...scheduled]);
  }
  return [...byMoment]
    .map(([at, scheduled]) => ({ at, scheduled: scheduled.sort() }))
    .sort((left, right) => (left.at < right.at ? -1 : 1));
}

/** The times of the schedule, at this time of day, that fall on the date or have moved to it. */
function scheduledOn(
  date: CalendarDate,
  minute: number,
  { days, convention, judge, timeZone }: Compiled,
): readonly Instant[] {
  const judgeDay = (each: CalendarDate) => judge(each, minute);
  const fallsOn = (each: CalendarDate) =>
    days.fallsOn(each) && momentOn(each, minute, timeZone).isShown;
  const at = (each: CalendarDate) => momentOn(each, minute, timeZone).at;
  if (judgeDay(date) !== 'open') {
    const stays = fallsOn(date) && movedDate(date, convention, judgeDay) === null;
    return stays ? [at(date)] : [];
  }
  const closedBeside = [
    ...(convention === 'preceding' ? [] : closedDays(date, -1, judgeDay)),
    ...(convention === 'following' ? [] : closedDays(date, 1, judgeDay)),
  ];
  const moved = closedBeside.filter(
    (each) => fallsOn(each) && movedDate(each, convention, judgeDay) === date,
  );
  return [...(fallsOn(date) ? [date] : []), ...moved].map(at);
}

/** The closed dates right before or after a date. */
function closedDays(
  date: CalendarDate,
  by: 1 | -1,
  judge: (date: CalendarDate) => DayVerdict['kind'],
): readonly CalendarDate[] {
  const found: CalendarDate[] = [];
  let each = addDays(date, by);
  while (found.length < MAX_MOVED_DAYS && judge(each) === 'closed') {
    found.push(each);
    each = addDays(each, by);
  }
  return found;
}

type OccurrencesOn = (date: CalendarDate) => readonly Occurrence[];

function lookBack(
  days: CronDays,
  occurrencesOn: OccurrencesOn,
  notAfter: Instant,
  from: CalendarDate,
): Instant | null {
  let date = from;
  for (let empty = 0; ; empty++) {
    const found = occurrencesOn(date).findLast(({ at }) => at <= notAfter);
    if (found !== undefined) return found.at;
    if (empty >= DAYS_BEFORE_A_JUMP) {
      const scheduled = days.latest(addDays(date, MAX_MOVED_DAYS));
      if (scheduled === null) return null;
      const reach = addDays(scheduled, MAX_MOVED_DAYS + 1);
      if (reach < date) date = reach;
    }
    date = addDays(date, -1);
  }
}

function lookAhead(
  days: CronDays,
  occurrencesOn: OccurrencesOn,
  after: Instant,
  from: CalendarDate,
): Instant | null {
  let date = from;
  for (let empty = 0; ; empty++) {
    const found = occurrencesOn(date).find(({ at }) => at > after);
    if (found !== undefined) return found.at;
    if (empty >= DAYS_BEFORE_A_JUMP) {
      const scheduled = days.next(addDays(date, -MAX_MOVED_DAYS));
      if (scheduled === null) return null;
      const reach = addDays(scheduled, -MAX_MOVED_DAYS - 1);
      if (reach > date) date = reach;
    }
    date = addDays(date, 1);
  }
}

function listed(
  next: (after: Instant) => Instant | null,
  after: Instant,
  notAfter: Instant,
  most: number,
): readonly Instant[] {
  const found: Instant[] = [];
  let at = next(after);
  while (at !== null && at <= notAfter && found.length < most) {
    found.push(at);
    at = next(at);
  }
  return found;
}
