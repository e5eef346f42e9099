import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { dateOnTheWall, momentOn } from '../schedules/wall-clock.ts';
import type { Instant } from '../time/instant.ts';

export const cutOffSchema = record(() => ({
  /** "15:00". */
  time: z.string(),
  /** IANA name. */
  timeZone: z.string(),
}));

/** The time of day before which an occurrence of that day starts, or not at all. */
export type CutOff = Stored<typeof cutOffSchema>;

const MINUTES_OF_AN_HOUR = 60;

/** The cut-off of the day that a moment lies on, both as the clocks of the cut-off show it. */
export function cutOffOn({ time, timeZone }: CutOff, moment: Instant): Instant {
  return momentOn(dateOnTheWall(moment, timeZone), minuteOfDay(time), timeZone).at;
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * MINUTES_OF_AN_HOUR + minutes;
}
