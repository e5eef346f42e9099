import type { CalendarDraft, Holiday } from '../calendars/calendar.ts';
import type { Weekday } from '../time/calendar-date.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import { anyChange, harmlessName } from './field-comparators.ts';

const removedDays = leaf<readonly Weekday[]>((field, before = [], after = []) => {
  const removed = before.filter((day) => !after.includes(day));
  return removed.length === 0 ? null : { code: 'loses-weekdays', field, names: removed };
});

/** Another name of a day is read by people, and closes the same day. */
const removedDates = leaf<readonly Holiday[]>((field, before = [], after = []) => {
  const stay = new Set(after.map(({ date }) => date));
  const removed = before.map(({ date }) => date).filter((date) => !stay.has(date));
  return removed.length === 0 ? null : { code: 'loses-dates', field, names: removed };
});

const earlierDate = leaf<string>((field, before = '', after = '') =>
  after >= before ? null : { code: 'begins-earlier', field, from: before, to: after },
);

const laterDate = leaf<string>((field, before = '', after = '') =>
  after <= before ? null : { code: 'ends-later', field, from: before, to: after },
);

/** The differences between two versions of a calendar: which lets money leave on a day that was closed, or not known. */
export const compareCalendars: Compare<CalendarDraft> = fieldsOf<CalendarDraft>({
  id: anyChange('other'),
  label: harmlessName,
  timeZone: anyChange('other-time-zone-of-days'),
  from: earlierDate,
  until: laterDate,
  weekend: removedDays,
  holidays: removedDates,
});
