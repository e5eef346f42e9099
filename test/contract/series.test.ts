import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore, type StorePorts } from '../../adapters/memory/memory-store.ts';
import { dayOf, hourOf } from '../../treasury/series/hour.ts';
import { TOTAL } from '../../treasury/series/series.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { snapshotAt, TENANT } from '../samples/snapshots.ts';
import { someSnapshots } from '../unit/series/samples.ts';
import { storeKinds } from './stores.ts';

const FROM = '2026-01-05T20:00:00.000Z';
const MINUTES = 10 * 60;
const END = plusSeconds(FROM, (MINUTES + 1_500) * 60);

describe.each(storeKinds())('series $name', ({ open }) => {
  it('keep what more snapshots were seen for', async () => {
    const { series } = await open();
    const hour = hourOf(FROM);
    const point = (amount: string) => ({
      ...{ at: FROM, amount, price: null, value: null, reportingCurrency: 'USD', unvalued: [] },
    });
    const write = (seen: number, amount: string) =>
      series.writeHour(TENANT, hour, seen, new Map([['BTC', [point(amount)]]]));
    await write(2, '2');
    await write(1, '1');
    const range = { from: hour, to: '2026-01-05T21' };
    expect(await series.points(TENANT, 'BTC', range)).toEqual([point('2')]);
    await write(2, '3');
    expect(await series.points(TENANT, 'BTC', range)).toEqual([point('3')]);
    expect(await series.points('another', 'BTC', range)).toEqual([]);
    expect(await series.moveOpenHour(TENANT, '2026-01-05T20', '2026-01-05T21')).toBe(false);
    expect(await series.moveOpenHour(TENANT, null, hour)).toBe(true);
    expect(await series.moveOpenHour(TENANT, null, hour)).toBe(false);
    expect(await series.openHour(TENANT)).toBe(hour);
    expect(await series.openHour('another')).toBeNull();
  });
});

const [, ...others] = storeKinds();

describe.each(others)('series $name', ({ open }) => {
  it('are what they are in memory: late ones, duplicates, refused writes and all', async () => {
    const [taken = []] = fc.sample(someSnapshots(FROM, MINUTES, 30, 20), { numRuns: 1, seed: 5 });
    const order = [...taken, ...taken.slice(0, 4), snapshotAt(END, {})];
    const [store, memory] = [await open(), new MemoryStore('table-1').ports];
    for (const snapshot of order) {
      expect(await memory.snapshots.put(snapshot)).toBe(await store.snapshots.put(snapshot));
      const kept = await updateSeries(store, TENANT, snapshot.scheduledFor);
      expect(kept).toEqual(await updateSeries(memory, TENANT, snapshot.scheduledFor));
    }
    expect(taken.length).toBeGreaterThan(15);
    const hours = { from: hourOf(FROM), to: hourOf(END) };
    const days = { from: dayOf(FROM), to: dayOf(END) };
    for (const name of ['BTC', 'ETH', TOTAL, 'NONE']) {
      const read = async ({ series }: StorePorts) => ({
        points: await series.points(TENANT, name, hours),
        days: await series.days(TENANT, name, days),
        first: await series.firstHour(TENANT, name, hours.from),
      });
      expect(await read(store)).toEqual(await read(memory));
    }
    const written = await store.series.hoursOfDay(TENANT, days.from);
    expect(written).toEqual(await memory.series.hoursOfDay(TENANT, days.from));
    expect(await store.series.pointsOfDay(TENANT, days.from)).toEqual(
      await memory.series.pointsOfDay(TENANT, days.from),
    );
  });
});
