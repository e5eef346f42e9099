import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { PastReading, PastReadings, TickRange } from '../../treasury/preview/history.ts';
import { pastReadingOf } from '../../treasury/preview/past-reading.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';
import { statedIn } from '../../treasury/valuation/balance.ts';
import type { Item } from './item.ts';
import { snapshotKeys } from './keys.ts';
import { type Holdings, unpackHoldings } from './packed-snapshot.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/**
 * Parts of a range that are read at once. One partition gives some 23 pages a second of the size that
 * snapshots have, and a page takes 20 to 50 milliseconds: more at once would only be throttled, and take
 * what the watchdog reads.
 */
const PARTS = 4;

/** The fields that are read of a snapshot, by the placeholders of a projection. */
interface Projection {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
}

/** Currencies whose balances and prices are read. */
type Names = readonly string[] | 'all';

/**
 * Readings of a range of ticks, about `limit` of them and never more: the times they were taken, the balances of the
 * currencies concerned, and the value of one unit; the rest of the items is not read. The first page says how closely
 * the snapshots follow each other; by that the part of the range that holds about as many as requested is read, in
 * parts at once.
 */
export async function readingsBetween(
  table: StoreTable,
  tenant: string,
  { after, to }: TickRange,
  currencies: Names,
  limit: number,
  withMarket = false,
): Promise<PastReadings> {
  if (after >= to) return { readings: [], until: to };
  const query = queryOf(table, tenant, currencies, withMarket);
  const first = await query({ after, to }, limit, 1);
  if (first.until >= to || first.readings.length >= limit) return first;
  const reach = reachOf(first, after, to, limit);
  const parts = partsOf({ after: first.until, to: reach });
  const left = limit - first.readings.length;
  const read = await Promise.all(parts.map((part) => query(part, left)));
  const joined = [...first.readings];
  let { until } = first;
  for (const [index, part] of read.entries()) {
    joined.push(...part.readings);
    until = part.until;
    // A part that broke off leaves a gap: everything beyond it is read again.
    if (until !== parts[index]?.to || joined.length > limit) break;
  }
  return within(limit, joined, until);
}

function within(limit: number, readings: readonly PastReading[], until: Instant): PastReadings {
  if (readings.length <= limit) return { readings, until };
  const kept = readings.slice(0, limit);
  return { readings: kept, until: kept.at(-1)?.scheduledFor ?? until };
}

/** The tick up to which there are about `limit` readings, by the pace of the first page. */
function reachOf(first: PastReadings, after: Instant, to: Instant, limit: number): Instant {
  const spent = epochMsOf(first.until) - epochMsOf(after);
  const share = limit / Math.max(1, first.readings.length) - 1;
  const reach = epochMsOf(first.until) + Math.ceil(spent * share);
  return reach < epochMsOf(to) ? instantOf(reach) : to;
}

function partsOf({ after, to }: TickRange): readonly TickRange[] {
  const from = epochMsOf(after);
  const width = (epochMsOf(to) - from) / PARTS;
  const edges = Array.from({ length: PARTS - 1 }, (_, index) =>
    instantOf(Math.floor(from + width * (index + 1))),
  );
  return [after, ...edges].map((edge, index) => ({ after: edge, to: edges[index] ?? to }));
}

function queryOf(table: StoreTable, tenant: string, names: Names, withMarket: boolean) {
  const partition = snapshotKeys.partition(tenant);
  /** At most `limit` readings of a range; of no more than `pages` pages if that is given. */
  return async (
    { after, to }: TickRange,
    limit: number,
    pages: number = Number.POSITIVE_INFINITY,
  ): Promise<PastReadings> => {
    const readings: PastReading[] = [];
    const from = instantOf(epochMsOf(after) + 1);
    const question = {
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':to': to }),
      ExpressionAttributeNames: { ...PROJECTION.names },
      ProjectionExpression: PROJECTION.expression,
    };
    let read = 0;
    let until = to;
    for await (const { items, end } of pagesOf(table, question)) {
      for (const item of items) {
        if (item.kind?.S === 'taken') readings.push(readingOf(item, names, withMarket));
      }
      until = end === undefined ? to : (end.sk?.S ?? after);
      read += 1;
      if (read === pages || readings.length >= limit) break;
    }
    return within(limit, readings, until);
  };
}

/** A snapshot is one packed attribute beside its keys, so every currency is read with one. */
const PROJECTION: Projection = {
  expression: '#pk,#sk,#k,#t,#z',
  names: { '#pk': 'pk', '#sk': 'sk', '#k': 'kind', '#t': 'takenAt', '#z': 'packed' },
};

/**
 * Reads an item by hand: a year is a hundred thousand of them, and a schema for each takes longer than everything
 * else that is done with them. An item that Sluice did not write in this form is refused all the same.
 */
function readingOf(item: Item, names: Names, withMarket: boolean): PastReading {
  const tick = { scheduledFor: textOf(item, item.sk), takenAt: textOf(item, item.takenAt) };
  const held = holdingsIn(item);
  try {
    const reading = pastReadingOf(tick, held, names, withMarket);
    for (const [, { total, available = total }] of statedIn(reading.balances)) {
      decimalOf(total);
      decimalOf(available);
    }
    return reading;
  } catch {
    throw unreadable(item, 'an amount is not decimal text');
  }
}

function holdingsIn(item: Item): Holdings {
  if (item.packed?.B === undefined) throw unreadable(item, 'it has no balances');
  try {
    return unpackHoldings(item.packed.B);
  } catch (error) {
    throw unreadable(item, error instanceof Error ? error.message : String(error));
  }
}

function textOf(item: Item, value: AttributeValue | undefined): string {
  if (value?.S === undefined) throw unreadable(item, 'a text is missing');
  return value.S;
}

function unreadable(item: Item, reason: string): UnreadableItemError {
  return new UnreadableItemError('snapshot', `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`, reason);
}
