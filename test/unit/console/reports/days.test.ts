import { describe, expect, it } from 'vitest';
import {
  dayOf,
  endOfDay,
  isDay,
  monthsBefore,
  plusDays,
  startOfDay,
} from '../../../../console/reports/days.ts';

describe('a day of a time zone', () => {
  it('is that of its clocks', () => {
    expect(dayOf('2026-11-22T23:30:00Z', 'UTC')).toBe('2026-11-22');
    expect(dayOf('2026-11-22T23:30:00Z', 'Europe/Zurich')).toBe('2026-11-23');
    expect(dayOf('2026-11-22T02:00:00Z', 'America/New_York')).toBe('2026-11-21');
  });

  it('begins and ends at its midnights, also when the clocks change', () => {
    expect(startOfDay('2026-10-25', 'Europe/Zurich')).toBe('2026-10-24T22:00:00.000Z');
    expect(endOfDay('2026-10-25', 'Europe/Zurich')).toBe('2026-10-25T23:00:00.000Z');
    expect(startOfDay('2026-03-29', 'Europe/Zurich')).toBe('2026-03-28T23:00:00.000Z');
    expect(endOfDay('2026-03-29', 'Europe/Zurich')).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-11-22', 'Asia/Kathmandu')).toBe('2026-11-21T18:15:00.000Z');
  });

  it('is followed and preceded by others over the ends of months', () => {
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15');
    expect(monthsBefore('2026-11-23', 12)).toBe('2025-11-23');
    expect(monthsBefore('2026-10-01', -3)).toBe('2027-01-01');
  });

  it('is no other text', () => {
    for (const text of [null, '', '2026-02-30', '2026-13-01', '2026-1-1', 'yesterday']) {
      expect(isDay(text)).toBe(false);
    }
    expect(isDay('2028-02-29')).toBe(true);
  });
});
