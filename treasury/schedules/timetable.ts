import type { Instant } from '../time/instant.ts';
import {
  type CronSchedule,
  latestBefore,
  latestOccurrence,
  nextOccurrence,
  occurrencesBetween,
} from './schedule.ts';

/** When a rule runs: the times of its schedule, or where its calendars have moved them. */
export interface Timetable {
  /** Of the schedule: what people are shown is in it. */
  readonly timeZone: string;
  /** The latest occurrence, not after a moment; null if there was none. */
  readonly latest: (notAfter: Instant) => Instant | null;
  /** The latest one before a moment at some distance, such as a deadline. */
  readonly latestBefore: (moment: Instant) => Instant | null;
  /** The first one after a moment; null if there is none. */
  readonly next: (after: Instant) => Instant | null;
  /** The first ones after a moment, up to another and so many at most, oldest first. */
  readonly between: (after: Instant, notAfter: Instant, most: number) => readonly Instant[];
  /** The times of the schedule that an occurrence stands for, oldest first; empty if there is no such occurrence. */
  readonly scheduledFor: (occurrence: Instant) => readonly Instant[];
}

/** Every time of the schedule, where it falls. */
export function cronTimetable(schedule: CronSchedule): Timetable {
  return {
    timeZone: schedule.timeZone,
    latest: (notAfter) => latestOccurrence(schedule, notAfter),
    latestBefore: (moment) => latestBefore(schedule, moment),
    next: (after) => nextOccurrence(schedule, after),
    between: (after, notAfter, most) => occurrencesBetween(schedule, after, notAfter, most),
    scheduledFor: (occurrence) =>
      latestOccurrence(schedule, occurrence) === occurrence ? [occurrence] : [],
  };
}
