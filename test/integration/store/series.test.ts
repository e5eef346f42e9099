import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableItemError } from '../../../adapters/store/item.ts';
import { snapshotKeys } from '../../../adapters/store/keys.ts';
import { packText } from '../../../adapters/store/packed-text.ts';
import { createSeries } from '../../../adapters/store/series.ts';
import { packPoints } from '../../../adapters/store/series-bytes.ts';
import { createSnapshots, takenBy } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { NewerVersionError } from '../../../treasury/records/newer-version.ts';
import { dayOf, hourOf, startOfHour } from '../../../treasury/series/hour.ts';
import { rebuildSeries } from '../../../treasury/series/rebuild-series.ts';
import { rollUp } from '../../../treasury/series/roll-up.ts';
import { seriesOf, TOTAL } from '../../../treasury/series/series.ts';
import { updateSeries, writeDay } from '../../../treasury/series/update-series.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt, TENANT } from '../../samples/snapshots.ts';
import { someSnapshots } from '../../unit/series/samples.ts';
import { booksInMemory } from '../../unit/series/series-in-memory.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItem, putItems } from './items.ts';

const FROM = '2026-01-05T20:00:00.000Z';
const MINUTES = 10 * 60;
const END = plusSeconds(FROM, (MINUTES + 1_500) * 60);

const engine = engineForTests();

/** An hour as it was written before the series of an hour were in chunks. */
function oldHourItems(hour: string, n: number, all: ReturnType<typeof seriesOf>) {
  const names = [...all.keys()].sort().join(' ');
  return [
    ...[...all].map(([name, points]) => {
      const p = packPoints(startOfHour(hour), points);
      return { pk: `${TENANT}#HOUR#${name}`, sk: hour, schemaVersion: 1, n, p };
    }),
    { pk: `${TENANT}#HOURS`, sk: hour, schemaVersion: 1, n, s: names },
  ];
}

async function sortedItems(table: StoreTable) {
  return (await itemsOf(table)).map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

async function booksOnEngine() {
  const [snapshotsTable, seriesTable] = await Promise.all([engine().table(), engine().table()]);
  const snapshots = createSnapshots(snapshotsTable, 6);
  return { snapshots, series: createSeries(seriesTable), snapshotsTable, seriesTable };
}

describe('series in the store', () => {
  it('are what they are in memory: late ones, duplicates, refused writes and all', async () => {
    const [taken = []] = fc.sample(someSnapshots(FROM, MINUTES, 30, 20), { numRuns: 1, seed: 5 });
    const order = [...taken, ...taken.slice(0, 4), snapshotAt(END, {})];
    const [store, memory] = [await booksOnEngine(), booksInMemory()];
    for (const snapshot of order) {
      const first = await store.snapshots.put(snapshot);
      expect(memory.take(snapshot)).toBe(first);
      const kept = await updateSeries(store, TENANT, snapshot.scheduledFor);
      expect(kept).toEqual(await updateSeries(memory, TENANT, snapshot.scheduledFor));
    }
    expect(taken.length).toBeGreaterThan(15);
    for (const name of ['BTC', 'ETH', TOTAL, 'NONE']) {
      const hours = { from: hourOf(FROM), to: hourOf(END) };
      const points = await store.series.points(TENANT, name, hours);
      expect(points).toEqual(await memory.series.points(TENANT, name, hours));
      const days = { from: dayOf(FROM), to: dayOf(END) };
      const rolled = await store.series.days(TENANT, name, days);
      expect(rolled).toEqual(await memory.series.days(TENANT, name, days));
      expect(await store.series.firstHour(TENANT, name, hours.from)).toEqual(
        await memory.series.firstHour(TENANT, name, hours.from),
      );
    }
    // Rebuilt beside it from the same snapshots, and over it: item for item the same.
    const beside = { ...store, series: createSeries(await engine().table()) };
    await rebuildSeries(beside, { tenant: TENANT });
    const before = await sortedItems(store.seriesTable);
    await rebuildSeries(store, { tenant: TENANT });
    expect(await sortedItems(store.seriesTable)).toEqual(before);
    const days = { from: dayOf(FROM), to: dayOf(END) };
    expect(await beside.series.days(TENANT, 'ETH', days)).toEqual(
      await store.series.days(TENANT, 'ETH', days),
    );
    expect(await store.series.openHour('another')).toBeNull();
  });

  it('are read where their hours were each an item of one series, and where a day has both', async () => {
    const { series, seriesTable } = await booksOnEngine();
    const hours = ['2026-01-05T20', '2026-01-05T22', '2026-01-05T23', '2026-01-06T01'];
    const pointsIn = (hour: string, amount: string) => {
      const named = { BTC: { total: amount }, ETH: { total: `1${amount}` } };
      return seriesOf([snapshotAt(`${hour}:05:00.000Z`, named)]);
    };
    const all = new Map(hours.map((hour, index) => [hour, pointsIn(hour, String(index + 1))]));
    const [first = '', second = '', ...rest] = hours;
    for (const hour of [first, second]) {
      const points = all.get(hour) ?? new Map();
      for (const item of oldHourItems(hour, 2, points)) await putItem(seriesTable, marshall(item));
    }
    // Computed again from fewer snapshots than it once was: the more are kept.
    await series.writeHour(TENANT, second, 1, pointsIn(second, '7'));
    for (const hour of rest) await series.writeHour(TENANT, hour, 1, all.get(hour) ?? new Map());
    const wanted = (name: string, some = hours) => some.flatMap((hour) => all.get(hour)?.get(name));
    const range = { from: first, to: '2026-01-06T02' };
    const expected = [wanted('BTC'), wanted('ETH')];
    const read = async () =>
      await Promise.all(['BTC', 'ETH'].map((name) => series.points(TENANT, name, range)));
    expect(await read()).toEqual(expected);
    const books = { series, snapshots: {} as never };
    await writeDay(books, TENANT, '2026-01-05');
    expect(await read()).toEqual(expected);
    const part = { from: second, to: '2026-01-06T00' };
    expect(await series.points(TENANT, 'ETH', part)).toEqual(
      wanted('ETH', [second, rest[0] ?? '']),
    );
    expect(await series.firstHour(TENANT, 'ETH', '2026-01-05T21')).toBe(second);
    await series.moveOpenHour(TENANT, null, '2026-01-06T02');
    expect(await series.firstHour(TENANT, 'BTC', '2026-01-06T00')).toBe('2026-01-06T01');
    expect(await series.firstHour(TENANT, 'BTC', '2026-01-06T02')).toBeNull();
    expect(await series.firstHour(TENANT, 'NONE', '2020-01-01T00')).toBeNull();
  });

  it('refuse an item of a layout that is not theirs', async () => {
    const { series, seriesTable } = await booksOnEngine();
    const Item = marshall({
      pk: `${TENANT}#HOUR#BTC`,
      sk: hourOf(FROM),
      n: 1,
      p: packText(9, 'USD|0,1'),
    });
    await putItem(seriesTable, Item);
    const range = { from: hourOf(FROM), to: '2026-01-06T00' };
    await expect(series.points(TENANT, 'BTC', range)).rejects.toThrow(UnreadableItemError);
  });

  it('of a later version are kept as they are, and nothing is computed from them', async () => {
    const { series, seriesTable } = await booksOnEngine();
    const snapshots = [snapshotAt(FROM, { BTC: { total: '1' } }), snapshotAt(END, {})];
    const hour = hourOf(FROM);
    const day = dayOf(FROM);
    const points = seriesOf(snapshots).get('BTC') ?? [];
    const rolled = rollUp(points);
    if (rolled === null) throw new Error('there are points');
    const days = new Map([['BTC', { rollUp: rolled, points }]]);
    const write = async () => {
      await series.writeHour(TENANT, hour, 2, seriesOf(snapshots));
      await series.writeDay(TENANT, day, 2, days);
      return await series.moveOpenHour(TENANT, hour, '2026-01-05T21');
    };
    await series.moveOpenHour(TENANT, null, hour);
    await series.writeHour(TENANT, hour, 1, seriesOf(snapshots));
    await series.writeDay(TENANT, day, 1, days);
    const items = await itemsOf(seriesTable);
    // What this version writes says which one it is.
    expect(items.map(({ schemaVersion }) => schemaVersion?.N)).toEqual(items.map(() => '1'));
    const newer = { schemaVersion: { N: '2' }, later: { S: 'a field' } };
    await putItems(
      seriesTable,
      items.map((item) => ({ ...item, ...newer })),
    );
    const before = await sortedItems(seriesTable);
    expect(before).toHaveLength(items.length);
    expect(await write()).toBe(false);
    expect(await sortedItems(seriesTable)).toEqual(before);
    const hours = { from: hour, to: hourOf(END) };
    const reads = [
      series.openHour(TENANT),
      series.hoursOfDay(TENANT, day),
      series.points(TENANT, 'BTC', hours),
      series.days(TENANT, 'BTC', { from: day, to: dayOf(END) }),
    ];
    await Promise.all(reads.map((read) => expect(read).rejects.toThrow(NewerVersionError)));
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
    const missed = { code: 'timeout', reason: 'no answer' };
    for (const minute of [10, 15]) {
      const scheduledFor = at(minute);
      const miss = {
        kind: 'missed',
        tenant: TENANT,
        scheduledFor,
        missedAt: scheduledFor,
      } as const;
      await snapshots.put({ ...miss, ...missed });
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
