import { describe, expect, it } from 'vitest';
import {
  latestOccurrence,
  nextOccurrence,
  parseSchedule,
} from '../../../treasury/schedules/schedule.ts';
import {
  isRepeated,
  isTimeZone,
  offsetMsAt,
  onTheWall,
} from '../../../treasury/schedules/wall-clock.ts';

function cron(expression: string, timeZone = 'Europe/Zurich') {
  return { kind: 'cron', expression, timeZone } as const;
}

function nextFive(expression: string, after: string, timeZone?: string) {
  const found: string[] = [];
  let from: string | null = after;
  while (found.length < 5 && from !== null) {
    from = nextOccurrence(cron(expression, timeZone), from);
    if (from !== null) found.push(from);
  }
  return found.map((each) => each.slice(0, 16));
}

describe('a cron schedule', () => {
  it.each([
    ['working days', '0 17 ? * MON-FRI *', '2026-01-02T17:00', '2026-01-05T17:00'],
    ['weekdays by number, Sunday being 1', '0 17 ? * 2 *', '2026-01-05T17:00', '2026-01-12T17:00'],
    ['the last day of the month', '0 9 L * ? *', '2026-01-31T09:00', '2026-02-28T09:00'],
    ['the last working day', '0 9 LW * ? *', '2026-01-30T09:00', '2026-02-27T09:00'],
    ['the working day next to the 25th', '0 9 25W * ? *', '2026-01-26T09:00', '2026-02-25T09:00'],
    ['the third Friday', '0 9 ? * 6#3 *', '2026-01-16T09:00', '2026-02-20T09:00'],
    ['the last Friday', '0 9 ? * FRIL *', '2026-01-30T09:00', '2026-02-27T09:00'],
    ['the last day of the week', '0 9 ? * L *', '2026-01-03T09:00', '2026-01-10T09:00'],
    ['a step from a value', '5/25 9 2 * ? *', '2026-01-02T09:05', '2026-01-02T09:30'],
    ['a step over all', '*/30 9 2 * ? *', '2026-01-02T09:00', '2026-01-02T09:30'],
    ['lists and ranges', '0 8-9,12 3 JAN,MAR ? *', '2026-01-03T08:00', '2026-01-03T09:00'],
    ['years', '0 9 1 3 ? 2028/2', '2028-03-01T09:00', '2030-03-01T09:00'],
    ['leap days', '0 9 29 2 ? *', '2028-02-29T09:00', '2032-02-29T09:00'],
    ['lower case', '0 17 ? jan mon *', '2026-01-05T17:00', '2026-01-12T17:00'],
  ])('falls on %s', (_, expression, ...expected) => {
    expect(nextFive(expression, '2026-01-01T23:00:00.000Z', 'UTC').slice(0, 2)).toEqual(expected);
  });

  it('skips a time that the clocks jump over', () => {
    expect(nextFive('30 2 * * ? *', '2026-03-27T12:00:00.000Z').slice(0, 2)).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
    ]);
    const after = '2026-03-29T01:30:00.000Z';
    expect(latestOccurrence(cron('30 2 * * ? *'), after)).toBe('2026-03-28T01:30:00.000Z');
  });

  it('falls once, at the first pass, in the hour that is repeated', () => {
    expect(nextFive('*/30 1-3 * * ? *', '2026-10-24T23:00:00.000Z')).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
    ]);
    const secondPass = '2026-10-25T01:45:00.000Z';
    expect(latestOccurrence(cron('* * * * ? *'), secondPass)).toBe('2026-10-25T00:59:00.000Z');
  });

  it('counts the moment itself as fallen, and not as next', () => {
    const daily = cron('0 9 * * ? *', 'UTC');
    expect(latestOccurrence(daily, '2026-01-05T09:00:00.000Z')).toBe('2026-01-05T09:00:00.000Z');
    expect(latestOccurrence(daily, '2026-01-05T08:59:59.999Z')).toBe('2026-01-04T09:00:00.000Z');
    expect(nextOccurrence(daily, '2026-01-05T09:00:00.000Z')).toBe('2026-01-06T09:00:00.000Z');
  });

  it('falls at the same times whatever was asked about it before', () => {
    const daily = cron('7 9 * * ? *', 'UTC');
    const days = ['05T09:06', '05T09:07', '06T09:06', '06T09:07', '05T12:00', '04T09:07'];
    const around = days.map((day) => {
      const moment = `2026-01-${day}:30.000Z`;
      return [latestOccurrence(daily, moment), nextOccurrence(daily, moment)].map((at) =>
        at?.slice(8, 16),
      );
    });
    expect(around).toEqual([
      ['04T09:07', '05T09:07'],
      ['05T09:07', '06T09:07'],
      ['05T09:07', '06T09:07'],
      ['06T09:07', '07T09:07'],
      ['05T09:07', '06T09:07'],
      ['04T09:07', '05T09:07'],
    ]);
  });

  it('has none before its first year and none after its last', () => {
    const once = cron('0 9 1 1 ? 2026', 'UTC');
    expect(latestOccurrence(once, '2025-06-01T00:00:00.000Z')).toBeNull();
    expect(nextOccurrence(once, '2026-06-01T00:00:00.000Z')).toBeNull();
  });

  it('that was never validated is a defect', () => {
    expect(() => nextOccurrence(cron('nonsense'), '2026-06-01T00:00:00.000Z')).toThrow(
      new TypeError('not a cron expression: nonsense'),
    );
  });
});

describe('parsing a schedule', () => {
  it.each([
    '0 9 * * MON *',
    '0 9 ? * ? *',
    '0 9 1 * 2 *',
    '0 9 * * *',
    '0 0 9 * * ? *',
    'cron(0 9 * * ? *)',
    'rate(5 minutes)',
    '',
    '60 9 * * ? *',
    '0 24 * * ? *',
    '0 9 0 * ? *',
    '0 9 32 * ? *',
    '0 9 * 13 ? *',
    '0 9 * ? ? *',
    '0 9 ? * 0 *',
    '0 9 ? * 8 *',
    '0 9 ? * FRI-MON *',
    '0 9 ? * 2#6 *',
    '0 9 ? * 2#1,3#1 *',
    '0 9 ? * */2 *',
    '0 9 L-3 * ? *',
    '0 9 W * ? *',
    '0 9 32W * ? *',
    '0 9 * * ? 1969',
    '0 9 * * ? 2200',
    '*/0 9 * * ? *',
    '5/61 9 * * ? *',
    '1/2/3 9 * * ? *',
    '1-2-3 9 * * ? *',
    '-1 9 * * ? *',
    '*,5 9 * * ? *',
    '5, 9 * * ? *',
    '1.5 9 * * ? *',
    '0 9 30 FEB ? *',
    `${'0,'.repeat(120)}0 9 * * ? *`,
  ])('refuses %j, and says what it accepts', (expression) => {
    const parsed = parseSchedule(cron(expression));
    expect(parsed).toMatchObject({ ok: false, field: 'expression' });
    expect(parsed).toHaveProperty('accepted', expect.stringMatching(/\w/));
  });

  const DAY_OF_MONTH = '1-31 with , - * /, or one of ? L LW 15W';
  const DAY_OF_WEEK = '1-7 (1 is Sunday) or SUN-SAT with , - *, or one of ? L 6L 6#3';
  const SIX_FIELDS =
    'six fields: minutes hours day-of-month month day-of-week year, without "cron(...)" around them';
  const ONE_QUESTION_MARK = '"?" in exactly one of day-of-month and day-of-week';
  it.each([
    ['60 9 * * ? *', 'minutes "60"', '0-59 with , - * /'],
    ['0 24 * * ? *', 'hours "24"', '0-23 with , - * /'],
    ['0 9 32 * ? *', 'day-of-month "32"', DAY_OF_MONTH],
    ['0 9 32w * ? *', 'day-of-month "32W"', DAY_OF_MONTH],
    ['0 9 XL * ? *', 'day-of-month "XL"', DAY_OF_MONTH],
    ['0 9 LWX * ? *', 'day-of-month "LWX"', DAY_OF_MONTH],
    ['0 9 115W * ? *', 'day-of-month "115W"', DAY_OF_MONTH],
    ['0 9 15WX * ? *', 'day-of-month "15WX"', DAY_OF_MONTH],
    ['0 9 X15W * ? *', 'day-of-month "X15W"', DAY_OF_MONTH],
    ['0 9 1 13 ? *', 'month "13"', '1-12 or JAN-DEC with , - * /'],
    ['0 9 1 MON ? *', 'month "MON"', '1-12 or JAN-DEC with , - * /'],
    ['0 9 ? * 8 *', 'day-of-week "8"', DAY_OF_WEEK],
    ['0 9 ? * JAN *', 'day-of-week "JAN"', DAY_OF_WEEK],
    ['0 9 ? * 2/2 *', 'day-of-week "2/2"', DAY_OF_WEEK],
    ['0 9 ? * 8L *', 'day-of-week "8L"', DAY_OF_WEEK],
    ['0 9 ? * 8#1 *', 'day-of-week "8#1"', DAY_OF_WEEK],
    ['0 9 ? * 2#0 *', 'day-of-week "2#0"', DAY_OF_WEEK],
    ['0 9 ? * 2LX *', 'day-of-week "2LX"', DAY_OF_WEEK],
    ['0 9 ? * 2#12 *', 'day-of-week "2#12"', DAY_OF_WEEK],
    ['0 9 ? * #2L *', 'day-of-week "#2L"', DAY_OF_WEEK],
    ['0 9 ? * L2#1 *', 'day-of-week "L2#1"', DAY_OF_WEEK],
    ['0 9 ? * -2#1 *', 'day-of-week "-2#1"', DAY_OF_WEEK],
    ['0 9 * * ? 2200', 'year "2200"', '1970-2199 with , - * /'],
    ['0 9 * * ? 02026', 'year "02026"', '1970-2199 with , - * /'],
    ['0 9 */32 * ? *', 'day-of-month "*/32"', DAY_OF_MONTH],
    ['60/5 9 * * ? *', 'minutes "60/5"', '0-59 with , - * /'],
    ['0-X 9 * * ? *', 'minutes "0-X"', '0-59 with , - * /'],
    ['0 9 ? * 23 *', 'day-of-week "23"', DAY_OF_WEEK],
    ['0 9 ? * 1,8 *', 'day-of-week "1,8"', DAY_OF_WEEK],
    ['*/100 9 * * ? *', 'minutes "*/100"', '0-59 with , - * /'],
    ['*/5X 9 * * ? *', 'minutes "*/5X"', '0-59 with , - * /'],
    ['*/X5 9 * * ? *', 'minutes "*/X5"', '0-59 with , - * /'],
    ['0 9 * * *', '0 9 * * *', SIX_FIELDS],
    ['cron(0 9 * * ? *)', 'cron(0 9 * * ? *)', SIX_FIELDS],
    ['0 9 * * MON *', '0 9 * * MON *', ONE_QUESTION_MARK],
    ['0 9 ? * ? *', '0 9 ? * ? *', ONE_QUESTION_MARK],
    ['0 9 30 FEB ? *', '0 9 30 FEB ? *', 'a date that exists'],
    [' '.repeat(201), '201 characters', 'at most 200 characters'],
  ])('says of %j that %j is not what it accepts: %s', (expression, seen, accepted) => {
    const refused = { ok: false, field: 'expression', seen, accepted };
    expect(parseSchedule(cron(expression))).toEqual(refused);
  });

  it('says which time zones it accepts', () => {
    const seen = 'Mars/Olympus';
    const accepted = 'an IANA time zone such as "Europe/Zurich" or "UTC"';
    const refused = { ok: false, field: 'timeZone', seen, accepted };
    expect(parseSchedule(cron('0 9 * * ? *', seen))).toEqual(refused);
  });

  it.each([
    ['the first and last of every field', '0-59 0-23 1-31 1-12 ? 1970-2199'],
    ['every weekday by number', '0 0 ? * 1-7 *'],
    ['names at both ends', '0 0 ? JAN-DEC SUN-SAT *'],
    ['a range of one', '5-5 9 * * ? *'],
    ...[1, 2, 3, 4, 5].map((nth) => [`the weekday that is number ${nth}`, `0 9 ? * 6#${nth} *`]),
    ['a weekday by name that is the last', '0 9 ? * FRIL *'],
    ['a weekday by name that is the second', '0 9 ? * FRI#2 *'],
    ['a step as wide as its field', '*/60 */24 */31 */12 ? */230'],
    ['many spaces', '  0   9\t* * ? *  '],
    ['the longest expression', `0${' '.repeat(190)}9 * * ? *`],
  ])('accepts %s', (_, expression) => {
    const schedule = cron(expression);
    expect(parseSchedule(schedule)).toEqual({ ok: true, schedule });
  });

  it.each([
    '+01:00',
    '-05:00',
    '+0100',
    '\u221201:00',
    'Mars/Olympus',
    'UTC+1',
    '',
    'europe/zurich; drop',
  ])('refuses the time zone %j', (timeZone) => {
    const parsed = parseSchedule(cron('0 9 * * ? *', timeZone));
    expect(parsed).toMatchObject({ ok: false, field: 'timeZone', seen: timeZone });
    expect(isTimeZone(timeZone)).toBe(false);
  });

  it('accepts every snapshot as it is', () => {
    expect(parseSchedule({ kind: 'every-snapshot' }).ok).toBe(true);
  });
});

describe('the clock on the wall', () => {
  it('shows a moment in the time zone, summer and winter', () => {
    const summer = onTheWall('2026-07-01T12:00:00.000Z', 'America/New_York');
    expect(summer).toBe('2026-07-01 08:00 America/New_York');
    expect(onTheWall('2026-01-01T00:00:00.000Z', 'Asia/Kathmandu')).toContain('2026-01-01 05:45');
  });
});

it('knows the clocks of UTC by itself as they are by the tables of time zones', () => {
  for (const at of [
    '1970-01-01T00:00:00.000Z',
    '2026-03-29T01:00:00.999Z',
    '2028-02-29T23:59:59.500Z',
  ]) {
    expect(onTheWall(at, 'UTC').replace('UTC', 'Etc/UTC')).toBe(onTheWall(at, 'Etc/UTC'));
    expect(offsetMsAt(Date.parse(at), 'UTC')).toBe(offsetMsAt(Date.parse(at), 'Etc/UTC'));
    expect(isRepeated(Date.parse(at), 'UTC')).toBe(false);
  }
  expect(isTimeZone('UTC')).toBe(true);
});
