import { describe, expect, it } from 'vitest';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { MISSING } from '../samples/not-read.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { storeKinds } from './stores.ts';

const TENANT = 'main';
const START = '2026-01-05T09:00:00.000Z';

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

describe.each(storeKinds())('a store of snapshots $name', ({ open }) => {
  async function holding(...all: readonly Snapshot[]): Promise<Snapshots> {
    const { snapshots } = await open();
    for (const snapshot of all) expect(await snapshots.put(snapshot)).toBe(true);
    return snapshots;
  }

  it('keeps the first snapshot of a tick, to the letter, and no second one', async () => {
    const store = await holding(taken(1));
    expect(await store.put(taken(1, { balances: {} }))).toBe(false);
    expect(await store.put(missed(1))).toBe(false);
    expect(await store.latest(TENANT)).toEqual(taken(1));
  });

  it('has no latest where there is none, or of another tenant', async () => {
    const store = await holding(taken(1));
    expect(await store.latest('another')).toBeNull();
  });

  it('looks past misses for the latest that was taken', async () => {
    const store = await holding(taken(1), taken(2), missed(3), missed(4));
    expect((await store.latest(TENANT))?.scheduledFor).toBe(tickAt(2));
  });

  it('has no latest where every tick was missed', async () => {
    const store = await holding(missed(1), missed(2));
    expect(await store.latest(TENANT)).toBeNull();
  });

  it('finds what was taken since a moment by when it was taken, oldest first, within a limit', async () => {
    const late = taken(2, { takenAt: tickAt(10) });
    const seal = { keyId: 'a-key', mac: 'a-mac' };
    const last = taken(12, { seal });
    const store = await holding(taken(1), late, missed(3), taken(4), taken(11), last);
    const found = async (since: Instant, limit = 10) =>
      (await store.takenSince(TENANT, since, limit)).map(({ takenAt }) => takenAt);
    const [eleventh, twelfth] = [taken(11).takenAt, taken(12).takenAt];
    expect(await found(tickAt(5))).toEqual([tickAt(10), eleventh, twelfth]);
    expect(await found(tickAt(5), 2)).toEqual([tickAt(10), eleventh]);
    expect(await found(tickAt(13))).toEqual([]);
    const { tenant, scheduledFor, takenAt, balances, unitValues } = last;
    const valuation = { reportingCurrency: last.valuation.reportingCurrency };
    // With all that the seal stands for, and nothing else.
    const reading = { tenant, scheduledFor, takenAt, balances, valuation, unitValues, seal };
    expect(await store.takenSince(TENANT, tickAt(12), 10)).toEqual([reading]);
  });

  it('has every snapshot of a range but its end, oldest first, whenever it was written', async () => {
    const store = await holding(taken(4), taken(2), missed(3), taken(1), taken(5));
    const ticks = async (from: Instant, to: Instant) =>
      (await store.takenBetween(TENANT, { from, to })).map(({ scheduledFor }) => scheduledFor);
    expect(await ticks(tickAt(1), tickAt(5))).toEqual([tickAt(1), tickAt(2), tickAt(4)]);
    expect(await ticks(tickAt(5), tickAt(5))).toEqual([]);
    expect(await store.firstTick(TENANT)).toBe(tickAt(1));
    expect(await store.firstTick('another')).toBeNull();
  });

  it('knows a miss for the first tick, and keeps a range for good once', async () => {
    const store = await holding(missed(1), taken(2), taken(3));
    expect(await store.firstTick(TENANT)).toBe(tickAt(1));
    const range = { from: tickAt(1), to: tickAt(2) };
    expect(await store.clearExpiry(TENANT, range)).toBe(2);
    expect(await store.clearExpiry(TENANT, range)).toBe(0);
  });

  it('reads on both sides of a tick past any number of misses, and never across tenants', async () => {
    const { snapshots, readings } = await open();
    const misses = Array.from({ length: 40 }, (_, index) => missed(index + 2));
    for (const each of [taken(0), taken(1), ...misses, taken(42), taken(43)]) {
      await snapshots.put(each);
    }
    await snapshots.put({ ...taken(42), tenant: 'another' });
    const ticks = (found: readonly { readonly scheduledFor: Instant }[]) =>
      found.map(({ scheduledFor }) => scheduledFor);
    const { takenBefore, takenAfter, takenBetween } = readings;
    expect(ticks(await takenBefore(TENANT, tickAt(42), 2))).toEqual([tickAt(1), tickAt(0)]);
    expect(ticks(await takenBefore(TENANT, tickAt(43), 1))).toEqual([tickAt(42)]);
    expect(ticks(await takenAfter(TENANT, tickAt(0), 2))).toEqual([tickAt(1), tickAt(42)]);
    expect(ticks(await takenAfter(TENANT, tickAt(43), 1))).toEqual([]);
    const between = await takenBetween(TENANT, tickAt(1), tickAt(42));
    expect(ticks(between)).toEqual([tickAt(1), tickAt(42)]);
  });
});
