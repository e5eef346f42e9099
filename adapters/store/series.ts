import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import {
  type Day,
  dayAfter,
  dayBefore,
  type Hour,
  hourBefore,
  hourOf,
  startOfDay,
} from '../../treasury/series/hour.ts';
import type { Series, WrittenHour } from '../../treasury/series/ports.ts';
import { rollUpSchema } from '../../treasury/series/roll-up.ts';
import { putIf } from './conditional-put.ts';
import { seriesKeys } from './keys.ts';
import { contentOf, dayItems, hourItems, type SeriesItem } from './series-items.ts';
import { firstHourOf, itemsBetween, pointsBetween, pointsOfDay } from './series-points.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/** Writes at once of one hour or day: what one connection pool serves, below what a partition takes. */
const WRITES_AT_ONCE = 16;

/** Series on DynamoDB, in a table of their own: it has no stream that every roll-up would go through. */
export function createSeries(table: StoreTable): Series {
  return {
    openHour: (tenant, consistent) => openHour(table, tenant, consistent === 'consistent'),
    moveOpenHour: (tenant, from, to) => moveOpenHour(table, tenant, from, to),
    writeHour: (tenant, hour, seen, series) =>
      putUnlessMoreWasSeen(table, hourItems(tenant, hour, seen, series)),
    writeDay: (tenant, day, seen, series) =>
      putUnlessMoreWasSeen(table, dayItems(tenant, day, seen, series)),
    hoursOfDay: (tenant, day) => hoursOfDay(table, tenant, day),
    pointsOfDay: (tenant, day) => pointsOfDay(table, tenant, day),
    points: (tenant, name, range) => pointsBetween(table, tenant, name, range),
    days: async (tenant, name, { from, to }) => {
      if (from >= to) return new Map();
      const range = { from, through: dayBefore(to) };
      const items = await itemsBetween(table, seriesKeys.dayPartition(tenant, name), range);
      return new Map(
        items.map((item) =>
          contentOf(item, ({ sk, rollUp }) => [String(sk), rollUpSchema.parse(rollUp)]),
        ),
      );
    },
    firstHour: (tenant, name, from) =>
      firstHourOf(table, tenant, name, from, () => openHour(table, tenant, false)),
  };
}

async function openHour(
  table: StoreTable,
  tenant: string,
  consistent: boolean,
): Promise<Hour | null> {
  const item = await itemAt(table, seriesKeys.openHour(tenant), consistent);
  return item?.hour?.S ?? null;
}

async function moveOpenHour(
  table: StoreTable,
  tenant: string,
  from: Hour | null,
  to: Hour,
): Promise<boolean> {
  const Item = marshall({ ...seriesKeys.openHour(tenant), hour: to });
  if (from === null) return await putIf(table, Item);
  return await putIf(table, Item, {
    ConditionExpression: '#hour = :from',
    ExpressionAttributeNames: { '#hour': 'hour' },
    ExpressionAttributeValues: marshall({ ':from': from }),
  });
}

async function putUnlessMoreWasSeen(
  table: StoreTable,
  items: readonly SeriesItem[],
): Promise<void> {
  for (let next = 0; next < items.length; next += WRITES_AT_ONCE) {
    await Promise.all(
      items.slice(next, next + WRITES_AT_ONCE).map((item) =>
        putIf(table, marshall(item), {
          ConditionExpression: 'attribute_not_exists(pk) OR seen <= :seen',
          ExpressionAttributeValues: marshall({ ':seen': item.seen }),
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
  const through = hourBefore(hourOf(startOfDay(dayAfter(day))));
  const range = { from: day, through, consistent: true };
  const items = await itemsBetween(table, seriesKeys.writtenPartition(tenant), range);
  return items.map((item) => contentOf(item, (content) => writtenHourSchema.parse(content)));
}

const writtenHourSchema = z.pipe(
  z.object({ sk: z.string(), seen: z.int() }),
  z.transform(({ sk: hour, seen }): WrittenHour => ({ hour, seen })),
);
