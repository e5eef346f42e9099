import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import type { Timetable } from './timetable.ts';

/**
 * Missed occurrences of one rule that are counted at once: finding one takes as long as a decision does, and no
 * reader needs an exact number beyond these.
 */
export const MAX_MISSED_COUNTED = 100;

export const missedSchema = record(() => ({
  count: z.int().check(z.positive()),
  /** False if there are more than were counted. */
  countedAll: z.boolean(),
  first: instant,
  last: instant,
  /** The last time of the schedule that one of them stands for; absent: `last` itself. */
  lastScheduled: z.exactOptional(instant),
}));

/** Occurrences that fell, were never decided, and are older by now than their rule may start. */
export type Missed = Stored<typeof missedSchema>;

/** Occurrences that are too old by now: those after `since`, up to `last`. */
export interface MissedRange {
  readonly timetable: Timetable;
  readonly since: Instant;
  readonly last: Instant;
}

/** Counts what lies between two moments; the last of it is known. */
export function countMissed({ timetable, since, last }: MissedRange): Missed {
  const found = timetable.between(since, last, MAX_MISSED_COUNTED);
  const [first = last] = found;
  const scheduled = timetable.scheduledFor(last).at(-1) ?? last;
  return {
    count: found.length,
    countedAll: found.at(-1) === last,
    first,
    last,
    ...(scheduled !== last && { lastScheduled: scheduled }),
  };
}
