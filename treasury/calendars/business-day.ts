import { dateOnTheWall } from '../schedules/wall-clock.ts';
import { type CalendarDate, weekdayOf } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';
import type { CalendarDays } from './calendar.ts';

/** Whether calendars let money leave: on a business day of all of them. A date outside of one is never taken for that. */
export type DayVerdict =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'closed';
      readonly calendar: CalendarDays;
      readonly date: CalendarDate;
      /** Of a holiday, as the calendar names it: "Good Friday". Null if it gives none a name; absent on a weekend. */
      readonly name?: string | null;
    }
  | { readonly kind: 'outside'; readonly calendar: CalendarDays; readonly date: CalendarDate };

const OPEN: DayVerdict = { kind: 'open' };

/**
 * The verdict of some calendars on a moment, each by its own date: closed if one of them is closed, for certain; else
 * outside if one of them does not know the date.
 */
export function judgeMoment(calendars: readonly CalendarDays[], at: Instant): DayVerdict {
  let outside: DayVerdict | null = null;
  for (const calendar of calendars) {
    const verdict = judgeDate(calendar, dateOnTheWall(at, calendar.timeZone));
    if (verdict.kind === 'closed') return verdict;
    if (verdict.kind === 'outside') outside ??= verdict;
  }
  return outside ?? OPEN;
}

export function judgeDate(calendar: CalendarDays, date: CalendarDate): DayVerdict {
  if (date < calendar.from || date > calendar.until) return { kind: 'outside', calendar, date };
  const holiday = namesOf(calendar).get(date);
  if (holiday !== undefined) return { kind: 'closed', calendar, date, name: holiday };
  const isWeekend = calendar.weekend.includes(weekdayOf(date));
  return isWeekend ? { kind: 'closed', calendar, date } : OPEN;
}

/** By calendar, which is never changed in place: a decision asks for some dates of the same one. */
const holidayNames = new WeakMap<CalendarDays, ReadonlyMap<CalendarDate, string | null>>();

function namesOf(calendar: CalendarDays): ReadonlyMap<CalendarDate, string | null> {
  const known = holidayNames.get(calendar);
  if (known !== undefined) return known;
  const names = new Map(calendar.holidays.map(({ date, name = null }) => [date, name]));
  holidayNames.set(calendar, names);
  return names;
}
