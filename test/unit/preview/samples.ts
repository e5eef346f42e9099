import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { READ_AT, TICK } from '../rules/samples.ts';

/** 20 BTC at 50,000 USD and 700 USD. */
export function snapshotOf(change: Partial<SnapshotTaken> = {}): SnapshotTaken {
  const balances = change.balances ?? { BTC: { total: '20' }, USD: { total: '700' } };
  const prices = { 'BTC/USD': { bid: '49999', ask: '50001' } };
  return snapshotAt(TICK, balances, prices, { takenAt: READ_AT, ...change });
}
