import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { recordFinding } from '../../canary/record.ts';
import { tracesInTables } from '../../canary/search-tables.ts';

export interface Engine {
  readonly client: DynamoDBClient;
  /** A new table; under a name of its own unless told otherwise. */
  readonly table: (tableName?: string) => Promise<StoreTable>;
  /** Ends it, after a search of all it holds for the token. */
  readonly stop: () => Promise<void>;
}

/** A DynamoDB engine of its own for one test file, in memory, on a free port. */
export async function startEngine(): Promise<Engine> {
  const port = await freePort();
  const binary = createRequire(import.meta.url).resolve(
    `@dynoxide/${process.platform}-${process.arch}/dynoxide`,
  );
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  const connection = {
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const client = new DynamoDBClient(connection);
  await answering(client);
  return {
    client,
    table: (tableName = `table-${randomUUID()}`) => createTable(client, tableName),
    stop: async () => {
      try {
        for (const trace of await tracesInTables(connection)) recordFinding('the engine', trace);
      } finally {
        await stop(child, client);
      }
    },
  };
}

async function createTable(client: DynamoDBClient, tableName: string): Promise<StoreTable> {
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

async function answering(client: DynamoDBClient): Promise<void> {
  const attempts = 100;
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(new ListTablesCommand({}));
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function stop(child: ChildProcess, client: DynamoDBClient): Promise<void> {
  client.destroy();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
