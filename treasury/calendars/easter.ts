import { addDays, type CalendarDate } from '../time/calendar-date.ts';

/** Years after which the moon is full on the same dates of the year again, nearly. */
const LUNAR_CYCLE = 19;
/** How far 12 moons fall behind a year, and how long a moon lasts, in days. */
const EPACT_STEP = 11;
const MOON_DAYS = 30;
/** Where the cycle begins in these centuries: in its first year Easter's moon is full 24 days after the earliest date. */
const CYCLE_BEGINS = 24;
/** The earliest full moon of Easter: 21 March. */
const EQUINOX = '03-21';
/** The tables bring the latest two dates forward by a day: the last always, the one before it late in the cycle. */
const LATEST = 29;
const LATE_YEARS = 10;
/** A full moon on a Sunday puts Easter a week later. */
const DAYS_TO_SUNDAY = 7;

/**
 * Easter Sunday of the western churches: the first Sunday after the first full moon from 21 March on, by the tables of
 * the Gregorian calendar. For the years from 1900 to 2199, within which those tables keep one correction.
 */
export function easterSunday(year: number): CalendarDate {
  const cycle = year % LUNAR_CYCLE;
  const age = (MOON_DAYS * LUNAR_CYCLE + CYCLE_BEGINS - EPACT_STEP * cycle) % MOON_DAYS;
  const isForward = age === LATEST || (age === LATEST - 1 && cycle > LATE_YEARS);
  const days = isForward ? age - 1 : age;
  const fullMoon = addDays(`${year}-${EQUINOX}`, days);
  const beyond = DAYS_TO_SUNDAY - new Date(`${fullMoon}T00:00:00.000Z`).getUTCDay();
  return addDays(fullMoon, beyond);
}
