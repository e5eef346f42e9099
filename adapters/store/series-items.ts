import { unmarshall } from '@aws-sdk/util-dynamodb';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { Day, Hour } from '../../treasury/series/hour.ts';
import type { ClosedDay } from '../../treasury/series/ports.ts';
import { type SeriesName, type SeriesPoint, TOTAL } from '../../treasury/series/series.ts';
import type { Fields } from './fields.ts';
import type { Item } from './item.ts';
import { type Key, seriesKeys } from './keys.ts';
import { packChunk, packPoints } from './packed-points.ts';

/*
 * How series are stored. An hour is a few chunks, each of the points of several series, and one item that says from how many snapshots it
 * was written: an item of each series would be as many writes. When its day closes, each series gets one item with the roll-up, and one with the points of
 * the whole day, so that a report over weeks reads nothing of others.
 */

/** `seen`: from how many snapshots it was computed. */
export type SeriesItem = Key & { readonly seen: number };

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

/** An hour as its items: its chunks, and one that says that it was written. */
export function hourItems(
  tenant: string,
  hour: Hour,
  seen: number,
  series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
): readonly SeriesItem[] {
  const chunks = [...Map.groupBy(series, ([name]) => chunkOf(name))].map(([chunk, entries]) => ({
    pk: seriesKeys.chunkPartition(tenant, chunk),
    sk: hour,
    seen,
    packed: packChunk(new Map(entries)),
  }));
  const pk = seriesKeys.writtenPartition(tenant);
  return [...chunks, { pk, sk: hour, seen }];
}

/** A closed day as its items: of each series the roll-up, and the points. */
export function dayItems(
  tenant: string,
  day: Day,
  seen: number,
  series: ReadonlyMap<SeriesName, ClosedDay>,
): readonly SeriesItem[] {
  return [...series].flatMap(([name, { rollUp, points }]) => {
    const packed = packPoints(points);
    return [
      { pk: seriesKeys.dayPartition(tenant, name), sk: day, seen, rollUp },
      { pk: seriesKeys.pointsPartition(tenant, name), sk: day, seen, packed },
    ];
  });
}

/** What is read of an item of a series. @throws UnreadableItemError, of this one alone */
export function contentOf<T>(item: Item, read: (content: Fields) => T): T {
  try {
    return read(unmarshall(item));
  } catch (error) {
    const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableItemError('series', key, reason);
  }
}
