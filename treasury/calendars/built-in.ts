import { addDays, type CalendarDate, type Weekday, weekdayOf } from '../time/calendar-date.ts';
import type { CalendarDays, Holiday } from './calendar.ts';
import { easterSunday } from './easter.ts';

/*
 * The calendars of the two systems in which euro and dollars are settled between banks, computed from the rules that
 * their operators publish. Each ends where its operator's word ends: beyond it, nothing is known.
 */

const DAYS_OF_A_WEEK = 7;
const WEEKEND: readonly Weekday[] = ['SAT', 'SUN'];

/**
 * European Central Bank, "Long-term calendar for TARGET closing days", 14 December 2000
 * (https://www.ecb.europa.eu/press/pr/date/2000/html/pr001214_4.en.html): from 2002 until further notice, closed on
 * Saturdays, Sundays and six days a year. None of them moves when it falls on a weekend.
 */
const TARGET_FIRST_YEAR = 2002;
/** "Until further notice": a notice would come years ahead, and this range is moved on with each release. */
const TARGET_LAST_YEAR = 2035;

const targetHolidays = computedLater(TARGET_FIRST_YEAR, TARGET_LAST_YEAR, (year) => {
  const easter = easterSunday(year);
  return [
    named(`${year}-01-01`, "New Year's Day"),
    named(addDays(easter, -2), 'Good Friday'),
    named(addDays(easter, 1), 'Easter Monday'),
    named(`${year}-05-01`, 'Labour Day'),
    named(`${year}-12-25`, 'Christmas Day'),
    named(`${year}-12-26`, '26 December'),
  ];
});

/** The system is run by the clocks of Frankfurt. */
export const TARGET: CalendarDays = {
  id: 'target',
  label: 'TARGET (euro)',
  timeZone: 'Europe/Berlin',
  from: `${TARGET_FIRST_YEAR}-01-01`,
  until: `${TARGET_LAST_YEAR}-12-31`,
  weekend: WEEKEND,
  get holidays() {
    return targetHolidays();
  },
};

/**
 * Federal Reserve Banks, holiday schedule (https://www.frbservices.org/about/holiday-schedules): eleven holidays a year
 * beside Saturdays and Sundays. One that falls on a Sunday closes the Monday after it; for one that falls on a Saturday
 * the banks stay open on the Friday before. 19 June is among them since 2022, the first year of this calendar.
 */
const FEDWIRE_FIRST_YEAR = 2022;
/**
 * Federal Reserve Board, docket OP-1870 (Federal Register of 17 November 2025, document 2025-19942): Fedwire will open on
 * Sundays and on weekday holidays in 2028 or 2029. Until the day is known, nothing is known from 2028 on.
 */
const FEDWIRE_LAST_YEAR = 2027;

const fedwireHolidays = computedLater(FEDWIRE_FIRST_YEAR, FEDWIRE_LAST_YEAR, (year) => [
  observed(`${year}-01-01`, "New Year's Day"),
  named(nth(year, 1, 'MON', 3), 'Birthday of Martin Luther King, Jr.'),
  named(nth(year, 2, 'MON', 3), "Washington's Birthday"),
  named(lastMondayOfMay(year), 'Memorial Day'),
  observed(`${year}-06-19`, 'Juneteenth National Independence Day'),
  observed(`${year}-07-04`, 'Independence Day'),
  named(nth(year, 9, 'MON', 1), 'Labor Day'),
  named(nth(year, 10, 'MON', 2), 'Columbus Day'),
  observed(`${year}-11-11`, 'Veterans Day'),
  named(nth(year, 11, 'THU', 4), 'Thanksgiving Day'),
  observed(`${year}-12-25`, 'Christmas Day'),
]);

export const FEDWIRE: CalendarDays = {
  id: 'fedwire',
  label: 'Fedwire (US dollar)',
  timeZone: 'America/New_York',
  from: `${FEDWIRE_FIRST_YEAR}-01-01`,
  until: `${FEDWIRE_LAST_YEAR}-12-31`,
  weekend: WEEKEND,
  get holidays() {
    return fedwireHolidays();
  },
};

/** The calendars that every tenant has. No calendar of a policy can have the id of one. */
export const BUILT_IN_CALENDARS: readonly CalendarDays[] = [TARGET, FEDWIRE];

export function isBuiltIn(id: string): boolean {
  return BUILT_IN_CALENDARS.some((calendar) => calendar.id === id);
}

/** As the API lists them beside those of the policy: no person has written one, so they have no versions. */
export function builtInViews(): readonly BuiltInView[] {
  return BUILT_IN_CALENDARS.map((calendar) => ({ ...calendar, version: 0, builtIn: true }));
}

interface BuiltInView extends CalendarDays {
  readonly version: 0;
  readonly builtIn: true;
}

/** Computed with their first use: a cold start would pay for some hundred dates that it never looks at. */
function computedLater(...years: Parameters<typeof yearsOf>): () => readonly Holiday[] {
  const computed: { holidays?: readonly Holiday[] } = {};
  return () => {
    computed.holidays ??= yearsOf(...years);
    return computed.holidays;
  };
}

function yearsOf(
  first: number,
  last: number,
  holidaysIn: (year: number) => readonly Holiday[],
): readonly Holiday[] {
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years
    .flatMap(holidaysIn)
    .sort((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0));
}

function named(date: CalendarDate, name: string): Holiday {
  return { date, name };
}

function observed(date: CalendarDate, name: string): Holiday {
  return weekdayOf(date) === 'SUN'
    ? named(addDays(date, 1), `${name} (observed)`)
    : named(date, name);
}

/** The first, second, ... such weekday of a month. */
function nth(year: number, month: number, weekday: Weekday, which: number): CalendarDate {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return addDays(onOrAfter(first, weekday), (which - 1) * DAYS_OF_A_WEEK);
}

function lastMondayOfMay(year: number): CalendarDate {
  return addDays(onOrAfter(`${year}-06-01`, 'MON'), -DAYS_OF_A_WEEK);
}

function onOrAfter(date: CalendarDate, weekday: Weekday): CalendarDate {
  return weekdayOf(date) === weekday ? date : onOrAfter(addDays(date, 1), weekday);
}
