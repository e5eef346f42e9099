import { epochMsOf, type Instant } from './instant.ts';

/** "2026-04-03": a date without a place. As text, dates sort in their order. */
export type CalendarDate = string;

/** ISO 8601: the week begins with Monday. */
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const DATE_CHARACTERS = 10;
/** 1 January 1970, day 0, was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 3;

/** Whether it is the date of a day that exists: no 30 February. */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(ms) && dateOfMs(ms) === text;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfMs(epochMsOf(midnight(date)) + days * DAY_MS);
}

export function weekdayOf(date: CalendarDate): Weekday {
  const day = epochMsOf(midnight(date)) / DAY_MS + WEEKDAY_OF_DAY_ZERO;
  const { length } = WEEKDAYS;
  return WEEKDAYS[((day % length) + length) % length] ?? 'MON';
}

/** "2026-04". */
export function monthOf(date: CalendarDate): string {
  return date.slice(0, 'YYYY-MM'.length);
}

function midnight(date: CalendarDate): Instant {
  return `${date}T00:00:00.000Z`;
}

function dateOfMs(ms: number): CalendarDate {
  return new Date(ms).toISOString().slice(0, DATE_CHARACTERS);
}
