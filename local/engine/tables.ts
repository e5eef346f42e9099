import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { TableModel } from '../assembly/model.ts';
import { LocalStackError } from '../stack-error.ts';

/** A key as the template or the engine describes it. */
interface AnyKey {
  readonly AttributeName?: string | undefined;
  readonly KeyType?: string | undefined;
}

/**
 * Makes the tables of the template that the engine does not have. Existing ones are left as they are. One after the
 * other: a start that is killed meanwhile leaves at most one half made, and not several.
 */
export async function makeTables(
  client: DynamoDBClient,
  tables: readonly TableModel[],
): Promise<void> {
  for (const table of tables) {
    const existing = await describe(client, table.name);
    if (existing === null) await create(client, table);
    else refuseOther(existing, table);
  }
}

/** The stream of a table that has one, under the name that the engine gave it. */
export async function streamOf(client: DynamoDBClient, tableName: string): Promise<string> {
  const description = await describe(client, tableName);
  const arn = description?.LatestStreamArn;
  if (arn === undefined) throw new LocalStackError(`table ${tableName} has no stream`);
  return arn;
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | null> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

async function create(client: DynamoDBClient, table: TableModel): Promise<void> {
  // The template's words are the API's words; the engine refuses what it does not know.
  const input = {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: table.attributes,
    KeySchema: table.keySchema,
    ...(table.globalIndexes.length > 0 && { GlobalSecondaryIndexes: table.globalIndexes }),
    ...(table.streamViewType !== null && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: table.streamViewType },
    }),
  } as CreateTableCommandInput;
  await client.send(new CreateTableCommand(input));
  if (table.timeToLiveAttribute === null) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: table.name,
      TimeToLiveSpecification: { AttributeName: table.timeToLiveAttribute, Enabled: true },
    }),
  );
}

/** Data of another version of the template would be misread, or miss an index. */
function refuseOther(existing: TableDescription, table: TableModel): void {
  const here = JSON.stringify([
    keysOf(existing.KeySchema ?? []),
    indexesOf(existing.GlobalSecondaryIndexes ?? []),
    existing.StreamSpecification?.StreamViewType ?? null,
  ]);
  const wanted = JSON.stringify([
    keysOf(table.keySchema),
    indexesOf(table.globalIndexes),
    table.streamViewType,
  ]);
  if (here === wanted) return;
  throw new LocalStackError(
    `the data folder's table ${table.name} has other keys, indexes or stream than the template; choose another --data folder`,
  );
}

function indexesOf(
  indexes: readonly {
    readonly IndexName?: string | undefined;
    readonly KeySchema?: readonly AnyKey[] | undefined;
  }[],
): readonly string[] {
  return indexes
    .map(({ IndexName, KeySchema }) => `${IndexName}: ${keysOf(KeySchema ?? [])}`)
    .sort();
}

function keysOf(keys: readonly AnyKey[]): string {
  return keys.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', ');
}
