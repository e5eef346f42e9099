import { describe, expect, it } from 'vitest';
import { attributesOf, fromItem, toItem } from '../../../adapters/store/item.ts';
import { SNAPSHOT, SNAPSHOT_TAKEN, STORED_READING } from '../../../adapters/store/snapshot-item.ts';
import type { SnapshotMissed, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { MISSING } from '../../samples/not-read.ts';

const AT = '2026-01-05T09:00:00.000Z';
const TAKEN: SnapshotTaken = {
  ...{ kind: 'taken', tenant: 'main', scheduledFor: AT, takenAt: AT },
  balances: { BTC: { total: '2.5' } },
  prices: {},
  valuation: { reportingCurrency: 'USD', total: '0', values: {}, unvalued: ['BTC'] },
  rawBalances: '{"BTC":"2.5"}',
  rawBalancesDigest: 'ab'.repeat(32),
};
const MISSED: SnapshotMissed = {
  ...{ kind: 'missed', tenant: 'main', scheduledFor: AT, missedAt: AT },
  ...MISSING,
};
const READINGS = [SNAPSHOT, SNAPSHOT_TAKEN, STORED_READING];

describe('a snapshot that was taken', () => {
  const attributes = attributesOf(SNAPSHOT, 'main', TAKEN);

  it('is read from its packed part', () => {
    for (const reading of READINGS) {
      expect(fromItem<object>(reading, toItem(attributes))).toMatchObject({
        balances: TAKEN.balances,
      });
    }
  });

  it('is refused where its content stands in attributes, which nothing writes', () => {
    const bare = Object.fromEntries(
      Object.entries(attributes).filter(([name]) => name !== 'packed'),
    );
    const item = toItem({ ...bare, ...TAKEN });
    for (const reading of READINGS) {
      expect(() => fromItem<object>(reading, item)).toThrow(/it has no packed part/);
    }
  });
});

it('a miss has no packed part', () => {
  expect(fromItem(SNAPSHOT, toItem(attributesOf(SNAPSHOT, 'main', MISSED)))).toEqual(MISSED);
});
