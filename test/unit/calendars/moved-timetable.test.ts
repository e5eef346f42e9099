import { describe, expect, it } from 'vitest';
import { TARGET } from '../../../treasury/calendars/built-in.ts';
import type { MovingConvention } from '../../../treasury/calendars/move-date.ts';
import { movedTimetable } from '../../../treasury/calendars/moved-timetable.ts';
import { calendar } from '../../samples/policy.ts';

const cron = (expression: string, timeZone = 'Europe/Berlin') =>
  ({ kind: 'cron', expression, timeZone }) as const;

function fallsIn(
  expression: string,
  convention: MovingConvention,
  [from, to]: readonly [string, string],
  calendars = [TARGET],
) {
  const table = movedTimetable(cron(expression), convention, calendars);
  return table
    .between(`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`, 100)
    .map((at) => at.slice(0, 16));
}

describe('an occurrence on a closed day', () => {
  it.each([
    ['following', ['2026-04-07T08:00']],
    ['preceding', ['2026-04-02T08:00']],
    ['modified-following', ['2026-04-07T08:00']],
  ] as const)('moves by the convention %s over Easter', (convention, expected) => {
    // Good Friday.
    expect(fallsIn('0 10 3 4 ? 2026', convention, ['2026-03-20', '2026-04-20'])).toEqual(expected);
  });

  it('stays within its month with modified-following', () => {
    // 31 May 2026 is a Sunday.
    const times = ['2026-05-20', '2026-06-10'] as const;
    expect(fallsIn('0 10 31 5 ? 2026', 'following', times)).toEqual(['2026-06-01T08:00']);
    expect(fallsIn('0 10 31 5 ? 2026', 'modified-following', times)).toEqual(['2026-05-29T08:00']);
  });

  it('is one with what falls there by itself, and stands for all of them', () => {
    const table = movedTimetable(cron('0 10 * * ? *'), 'following', [TARGET]);
    const tuesday = '2026-04-07T08:00:00.000Z';
    expect(table.next('2026-04-02T08:00:00.000Z')).toBe(tuesday);
    expect(table.scheduledFor(tuesday).map((at) => at.slice(0, 10))).toEqual([
      '2026-04-03',
      '2026-04-04',
      '2026-04-05',
      '2026-04-06',
      '2026-04-07',
    ]);
    expect(table.latest('2026-04-06T23:00:00.000Z')).toBe('2026-04-02T08:00:00.000Z');
  });

  it('keeps each time of day when several of one day move', () => {
    expect(fallsIn('0 9,17 ? * SAT,SUN *', 'following', ['2026-06-05', '2026-06-10'])).toEqual([
      '2026-06-08T07:00',
      '2026-06-08T15:00',
    ]);
  });

  it('falls as long after a skip of the clocks as it is after what they skip from', () => {
    // Saturday moves to Sunday, where 02:30 does not exist.
    const sundays = calendar({ timeZone: 'Europe/Berlin', weekend: ['SAT'] });
    expect(fallsIn('30 2 ? * SAT *', 'following', ['2026-03-26', '2026-03-31'], [sundays])).toEqual(
      ['2026-03-29T01:30'],
    );
  });

  it('stays where it is if the calendar does not know where it would move', () => {
    const short = calendar({ timeZone: 'Europe/Berlin', until: '2026-06-07' });
    expect(fallsIn('0 10 ? * SAT *', 'following', ['2026-06-02', '2026-06-20'], [short])).toEqual([
      '2026-06-06T08:00',
      '2026-06-13T08:00',
    ]);
  });

  it('stays where it is if no day within a month is open', () => {
    const holidays = Array.from({ length: 40 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10),
    }));
    const shut = calendar({ holidays });
    expect(fallsIn('0 10 2 6 ? 2026', 'following', ['2026-05-01', '2026-12-31'], [shut])).toEqual([
      '2026-06-02T08:00',
    ]);
  });

  it('moves past the days of every calendar', () => {
    const monday = calendar({
      timeZone: 'Europe/Berlin',
      holidays: [{ date: '2026-06-08' }],
    });
    const both = [TARGET, monday];
    expect(fallsIn('0 10 6 6 ? 2026', 'following', ['2026-06-01', '2026-06-20'], both)).toEqual([
      '2026-06-09T08:00',
    ]);
  });
});

it('finds what falls once in years', () => {
  const table = movedTimetable(cron('0 10 29 2 ? *'), 'following', [TARGET]);
  expect(table.next('2026-06-01T00:00:00.000Z')).toBe('2028-02-29T09:00:00.000Z');
  // 29 February 2020 was a Saturday.
  expect(table.latest('2023-06-01T00:00:00.000Z')).toBe('2020-03-02T09:00:00.000Z');
});

it('ends with the last time of the schedule', () => {
  const once = movedTimetable(cron('0 10 6 6 ? 2026'), 'following', [TARGET]);
  expect(once.next('2026-06-08T08:00:00.000Z')).toBeNull();
  expect(once.latest('2026-06-08T07:59:59.999Z')).toBeNull();
  expect(once.latest('2027-06-08T08:00:00.000Z')).toBe('2026-06-08T08:00:00.000Z');
});
