import { DescribeTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../adapters/store/item.ts';
import { bytesOfItem } from '../../adapters/store/item-bytes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';

/** What DynamoDB adds to each item and to each entry of an index, of the storage that it bills. */
const OVERHEAD_BYTES = 100;

/** Bytes that the items of a tenant take in these tables and in their indexes, which project all attributes. */
export async function storedBytes(tables: readonly StoreTable[], tenant: string): Promise<number> {
  const sums = await Promise.all(tables.map((table) => storedIn(table, tenant)));
  return sums.reduce((sum, each) => sum + each, 0);
}

async function storedIn({ client, tableName: TableName }: StoreTable, tenant: string) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const indexes = (Table?.GlobalSecondaryIndexes ?? []).map(({ KeySchema = [] }) =>
    KeySchema.map(({ AttributeName = '' }) => AttributeName),
  );
  let bytes = 0;
  for (const item of await itemsOfTenant({ client, tableName: TableName }, tenant)) {
    const places = 1 + indexes.filter((keys) => keys.every((key) => key in item)).length;
    bytes += places * (bytesOfItem(item) + OVERHEAD_BYTES);
  }
  return bytes;
}

/** Every item of a tenant in a table. */
export async function itemsOfTenant(
  { client, tableName: TableName }: StoreTable,
  tenant: string,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'begins_with(pk, :tenant)',
        ExpressionAttributeValues: { ':tenant': { S: `${tenant}#` } },
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
