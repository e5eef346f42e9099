import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { FIRST_SCHEMA_VERSION } from '../../treasury/records/schema-version.ts';
import { type Day, dayAfter, type Hour } from '../../treasury/series/hour.ts';
import type { Series, WrittenHour } from '../../treasury/series/ports.ts';
import type { RollUp } from '../../treasury/series/roll-up.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { putIf } from './conditional-put.ts';
import { type Item, UnreadableItemError } from './item.ts';
import { type Key, seriesKeys } from './keys.ts';
import {
  knownPacking,
  NOT_NEWER,
  type Packing,
  VERSION_NAMES,
  versionAttribute,
} from './packing-version.ts';
import { packPoints, packRollUp, unpackPoints, unpackRollUp } from './series-bytes.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt, itemsOf } from './table-items.ts';

/** Writes at once of one hour or day: what one connection pool serves, below what a partition takes. */
const WRITES_AT_ONCE = 16;

/** The separator between names of series in one attribute: none of them holds it. */
const NAMES_SEPARATOR = ' ';

/** All items of series: hours, days, and the two that say which hours there are. */
const SERIES: Packing = { entity: 'series', version: FIRST_SCHEMA_VERSION };

/** `n`: from how many snapshots it was computed. */
type SeriesItem = Key & { readonly n: number };

/** Series on DynamoDB, in a table of their own: it has no stream that every roll-up would go through. */
export function createSeries(table: StoreTable): Series {
  return {
    openHour: async (tenant, consistent) => {
      const item = await itemAt(table, seriesKeys.openHour(tenant), consistent === 'consistent');
      return item === null ? null : (knownPacking(SERIES, item).hour?.S ?? null);
    },
    moveOpenHour: (tenant, from, to) => moveOpenHour(table, tenant, from, to),
    writeHour: (tenant, hour, seen, series) => writeHour(table, tenant, hour, seen, series),
    writeDay: (tenant, day, seen, rollUps) => writeDay(table, tenant, day, seen, rollUps),
    hoursOfDay: (tenant, day) => hoursOfDay(table, tenant, day),
    points: async (tenant, name, range, consistent) => {
      const partition = seriesKeys.hourPartition(tenant, name);
      const items = await itemsBetween(table, partition, range, consistent === 'consistent');
      return items.flatMap((item) => read(item, 'hour', unpackPoints));
    },
    days: async (tenant, name, range) => {
      const items = await itemsBetween(table, seriesKeys.dayPartition(tenant, name), range, false);
      return new Map(items.map((item) => [item.sk?.S ?? '', read(item, 'day', unpackRollUp)]));
    },
    firstHour: (tenant, name, from) => firstHour(table, tenant, name, from),
  };
}

async function moveOpenHour(
  table: StoreTable,
  tenant: string,
  from: Hour | null,
  to: Hour,
): Promise<boolean> {
  const Item = marshall({ ...seriesKeys.openHour(tenant), ...versionAttribute(SERIES), hour: to });
  if (from === null) return await putIf(table, Item);
  return await putIf(table, Item, {
    ConditionExpression: `#hour = :from AND ${NOT_NEWER}`,
    ExpressionAttributeNames: { ...VERSION_NAMES, '#hour': 'hour' },
    ExpressionAttributeValues: marshall({ ':from': from, ':version': SERIES.version }),
  });
}

async function writeHour(
  table: StoreTable,
  tenant: string,
  hour: Hour,
  seen: number,
  series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
): Promise<void> {
  await putUnlessMoreWasSeen(table, hourItems(tenant, hour, seen, series));
}

/** An hour as its items: one of each series, and one that names them. */
export function hourItems(
  tenant: string,
  hour: Hour,
  seen: number,
  series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
): readonly SeriesItem[] {
  const items = [...series].map(([name, points]) => ({
    pk: seriesKeys.hourPartition(tenant, name),
    sk: hour,
    ...versionAttribute(SERIES),
    n: seen,
    p: packPoints(hour, points),
  }));
  const names = [...series.keys()].sort().join(NAMES_SEPARATOR);
  const pk = seriesKeys.writtenPartition(tenant);
  const written = { pk, sk: hour, ...versionAttribute(SERIES), n: seen, s: names };
  return [...items, written];
}

async function writeDay(
  table: StoreTable,
  tenant: string,
  day: Day,
  seen: number,
  rollUps: ReadonlyMap<SeriesName, RollUp>,
): Promise<void> {
  await putUnlessMoreWasSeen(table, dayItems(tenant, day, seen, rollUps));
}

/** A day as its items: one of each series. */
export function dayItems(
  tenant: string,
  day: Day,
  seen: number,
  rollUps: ReadonlyMap<SeriesName, RollUp>,
): readonly SeriesItem[] {
  return [...rollUps].map(([name, rollUp]) => ({
    pk: seriesKeys.dayPartition(tenant, name),
    sk: day,
    ...versionAttribute(SERIES),
    n: seen,
    r: packRollUp(day, rollUp),
  }));
}

async function putUnlessMoreWasSeen(
  table: StoreTable,
  items: readonly SeriesItem[],
): Promise<void> {
  for (let next = 0; next < items.length; next += WRITES_AT_ONCE) {
    await Promise.all(
      items.slice(next, next + WRITES_AT_ONCE).map((item) =>
        putIf(table, marshall(item), {
          ConditionExpression: `attribute_not_exists(pk) OR (n <= :n AND ${NOT_NEWER})`,
          ExpressionAttributeNames: VERSION_NAMES,
          ExpressionAttributeValues: marshall({ ':n': item.n, ':version': SERIES.version }),
        }),
      ),
    );
  }
}

async function hoursOfDay(
  table: StoreTable,
  tenant: string,
  day: Day,
): Promise<readonly WrittenHour[]> {
  // "2026-11-21T09" lies between the two days as texts.
  const range = { from: day, to: dayAfter(day) };
  const items = await itemsBetween(table, seriesKeys.writtenPartition(tenant), range, true);
  return items.map((item) => {
    const { n, s } = item;
    if (n?.N === undefined || s?.S === undefined) throw unreadable(item, 'hour', 'not its layout');
    return { seen: Number(n.N), names: s.S === '' ? [] : s.S.split(NAMES_SEPARATOR) };
  });
}

async function firstHour(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
  name: SeriesName,
  from: Hour,
): Promise<Hour | null> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk >= :from',
      ExpressionAttributeValues: marshall({
        ':pk': seriesKeys.hourPartition(tenant, name),
        ':from': from,
      }),
      Limit: 1,
    }),
  );
  return Items[0]?.sk?.S ?? null;
}

/** Items whose sort key lies from one to before another. */
async function itemsBetween(
  table: StoreTable,
  partition: string,
  { from, to }: { readonly from: string; readonly to: string },
  consistent: boolean,
): Promise<readonly Item[]> {
  if (from >= to) return [];
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':to': to }),
    ConsistentRead: consistent,
  });
  // BETWEEN takes in its end.
  return items.filter(({ sk }) => sk?.S !== to).map((item) => knownPacking(SERIES, item));
}

function read<T>(item: Item, entity: 'hour' | 'day', of: (at: string, packed: Uint8Array) => T): T {
  const packed = entity === 'hour' ? item.p?.B : item.r?.B;
  try {
    if (item.sk?.S === undefined || packed === undefined) throw new Error('not its layout');
    return of(item.sk.S, packed);
  } catch (error) {
    throw unreadable(item, entity, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(item: Item, entity: string, reason: string): UnreadableItemError {
  const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
  return new UnreadableItemError(`${entity} of a series`, key, reason);
}
