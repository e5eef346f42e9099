import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { startMeteredEngine } from '../../../bench/engine/metered-engine.ts';
import { withoutLog } from '../../../runtime/clients/without-log.ts';
import { recordFinding } from '../../canary/record.ts';
import { tracesInTables } from '../../canary/search-tables.ts';

export interface Engine {
  readonly client: DynamoDBClient;
  /** A new table; under a name of its own, and with the ledger's indexes, unless told otherwise. */
  readonly table: (tableName?: string, indexes?: readonly IndexName[]) => Promise<StoreTable>;
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
  // As those of the functions.
  const client = withoutLog(new DynamoDBClient(connection));
  return {
    client,
    table: (tableName = `table-${randomUUID()}`, indexes) =>
      createTable(client, tableName, indexes),
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

/** The attributes of each index that a table of the deployment may have (lib/stacks/data-stack.ts). */
const INDEX_KEYS = {
  'by-state': ['gsi1pk', 'gsi1sk'],
  'by-time': ['gsi2pk', 'gsi2sk'],
} as const;

export type IndexName = keyof typeof INDEX_KEYS;

const LEDGER_INDEXES = ['by-state', 'by-time'] as const;

export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  indexes: readonly IndexName[] = LEDGER_INDEXES,
): Promise<StoreTable> {
  const attributes = ['pk', 'sk', ...indexes.flatMap((name) => INDEX_KEYS[name])];
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  const GlobalSecondaryIndexes = indexes.map((IndexName) => ({
    IndexName,
    KeySchema: keys(INDEX_KEYS[IndexName][0], INDEX_KEYS[IndexName][1]),
    Projection: { ProjectionType: 'ALL' as const },
  }));
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
      ...(indexes.length === 0 ? {} : { GlobalSecondaryIndexes }),
    }),
  );
  return { client, tableName };
}
