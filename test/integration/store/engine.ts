import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { startMeteredEngine } from '../../../bench/engine/metered-engine.ts';
import { recordFinding } from '../../canary/record.ts';
import { tracesInTables } from '../../canary/search-tables.ts';

export interface Engine {
  readonly client: DynamoDBClient;
  /** A new table; under a name of its own unless told otherwise. */
  readonly table: (tableName?: string) => Promise<StoreTable>;
  /** Ends it, after a search of all it holds for the token. */
  readonly stop: () => Promise<void>;
}

/** Another engine to try everything on: the address of a DynamoDB Local, see test/dynamodb-local. */
export const FOREIGN_ENGINE_VARIABLE = 'TEST_DYNAMODB_ENDPOINT';

/** A DynamoDB engine of its own for one test file, in memory, on a free port. */
export async function startEngine(): Promise<Engine> {
  const foreign = process.env[FOREIGN_ENGINE_VARIABLE];
  return foreign === undefined ? await ownEngine() : engineAt(foreign, async () => undefined);
}

async function ownEngine(): Promise<Engine> {
  const { endpoint, stop } = await startMeteredEngine();
  return engineAt(endpoint, stop);
}

function engineAt(endpoint: string, end: () => Promise<void>): Engine {
  // DynamoDB Local keeps the tables of each access key apart: what another file made is not seen.
  const accessKeyId = randomUUID().replaceAll('-', '');
  const connection = {
    endpoint,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  };
  const client = new DynamoDBClient(connection);
  // As those of the functions: it copies all that is asked and answered, for nothing.
  client.middlewareStack.remove('loggerMiddleware');
  return {
    client,
    table: (tableName = `table-${randomUUID()}`) => createTable(client, tableName),
    stop: async () => {
      try {
        for (const trace of await tracesInTables(connection)) recordFinding('the engine', trace);
      } finally {
        client.destroy();
        await end();
      }
    },
  };
}

export async function createTable(client: DynamoDBClient, tableName: string): Promise<StoreTable> {
  const attributes = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'];
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: keys('pk', 'sk'),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-state',
          KeySchema: keys('gsi1pk', 'gsi1sk'),
          Projection: { ProjectionType: 'ALL' },
        },
        {
          IndexName: 'by-time',
          KeySchema: keys('gsi2pk', 'gsi2sk'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  return { client, tableName };
}
