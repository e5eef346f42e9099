import {
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { fromItem, type Item, type ItemReading } from './item.ts';
import type { Key } from './keys.ts';
import type { StoreTable } from './store-table.ts';

/** A query of any table; only this module knows where a page begins. */
export type Question = Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>;

export interface ItemsPage {
  readonly items: readonly Item[];
  /** Key of the last item looked at; undefined if nothing follows. */
  readonly end: Item | undefined;
}

/** How many pages a result may have, for queries that are known to be small. */
export interface PageBound {
  readonly pages: number;
  /** The message (RangeError) if there are more. */
  readonly beyond: string;
}

/** The item under a key, strongly consistent unless stated otherwise; null if there is none. */
export async function itemAt(
  { client, tableName }: StoreTable,
  key: Key,
  consistent = true,
): Promise<Item | null> {
  const { Item: item } = await client.send(
    new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: consistent }),
  );
  return item ?? null;
}

/** The thing under a key, read back from its item. */
export async function thingAt<T>(
  table: StoreTable,
  key: Key,
  kind: ItemReading<T>,
  consistent = true,
): Promise<T | null> {
  const item = await itemAt(table, key, consistent);
  return item === null ? null : fromItem(kind, item);
}

/**
 * The pages of a result, one after the other, each read when it is needed.
 * @throws RangeError if the caller reads more pages than the bound allows.
 */
export async function* pagesOf(
  { client, tableName }: StoreTable,
  question: Question,
  bound?: PageBound,
): AsyncGenerator<ItemsPage, void, undefined> {
  let start: Item | undefined;
  let pages = 0;
  do {
    if (pages === bound?.pages) throw new RangeError(bound.beyond);
    const answer: QueryCommandOutput = await client.send(
      new QueryCommand({
        ...question,
        TableName: tableName,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    pages += 1;
    start = answer.LastEvaluatedKey;
    yield { items: answer.Items ?? [], end: start };
  } while (start !== undefined);
}

/** Every item of a result, page after page. @throws RangeError if the bound allows fewer pages. */
export async function itemsOf(
  table: StoreTable,
  question: Question,
  bound?: PageBound,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const { items } of pagesOf(table, question, bound)) found.push(...items);
  return found;
}
