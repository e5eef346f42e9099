import { describe, expect, it } from 'vitest';
import { periodAt, periodsWithin } from '../../../treasury/series/periods.ts';
import { secondsBetween } from '../../../treasury/time/instant.ts';

const hoursOf = ({ from, to }: { readonly from: string; readonly to: string }) =>
  secondsBetween(from, to) / 3_600;

describe('a day of a time zone', () => {
  it('has 23 hours where the clocks go forward, 25 where they go back', () => {
    const spring = periodAt('2026-03-29T12:00:00.000Z', 'day', 'Europe/Zurich');
    expect(spring).toEqual({
      name: '2026-03-29',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    expect(hoursOf(spring)).toBe(23);
    const autumn = periodAt('2026-10-25T12:00:00.000Z', 'day', 'Europe/Zurich');
    expect(autumn).toEqual({
      name: '2026-10-25',
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
    expect(hoursOf(autumn)).toBe(25);
  });

  it('begins at a quarter where the zone does', () => {
    expect(periodAt('2026-05-01T18:14:59.999Z', 'day', 'Asia/Kathmandu').name).toBe('2026-05-01');
    expect(periodAt('2026-05-01T18:15:00.000Z', 'day', 'Asia/Kathmandu')).toEqual({
      name: '2026-05-02',
      from: '2026-05-01T18:15:00.000Z',
      to: '2026-05-02T18:15:00.000Z',
    });
  });

  it('begins with its first moment where the clocks skip midnight', () => {
    // Beirut 2026-03-29: from 00:00 on it is 01:00.
    const day = periodAt('2026-03-29T12:00:00.000Z', 'day', 'Asia/Beirut');
    expect(day.from).toBe('2026-03-28T22:00:00.000Z');
    expect(hoursOf(day)).toBe(23);
  });
});

describe('a month of a time zone', () => {
  it('lies between the midnights of two firsts', () => {
    expect(periodAt('2026-03-31T21:59:59.999Z', 'month', 'Europe/Zurich')).toEqual({
      name: '2026-03',
      from: '2026-02-28T23:00:00.000Z',
      to: '2026-03-31T22:00:00.000Z',
    });
    expect(periodAt('2026-03-31T22:00:00.000Z', 'month', 'Europe/Zurich').name).toBe('2026-04');
  });
});

describe('an hour of a time zone', () => {
  it('is told apart from the one with the same name when the clocks go back', () => {
    const first = periodAt('2026-10-25T00:30:00.000Z', 'hour', 'Europe/Zurich');
    const second = periodAt('2026-10-25T01:30:00.000Z', 'hour', 'Europe/Zurich');
    expect([first.name, second.name]).toEqual(['2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00']);
    expect([first.to, second.from]).toEqual([second.from, '2026-10-25T01:00:00.000Z']);
  });

  it('begins by the clock on the wall there', () => {
    expect(periodAt('2026-05-01T06:20:00.000Z', 'hour', 'Asia/Kathmandu')).toEqual({
      name: '2026-05-01T12:00+05:45',
      from: '2026-05-01T06:15:00.000Z',
      to: '2026-05-01T07:15:00.000Z',
    });
  });

  it('ends with a change of the clocks by half an hour', () => {
    // Lord Howe 2026-04-05: at 02:00 of summer time it is 01:30 again.
    const range = { from: '2026-04-04T14:00:00.000Z', to: '2026-04-04T16:30:00.000Z' };
    const periods = periodsWithin(range, 'hour', 'Australia/Lord_Howe', 10);
    expect(periods.map(({ name }) => name)).toEqual([
      '2026-04-05T01:00+11:00',
      '2026-04-05T01:30+10:30',
      '2026-04-05T02:00+10:30',
    ]);
    expect(periods.map(hoursOf)).toEqual([1, 0.5, 1]);
  });
});

describe('periods of a range', () => {
  it.each([
    ['hour', 'Europe/Zurich', 'Australia/Lord_Howe'],
    ['day', 'Asia/Kathmandu', 'America/St_Johns'],
    ['month', 'Pacific/Apia', 'UTC'],
  ] as const)('by %s cover it without gap or overlap', (kind, ...zones) => {
    const range = { from: '2026-03-20T07:31:00.000Z', to: '2026-04-20T05:02:00.000Z' };
    for (const zone of zones) {
      const periods = periodsWithin(range, kind, zone, 10_000);
      expect(periods[0]?.from).toBe(range.from);
      expect(periods.at(-1)?.to).toBe(range.to);
      expect(periods.slice(1).map(({ from }) => from)).toEqual(
        periods.slice(0, -1).map(({ to }) => to),
      );
    }
  });
});
