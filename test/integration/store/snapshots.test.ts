import { beforeEach, describe, expect, it } from 'vitest';
import { CursorRefusedError } from '../../../adapters/store/list-place.ts';
import { MAX_PAGE_BYTES } from '../../../adapters/store/pages.ts';
import { createSnapshots, listSnapshots } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Snapshot, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { type Instant, instantOf } from '../../../treasury/time/instant.ts';
import { MISSING } from '../../samples/not-read.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { engineForTests } from './engine-for-tests.ts';

const TENANT = 'main';
const START = '2026-01-05T09:00:00.000Z';

const engine = engineForTests();
let table: StoreTable;

beforeEach(async () => {
  table = await engine().table();
});

const tickAt = (minute: number): Instant => instantOf(Date.parse(START) + minute * 60_000);

function taken(minute: number, change: Partial<SnapshotTaken> = {}): SnapshotTaken {
  const balances = {
    BTC: { total: '3.25', available: '3' },
    USD: { total: '100000000000000000000.01' },
  };
  return snapshotAt(
    tickAt(minute),
    balances,
    { 'BTC/USD': { bid: '60000', ask: '60010' } },
    change,
  );
}

function missed(minute: number): Snapshot {
  const scheduledFor = tickAt(minute);
  return { kind: 'missed', tenant: TENANT, scheduledFor, missedAt: scheduledFor, ...MISSING };
}

async function holding(...snapshots: readonly Snapshot[]) {
  const store = createSnapshots(table);
  for (const snapshot of snapshots) expect(await store.put(snapshot)).toBe(true);
  return store;
}

describe('the list of snapshots', () => {
  const ALL = { from: tickAt(0), to: tickAt(59) };

  it('pages through a range once, newest first, misses included', async () => {
    await holding(taken(1), taken(2), missed(3), taken(4), taken(5));
    // The end of a range is not in it.
    const range = { from: tickAt(2), to: tickAt(5) };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await listSnapshots(table, TENANT, range, page);
      seen.push(...answer.items.map(({ scheduledFor }) => scheduledFor));
      cursor = answer.next;
    } while (cursor !== undefined);
    expect(seen).toEqual([tickAt(4), tickAt(3), tickAt(2)]);
  });

  it('is cut where its items would not go into an answer, and goes on from there', async () => {
    // Packed it is small: what is answered is not.
    const rawBalances = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => `${index}`));
    const minutes = Array.from({ length: 12 }, (_, index) => index);
    await holding(...minutes.map((minute) => taken(minute, { rawBalances })));
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = { limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await listSnapshots(table, TENANT, ALL, page);
      expect(Buffer.byteLength(JSON.stringify(answer.items))).toBeLessThan(MAX_PAGE_BYTES + 1_000);
      seen.push(...answer.items.map(({ scheduledFor }) => scheduledFor));
      cursor = answer.next;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(1);
    expect(seen).toEqual(minutes.map(tickAt).reverse());
  });

  it('is empty for a range that ends before it begins', async () => {
    await holding(taken(1), taken(2));
    const range = { from: tickAt(5), to: tickAt(1) };
    expect(await listSnapshots(table, TENANT, range, { limit: 10 })).toEqual({ items: [] });
  });

  it('refuses a cursor from outside its range, and one that is none', async () => {
    await holding(taken(1), taken(2), taken(3));
    const { next: cursor = '' } = await listSnapshots(table, TENANT, ALL, { limit: 1 });
    const range = { from: tickAt(1), to: tickAt(2) };
    const outside = listSnapshots(table, TENANT, range, { limit: 1, cursor });
    await expect(outside).rejects.toThrow(CursorRefusedError);
    const nonsense = listSnapshots(table, TENANT, ALL, { limit: 1, cursor: '' });
    await expect(nonsense).rejects.toThrow(CursorRefusedError);
  });
});
