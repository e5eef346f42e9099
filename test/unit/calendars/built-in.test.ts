import { describe, expect, it } from 'vitest';
import { BUILT_IN_CALENDARS, FEDWIRE, TARGET } from '../../../treasury/calendars/built-in.ts';
import { judgeDate } from '../../../treasury/calendars/business-day.ts';
import type { CalendarDays } from '../../../treasury/calendars/calendar.ts';
import { easterSunday } from '../../../treasury/calendars/easter.ts';
import { addDays, weekdayOf } from '../../../treasury/time/calendar-date.ts';

const kindOn = (calendar: CalendarDays, date: string) => judgeDate(calendar, date).kind;
const holidaysOf = ({ holidays }: CalendarDays, year: string) =>
  holidays.map(({ date }) => date).filter((date) => date.startsWith(year));

/** Another way to the same date: the algorithm of Meeus, Jones and Butcher for any Gregorian year. */
function easterByMeeus(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1))
    .toISOString()
    .slice(0, 10);
}

describe('TARGET', () => {
  it('is closed on Good Friday and on 1 May, and open on Whit Monday', () => {
    expect(judgeDate(TARGET, '2026-04-03')).toMatchObject({ kind: 'closed', name: 'Good Friday' });
    expect(judgeDate(TARGET, '2026-05-01')).toMatchObject({ kind: 'closed', name: 'Labour Day' });
    expect(kindOn(TARGET, '2026-05-25')).toBe('open');
  });

  it('has six days a year, which no weekend moves', () => {
    expect(holidaysOf(TARGET, '2027')).toEqual([
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-01',
      '2027-12-25',
      '2027-12-26',
    ]);
    expect(kindOn(TARGET, '2027-12-27')).toBe('open');
  });
});

describe('Fedwire', () => {
  it('stays open on the Friday before a holiday on Saturday, and closes on the Monday after one on Sunday', () => {
    expect(kindOn(FEDWIRE, '2026-07-03')).toBe('open');
    expect(judgeDate(FEDWIRE, '2027-07-05')).toMatchObject({
      kind: 'closed',
      name: 'Independence Day (observed)',
    });
  });

  it.each([
    ['2025', '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
    ['2026', '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['2027', '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
  ])('has the holidays of %s as they are published', (year, days) => {
    expect(holidaysOf(FEDWIRE, year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('knows nothing of 2028, when it may open on Sundays', () => {
    expect(kindOn(FEDWIRE, '2027-12-31')).toBe('open');
    expect(kindOn(FEDWIRE, '2028-01-03')).toBe('outside');
  });
});

describe.each(BUILT_IN_CALENDARS.map((each) => [each.id, each] as const))('%s', (_, calendar) => {
  it('is closed on every Saturday and Sunday of its range', () => {
    for (let date = calendar.from; date <= calendar.until; date = addDays(date, 1)) {
      const isWeekend = ['SAT', 'SUN'].includes(weekdayOf(date));
      if (isWeekend) expect(kindOn(calendar, date), date).toBe('closed');
    }
  });

  it('names each date once, within its range, in order', () => {
    const dates = calendar.holidays.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    expect(dates.every((date) => date >= calendar.from && date <= calendar.until)).toBe(true);
  });

  it('takes no date outside of its range for a business day', () => {
    expect(kindOn(calendar, addDays(calendar.from, -1))).toBe('outside');
    expect(kindOn(calendar, addDays(calendar.until, 1))).toBe('outside');
  });
});

it('finds Easter as another algorithm does, for three centuries', () => {
  const years = Array.from({ length: 300 }, (_, index) => 1900 + index);
  expect(years.map(easterSunday)).toEqual(years.map(easterByMeeus));
});
