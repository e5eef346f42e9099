import { DAY_MS, type Day, dayAfter, dayOf, startOfDay } from '../series/hour.ts';
import { epochMsOf, type Instant, instantOf, later } from '../time/instant.ts';

/**
 * How long after its end a day is still written anew by every run: snapshots are delivered for an hour at
 * most, and decisions made on them within the next; the rest is room for a bad night.
 */
const LATE_ARRIVALS_MS = 6 * 3_600_000;

/**
 * Days back from which flows are written once a day after that: an outcome that is settled late changes the
 * flow of the day it happened on. What takes people longer than this is written again by hand.
 */
const LATE_SETTLEMENT_DAYS = 45;

/**
 * Between two runs that write at least this passes: a tick may be delivered twice, and on one machine ticks
 * come every few seconds. The open day is written whole each time.
 */
export const LEAST_PAUSE_MS = 5 * 60_000;

/** After this a run that has begun is not under way any more: the function's own timeout. */
const LONGEST_RUN_MS = 5 * 60_000;

/** How far the files of a tenant are. */
export interface AnalyticsState {
  /** Every day up to this one was written after everything late had arrived. */
  readonly through: Day | null;
  /** The day on which the flows of earlier days were last written anew. */
  readonly flowsOn: Day | null;
  /** When a run last had done everything there was. */
  readonly doneAt: Instant | null;
  /** When the run began that is under way, or was cut off. */
  readonly begunAt: Instant | null;
}

export const NOTHING_WRITTEN: AnalyticsState = {
  through: null,
  flowsOn: null,
  doneAt: null,
  begunAt: null,
};

/**
 * True if a run has nothing to do: it follows soon after a run that did everything, or another run is under way.
 * Without this, every tick on a busy machine would add one more run.
 */
export function isTooSoon({ doneAt, begunAt }: AnalyticsState, now: Instant): boolean {
  const isWithin = (since: Instant | null, ms: number): boolean =>
    since !== null && epochMsOf(now) < epochMsOf(since) + ms;
  return isWithin(doneAt, LEAST_PAUSE_MS) || isWithin(begunAt, LONGEST_RUN_MS);
}

/**
 * Days before today that still have to be written, oldest first: what every run leaves to the next, or an outage
 * left.
 */
export function daysBehind(
  { through }: AnalyticsState,
  firstTick: Instant | null,
  now: Instant,
): readonly Day[] {
  if (through === null && firstTick === null) return [];
  const first = through === null ? dayOf(firstTick ?? now) : dayAfter(through);
  return daysFrom(first, dayBefore(dayOf(now)));
}

/** True once no more late data is to be expected for a day. */
export function isSettled(day: Day, now: Instant): boolean {
  return epochMsOf(now) >= epochMsOf(startOfDay(dayAfter(day))) + LATE_ARRIVALS_MS;
}

/** Days whose flows have to be written again today, newest first; none if that was done. */
export function flowsBehind(
  { through, flowsOn }: AnalyticsState,
  firstTick: Instant | null,
  now: Instant,
): readonly Day[] {
  const today = dayOf(now);
  if (through === null || firstTick === null || flowsOn === today) return [];
  const earliest = dayOf(instantOf(epochMsOf(startOfDay(today)) - LATE_SETTLEMENT_DAYS * DAY_MS));
  return daysFrom(later(dayOf(firstTick), earliest), through).toReversed();
}

/**
 * False if writing a day's snapshots again would lose some: the day was written whole, and its snapshots have begun
 * to expire from the table since.
 */
export function mayWriteSnapshots(
  day: Day,
  { through }: AnalyticsState,
  firstTick: Instant | null,
): boolean {
  if (through === null || day > through) return true;
  return firstTick !== null && day > dayOf(firstTick);
}

/** Days one after the other, both included. */
export function daysFrom(first: Day, last: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

export function dayBefore(day: Day): Day {
  return dayOf(instantOf(epochMsOf(startOfDay(day)) - DAY_MS));
}
