import { brotliDecompressSync, inflateRawSync } from 'node:zlib';
import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  paginateListTables,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unpackDecisions } from '../../adapters/store/packed-decisions.ts';
import { tracesOfToken } from './canary.ts';

/** Traces of a test's tokens in all items of all tables of an engine, and in what their streams hold. */
export async function tracesInTables(
  engine: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>,
): Promise<readonly string[]> {
  const connection = { ...engine, maxAttempts: 1 };
  const tables = new DynamoDBClient(connection);
  const streams = new DynamoDBStreamsClient(connection);
  try {
    return [...(await tracesInItems(tables)), ...(await tracesInStreams(streams))];
  } finally {
    tables.destroy();
    streams.destroy();
  }
}

async function tracesInItems(client: DynamoDBClient): Promise<readonly string[]> {
  const traces: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    for (const TableName of TableNames) {
      for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
        for (const trace of tracesOfToken(JSON.stringify(Items, inPlainSight))) {
          traces.push(`in the items of ${TableName}: ${trace}`);
        }
      }
    }
  }
  return traces;
}

async function tracesInStreams(client: DynamoDBStreamsClient): Promise<readonly string[]> {
  const traces: string[] = [];
  const { Streams = [] } = await client.send(new ListStreamsCommand({}));
  for (const { StreamArn, TableName } of Streams) {
    const described = await client.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId } of described.StreamDescription?.Shards ?? []) {
      const records = await recordsOf(client, StreamArn, ShardId);
      for (const trace of tracesOfToken(records)) {
        traces.push(`in the stream of ${TableName}: ${trace}`);
      }
    }
  }
  return traces;
}

/** All records of a shard as JSON, up to where it has nothing more at the moment. */
async function recordsOf(
  client: DynamoDBStreamsClient,
  StreamArn: string | undefined,
  ShardId: string | undefined,
): Promise<string> {
  const type = 'TRIM_HORIZON' as const;
  const begin = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: type });
  let { ShardIterator } = await client.send(begin);
  const pages: string[] = [];
  while (ShardIterator !== undefined) {
    const page = await client.send(new GetRecordsCommand({ ShardIterator }));
    const { Records = [] } = page;
    if (Records.length === 0) break;
    pages.push(JSON.stringify(Records, inPlainSight));
    ShardIterator = page.NextShardIterator;
  }
  return pages.join('\n');
}

/** What is packed is searched unpacked: compressed, a token would look like nothing. */
function inPlainSight(_: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const hidden = Buffer.from(value);
  // Behind a byte that says the layout.
  const rest = hidden.subarray(1);
  const ways: readonly (() => unknown)[] = [
    () => inflateRawSync(rest).toString('utf8'),
    () => brotliDecompressSync(rest).toString('utf8'),
    () => unpackDecisions(hidden),
  ];
  return [hidden.toString('base64'), ...ways.flatMap(unlessItFails)];
}

function unlessItFails(way: () => unknown): readonly unknown[] {
  try {
    return [way()];
  } catch {
    return [];
  }
}
