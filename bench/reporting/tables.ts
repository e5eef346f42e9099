import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { meter } from './meter.ts';

export type Books = Awaited<ReturnType<typeof booksOn>>;

let made = 0;

/** A client that says what it consumes, and the two tables that reports are made from. */
export async function booksOn(endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  const number = ++made;
  const table = async (name: string) => {
    const tableName = `${name}-${number}`;
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S' as const,
        })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
    return { client, tableName };
  };
  const [snapshotsTable, seriesTable, naiveTable] = [
    await table('snapshots'),
    await table('series'),
    await table('naive'),
  ];
  return {
    client,
    meter: meter(client),
    snapshotsTable,
    seriesTable,
    naiveTable,
    snapshots: createSnapshots(snapshotsTable, 120),
    series: createSeries(seriesTable),
  };
}
