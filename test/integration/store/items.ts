import {
  BatchWriteItemCommand,
  PutItemCommand,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { Item } from '../../../adapters/store/item.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';

/* Items past every adapter, as whoever has access to the table reads and writes them. */

/** Items that one request may write. */
const BATCH = 25;

export async function itemsOf({ client, tableName }: StoreTable): Promise<readonly Item[]> {
  const items: Item[] = [];
  const scan = { TableName: tableName, ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client }, scan)) items.push(...Items);
  return items;
}

export async function putItem({ client, tableName }: StoreTable, Item: Item): Promise<void> {
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
}

export async function putItems(table: StoreTable, items: readonly Item[]): Promise<void> {
  await write(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

export async function emptyTable(table: StoreTable): Promise<void> {
  const keys = (await itemsOf(table)).map(({ pk, sk }) => ({ pk, sk }) as Item);
  await write(
    table,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );
}

async function write({ client, tableName }: StoreTable, all: readonly WriteRequest[]) {
  for (let from = 0; from < all.length; from += BATCH) {
    const RequestItems = { [tableName]: all.slice(from, from + BATCH) };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
}
