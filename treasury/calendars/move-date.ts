import { addDays, type CalendarDate, monthOf } from '../time/calendar-date.ts';
import type { DayVerdict } from './business-day.ts';
import type { Convention } from './calendar.ts';

/**
 * How many days an occurrence moves at most: no payment system is closed for a month. What finds no business day within
 * them stays where it fell, and is refused there.
 */
export const MAX_MOVED_DAYS = 31;

export type MovingConvention = Exclude<Convention, 'skip'>;

/**
 * The date that an occurrence of a date moves to: its own if that is a business day. Null if there is none, or if the
 * calendars do not know a date on the way: then it does not move.
 */
export function movedDate(
  date: CalendarDate,
  convention: MovingConvention,
  judge: (date: CalendarDate) => DayVerdict['kind'],
): CalendarDate | null {
  const own = judge(date);
  if (own !== 'closed') return own === 'open' ? date : null;
  switch (convention) {
    case 'following':
      return firstOpen(date, 1, judge).date;
    case 'preceding':
      return firstOpen(date, -1, judge).date;
    case 'modified-following': {
      const isSameMonth = (each: CalendarDate) => monthOf(each) === monthOf(date);
      const following = firstOpen(date, 1, judge, isSameMonth);
      if (following.date !== null || following.isUnknown) return following.date;
      return firstOpen(date, -1, judge, isSameMonth).date;
    }
    default:
      return convention satisfies never;
  }
}

interface Search {
  readonly date: CalendarDate | null;
  /** True if a date on the way is not known. */
  readonly isUnknown: boolean;
}

function firstOpen(
  from: CalendarDate,
  by: 1 | -1,
  judge: (date: CalendarDate) => DayVerdict['kind'],
  isWithin: (date: CalendarDate) => boolean = () => true,
): Search {
  let date = addDays(from, by);
  for (let days = 1; days <= MAX_MOVED_DAYS && isWithin(date); days++) {
    const verdict = judge(date);
    if (verdict === 'outside') return { date: null, isUnknown: true };
    if (verdict === 'open') return { date, isUnknown: false };
    date = addDays(date, by);
  }
  return { date: null, isUnknown: false };
}
