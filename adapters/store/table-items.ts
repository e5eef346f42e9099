import {
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import type { StoreTable } from './store-table.ts';

/** What is asked, of whichever table; where a page begins is known here alone. */
export type Question = Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>;

export interface ItemsPage {
  readonly items: readonly Item[];
  /** Key of the last item looked at; undefined where nothing follows. */
  readonly end: Item | undefined;
}

/** How many pages an answer may have, for what is known to be small. */
export interface PageBound {
  readonly pages: number;
  /** What is said (RangeError) where there are more. */
  readonly beyond: string;
}

/** The item under a key, strongly consistent where nothing else is said; null where there is none. */
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

/**
 * The pages of an answer, one after the other, each read when it is asked for.
 * @throws RangeError where more than the bound allows are asked for.
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

/** Every item of an answer, page after page. @throws RangeError where the bound allows fewer pages. */
export async function itemsOf(
  table: StoreTable,
  question: Question,
  bound?: PageBound,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const { items } of pagesOf(table, question, bound)) found.push(...items);
  return found;
}
