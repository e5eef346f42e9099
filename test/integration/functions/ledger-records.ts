import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { streamOf } from '../../../local/engine/tables.ts';
import { streamRecord } from '../../../local/streams/stream-event.ts';
import { StreamReader } from '../../../local/streams/stream-reader.ts';

/** Everything in the ledger's stream so far, as Lambda would deliver it. */
export async function ledgerRecords({ client, tableName }: StoreTable) {
  // Region and credentials come from the environment, as they do for the functions.
  const streams = new DynamoDBStreamsClient({
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  });
  try {
    const reader = new StreamReader(streams, await streamOf(client, tableName), null);
    const Records: object[] = [];
    for (let read = await reader.read(); read !== null; read = await reader.read()) {
      if (read.records.length === 0) break;
      Records.push(...read.records.map((each) => streamRecord(each, reader.streamArn).event));
    }
    return { Records };
  } finally {
    streams.destroy();
  }
}
