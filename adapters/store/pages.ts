import { QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { ListOrder } from '../../treasury/ports/list-order.ts';
import { type Instant, justBefore } from '../../treasury/time/instant.ts';
import { fromItem, type Item, type ItemReading, readable } from './item.ts';
import {
  CursorRefusedError,
  cursorsAround,
  inListOrder,
  isDescending,
  type ListPlace,
  placeIn,
} from './list-place.ts';
import type { StoreTable } from './store-table.ts';

/** Before the first and after the last moment that four-digit years can name. */
export const FIRST_MOMENT: Instant = '0000-01-01T00:00:00.000Z';
export const LAST_MOMENT: Instant = '9999-12-31T23:59:59.999Z';
/** Sort keys before and behind every other: none is empty, and all are ASCII. */
const FIRST_KEY = ' ';
const LAST_KEY = '~';
/** Sorts behind every "#id" that may follow a moment in a sort key. */
export const AFTER_ANY_ID = '~';

/** The last moment of a range whose end is not included. */
export function lastBefore(to: Instant | undefined): Instant {
  return to === undefined ? LAST_MOMENT : justBefore(to);
}

/** One page of a list, newest first unless requested otherwise. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the page after this one; absent on the last one. Opaque to callers. */
  readonly next?: string;
  /** Cursor of the page before this one; absent on the first one. */
  readonly previous?: string;
  /** Keys of what stands here and cannot be read. Absent: nothing. */
  readonly unreadable?: readonly string[];
}

export interface PageRequest {
  /** At most this many items. */
  readonly limit: number;
  readonly cursor?: string;
  /** By time; a cursor goes on in the order of its list. Absent: newest first. */
  readonly order?: ListOrder;
  /** Set where a person looks at the page: what cannot be read is named in it. Otherwise it throws, so that no file lacks a row. */
  readonly namesUnreadable?: true;
}

/** The query of a list, and how the whole key of an item follows from its sort key alone. */
export interface PagedQuery<T> {
  readonly index?: string;
  readonly partitionAttribute: string;
  readonly partition: string;
  readonly sortAttribute: string;
  /** Inclusive bounds on the sort key. */
  readonly between?: { readonly from: string; readonly to: string };
  readonly kind: ItemReading<T>;
  /** Narrows the list further; items that do not fit are read and skipped. */
  readonly only?: PageFilter;
  /** The same by what no condition of the table can say. */
  readonly matches?: ((item: T) => boolean) | undefined;
  /** Set for items of many kilobytes: so many are read before it is known how many a page takes. */
  readonly atFirst?: number;
  /** Rebuilds the key to start after; null if the sort key is none of this list's. */
  readonly startKey: (sortKey: string) => Readonly<Record<string, string>> | null;
}

/** Attributes by their path ("content.currency"), equal to a text, or from one, included, to another, not. */
export interface PageFilter {
  readonly equal: Readonly<Record<string, string | undefined>>;
  readonly between?: {
    readonly path: string;
    readonly from: string | undefined;
    readonly to: string | undefined;
  };
}

/**
 * Queries that one page may take if most items do not fit. Beyond it the page is shorter than requested and its
 * cursor leads on, so that no filter makes a request read a whole history.
 */
const MAX_QUERIES_PER_PAGE = 10;

/** Items looked at in one query of a filtered list: 1 MB is read at most in any case. */
const FILTERED_QUERY_ITEMS = 500;

/**
 * Bytes of the items of one page, as JSON. Lambda answers with 6 MB at most, in which every quote counts twice, and
 * the response adds some fields to each item. Beyond it the page is shorter than requested.
 */
export const MAX_PAGE_BYTES = 2_000_000;

/**
 * Reads one page. The cursor holds a sort key and a direction only: partition and table come from the request, so
 * that no cursor leads anywhere else.
 */
export async function readPage<T>(
  table: StoreTable,
  query: PagedQuery<T>,
  { limit, cursor, order = 'newest', namesUnreadable }: PageRequest,
): Promise<Page<T>> {
  const start = cursor === undefined ? null : placeIn(cursor);
  const range = rangeFrom(query, start, isDescending(order, start));
  // DynamoDB refuses such a range; to the caller it is an empty one.
  if (range.between !== undefined && range.between.from > range.between.to) {
    return { items: [], ...cursorsAround(start, undefined) };
  }
  const { found, unreadable, end } = await search(
    table,
    query,
    range,
    limit,
    namesUnreadable === true,
  );
  const fitting = countWithin(
    MAX_PAGE_BYTES,
    found.slice(0, limit).map(({ bytes }) => bytes),
  );
  const items = found.slice(0, fitting).map(({ value }) => value);
  const last = found.length > fitting ? found[fitting - 1]?.sortKey : end;
  return {
    items: inListOrder(items, start),
    ...cursorsAround(start, last),
    ...(unreadable.length > 0 && { unreadable }),
  };
}

interface Found<T> {
  readonly value: T;
  readonly sortKey: string;
  /** Of the value as JSON. */
  readonly bytes: number;
}

/** The keys that a page is read from, and in which order. */
interface Range extends Pick<QueryCommandInput, 'ScanIndexForward' | 'ExclusiveStartKey'> {
  readonly between?: { readonly from: string; readonly to: string };
}

/**
 * One item more than the page takes, or all there are; and the sort key up to which it looked, unless nothing follows. What
 * the page has no room for is not decoded, and of large items hardly read.
 */
async function search<T>(
  { client, tableName }: StoreTable,
  query: PagedQuery<T>,
  { between, ...range }: Range,
  limit: number,
  namesUnreadable: boolean,
): Promise<{
  readonly found: readonly Found<T>[];
  readonly unreadable: readonly string[];
  readonly end: string | undefined;
}> {
  const { kind, matches, atFirst } = query;
  const isFiltered = query.only !== undefined || matches !== undefined;
  const queriesAtMost = isFiltered || atFirst !== undefined ? MAX_QUERIES_PER_PAGE : 1;
  const found: Found<T>[] = [];
  const unreadable: string[] = [];
  let bytes = 0;
  const isFull = () => found.length > limit || bytes > MAX_PAGE_BYTES;
  let start = range.ExclusiveStartKey;
  for (let queries = 0; queries < queriesAtMost; queries++) {
    const answer = await client.send(
      new QueryCommand({
        TableName: tableName,
        ...conditions({ ...query, ...(between !== undefined && { between }) }),
        ...(query.index === undefined ? {} : { IndexName: query.index }),
        ...range,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        Limit: isFiltered ? FILTERED_QUERY_ITEMS : itemsToRead(found.length, bytes, limit, atFirst),
      }),
    );
    for (const item of answer.Items ?? []) {
      if (isFull()) break;
      const read = namesUnreadable
        ? readable(kind, [item])
        : { things: [fromItem(kind, item)], unreadable: [] };
      unreadable.push(...read.unreadable);
      const [value] = read.things;
      if (value === undefined) continue;
      if (matches !== undefined && !matches(value)) continue;
      const each = { value, sortKey: item[query.sortAttribute]?.S ?? '', bytes: bytesOf(value) };
      found.push(each);
      bytes += each.bytes;
    }
    start = answer.LastEvaluatedKey;
    if (start === undefined || found.length >= limit || isFull()) break;
  }
  return { found, unreadable, end: start?.[query.sortAttribute]?.S };
}

/**
 * One more than fits says whether anything follows; to look for it among others could take many queries. Of large items, a
 * few say how many of them a page takes.
 */
function itemsToRead(
  found: number,
  bytes: number,
  limit: number,
  atFirst: number | undefined,
): number {
  const left = limit + 1 - found;
  if (atFirst === undefined) return left;
  if (found === 0) return Math.min(left, atFirst);
  return Math.min(left, Math.ceil((MAX_PAGE_BYTES - bytes) / (bytes / found)) + 1);
}

/** The keys of a page: behind the place, or from its very key on. */
function rangeFrom<T>(
  query: PagedQuery<T>,
  start: ListPlace | null,
  isDescendingRead: boolean,
): Range {
  const { between } = query;
  const range = { ScanIndexForward: !isDescendingRead, ...(between !== undefined && { between }) };
  if (start === null) return range;
  const startKey = keyAt(query, start.key);
  if (!start.inclusive) return { ...range, ExclusiveStartKey: startKey };
  const { from, to } = between ?? { from: FIRST_KEY, to: LAST_KEY };
  return {
    ...range,
    between: isDescendingRead ? { from, to: start.key } : { from: start.key, to },
  };
}

/** As many of the first as are within so many bytes; one in any case, so that every list comes to its end. */
export function itemsWithin<T>(bytes: number, items: readonly T[]): readonly T[] {
  return items.slice(0, countWithin(bytes, items.map(bytesOf)));
}

function countWithin(bytes: number, sizes: readonly number[]): number {
  let sum = 0;
  const beyond = sizes.findIndex((size) => {
    sum += size;
    return sum > bytes;
  });
  return beyond === -1 ? sizes.length : Math.max(1, beyond);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function conditions<T>(query: PagedQuery<T>): Partial<QueryCommandInput> {
  const key = keyCondition(query);
  const filter = filterOf(query.only);
  if (filter.expressions.length === 0) return key;
  return {
    ...key,
    FilterExpression: filter.expressions.join(' AND '),
    ExpressionAttributeNames: { ...key.ExpressionAttributeNames, ...filter.names },
    ExpressionAttributeValues: { ...key.ExpressionAttributeValues, ...marshall(filter.values) },
  };
}

function filterOf(only: PageFilter | undefined) {
  const expressions: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, string> = {};
  const compare = (path: string, operator: string, value: string | undefined): void => {
    if (value === undefined) return;
    const place = path.split('.').map((part, level) => {
      names[`#f${expressions.length}_${level}`] = part;
      return `#f${expressions.length}_${level}`;
    });
    values[`:f${expressions.length}`] = value;
    expressions.push(`${place.join('.')} ${operator} :f${expressions.length}`);
  };
  for (const [path, value] of Object.entries(only?.equal ?? {})) compare(path, '=', value);
  if (only?.between !== undefined) {
    compare(only.between.path, '>=', only.between.from);
    compare(only.between.path, '<', only.between.to);
  }
  return { expressions, names, values };
}

function keyCondition<T>(query: PagedQuery<T>): Partial<QueryCommandInput> {
  const { between } = query;
  return {
    KeyConditionExpression:
      between === undefined ? '#pk = :pk' : '#pk = :pk AND #sk BETWEEN :from AND :to',
    ExpressionAttributeNames: {
      '#pk': query.partitionAttribute,
      ...(between === undefined ? {} : { '#sk': query.sortAttribute }),
    },
    ExpressionAttributeValues: marshall({
      ':pk': query.partition,
      ...(between === undefined ? {} : { ':from': between.from, ':to': between.to }),
    }),
  };
}

/** The whole key beside a place. @throws CursorRefusedError where it is none of the list's. */
function keyAt<T>(query: PagedQuery<T>, sortKey: string): Item {
  const key = query.startKey(sortKey);
  const { from, to } = query.between ?? { from: sortKey, to: sortKey };
  if (key === null || sortKey === '' || sortKey < from || sortKey > to)
    throw new CursorRefusedError('not a cursor of this list');
  return marshall({
    ...key,
    [query.partitionAttribute]: query.partition,
    [query.sortAttribute]: sortKey,
  });
}
