import * as z from 'zod/mini';
import { correctedFlowSchema } from '../facts/corrected-flow.ts';
import { record, type Stored } from '../records/record.ts';
import { calendarDate } from '../time/calendar-date-schema.ts';

/** The action of the audit log's entry that says how Sluice itself has changed what is on record of days that are over. */
export const CORRECT_DAYS_ACTION = 'correct-days';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const dayCorrectionSchema = record(() => ({
  /** A day of UTC. */
  day: calendarDate,
  /** The key of the item. */
  place: z.string(),
  /** SHA-256, hex, of the item as it was; null where there was none. */
  before: z.nullable(hash),
  /** The same of what was written. */
  after: hash,
}));

/** How one item of a day that is over was changed. */
export type DayCorrection = Stored<typeof dayCorrectionSchema>;

/** What the entry of the audit log says. */
export const dayCorrectionsSchema = record(() => ({
  /** What is known by now of the flows that are other than they were. */
  flows: z.array(correctedFlowSchema),
  corrections: z.array(dayCorrectionSchema),
}));

/** An item at its place, by the hash that the root of its day is made of. */
export interface Leaf {
  readonly place: string;
  readonly hash: string;
}
