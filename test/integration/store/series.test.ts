import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packJson } from '../../../adapters/store/codec.ts';
import type { Item } from '../../../adapters/store/item.ts';
import { snapshotKeys } from '../../../adapters/store/keys.ts';
import { createSeries } from '../../../adapters/store/series.ts';
import { createSnapshots, takenBy } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { UnreadableItemError } from '../../../treasury/ledger/unreadable-item.ts';
import { dayOf } from '../../../treasury/series/hour.ts';
import { rebuildSeries } from '../../../treasury/series/rebuild-series.ts';
import { seriesOf } from '../../../treasury/series/series.ts';
import { updateSeries, writeDay } from '../../../treasury/series/update-series.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { MISSING } from '../../samples/not-read.ts';
import { snapshotAt, TENANT } from '../../samples/snapshots.ts';
import { someSnapshots } from '../../unit/series/samples.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItems } from './items.ts';

const FROM = '2026-01-05T20:00:00.000Z';
const MINUTES = 10 * 60;
const END = plusSeconds(FROM, (MINUTES + 1_500) * 60);

const COLUMNS = { at: [FROM], amount: ['1'], price: ['2'], reportingCurrency: ['USD'] };

const engine = engineForTests();

async function sortedItems(table: StoreTable) {
  const keyOf = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;
  return (await itemsOf(table)).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

async function booksOnEngine() {
  const [snapshotsTable, seriesTable] = await Promise.all([engine().table(), engine().table()]);
  const snapshots = createSnapshots(snapshotsTable, 6);
  return { snapshots, series: createSeries(seriesTable), snapshotsTable, seriesTable };
}

describe('series in the store', () => {
  it('rebuilt from the same snapshots, late ones and duplicates too, are the same item for item', async () => {
    const [taken = []] = fc.sample(someSnapshots(FROM, MINUTES, 30, 20), { numRuns: 1, seed: 5 });
    const store = await booksOnEngine();
    for (const snapshot of [...taken, ...taken.slice(0, 4), snapshotAt(END, {})]) {
      await store.snapshots.put(snapshot);
      await updateSeries(store, TENANT, snapshot.scheduledFor);
    }
    expect(taken.length).toBeGreaterThan(15);
    const beside = { ...store, series: createSeries(await engine().table()) };
    await rebuildSeries(beside, { tenant: TENANT });
    const before = await sortedItems(store.seriesTable);
    await rebuildSeries(store, { tenant: TENANT });
    expect(await sortedItems(store.seriesTable)).toEqual(before);
    const days = { from: dayOf(FROM), to: dayOf(END) };
    expect(await beside.series.days(TENANT, 'ETH', days)).toEqual(
      await store.series.days(TENANT, 'ETH', days),
    );
  });

  it('are read past the day that is closed, whose hours stay beside it', async () => {
    const { series } = await booksOnEngine();
    const hours = ['2026-01-05T20', '2026-01-05T22', '2026-01-05T23', '2026-01-06T01'];
    const pointsIn = (hour: string, amount: string) => {
      const named = { BTC: { total: amount }, ETH: { total: `1${amount}` } };
      return seriesOf([snapshotAt(`${hour}:05:00.000Z`, named)]);
    };
    const all = new Map(hours.map((hour, index) => [hour, pointsIn(hour, String(index + 1))]));
    const [first = '', second = '', third = ''] = hours;
    for (const hour of hours) await series.writeHour(TENANT, hour, 2, all.get(hour) ?? new Map());
    // Computed again from fewer snapshots than it once was: the more are kept.
    await series.writeHour(TENANT, second, 1, pointsIn(second, '7'));
    const wanted = (name: string, some = hours) => some.flatMap((hour) => all.get(hour)?.get(name));
    const range = { from: first, to: '2026-01-06T02' };
    const expected = [wanted('BTC'), wanted('ETH')];
    const read = async () =>
      await Promise.all(['BTC', 'ETH'].map((name) => series.points(TENANT, name, range)));
    expect(await read()).toEqual(expected);
    await writeDay({ series }, TENANT, '2026-01-05');
    expect(await read()).toEqual(expected);
    const part = { from: second, to: '2026-01-06T00' };
    expect(await series.points(TENANT, 'ETH', part)).toEqual(wanted('ETH', [second, third]));
    expect(await series.firstHour(TENANT, 'ETH', '2026-01-05T21')).toBe(second);
    await series.moveOpenHour(TENANT, null, '2026-01-06T02');
    expect(await series.firstHour(TENANT, 'BTC', '2026-01-06T00')).toBe('2026-01-06T01');
    expect(await series.firstHour(TENANT, 'BTC', '2026-01-06T02')).toBeNull();
    expect(await series.firstHour(TENANT, 'NONE', '2020-01-01T00')).toBeNull();
  });

  it.each([
    ['a codec that is not known', { packed: { B: Buffer.of(9, 1, 2) } }],
    ['bytes that are no Brotli', { packed: { B: Buffer.of(1, 255, 255) } }],
    ['columns that do not fit', { packed: { B: packJson(1, { ...COLUMNS, amount: [] }) } }],
    ['an amount that is none', { packed: { B: packJson(1, { ...COLUMNS, amount: ['1e3'] }) } }],
    ['a roll-up that is none', { rollUp: { S: 'BTC' } }],
  ])('refuse %s alone: other hours, days and series are read', async (_, other) => {
    const { series, seriesTable } = await booksOnEngine();
    const [closed, later] = ['2026-01-05T20', '2026-01-06T20'];
    for (const hour of [closed, later]) {
      const balances = { BTC: { total: '1' }, ETH: { total: '2' } };
      const points = seriesOf([snapshotAt(`${hour}:05:00.000Z`, balances)]);
      await series.writeHour(TENANT, hour, 1, points);
    }
    await writeDay({ series }, TENANT, '2026-01-05');
    const [attribute = ''] = Object.keys(other);
    const items = (await itemsOf(seriesTable)).filter(
      (item) => item.pk?.S?.endsWith('#BTC') === true && attribute in item,
    );
    expect(items.length).toBeGreaterThan(0);
    await putItems(
      seriesTable,
      items.map((item) => ({ ...item, ...other })),
    );
    const read = async (name: string, from: string) => ({
      points: await series.points(TENANT, name, { from, to: '2026-01-07T00' }),
      days: await series.days(TENANT, name, { from: dayOf(from), to: '2026-01-07' }),
    });
    await expect(read('BTC', closed)).rejects.toThrow(UnreadableItemError);
    expect((await read('BTC', later)).points).toHaveLength(1);
    const { points, days } = await read('ETH', closed);
    expect([points.length, days.size]).toEqual([2, 1]);
  });
});

describe('snapshots in the store', () => {
  const itemOf = async ({ client, tableName }: StoreTable, tick: string) => {
    const Key = marshall(snapshotKeys.snapshot(TENANT, tick));
    return (await client.send(new GetItemCommand({ TableName: tableName, Key }))).Item;
  };

  it('end so many months after their tick, unless they are kept for good', async () => {
    const { snapshots, snapshotsTable } = await booksOnEngine();
    const ticks = ['2026-08-31T10:00:00.000Z', '2026-08-31T11:00:00.000Z'];
    for (const tick of ticks) await snapshots.put(snapshotAt(tick, { BTC: { total: '1' } }));
    const [first = '', second = ''] = ticks;
    const ends = Date.parse('2027-02-28T10:00:00.000Z') / 1_000;
    expect((await itemOf(snapshotsTable, first))?.expiresAt).toEqual({ N: `${ends}` });
    const range = { from: first, to: plusSeconds(first, 60) };
    expect(await snapshots.clearExpiry(TENANT, range)).toBe(1);
    expect(await snapshots.clearExpiry(TENANT, range)).toBe(0);
    const kept = await itemOf(snapshotsTable, first);
    expect([kept?.expiresAt, kept?.packed?.B !== undefined]).toEqual([undefined, true]);
    expect((await itemOf(snapshotsTable, second))?.expiresAt).toBeDefined();
  });

  it('of a thousand currencies stay far below the largest item', async () => {
    const { snapshots, snapshotsTable } = await booksOnEngine();
    const codes = Array.from({ length: 1_000 }, (_, index) => `C${index}`);
    const amount = (index: number) =>
      `${(index * 7_919) % 100_003}.${1 + ((index * 104_729) % 1e8)}`;
    const balances = codes.map((code, index) => [code, { total: amount(index) }] as const);
    const prices = codes.map((code, index) => {
      const bid = `${1 + index}.${1 + ((index * 15_485_863) % 1e6)}`;
      return [`${code}/USD`, { bid, ask: `${bid}9` }] as const;
    });
    const large = snapshotAt(FROM, Object.fromEntries(balances), Object.fromEntries(prices));
    await snapshots.put(large);
    expect(await snapshots.latest(TENANT)).toEqual(large);
    const packed = (await itemOf(snapshotsTable, FROM))?.packed?.B;
    expect(packed?.length).toBeGreaterThan(10_000);
    expect(packed?.length).toBeLessThan(100_000);
  });

  it('are found as of a moment: the last that had been read by then, past misses', async () => {
    const { snapshots, snapshotsTable } = await booksOnEngine();
    const at = (minutes: number) => instantOf(Date.parse(FROM) + minutes * 60_000);
    for (const minute of [0, 5]) await snapshots.put(snapshotAt(at(minute), {}));
    for (const minute of [10, 15]) {
      const scheduledFor = at(minute);
      const miss = {
        kind: 'missed',
        tenant: TENANT,
        scheduledFor,
        missedAt: scheduledFor,
      } as const;
      await snapshots.put({ ...miss, ...MISSING });
    }
    const found = async (moment: string) =>
      (await takenBy(snapshotsTable, TENANT, moment))?.scheduledFor ?? null;
    expect(await found(at(17))).toBe(at(5));
    expect(await found(plusSeconds(at(5), 1))).toBe(at(5));
    // Its tick had passed, its balances had not been read yet.
    expect(await found(at(5))).toBe(at(0));
    expect(await found(at(0))).toBeNull();
    expect(await snapshots.firstTick(TENANT)).toBe(at(0));
    expect(await snapshots.firstTick('another')).toBeNull();
  });
});
