import { brotliDecompressSync, inflateRawSync } from 'node:zlib';
import { tracesOfToken } from './canary.ts';
import { type Ask, type EngineConnection, questions } from './database-questions.ts';

/** Traces of a test's tokens in all items of all tables of an engine, and in what their streams hold. */
export async function tracesInTables(engine: EngineConnection): Promise<readonly string[]> {
  const ask = questions(engine);
  return [...(await tracesInItems(ask)), ...(await tracesInStreams(ask))];
}

async function tracesInItems(ask: Ask): Promise<readonly string[]> {
  const traces: string[] = [];
  for await (const { TableNames } of pages<{ TableNames: string[] }>(
    ask,
    'ListTables',
    {},
    TABLES,
  )) {
    for (const TableName of TableNames) {
      for await (const { Items } of pages<{ Items: unknown[] }>(
        ask,
        'Scan',
        { TableName },
        ITEMS,
      )) {
        for (const trace of tracesOfToken(inPlainSight(Items))) {
          traces.push(`in the items of ${TableName}: ${trace}`);
        }
      }
    }
  }
  return traces;
}

/** Where a page says that there is more, and where the next one begins. */
interface Paging {
  readonly last: string;
  readonly start: string;
}
const TABLES: Paging = { last: 'LastEvaluatedTableName', start: 'ExclusiveStartTableName' };
const ITEMS: Paging = { last: 'LastEvaluatedKey', start: 'ExclusiveStartKey' };
const STREAMS: Paging = { last: 'LastEvaluatedStreamArn', start: 'ExclusiveStartStreamArn' };

async function* pages<T>(
  ask: Ask,
  operation: 'ListTables' | 'Scan' | 'ListStreams',
  input: Readonly<Record<string, unknown>>,
  { last, start }: Paging,
): AsyncGenerator<Awaited<T>, void> {
  const from = operation === 'ListStreams' ? 'streams' : 'tables';
  for (let more: unknown; ; ) {
    const page = await ask(from, operation, {
      ...input,
      ...(more === undefined ? {} : { [start]: more }),
    });
    yield page as Awaited<T>;
    more = (page as Readonly<Record<string, unknown>>)[last];
    if (more === undefined || more === null) return;
  }
}

interface Stream {
  readonly StreamArn: string;
  readonly TableName: string;
}

async function tracesInStreams(ask: Ask): Promise<readonly string[]> {
  const traces: string[] = [];
  for await (const { Streams } of pages<{ Streams: Stream[] }>(ask, 'ListStreams', {}, STREAMS)) {
    for (const { StreamArn, TableName } of Streams) {
      for (const trace of tracesOfToken(await recordsOf(ask, StreamArn))) {
        traces.push(`in the stream of ${TableName}: ${trace}`);
      }
    }
  }
  return traces;
}

interface DescribedStream {
  readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] };
}

interface Records {
  readonly Records: readonly unknown[];
  readonly NextShardIterator?: string | null;
}

/** All records of a stream as JSON, of each shard up to where it has nothing more at the moment. */
async function recordsOf(ask: Ask, StreamArn: string): Promise<string> {
  const described = (await ask('streams', 'DescribeStream', { StreamArn })) as DescribedStream;
  const found: string[] = [];
  for (const { ShardId } of described.StreamDescription.Shards) {
    const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const iterator = await ask('streams', 'GetShardIterator', begin);
    let next = (iterator as { ShardIterator?: string | null }).ShardIterator;
    while (next !== undefined && next !== null) {
      const page = (await ask('streams', 'GetRecords', { ShardIterator: next })) as Records;
      if (page.Records.length === 0) break;
      found.push(inPlainSight(page.Records));
      next = page.NextShardIterator;
    }
  }
  return found.join('\n');
}

function inPlainSight(found: readonly unknown[]): string {
  return found.length === 0 ? '' : JSON.stringify(found, unpacked);
}

/** What is packed is searched unpacked: compressed, a token would look like nothing. Bytes stand in base64 below `B`. */
function unpacked(key: string, value: unknown): unknown {
  if (key !== 'B' || typeof value !== 'string') return value;
  const hidden = Buffer.from(value, 'base64');
  // Behind a byte that says the layout.
  const rest = hidden.subarray(1);
  const ways: readonly (() => unknown)[] = [
    () => inflateRawSync(rest).toString('utf8'),
    () => brotliDecompressSync(rest).toString('utf8'),
  ];
  return [value, ...ways.flatMap(unlessItFails)];
}

function unlessItFails<T>(way: () => T): readonly T[] {
  try {
    return [way()];
  } catch {
    return [];
  }
}
