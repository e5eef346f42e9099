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
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { later } from '../../treasury/time/instant.ts';
import type { Item } from './item.ts';
import { seriesKeys } from './keys.ts';
import { unpackChunk, unpackPoints } from './packed-points.ts';
import { ALL_CHUNKS, chunkOf, contentOf } from './series-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf } from './table-items.ts';

/** Points of a range of hours: closed days each from one item, the hours after them from their chunks. */
export async function pointsBetween(
  table: StoreTable,
  tenant: string,
  name: SeriesName,
  { from, to }: { readonly from: Hour; readonly to: Hour },
): Promise<readonly SeriesPoint[]> {
  if (from >= to) return [];
  const days = await itemsBetween(table, seriesKeys.pointsPartition(tenant, name), {
    from: dayOf(from),
    through: dayOf(hourBefore(to)),
  });
  const closed = days.flatMap(pointsOfItem);
  // Days are closed one after the other: chunks are read from the first that is not.
  const last = days.at(-1)?.sk?.S;
  const open = last === undefined ? from : later(from, hourOf(startOfDay(dayAfter(last))));
  const hours = open < to ? await chunksBetween(table, tenant, name, { from: open, to }) : [];
  const [begin, end] = [startOfHour(from), startOfHour(to)];
  return [...closed, ...hours].filter(({ at }) => at >= begin && at < end);
}

/** The points of a day by its hours: what was written of the day itself may be older. Every chunk is read once. */
export async function pointsOfDay(
  table: StoreTable,
  tenant: string,
  day: Day,
): Promise<ReadonlyMap<SeriesName, readonly SeriesPoint[]>> {
  const from = hourOf(startOfDay(day));
  const through = hourBefore(hourOf(startOfDay(dayAfter(day))));
  const range = { from, through, consistent: true };
  const chunks = ALL_CHUNKS.map((chunk) => seriesKeys.chunkPartition(tenant, chunk));
  const series = new Map<SeriesName, SeriesPoint[]>();
  for (const items of await atOnce(chunks, (pk) => itemsBetween(table, pk, range))) {
    for (const [name, points] of items.flatMap((item) => [...seriesOfChunk(item)])) {
      const known = series.get(name);
      if (known === undefined) series.set(name, [...points]);
      else known.push(...points);
    }
  }
  return series;
}

/** Items that the first hour of a series is looked for in at once: a closed day has it, or the next; of hours, those of a day. */
const DAYS_AT_ONCE = 2;
const HOURS_AT_ONCE = 24;

/** The first hour that a series has. `openHour`: of the tenant, which the days before it are closed by. */
export async function firstHourOf(
  table: StoreTable,
  tenant: string,
  name: SeriesName,
  from: Hour,
  openHour: () => Promise<Hour | null>,
): Promise<Hour | null> {
  const days = pagesFrom(
    table,
    seriesKeys.pointsPartition(tenant, name),
    dayOf(from),
    DAYS_AT_ONCE,
  );
  for await (const item of days) {
    const first = pointsOfItem(item).find(({ at }) => hourOf(at) >= from);
    if (first !== undefined) return hourOf(first.at);
  }
  const open = await openHour();
  const start = open === null ? from : later(from, hourOf(startOfDay(dayOf(open))));
  const partition = seriesKeys.chunkPartition(tenant, chunkOf(name));
  for await (const item of pagesFrom(table, partition, start, HOURS_AT_ONCE)) {
    if (seriesOfChunk(item).has(name)) return item.sk?.S ?? null;
  }
  return null;
}

/** Items from a sort key on, so many in each query. */
async function* pagesFrom(
  table: StoreTable,
  pk: string,
  from: string,
  Limit: number,
): AsyncGenerator<Item> {
  const question = {
    KeyConditionExpression: 'pk = :pk AND sk >= :from',
    ExpressionAttributeValues: marshall({ ':pk': pk, ':from': from }),
    Limit,
  };
  for await (const { items } of pagesOf(table, question)) yield* items;
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
): Promise<readonly SeriesPoint[]> {
  const partition = seriesKeys.chunkPartition(tenant, chunkOf(name));
  const items = await itemsBetween(table, partition, { from, through: hourBefore(to) });
  return items.flatMap((item) => seriesOfChunk(item, name).get(name) ?? []);
}

function pointsOfItem(item: Item): readonly SeriesPoint[] {
  return contentOf(item, ({ packed }) => unpackPoints(packed));
}

function seriesOfChunk(item: Item, only?: SeriesName) {
  return contentOf(item, ({ packed }) => unpackChunk(packed, only));
}

/** Items whose sort key lies between two, both included. */
export async function itemsBetween(
  table: StoreTable,
  partition: string,
  range: { readonly from: string; readonly through: string; readonly consistent?: boolean },
): Promise<readonly Item[]> {
  const { from, through, consistent = false } = range;
  if (from > through) return [];
  return await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :through',
    ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':through': through }),
    ConsistentRead: consistent,
  });
}
