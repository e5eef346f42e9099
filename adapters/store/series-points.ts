import { marshall } from '@aws-sdk/util-dynamodb';
import {
  type Day,
  dayAfter,
  dayOf,
  type Hour,
  hourBefore,
  hourOf,
  startOfDay,
  startOfHour,
} from '../../treasury/series/hour.ts';
import type { WrittenHour } from '../../treasury/series/ports.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { later } from '../../treasury/time/instant.ts';
import type { Item } from './item.ts';
import { seriesKeys } from './keys.ts';
import { knownPacking } from './packing-version.ts';
import { unpackChunk, unpackPoints } from './series-bytes.ts';
import { ALL_CHUNKS, chunkOf, packedIn, SERIES } from './series-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf } from './table-items.ts';

/** The points of a series in one hour, and from how many snapshots they were computed. */
interface HourOfSeries {
  readonly hour: Hour;
  readonly seen: number;
  readonly points: readonly SeriesPoint[];
}

/** Points of a range of hours: closed days each from one item, the hours after them from their chunks. */
export async function pointsBetween(
  table: StoreTable,
  tenant: string,
  name: SeriesName,
  { from, to }: { readonly from: Hour; readonly to: Hour },
): Promise<readonly SeriesPoint[]> {
  if (from >= to) return [];
  const own = await itemsBetween(table, seriesKeys.hourPartition(tenant, name), {
    // A day stands before its hours.
    from: dayOf(from),
    through: hourBefore(to),
  });
  const closed = new Map(
    own.filter(isDay).map((item) => [item.sk?.S ?? '', packedIn(item, 'p', pointsOfDayItem)]),
  );
  // Days are closed one after the other: chunks are read from the first that is not.
  const last = [...closed.keys()].at(-1);
  const open = last === undefined ? from : later(from, hourOf(startOfDay(dayAfter(last))));
  const chunks = open < to ? await chunksBetween(table, tenant, name, { from: open, to }) : [];
  const hours = [...own.filter((item) => !isDay(item)).map(oldHour), ...chunks].filter(
    ({ hour }) => !closed.has(dayOf(hour)),
  );
  const points = [...closed.values(), ...bestOf(hours).values()].flat();
  const [begin, end] = [startOfHour(from), startOfHour(to)];
  return points
    .filter(({ at }) => at >= begin && at < end)
    .sort((left, right) => (left.at < right.at ? -1 : 1));
}

/**
 * The points of a day by its hours: what was written of the day itself may be older. Every chunk is read once; and items
 * of single series where the chunks of an hour lack one, or are of fewer snapshots.
 */
export async function pointsOfDay(
  table: StoreTable,
  tenant: string,
  day: Day,
  written: readonly WrittenHour[],
): Promise<ReadonlyMap<SeriesName, readonly SeriesPoint[]>> {
  const from = hourOf(startOfDay(day));
  const through = hourBefore(hourOf(startOfDay(dayAfter(day))));
  const hoursOf = new Map<SeriesName, HourOfSeries[]>();
  const note = (name: SeriesName, hour: HourOfSeries) => {
    hoursOf.set(name, [...(hoursOf.get(name) ?? []), hour]);
  };
  const range = { from, through, consistent: true };
  const chunks = ALL_CHUNKS.map((chunk) => seriesKeys.chunkPartition(tenant, chunk));
  for (const items of await atOnce(chunks, (pk) => itemsBetween(table, pk, range))) {
    for (const item of items) {
      for (const [name, points] of packedIn(item, 'p', seriesOfChunk)) {
        note(name, { hour: item.sk?.S ?? '', seen: seenIn(item), points });
      }
    }
  }
  const old = written.flatMap(({ hour, seen, names }) => {
    const isThere = (each: HourOfSeries) => each.hour === hour && each.seen >= seen;
    return names.filter((name) => hoursOf.get(name)?.some(isThere) !== true);
  });
  await atOnce([...new Set(old)], async (name) => {
    const items = await itemsBetween(table, seriesKeys.hourPartition(tenant, name), range);
    for (const item of items) note(name, oldHour(item));
  });
  return new Map(
    [...hoursOf].map(([name, hours]) => {
      const best = [...bestOf(hours)].sort(([left], [right]) => (left < right ? -1 : 1));
      return [name, best.flatMap(([, points]) => points)];
    }),
  );
}

/** Hours of a series from one on are looked for in so many items at once: of a day, if it has no chunks. */
const HOURS_AT_ONCE = 25;

/** The first hour that a series has. `openHour`: of the tenant, which the days before it are closed by. */
export async function firstHourOf(
  table: StoreTable,
  tenant: string,
  name: SeriesName,
  from: Hour,
  openHour: () => Promise<Hour | null>,
): Promise<Hour | null> {
  const own = pagesFrom(table, seriesKeys.hourPartition(tenant, name), dayOf(from), [
    1,
    HOURS_AT_ONCE,
  ]);
  for await (const item of own) {
    const hours = isDay(item)
      ? packedIn(item, 'p', pointsOfDayItem).map(({ at }) => hourOf(at))
      : [item.sk?.S ?? ''];
    const first = hours.find((hour) => hour >= from);
    if (first !== undefined) return first;
  }
  const open = await openHour();
  const start = open === null ? from : later(from, hourOf(startOfDay(dayOf(open))));
  const partition = seriesKeys.chunkPartition(tenant, chunkOf(name));
  for await (const item of pagesFrom(table, partition, start, [HOURS_AT_ONCE])) {
    if (packedIn(item, 'p', seriesOfChunk).has(name)) return item.sk?.S ?? null;
  }
  return null;
}

/** Items from a sort key on; so many of them in the first queries, and as many as in the last of these from then on. */
async function* pagesFrom(
  table: StoreTable,
  pk: string,
  from: string,
  sizes: readonly number[],
): AsyncGenerator<Item> {
  let [start, operator] = [from, '>='];
  for (let page = 0; ; page++) {
    const Limit = sizes[Math.min(page, sizes.length - 1)] ?? HOURS_AT_ONCE;
    const question = {
      KeyConditionExpression: `pk = :pk AND sk ${operator} :from`,
      ExpressionAttributeValues: marshall({ ':pk': pk, ':from': start }),
      Limit,
    };
    const { value } = await pagesOf(table, question).next();
    const items = value?.items ?? [];
    yield* items.map((item) => knownPacking(SERIES, item));
    const last = items.at(-1)?.sk?.S;
    if (last === undefined || value?.end === undefined) return;
    [start, operator] = [last, '>'];
  }
}

/** Reads at once: each is a query of a day's hours. */
const READS_AT_ONCE = 8;

async function atOnce<From, To>(
  all: readonly From[],
  read: (each: From) => Promise<To>,
): Promise<readonly To[]> {
  const done: To[] = [];
  for (let next = 0; next < all.length; next += READS_AT_ONCE) {
    done.push(...(await Promise.all(all.slice(next, next + READS_AT_ONCE).map(read))));
  }
  return done;
}

async function chunksBetween(
  table: StoreTable,
  tenant: string,
  name: SeriesName,
  { from, to }: { readonly from: Hour; readonly to: Hour },
): Promise<readonly HourOfSeries[]> {
  const partition = seriesKeys.chunkPartition(tenant, chunkOf(name));
  const items = await itemsBetween(table, partition, { from, through: hourBefore(to) });
  return items.flatMap((item) => {
    const only = (at: string, packed: Uint8Array) => unpackChunk(startOfHour(at), packed, name);
    const points = packedIn(item, 'p', only).get(name);
    return points === undefined ? [] : [{ hour: item.sk?.S ?? '', seen: seenIn(item), points }];
  });
}

/** By hour: where it was written in both ways, that of more snapshots. */
function bestOf(hours: readonly HourOfSeries[]): ReadonlyMap<Hour, readonly SeriesPoint[]> {
  const best = new Map<Hour, HourOfSeries>();
  for (const each of hours) {
    const other = best.get(each.hour);
    if (other === undefined || each.seen >= other.seen) best.set(each.hour, each);
  }
  return new Map([...best].map(([hour, { points }]) => [hour, points]));
}

/** An hour of one series, as it was written before there were chunks. */
function oldHour(item: Item): HourOfSeries {
  const of = (at: string, packed: Uint8Array) => unpackPoints(startOfHour(at), packed);
  return { hour: item.sk?.S ?? '', seen: seenIn(item), points: packedIn(item, 'p', of) };
}

function pointsOfDayItem(day: string, packed: Uint8Array): readonly SeriesPoint[] {
  return unpackPoints(startOfDay(day), packed);
}

function seriesOfChunk(hour: string, packed: Uint8Array) {
  return unpackChunk(startOfHour(hour), packed);
}

const DAY_LENGTH = '2026-11-21'.length;

function isDay({ sk }: Item): boolean {
  return sk?.S?.length === DAY_LENGTH;
}

function seenIn({ n }: Item): number {
  return Number(n?.N ?? 0);
}

/** Items whose sort key lies between two, both included. */
export async function itemsBetween(
  table: StoreTable,
  partition: string,
  range: { readonly from: string; readonly through: string; readonly consistent?: boolean },
): Promise<readonly Item[]> {
  const { from, through, consistent = false } = range;
  if (from > through) return [];
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :through',
    ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':through': through }),
    ConsistentRead: consistent,
  });
  return items.map((item) => knownPacking(SERIES, item));
}
