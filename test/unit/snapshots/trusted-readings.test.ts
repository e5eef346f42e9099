import { describe, expect, it } from 'vitest';
import { mergePoints } from '../../../treasury/evidence/points.ts';
import { allReadings } from '../../../treasury/snapshots/trusted-readings.ts';

const AT = '2026-01-05T09:10:00.000Z';
const LATER = '2026-01-05T09:20:00.000Z';
const reading = (takenAt: string, total: string) => ({ takenAt, balances: { BTC: { total } } });
const held = [{ currency: 'BTC', balanceBefore: '3' }];
const pointsOf = (readings: Parameters<typeof allReadings>[0]) =>
  mergePoints({ points: [], omitted: 0 }, allReadings(readings), held).points;

describe('the readings that something is given back on', () => {
  it('are those that are stored, and the one that was asked for', () => {
    const points = pointsOf({ stored: [reading(AT, '3')], fresh: reading(LATER, '2') });
    expect(points).toMatchObject([{ balances: { BTC: '3' } }, { balances: { BTC: '2' } }]);
  });

  it('show of one moment what was read when it was asked for, whatever is stored of it', () => {
    const points = pointsOf({ stored: [reading(AT, '3')], fresh: reading(AT, '2') });
    expect(points).toMatchObject([{ takenAt: AT, balances: { BTC: '2' } }]);
  });

  it('are those that are stored where none can be had', () => {
    expect(allReadings({ stored: [reading(AT, '3')], fresh: null })).toEqual([reading(AT, '3')]);
  });
});
