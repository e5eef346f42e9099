import { Cron } from 'croner';
import { lastIdOf } from '../instructions/lane.ts';
import { latestStartOf, type SweepRule, type SweepSchedule } from '../policy/sweep-rule.ts';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../time/instant.ts';
import { translateCron } from './cron-expression.ts';
import { Remembered } from './remembered.ts';
import { isRepeated, isTimeZone, onTheWall } from './wall-clock.ts';
import { duration } from './wording.ts';

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
 * How many runs are looked at before it is said that there is none: a run every minute through the
 * longest hour that is repeated (three hours) gives 180 in a row that do not count.
 */
const MAX_RUNS_LOOKED_AT = 400;

/** More than a policy may have rules, so that nothing is compiled twice in one run. */
const MAX_COMPILED = 500;
const compiledCrons = new Remembered<Cron>(MAX_COMPILED);

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

/** The latest moment, not after the given one, at which the schedule fell; null where it never did. */
export function latestOccurrence(schedule: CronSchedule, notAfter: Instant): Instant | null {
  return spanAround(schedule, notAfter).latest;
}

/** The first moment after the given one at which the schedule falls; null where it never does. */
export function nextOccurrence(schedule: CronSchedule, after: Instant): Instant | null {
  return spanAround(schedule, after).next;
}

/** The latest moment before the given one at which the schedule fell; null where it never did. */
function latestBefore(schedule: CronSchedule, moment: Instant): Instant | null {
  const before = instantOf(epochMsOf(moment) - 1);
  return spanAround(schedule, before, lastSpansOfDeadlines).latest;
}

/** The first moments after one at which the schedule falls, up to another and so many at most, oldest first. */
export function occurrencesBetween(
  schedule: CronSchedule,
  after: Instant,
  notAfter: Instant,
  most: number,
): readonly Instant[] {
  const cron = compile(schedule);
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

/** Two occurrences with none between them: for every moment from one until the other the answers are
 * the same. Null where there is none before, or none after. */
interface Span {
  readonly latest: Instant | null;
  readonly next: Instant | null;
}

/** The span that was looked at last, by schedule: working one out takes a hundred times as long as a
 * decision, and the moments that are asked about follow each other closely. */
const lastSpans = new Remembered<Span>(MAX_COMPILED);
/** The same around the moment before which an occurrence is too old: it follows the first at a distance. */
const lastSpansOfDeadlines = new Remembered<Span>(MAX_COMPILED);

function spanAround(schedule: CronSchedule, moment: Instant, spans = lastSpans): Span {
  const minute = instantOf(startOfMinute(moment));
  const workOut = (): Span => {
    const cron = compile(schedule);
    return {
      latest: lookBack(cron, schedule, minute),
      next: lookAhead(cron, schedule, minute),
    };
  };
  return spans.get(keyOf(schedule), workOut, (span) => isWithin(minute, span));
}

/** Before its first and after its last occurrence a schedule is asked about too rarely to remember. */
function isWithin(minute: Instant, { latest, next }: Span): boolean {
  return latest !== null && next !== null && latest <= minute && minute < next;
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

/** Occurrences that are too old by now: those after `since`, up to `last`. */
export interface MissedRange {
  readonly schedule: CronSchedule;
  readonly since: Instant;
  readonly last: Instant;
}

/** Whether a rule is due, and for which occurrence of its schedule; and what it has missed before. */
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
      readonly words: string;
      readonly missed?: MissedRange;
    };

/** What was decided before: the last occurrence that was used up, and when the lane was armed again. */
export interface DecidedBefore {
  readonly lastOccurrence?: Instant | undefined;
  readonly rearmedAt?: Instant | undefined;
}

/**
 * A rule on every snapshot is due once per snapshot. One with a cron schedule is due when it has
 * fallen since the last occurrence that was used up and since this version of the rule counts;
 * what fell before that is none of its business. It starts late within its own bound only: what is
 * older was missed, and is never caught up with.
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
    const words = `The currency was armed again at ${rearmedAt}; what fell before that (the snapshot of ${snapshot}) is never carried out.`;
    return { due: false, seen: `${seen}, before the re-arming at ${rearmedAt}`, words };
  }
  const words = `This rule has already swept on the snapshot of ${lastOccurrence}, which is not older than this one (${snapshot}).`;
  return { due: false, seen: `${seen}, already swept on ${lastOccurrence}`, words };
}

function dueByCron(schedule: CronSchedule, rule: SweepRule, since: Instant, now: Instant): Dueness {
  const latest = latestOccurrence(schedule, now);
  if (latest === null || latest <= since) return notYet(schedule, since, now);
  const latestStartSeconds = latestStartOf(rule);
  const seen = `fell ${onTheWall(latest, schedule.timeZone)}`;
  const deadline = plusSeconds(now, -latestStartSeconds);
  if (latest < deadline) {
    const bound = duration(latestStartSeconds);
    const words = `The occurrence of ${onTheWall(latest, schedule.timeZone)} is missed: the rule starts at most ${bound} after its time.`;
    const missed = { schedule, since, last: latest };
    return { due: false, seen: `${seen}, more than ${bound} ago`, words, missed };
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
    const words = 'The rule is not scheduled now, and never again.';
    return { due: false, seen: `${fell}, and never will again`, words };
  }
  const falls = onTheWall(next, schedule.timeZone);
  const words = `The rule is not scheduled now; it next runs ${falls}.`;
  return { due: false, seen: `${fell}, next ${falls}`, words };
}

function latestOf(left: Instant | undefined, right: Instant): Instant {
  return instantOf(Math.max(epochMsOf(left ?? right), epochMsOf(right)));
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

function keyOf({ expression, timeZone }: CronSchedule): string {
  return `${timeZone} ${expression}`;
}

function compile(schedule: CronSchedule): Cron {
  return compiledCrons.get(keyOf(schedule), () => {
    const translated = translateCron(schedule.expression);
    if (!translated.ok) throw new TypeError(`not a cron expression: ${translated.seen}`);
    // Without a function to call nothing is scheduled: croner only works out times.
    return new Cron(translated.pattern, {
      mode: '7-part',
      alternativeWeekdays: true,
      timezone: schedule.timeZone,
    });
  });
}
