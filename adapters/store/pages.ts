import { QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod';
import { fromItem, type Item } from './item.ts';
import type { StoreTable } from './ledger.ts';

/** One page of a list, newest first. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts; absent on the last one. Opaque to callers. */
  readonly cursor?: string;
}

export interface PageRequest {
  /** At most this many items. */
  readonly limit: number;
  readonly cursor?: string;
}

/** A cursor that this list did not hand out. */
export class CursorRefusedError extends Error {
  override readonly name = 'CursorRefusedError';
}

/** What a list reads, and how the whole key of an item follows from its sort key alone. */
export interface PagedQuery<T> {
  readonly index?: string;
  readonly partitionAttribute: string;
  readonly partition: string;
  readonly sortAttribute: string;
  /** Inclusive bounds on the sort key. */
  readonly between?: { readonly from: string; readonly to: string };
  readonly entity: string;
  readonly schema: z.ZodType<T>;
  /** Rebuilds the key to start after; null where the sort key is none of this list's. */
  readonly startKey: (sortKey: string) => Readonly<Record<string, string>> | null;
}

/**
 * Reads one page. The cursor holds a sort key only: partition and table come from the request, so
 * that no cursor leads anywhere else.
 */
export async function readPage<T>(
  { client, tableName }: StoreTable,
  query: PagedQuery<T>,
  { limit, cursor }: PageRequest,
): Promise<Page<T>> {
  // DynamoDB refuses such a range; to whoever asks it is an empty one.
  if (query.between !== undefined && query.between.from > query.between.to) return { items: [] };
  const answer = await client.send(
    new QueryCommand({
      TableName: tableName,
      ...keyCondition(query),
      ...(query.index === undefined ? {} : { IndexName: query.index }),
      ...(cursor === undefined ? {} : { ExclusiveStartKey: startOf(query, cursor) }),
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  const items = (answer.Items ?? []).map((item) => fromItem(query.schema, query.entity, item));
  const last = answer.LastEvaluatedKey?.[query.sortAttribute]?.S;
  return last === undefined
    ? { items }
    : { items, cursor: Buffer.from(last).toString('base64url') };
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

function startOf<T>(query: PagedQuery<T>, cursor: string): Item {
  const sortKey = Buffer.from(cursor, 'base64url').toString('utf8');
  const key = query.startKey(sortKey);
  const { from, to } = query.between ?? { from: sortKey, to: sortKey };
  if (key === null || sortKey < from || sortKey > to)
    throw new CursorRefusedError('not a cursor of this list');
  return marshall({
    ...key,
    [query.partitionAttribute]: query.partition,
    [query.sortAttribute]: sortKey,
  });
}
