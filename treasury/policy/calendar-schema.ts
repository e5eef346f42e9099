import * as z from 'zod/mini';
import type { CalendarDraft } from '../calendars/calendar.ts';
import { WEEKDAYS, type Weekday } from '../time/calendar-date.ts';
import { calendarDate, type Fields, label, pieceId } from './policy-fields.ts';
import { MAX_HOLIDAY_NAME_CHARACTERS, MAX_HOLIDAYS } from './policy-limits.ts';

const holiday = z.strictObject({
  date: calendarDate,
  name: z.exactOptional(
    z
      .string()
      .check(
        z.minLength(1, 'at least 1 character'),
        z.maxLength(
          MAX_HOLIDAY_NAME_CHARACTERS,
          `at most ${MAX_HOLIDAY_NAME_CHARACTERS} characters`,
        ),
      ),
  ),
});

/** A list in another order says the same: it is kept in one. */
function byDate<T extends { readonly date: string }>(holidays: T[]): T[] {
  return holidays.toSorted((left, right) => (left.date < right.date ? -1 : 1));
}

function inOrder(weekend: Weekday[]): Weekday[] {
  return WEEKDAYS.filter((day) => weekend.includes(day));
}

/** One calendar as people write it; an unknown field is refused. */
export const calendarDraft: z.ZodMiniType<CalendarDraft> = z.strictObject({
  id: pieceId,
  label,
  timeZone: z.string(),
  from: calendarDate,
  until: calendarDate,
  weekend: z._default(
    z.array(z.enum(WEEKDAYS)).check(
      z.maxLength(WEEKDAYS.length - 1, 'at most six days: one is a business day'),
      z.refine((days) => new Set(days).size === days.length, 'each weekday once'),
      z.overwrite(inOrder),
    ),
    ['SAT', 'SUN'],
  ),
  holidays: z._default(
    z.array(holiday).check(
      z.maxLength(MAX_HOLIDAYS, `at most ${MAX_HOLIDAYS} holidays`),
      z.refine(
        (days) => new Set(days.map(({ date }) => date)).size === days.length,
        'each date once',
      ),
      z.overwrite(byDate),
    ),
    [],
  ),
} satisfies Fields<CalendarDraft>);
