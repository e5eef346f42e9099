import { describe, expect, it } from 'vitest';
import { acceptedTimes, momentIn } from '../../../bin/sluice/moment.ts';

const NOW = Date.parse('2026-11-21T10:24:30.000Z');
const ZURICH = 'Europe/Zurich';

describe('a time as a person types it', () => {
  it.each([
    ['now', '2026-11-21T10:24:30.000Z'],
    ['90s', '2026-11-21T10:23:00.000Z'],
    ['2h', '2026-11-21T08:24:30.000Z'],
    ['3d', '2026-11-18T10:24:30.000Z'],
    ['2w', '2026-11-07T10:24:30.000Z'],
    // The machine's own midnight, in winter and in summer.
    ['2026-11-01', '2026-10-31T23:00:00.000Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['2026-11-01T09:30', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01 09:30:15', '2026-11-01T08:30:15.000Z'],
    ['today', '2026-11-20T23:00:00.000Z'],
    ['yesterday', '2026-11-19T23:00:00.000Z'],
    // The days on which clocks change begin at midnight all the same.
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
    // A zone that is written counts.
    ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00.000Z'],
    ['2026-11-01T09:30:00+05:30', '2026-11-01T04:00:00.000Z'],
  ])('%s', (text, moment) => {
    expect(momentIn(text, NOW, ZURICH)).toBe(moment);
  });

  it.each([
    '',
    'soon',
    '2h30',
    '-2h',
    '2026-02-31',
    '2026-13-01',
    '2026-11-01T24:30',
    '26-11-01',
    '1700000000',
  ])('is not "%s"', (text) => {
    expect(momentIn(text, NOW, ZURICH)).toBeNull();
  });

  it('is of the time zone that the sentence about times names', () => {
    expect(acceptedTimes(ZURICH)).toContain('(in Europe/Zurich)');
    expect(momentIn('today', Date.parse('2026-11-21T20:00:00Z'), 'Asia/Tokyo')).toBe(
      '2026-11-21T15:00:00.000Z',
    );
    expect(momentIn('2026-11-01', NOW, 'America/St_Johns')).toBe('2026-11-01T02:30:00.000Z');
  });
});
