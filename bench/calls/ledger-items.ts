import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { aboutTenant } from './about-tenant.ts';

export type Item = Readonly<Record<string, AttributeValue>>;

/** Items of one write: as many as DynamoDB takes. */
const BATCH = 25;

/** What a table has of one tenant. */
export interface TableItems {
  readonly table: StoreTable;
  readonly items: readonly Item[];
}

/** Everything of one tenant in each of these tables. */
export async function stateOf(
  tables: readonly StoreTable[],
  tenant: string,
): Promise<readonly TableItems[]> {
  return await Promise.all(
    tables.map(async (table) => ({ table, items: await itemsOf(table, tenant) })),
  );
}

/** Everything of one tenant in a table. */
export async function itemsOf(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let after: Record<string, AttributeValue> | undefined;
  do {
    const page = await dynamo.send(
      new ScanCommand({
        TableName: tableName,
        FilterExpression: 'begins_with(pk, :tenant)',
        ExpressionAttributeValues: { ':tenant': { S: `${tenant}#` } },
        ...(after === undefined ? {} : { ExclusiveStartKey: after }),
      }),
    );
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
  return items;
}

/** The same items as another tenant's, of the same size where the names are equally long. */
export function asTenant(items: readonly Item[], tenant: string): readonly Item[] {
  return items.map((item) => aboutTenant(item, tenant));
}

/** Has a tenant's part of a table be exactly these items again. */
export async function restore(
  table: StoreTable,
  tenant: string,
  items: readonly Item[],
): Promise<void> {
  const found = new Map((await itemsOf(table, tenant)).map((item) => [keyOf(item), item]));
  const wanted = new Set(items.map(keyOf));
  const extra = [...found.values()].filter((item) => !wanted.has(keyOf(item)));
  const changed = items.filter((item) => !isDeepStrictEqual(found.get(keyOf(item)), item));
  await write(table, [
    ...extra.map(({ pk = { S: '' }, sk = { S: '' } }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...changed.map((Item) => ({ PutRequest: { Item: { ...Item } } })),
  ]);
}

/** Keys of the items that one of two states has otherwise than the other, or not at all. */
export function differences(one: readonly Item[], other: readonly Item[]): readonly string[] {
  const [left, right] = [one, other].map(
    (items) => new Map(items.map((item) => [keyOf(item), item])),
  );
  const keys = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
  return [...keys].filter((key) => !isDeepStrictEqual(left?.get(key), right?.get(key)));
}

async function write({ client: dynamo, tableName }: StoreTable, writes: readonly WriteRequest[]) {
  for (let start = 0; start < writes.length; start += BATCH) {
    const batch = writes.slice(start, start + BATCH);
    const { UnprocessedItems } = await dynamo.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: batch } }),
    );
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('not all was restored');
  }
}

function keyOf({ pk, sk }: Item): string {
  return `${pk?.S}\n${sk?.S}`;
}
