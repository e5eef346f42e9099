import type { CalendarDraft, Holiday } from '../calendars/calendar.ts';
import type { Weekday } from '../time/calendar-date.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import { anyChange, harmlessName } from './field-comparators.ts';

/** Dates named in one sentence at most: a person reads them. */
const MAX_NAMED = 10;

const removedDays = leaf<readonly Weekday[]>((field, before = [], after = []) => {
  const removed = before.filter((day) => !after.includes(day));
  return removed.length === 0 ? null : `${field} loses ${removed.join(', ')}: money leaves on them`;
});

/** Another name of a day is read by people, and closes the same day. */
const removedDates = leaf<readonly Holiday[]>((field, before = [], after = []) => {
  const stay = new Set(after.map(({ date }) => date));
  const removed = before.map(({ date }) => date).filter((date) => !stay.has(date));
  if (removed.length === 0) return null;
  const more = removed.length > MAX_NAMED ? ` and ${removed.length - MAX_NAMED} more` : '';
  const named = removed.slice(0, MAX_NAMED).join(', ');
  return `${field} loses ${named}${more}: money leaves on what was closed`;
});

const earlierDate = leaf<string>((field, before = '', after = '') =>
  after >= before ? null : `${field} falls from ${before} to ${after}: money leaves on more days`,
);

const laterDate = leaf<string>((field, before = '', after = '') =>
  after <= before ? null : `${field} rises from ${before} to ${after}: money leaves on more days`,
);

/** The differences between two versions of a calendar: which lets money leave on a day that was closed, or not known. */
export const compareCalendars: Compare<CalendarDraft> = fieldsOf<CalendarDraft>({
  id: anyChange('is another'),
  label: harmlessName,
  timeZone: anyChange('is another: each day begins and ends at another moment'),
  from: earlierDate,
  until: laterDate,
  weekend: removedDays,
  holidays: removedDates,
});
