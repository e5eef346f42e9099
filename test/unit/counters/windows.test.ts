import { describe, expect, it } from 'vitest';
import { HOURS, momentWithRoom } from '../../../treasury/counters/windows.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';

describe('the moment at which a window has room again', () => {
  const NOW = '2026-01-05T09:30:00.000Z';
  const SPENT = {
    '2026-01-05T08:00:00.000Z': '3',
    '2026-01-05T07:00:00.000Z': '2',
    '2026-01-04T07:00:00.000Z': '7',
  };

  it.each([
    ['is now where there is just enough', '5', NOW],
    ['comes when the first bucket counts no longer', '4.9', '2026-01-06T08:00:00.000Z'],
    ['and is that of the bucket that gives just enough', '3', '2026-01-06T08:00:00.000Z'],
    ['comes when the next one counts no longer', '2.9', '2026-01-06T09:00:00.000Z'],
    ['comes when all are gone where nothing may be spent', '0', '2026-01-06T09:00:00.000Z'],
    ['never comes where even that is too much', '-0.1', null],
  ])('%s', (_, room, moment) => {
    expect(momentWithRoom(SPENT, HOURS, decimalOf(room), NOW)).toBe(moment);
  });

  it('is now where nothing was spent', () => {
    expect(momentWithRoom({}, HOURS, decimalOf('0'), NOW)).toBe(NOW);
  });
});
