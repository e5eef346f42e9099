import { FIRST_SCHEMA_VERSION } from '../../treasury/records/schema-version.ts';
import { type Day, type Hour, startOfDay, startOfHour } from '../../treasury/series/hour.ts';
import type { ClosedDay } from '../../treasury/series/ports.ts';
import { type SeriesName, type SeriesPoint, TOTAL } from '../../treasury/series/series.ts';
import { type Item, UnreadableItemError } from './item.ts';
import { type Key, seriesKeys } from './keys.ts';
import { type Packing, versionAttribute } from './packing-version.ts';
import { packChunk, packPoints, packRollUp } from './series-bytes.ts';

/*
 * How series are stored. An hour is a few chunks, each of the points of several series, and one item that names them: an item of
 * each series would be as many writes. When its day closes, each series gets one item with the points of the whole day, so that a
 * report over weeks reads nothing of others. Hours from before there were chunks are one item of each series.
 */

/** All items of series: chunks, hours, days, and the two that say which hours there are. */
export const SERIES: Packing = { entity: 'series', version: FIRST_SCHEMA_VERSION };

/** Between names of series in one attribute: none of them holds it. */
export const NAMES_SEPARATOR = ' ';

/** `n`: from how many snapshots it was computed. */
export type SeriesItem = Key & { readonly n: number };

/**
 * Chunks that currencies are spread over. Of fifty currencies each has about 1 kB, which one write unit takes; a report
 * about the present day reads one of them, hour by hour.
 */
const CHUNKS = 8;

/** The chunk of a series, for ever the same. The total has one by itself: every dashboard reads it. */
export function chunkOf(name: SeriesName): string {
  if (name === TOTAL) return TOTAL;
  let hash = FNV_OFFSET;
  for (const unit of Buffer.from(name)) hash = Math.imul(hash ^ unit, FNV_PRIME) >>> 0;
  return String(hash % CHUNKS);
}

/** FNV-1a, of 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Every chunk that there may be. */
export const ALL_CHUNKS: readonly string[] = [
  TOTAL,
  ...Array.from({ length: CHUNKS }, (_, index) => String(index)),
];

/** An hour as its items: its chunks, and one that names the series. */
export function hourItems(
  tenant: string,
  hour: Hour,
  seen: number,
  series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
): readonly SeriesItem[] {
  const chunks = [...Map.groupBy(series, ([name]) => chunkOf(name))].map(([chunk, entries]) => ({
    pk: seriesKeys.chunkPartition(tenant, chunk),
    sk: hour,
    ...versionAttribute(SERIES),
    n: seen,
    p: packChunk(startOfHour(hour), new Map(entries)),
  }));
  const names = [...series.keys()].sort().join(NAMES_SEPARATOR);
  const pk = seriesKeys.writtenPartition(tenant);
  const written = { pk, sk: hour, ...versionAttribute(SERIES), n: seen, s: names };
  return [...chunks, written];
}

/** A closed day as its items: of each series the roll-up, and the points. */
export function dayItems(
  tenant: string,
  day: Day,
  seen: number,
  series: ReadonlyMap<SeriesName, ClosedDay>,
): readonly SeriesItem[] {
  return [...series].flatMap(([name, { rollUp, points }]) => {
    const rest = { sk: day, ...versionAttribute(SERIES), n: seen };
    return [
      { pk: seriesKeys.dayPartition(tenant, name), ...rest, r: packRollUp(day, rollUp) },
      {
        pk: seriesKeys.hourPartition(tenant, name),
        ...rest,
        p: packPoints(startOfDay(day), points),
      },
    ];
  });
}

/** What an item has packed. `at`: its sort key, an hour or a day. */
export function packedIn<T>(
  item: Item,
  attribute: 'p' | 'r',
  of: (at: string, packed: Uint8Array) => T,
): T {
  const packed = item[attribute]?.B;
  try {
    if (item.sk?.S === undefined || packed === undefined) throw new Error('not its layout');
    return of(item.sk.S, packed);
  } catch (error) {
    const entity = attribute === 'p' ? 'hour' : 'day';
    throw unreadable(item, entity, error instanceof Error ? error.message : String(error));
  }
}

export function unreadable(item: Item, entity: string, reason: string): UnreadableItemError {
  const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
  return new UnreadableItemError(`${entity} of a series`, key, reason);
}
