import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { WEEKDAYS } from '../time/calendar-date.ts';
import { instant } from '../time/instant-schema.ts';

const holidaySchema = record(() => ({
  /** "2026-04-03". */
  date: z.string(),
  /** What the day is called, for the people who read why nothing left. */
  name: z.exactOptional(z.string()),
}));

/** A day on which nothing leaves by the rules that name its calendar. */
export type Holiday = Stored<typeof holidaySchema>;

/** The fields of a calendar that people set. The permitted values are narrower: see `policy/calendar-schema.ts`. */
export const calendarDraftSchema = record(() => ({
  id: z.string(),
  label: z.string(),
  /** IANA name: the place whose dates these are. */
  timeZone: z.string(),
  /** The first and the last date that it knows. Of any other it says nothing, and no rule that names it sweeps on it. */
  from: z.string(),
  until: z.string(),
  /** The days of every week that are no business days. */
  weekend: z.array(z.enum(WEEKDAYS)),
  /** In the order of their dates, each date once. */
  holidays: z.array(holidaySchema),
}));

export const calendarSchema = record(() => ({
  ...calendarDraftSchema.shape,
  /** Counts the accepted changes of this calendar, from 1. */
  version: z.int().check(z.positive()),
  /** The start of this version. */
  activeSince: instant,
  /** Set if it was deleted; then no rule can name it, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Over this version, by the function that wrote it; without one no rule that names it sends. */
  seal: z.exactOptional(sealSchema),
}));

/** A named set of days on which money does not leave by the rules that name it. */
export type Calendar = Stored<typeof calendarSchema>;
export type CalendarDraft = Stored<typeof calendarDraftSchema>;

/** What a decision reads of a calendar: one of the policy, or one that is built in and has no versions. */
export interface CalendarDays extends CalendarDraft {
  readonly activeSince?: string;
}

/** What happens to an occurrence of a schedule that falls on a day which is no business day. */
export const CONVENTIONS = ['skip', 'following', 'preceding', 'modified-following'] as const;
export type Convention = (typeof CONVENTIONS)[number];
