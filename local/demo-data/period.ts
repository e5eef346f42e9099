import { type Instant, instantOf } from '../../treasury/time/instant.ts';

export const DEMO_DATA_DAYS = 90;

/** At the end there is a snapshot every hour, so that reports by hour have rows... */
const HOURLY_DAYS = 2;
/** ...and before that every six: enough for days and months, and a quarter of the start-up time. */
export const COARSE_HOURS = 6;

/**
 * Made-up ticks lie so many seconds past the hour. No schedule has ticks there, so none of them is ever
 * taken for the tick of a real snapshot, nor keeps one from being taken.
 */
const SECONDS_PAST_THE_HOUR = 7;

/** Between the last made-up tick and the start, so that no real tick lies before it. */
const MIN_GAP_MS = 60_000;

export const HOUR_MS = 3_600_000;

/** The last made-up tick of a history that ends before a moment. */
export function lastTickBefore(nowMs: number): Instant {
  const offsetMs = SECONDS_PAST_THE_HOUR * 1_000;
  return instantOf(Math.floor((nowMs - MIN_GAP_MS - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs);
}

/** The first made-up tick that is not before a moment. */
export function tickFrom(moment: Instant): Instant {
  const offsetMs = SECONDS_PAST_THE_HOUR * 1_000;
  return instantOf(Math.ceil((Date.parse(moment) - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs);
}

/** The made-up ticks up to the last one, oldest first. */
export function ticksUntil(last: Instant): readonly Instant[] {
  const lastMs = Date.parse(last);
  const ticks: Instant[] = [];
  let hoursBefore = 0;
  while (hoursBefore <= DEMO_DATA_DAYS * 24) {
    ticks.push(instantOf(lastMs - hoursBefore * HOUR_MS));
    hoursBefore += hoursBefore < HOURLY_DAYS * 24 ? 1 : COARSE_HOURS;
  }
  return ticks.reverse();
}
