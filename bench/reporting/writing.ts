import { dayAfter, dayOf, hourOf, startOfDay } from '../../treasury/series/hour.ts';
import type { Series } from '../../treasury/series/ports.ts';
import { TOTAL } from '../../treasury/series/series.ts';
import { updateSeries, writeDay, writeHours } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { ASKED, load, PER_DAY, PER_HOUR, TENANT, tickOf } from './load.ts';
import { type Consumed, difference } from './meter.ts';
import type { Books } from './tables.ts';

/** The consumption of writing a number of snapshots, with their series. */
export interface Written {
  readonly snapshots: number;
  readonly consumed: Consumed;
  /** Of it the snapshots themselves. */
  readonly raw: Consumed;
  /** The most that came with one snapshot: that which ends an hour and a day. */
  readonly worst: number;
  readonly seconds: number;
}

/**
 * Writes snapshots as take-snapshot does, and hands each to what update-books calls. The twelve of an hour are
 * put at once, which is faster here and consumes the same.
 */
export async function writeHistory(
  books: Books,
  currencies: number,
  count: number,
  tell: (done: number) => void = () => {},
): Promise<Written> {
  const start = performance.now();
  const before = books.meter.total();
  const next = load(currencies);
  let raw = 0;
  let rawBytes = 0;
  let worst = 0;
  for (let index = 0; index < count; index += PER_HOUR) {
    const length = Math.min(PER_HOUR, count - index);
    const hour = Array.from({ length }, (_, offset) => next(index + offset));
    const puts = await books.meter.of(() => Promise.all(hour.map(books.snapshots.put)));
    raw += puts.writeUnits;
    rawBytes += puts.writtenBytes;
    for (const { scheduledFor } of hour) {
      const kept = await books.meter.of(() => updateSeries(books, TENANT, scheduledFor));
      worst = Math.max(worst, kept.writeUnits + puts.writeUnits / length);
    }
    tell(index + length);
  }
  return {
    snapshots: count,
    consumed: difference(books.meter.total(), before),
    raw: { writeUnits: raw, readUnits: 0, writtenBytes: rawBytes, readBytes: 0, calls: count },
    worst,
    seconds: (performance.now() - start) / 1_000,
  };
}

/** Days that are rolled up at once. */
const DAYS_AT_ONCE = 8;
/** Days of which the snapshots themselves are stored: no question reads more than two of them. */
const STORED_DAYS = 2;

/**
 * A history of many days, all of it generated and rolled up by what update-books calls, as far as it is read: the
 * series that are asked for, and the snapshots of the last two days. What other currencies have beside it is in
 * partitions of their own.
 */
export function seriesWriter(books: Books, currencies: number) {
  const next = load(currencies);
  const asked = {
    ...books.series,
    writeHour: (tenant: string, hour: string, seen: number, all: ReadonlyMap<string, never[]>) =>
      books.series.writeHour(tenant, hour, seen, onlyAsked(all)),
  } as Series;
  let written = 0;
  /** Goes on until so many days are written. */
  return async (days: number): Promise<void> => {
    for (; written < days; written += Math.min(DAYS_AT_ONCE, days - written)) {
      const first = written;
      const length = Math.min(DAYS_AT_ONCE, days - first);
      await Promise.all(
        Array.from({ length }, (_, offset) => {
          const tick = (first + offset) * PER_DAY;
          const taken = Array.from({ length: PER_DAY }, (__, index) => next(tick + index));
          return writeOneDay(books, asked, taken, first + offset >= days - STORED_DAYS);
        }),
      );
    }
    // The last hour stays open: it is answered from its snapshots.
    const last = hourOf(tickOf(days * PER_DAY - 1));
    await books.series.moveOpenHour(TENANT, await books.series.openHour(TENANT), last);
  };
}

async function writeOneDay(
  books: Books,
  series: Series,
  taken: readonly SnapshotTaken[],
  stored: boolean,
): Promise<void> {
  const [first] = taken;
  if (first === undefined) throw new Error('a day without snapshots');
  const from = hourOf(first.scheduledFor);
  const ports = { series, snapshots: { takenBetween: async () => taken } };
  await writeHours(ports, TENANT, from, hourOf(startOfDay(dayAfter(dayOf(from)))));
  await writeDay(ports, TENANT, dayOf(from));
  if (stored) await Promise.all(taken.map(books.snapshots.put));
}

function onlyAsked<T>(all: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...all].filter(([name]) => name === ASKED || name === TOTAL));
}
