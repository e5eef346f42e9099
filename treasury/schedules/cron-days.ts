import { Cron } from 'croner';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { BoundedCache } from './bounded-cache.ts';
import { translateCron } from './cron-expression.ts';

/** A schedule as the dates on which it falls and the times of day at which it does: the same on each of them. */
export interface CronDays {
  /** Minutes after midnight, in order. */
  readonly minutes: readonly number[];
  readonly fallsOn: (date: CalendarDate) => boolean;
  /** The latest date, not after a date, on which it falls. */
  readonly latest: (notAfter: CalendarDate) => CalendarDate | null;
  /** The first date, not before a date, on which it falls. */
  readonly next: (notBefore: CalendarDate) => CalendarDate | null;
}

/** More than a policy may have rules. */
const MAX_COMPILED = 500;
const compiled = new BoundedCache<CronDays>(MAX_COMPILED);
/** Dates of one schedule that are remembered: of two years. */
const MAX_DATES = 730;

const DATE_CHARACTERS = 10;
const MINUTES_OF_AN_HOUR = 60;
/** Any day: times are the same on every one. */
const A_DAY = '2000-01-01';

export function cronDays(expression: string): CronDays {
  return compiled.get(expression, () => compile(expression));
}

function compile(expression: string): CronDays {
  const translated = translateCron(expression);
  if (!translated.ok) throw new TypeError(`not a cron expression: ${translated.seen}`);
  const [, minutes, hours, ...date] = translated.pattern.split(' ');
  // In UTC a date has one midnight and every time of day.
  const dates = inUtc(`0 0 0 ${date.join(' ')}`);
  const falls = new BoundedCache<boolean>(MAX_DATES);
  return {
    minutes: minutesOf(inUtc(`0 ${minutes} ${hours} * * * *`)),
    fallsOn: (day) => falls.get(day, () => dates.match(midnight(day))),
    latest: (notAfter) => dateOf(dates.previousRuns(1, midnight(addDays(notAfter, 1)))[0]),
    next: (notBefore) => dateOf(dates.nextRun(justBeforeMidnight(notBefore))),
  };
}

function inUtc(pattern: string): Cron {
  return new Cron(pattern, { mode: '7-part', alternativeWeekdays: true, timezone: 'UTC' });
}

function minutesOf(times: Cron): readonly number[] {
  const end = midnight(addDays(A_DAY, 1));
  const found: number[] = [];
  let run = times.nextRun(justBeforeMidnight(A_DAY));
  while (run !== null && run < end) {
    found.push(run.getUTCHours() * MINUTES_OF_AN_HOUR + run.getUTCMinutes());
    run = times.nextRun(run);
  }
  return found;
}

function midnight(date: CalendarDate): Date {
  return new Date(`${date}T00:00:00.000Z`);
}

function justBeforeMidnight(date: CalendarDate): Date {
  return new Date(midnight(date).getTime() - 1);
}

function dateOf(run: Date | null | undefined): CalendarDate | null {
  return run === null || run === undefined ? null : run.toISOString().slice(0, DATE_CHARACTERS);
}
