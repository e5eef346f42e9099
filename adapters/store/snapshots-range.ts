import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { PastReading, PastReadings, TickRange } from '../../treasury/preview/history.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';
import {
  type Balance,
  type BalanceReading,
  type Balances,
  balanceOf,
} from '../../treasury/valuation/balance.ts';
import { type Price, priceDoubtSchema, pricesSchema } from '../../treasury/valuation/price.ts';
import type { PriceReading } from '../../treasury/value-limits/price-of-limits.ts';
import { type Item, UnreadableItemError } from './item.ts';
import { snapshotKeys } from './keys.ts';
import { unpackHoldings } from './packed-snapshot.ts';
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
  const projection = projectionOf(names, withMarket);
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
      ExpressionAttributeNames: { ...projection.names },
      ProjectionExpression: projection.expression,
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

function projectionOf(currencies: Names, withMarket: boolean): Projection {
  const fixed = {
    '#pk': 'pk',
    '#sk': 'sk',
    '#k': 'kind',
    '#t': 'takenAt',
    '#b': 'balances',
    '#z': 'packed',
  };
  if (currencies === 'all') {
    return {
      expression: '#pk,#sk,#k,#t,#b,#z,#w',
      names: { ...fixed, '#w': 'valuation' },
    };
  }
  const valued = { '#w': 'valuation', '#r': 'reportingCurrency', '#v': 'values', '#p': 'price' };
  const named = currencies.map((currency, index) => [`#c${index}`, currency] as const);
  const paths = named.flatMap(([name]) => [`#b.${name}`, `#w.#v.${name}.#p`]);
  const market = withMarket ? { '#m': 'prices', '#d': 'pricesDoubted' } : {};
  const asked = ['#pk', '#sk', '#k', '#t', '#z', '#w.#r', ...paths, ...Object.keys(market)];
  return {
    expression: asked.join(','),
    names: { ...fixed, ...valued, ...market, ...Object.fromEntries(named) },
  };
}

/**
 * Reads an item by hand: a year is a hundred thousand of them, and a schema for each takes longer than everything
 * else that is done with them. An item that Sluice did not write in this form is refused all the same.
 */
function readingOf(item: Item, currencies: Names, withMarket: boolean): PastReading {
  if (item.packed?.B !== undefined) {
    return packedReading(item, item.packed.B, currencies, withMarket);
  }
  const balances = Object.entries(item.balances?.M ?? {}).map(
    ([currency, balance]): [string, Balance] => [currency, statedBalance(item, balance)],
  );
  const values = Object.entries(item.valuation?.M?.values?.M ?? {}).map(
    ([currency, value]) => [currency, { price: amountOf(item, value.M?.price) }] as const,
  );
  return {
    scheduledFor: textOf(item, item.sk),
    takenAt: textOf(item, item.takenAt),
    balances: Object.fromEntries(balances),
    prices: {
      reportingCurrency: textOf(item, item.valuation?.M?.reportingCurrency),
      values: Object.fromEntries(values),
    },
    ...(withMarket ? { market: marketOf(item) } : {}),
  };
}

/** Bids and asks are read through the snapshot's own schema: only conversions ask for them. */
function marketOf(item: Item): Required<PastReading>['market'] {
  const { prices, pricesDoubted } = unmarshall({
    ...(item.prices === undefined ? {} : { prices: item.prices }),
    ...(item.pricesDoubted === undefined ? {} : { pricesDoubted: item.pricesDoubted }),
  });
  const parsed = MARKET.safeParse({ prices: prices ?? {}, doubted: pricesDoubted ?? [] });
  if (!parsed.success) throw unreadable(item, 'its prices are not as they are written');
  return parsed.data;
}

const MARKET = z.object({ prices: pricesSchema, doubted: z.array(priceDoubtSchema) });

function packedReading(
  item: Item,
  bytes: Uint8Array,
  names: Names,
  withMarket: boolean,
): PastReading {
  const held = holdingsIn(item, bytes, withMarket);
  const balances: [string, Balances[string]][] = [];
  const values: [string, { readonly price: string }][] = [];
  const currencies = names === 'all' ? Object.keys(held.balances) : names;
  for (const currency of currencies) {
    const balance = checkedBalance(item, balanceOf(held.balances, currency));
    if (balance !== null) balances.push([currency, balance]);
    const price = Object.hasOwn(held.prices, currency) ? held.prices[currency] : undefined;
    if (price !== undefined) values.push([currency, { price: amountOf(item, { S: price }) }]);
  }
  return {
    scheduledFor: textOf(item, item.sk),
    takenAt: textOf(item, item.takenAt),
    balances: Object.fromEntries(balances),
    prices: {
      reportingCurrency: held.reportingCurrency,
      values: Object.fromEntries(values),
    },
    ...(held.market === undefined ? {} : { market: held.market }),
    read: pricesRead(item, held, currencies),
  };
}

/** Null of a currency that no answer had ever listed by then. */
function checkedBalance(item: Item, reading: BalanceReading): Balances[string] | null {
  switch (reading.kind) {
    case 'stated': {
      const { total, available } = reading.balance;
      const known = available === undefined ? {} : { available: amountOf(item, { S: available }) };
      return { total: amountOf(item, { S: total }), ...known };
    }
    case 'not-listed':
      return reading.away;
    case 'unreadable':
      return reading.unreadable;
    default:
      return reading satisfies never;
  }
}

/** The prices of each currency in the reporting currency, and no others: a year of readings is kept in memory. */
function pricesRead(
  item: Item,
  { read, reportingCurrency }: ReturnType<typeof unpackHoldings>,
  currencies: readonly string[],
): PriceReading {
  const instruments = currencies.flatMap((currency) => [
    `${currency}/${reportingCurrency}`,
    `${reportingCurrency}/${currency}`,
  ]);
  const listed = (prices: (typeof read)['prices']) =>
    instruments.flatMap((instrument): [string, Price][] => {
      const [bid, ask] = (Object.hasOwn(prices, instrument) && prices[instrument]) || [];
      if (bid === undefined || ask === undefined) return [];
      const sides = { bid: amountOf(item, { S: bid }), ask: amountOf(item, { S: ask }) };
      return [[instrument, sides]];
    });
  const last = listed(read.last);
  const doubted = read.doubted.filter((each) => instruments.includes(each));
  return {
    prices: Object.fromEntries(listed(read.prices)),
    ...(last.length > 0 && { last: Object.fromEntries(last) }),
    ...(doubted.length > 0 && { doubted: doubted.map((instrument) => ({ instrument })) }),
    readAt: read.readAt ?? textOf(item, item.takenAt),
  };
}

function holdingsIn(
  item: Item,
  bytes: Uint8Array,
  withMarket: boolean,
): ReturnType<typeof unpackHoldings> {
  try {
    return unpackHoldings(bytes, withMarket);
  } catch (error) {
    throw unreadable(item, error instanceof Error ? error.message : String(error));
  }
}

function statedBalance(item: Item, balance: AttributeValue): Balance {
  const total = amountOf(item, balance.M?.total);
  const available = balance.M?.available;
  return available === undefined ? { total } : { total, available: amountOf(item, available) };
}

function amountOf(item: Item, value: AttributeValue | undefined): string {
  const text = textOf(item, value);
  try {
    decimalOf(text);
    return text;
  } catch {
    throw unreadable(item, 'an amount is not decimal text');
  }
}

function textOf(item: Item, value: AttributeValue | undefined): string {
  if (value?.S === undefined) throw unreadable(item, 'a text is missing');
  return value.S;
}

function unreadable(item: Item, reason: string): UnreadableItemError {
  return new UnreadableItemError('snapshot', `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`, reason);
}
