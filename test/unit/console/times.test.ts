import { describe, expect, it } from 'vitest';
import {
  formatDay,
  formatDuration,
  formatInstant,
  formatRelative,
  formatWeekday,
  isStale,
} from '../../../console/display/times.ts';

const NOW = new Date('2026-11-23T12:00:00Z');

describe('times of the console', () => {
  it('are by the clocks of the zone, not of the machine', () => {
    const instant = '2026-11-23T23:30:00Z';
    expect(formatInstant(instant, 'UTC', 'minute', 'en-GB')).toBe('23 Nov 2026, 23:30');
    expect(formatInstant(instant, 'Asia/Tokyo', 'minute', 'en-GB')).toBe('24 Nov 2026, 08:30');
  });

  it('count midnight as 00, not 24', () => {
    expect(formatInstant('2026-11-23T00:05:00Z', 'UTC', 'minute', 'en-US')).toMatch(/00:05/);
  });

  it.each([
    ['2026-11-23T11:59:30Z', 'now'],
    ['2026-11-23T11:55:00Z', '5 minutes ago'],
    ['2026-11-23T15:00:00Z', 'in 3 hours'],
    ['2026-11-22T12:00:00Z', 'yesterday'],
  ])('says %s as %s', (instant, text) => {
    expect(formatRelative(instant, NOW, 'en')).toBe(text);
  });

  it('name a day of the calendar as the locale does, whatever the zone', () => {
    expect(formatDay('2026-11-01', 'en-GB')).toBe('1 Nov 2026');
    expect(formatDay('2026-11-01', 'de-CH')).toBe('1. Nov. 2026');
  });

  it('name a day of the week as the locale does', () => {
    expect(['MON', 'SAT', 'SUN'].map((day) => formatWeekday(day, 'en'))).toEqual([
      ...['Monday', 'Saturday', 'Sunday'],
    ]);
  });

  it('tells a length in its two largest units', () => {
    expect(formatDuration(0)).toBe('0 s');
    expect(formatDuration(300)).toBe('5 min');
    expect(formatDuration(90_061)).toBe('1 d 1 h');
  });

  it('calls a reading stale once two intervals went by, and not before', () => {
    expect(isStale('2026-11-23T11:50:00Z', 300, NOW)).toBe(false);
    expect(isStale('2026-11-23T11:49:59Z', 300, NOW)).toBe(true);
  });
});
