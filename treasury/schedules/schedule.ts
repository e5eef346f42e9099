import { Cron } from 'croner';
import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import { BoundedCache } from './bounded-cache.ts';
import { translateCron } from './cron-expression.ts';
import { RecentSpans, type Span } from './recent-spans.ts';
import { isRepeated, isTimeZone } from './wall-clock.ts';

export const scheduleSchema = z.discriminatedUnion('kind', [
  record(() => ({ kind: z.literal('every-snapshot') })),
  record(() => ({
    kind: z.literal('cron'),
    /** EventBridge's six fields: minutes hours day-of-month month day-of-week year. */
    expression: z.string(),
    /** IANA name, such as "Europe/Zurich". */
    timeZone: z.string(),
  })),
]);

export type SweepSchedule = Stored<typeof scheduleSchema>;

export type CronSchedule = Extract<SweepSchedule, { kind: 'cron' }>;

export type ScheduleParse =
  | { readonly ok: true; readonly schedule: SweepSchedule }
  | {
      readonly ok: false;
      readonly field: 'expression' | 'timeZone';
      readonly seen: string;
      readonly accepted: string;
    };

/**
 * How many runs are checked before the schedule is said to have none: a run every minute through the longest hour
 * that is repeated (three hours) gives 180 in a row that do not count.
 */
const MAX_RUNS_LOOKED_AT = 400;

/** More than a policy may have rules, so that nothing is compiled twice in one run. */
const MAX_COMPILED = 500;
const compiledSchedules = new BoundedCache<Compiled>(MAX_COMPILED);

interface Compiled {
  readonly cron: Cron;
  readonly recent: RecentSpans;
}

const MINUTE_MS = 60_000;

/** Accepts what EventBridge Scheduler accepts, and refuses a schedule that would never fall. */
export function parseSchedule(schedule: SweepSchedule): ScheduleParse {
  if (schedule.kind === 'every-snapshot') return { ok: true, schedule };
  const { expression, timeZone } = schedule;
  if (!isTimeZone(timeZone)) {
    const accepted = 'an IANA time zone such as "Europe/Zurich" or "UTC"';
    return { ok: false, field: 'timeZone', seen: timeZone, accepted };
  }
  const translated = translateCron(expression);
  if (!translated.ok) return { ...translated, field: 'expression' };
  if (nextOccurrence(schedule, BEFORE_ALL_YEARS) === null) {
    const accepted = 'a date that exists';
    return { ok: false, field: 'expression', seen: expression, accepted };
  }
  return { ok: true, schedule };
}

/** Before 1970, the first year an expression can name, in every time zone. */
const BEFORE_ALL_YEARS = '1969-12-30T00:00:00.000Z';

/** The latest moment, not after the given one, at which the schedule fell; null if it never did. */
export function latestOccurrence(schedule: CronSchedule, notAfter: Instant): Instant | null {
  return spanAround(schedule, notAfter).latest;
}

/** The first moment after the given one at which the schedule falls; null if it never does. */
export function nextOccurrence(schedule: CronSchedule, after: Instant): Instant | null {
  return spanAround(schedule, after).next;
}

/** The latest moment before the given one at which the schedule fell; null if it never did. */
export function latestBefore(schedule: CronSchedule, moment: Instant): Instant | null {
  const before = instantOf(epochMsOf(moment) - 1);
  return spanAround(schedule, before).latest;
}

/** The first moments after one at which the schedule falls, up to another and so many at most, oldest first. */
export function occurrencesBetween(
  schedule: CronSchedule,
  after: Instant,
  notAfter: Instant,
  most: number,
): readonly Instant[] {
  const { cron } = compile(schedule);
  const found: Instant[] = [];
  let from = instantOf(startOfMinute(after));
  while (found.length < most) {
    const next = lookAhead(cron, schedule, from);
    if (next === null || next > notAfter) break;
    if (next > after) found.push(next);
    from = next;
  }
  return found;
}

function spanAround(schedule: CronSchedule, moment: Instant): Span {
  const minute = instantOf(startOfMinute(moment));
  const { cron, recent } = compile(schedule);
  return recent.around(minute, () => ({
    latest: lookBack(cron, schedule, minute),
    next: lookAhead(cron, schedule, minute),
  }));
}

function lookBack(cron: Cron, schedule: CronSchedule, minute: Instant): Instant | null {
  let before = epochMsOf(minute) + MINUTE_MS;
  for (let looked = 0; looked < MAX_RUNS_LOOKED_AT; looked++) {
    const run = cron.previousRuns(1, new Date(before))[0];
    if (run === undefined) return null;
    if (counts(cron, run, schedule)) return run.toISOString();
    before = run.getTime();
  }
  return null;
}

function lookAhead(cron: Cron, schedule: CronSchedule, minute: Instant): Instant | null {
  let from = epochMsOf(minute);
  for (let looked = 0; looked < MAX_RUNS_LOOKED_AT; looked++) {
    const run = cron.nextRun(new Date(from));
    if (run === null) return null;
    if (counts(cron, run, schedule)) return run.toISOString();
    from = run.getTime();
  }
  return null;
}

/**
 * EventBridge skips a time that the clocks jump over and runs a repeated one once, at its first
 * pass. croner moves the former to after the jump and, for some patterns, runs the latter twice.
 */
function counts(cron: Cron, run: Date, { timeZone }: CronSchedule): boolean {
  return cron.match(run) && !isRepeated(run.getTime(), timeZone);
}

function startOfMinute(instant: Instant): number {
  return Math.floor(epochMsOf(instant) / MINUTE_MS) * MINUTE_MS;
}

function compile(schedule: CronSchedule): Compiled {
  const { expression, timeZone } = schedule;
  return compiledSchedules.get(`${timeZone} ${expression}`, () => {
    const translated = translateCron(expression);
    if (!translated.ok) throw new TypeError(`not a cron expression: ${translated.seen}`);
    // Without a function to call nothing is scheduled: croner only computes times.
    const cron = new Cron(translated.pattern, {
      mode: '7-part',
      alternativeWeekdays: true,
      timezone: timeZone,
    });
    return { cron, recent: new RecentSpans() };
  });
}
