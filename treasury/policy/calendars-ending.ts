import type { CalendarDays } from '../calendars/calendar.ts';
import { dateOnTheWall } from '../schedules/wall-clock.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';
import type { Policy } from './policy.ts';
import { calendarsNamedBy } from './rule-calendars.ts';

/** Days before a calendar ends from which people are told: time to import the next year, and to have it approved. */
export const TOLD_BEFORE_DAYS = 60;

/** A calendar that rules name, and that ends soon or has ended: from then on these sweep nothing. */
export interface CalendarEnding {
  readonly id: string;
  readonly label: string;
  /** The last date that it knows. */
  readonly until: CalendarDate;
  readonly hasEnded: boolean;
  /** Ids of the rules that are switched on and name it. */
  readonly rules: readonly string[];
}

/** The first to end comes first. */
export function calendarsEnding(
  { rules, calendars = [] }: Pick<Policy, 'rules' | 'calendars'>,
  at: Instant,
): readonly CalendarEnding[] {
  const users = new Map<CalendarDays, string[]>();
  for (const rule of rules.filter(({ enabled }) => enabled)) {
    for (const calendar of calendarsNamedBy(rule, calendars).known) {
      users.set(calendar, [...(users.get(calendar) ?? []), rule.id]);
    }
  }
  return [...users]
    .flatMap(([{ id, label, until, timeZone }, named]) => {
      const today = dateOnTheWall(at, timeZone);
      const isSoon = addDays(today, TOLD_BEFORE_DAYS) > until;
      return isSoon ? [{ id, label, until, hasEnded: today > until, rules: named.sort() }] : [];
    })
    .sort((left, right) => (left.until < right.until ? -1 : 1));
}
