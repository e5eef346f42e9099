import { describe, expect, it } from 'vitest';
import {
  latestOccurrence,
  nextOccurrence,
  parseSchedule,
} from '../../../treasury/rules/schedule.ts';
import { isTimeZone, onTheWall } from '../../../treasury/rules/wall-clock.ts';

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

  it('has none before its first year and none after its last', () => {
    const once = cron('0 9 1 1 ? 2026', 'UTC');
    expect(latestOccurrence(once, '2025-06-01T00:00:00.000Z')).toBeNull();
    expect(nextOccurrence(once, '2026-06-01T00:00:00.000Z')).toBeNull();
  });

  it('that was never validated is a defect', () => {
    expect(() => nextOccurrence(cron('nonsense'), '2026-06-01T00:00:00.000Z')).toThrow(TypeError);
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

  it.each(['+01:00', 'Mars/Olympus', 'UTC+1', '', 'europe/zurich; drop'])(
    'refuses the time zone %j',
    (timeZone) => {
      const parsed = parseSchedule(cron('0 9 * * ? *', timeZone));
      expect(parsed).toMatchObject({ ok: false, field: 'timeZone', seen: timeZone });
      expect(isTimeZone(timeZone)).toBe(false);
    },
  );

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
