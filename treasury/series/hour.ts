import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';

/** An hour of UTC, "2026-11-21T09", and a day of it, "2026-11-21". Their order as text is that of time. */
export type Hour = string;
export type Day = string;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function hourOf(at: Instant): Hour {
  return at.slice(0, 13);
}

/** The day of an instant or of an hour. */
export function dayOf(at: Instant | Hour): Day {
  return at.slice(0, 10);
}

export function startOfHour(hour: Hour): Instant {
  return instantOf(epochMsOf(`${hour}:00:00.000Z`));
}

export function startOfDay(day: Day): Instant {
  return instantOf(epochMsOf(`${day}T00:00:00.000Z`));
}

export function hourAfter(hour: Hour): Hour {
  return hourOf(instantOf(epochMsOf(startOfHour(hour)) + HOUR_MS));
}

export function hourBefore(hour: Hour): Hour {
  return hourOf(instantOf(epochMsOf(startOfHour(hour)) - HOUR_MS));
}

export function dayAfter(day: Day): Day {
  return dayOf(instantOf(epochMsOf(startOfDay(day)) + DAY_MS));
}

export function dayBefore(day: Day): Day {
  return dayOf(instantOf(epochMsOf(startOfDay(day)) - DAY_MS));
}
