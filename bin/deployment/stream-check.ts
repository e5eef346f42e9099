import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableId } from '../../lib/access/partitions.ts';
import type { Check, Part } from './check.ts';
import type { DeployedFunction, StreamMapping } from './deployed.ts';

/** Seconds for reading two tables and the mappings of four functions. */
const LIMIT_SECONDS = 60;

/** The functions that each table's stream is delivered to (test/cdk/streams.test.ts compares the templates). */
export const STREAM_READERS = {
  Snapshots: ['run-sweeps', 'update-books'],
  Ledger: ['send-withdrawal', 'publish-events'],
} as const satisfies Partial<Record<TableId, readonly string[]>>;

type StreamedTable = keyof typeof STREAM_READERS;

/** What Lambda says of a mapping that delivered its last batch, or had none yet. */
const FINE = /^(OK|No records processed)?$/;

export interface StreamCheckOptions {
  /** Names of the tables. */
  readonly tables: Readonly<Record<StreamedTable, string>>;
  readonly find: (name: string) => DeployedFunction | undefined;
  readonly mappingsOf: (target: DeployedFunction) => Promise<readonly StreamMapping[]>;
  readonly client: Pick<DynamoDBClient, 'send'>;
}

/** Each reader of a stream reads the stream of the table that is there now: a restored table has another one. */
export function streamCheck(options: StreamCheckOptions): Check {
  return {
    name: 'stream-mappings',
    proves:
      'each change of a table reaches its readers: the mapping is enabled and names the latest stream',
    limitSeconds: LIMIT_SECONDS,
    run: async () => {
      const parts = Object.entries(STREAM_READERS).map(async ([id, readers]) => {
        const table = id as StreamedTable;
        const latest = await latestStream(options.client, options.tables[table]);
        return await Promise.all(
          readers.map((reader) => readerPart(options, table, reader, latest)),
        );
      });
      return (await Promise.all(parts)).flat();
    },
  };
}

async function readerPart(
  { tables, find, mappingsOf }: StreamCheckOptions,
  table: StreamedTable,
  reader: string,
  latest: string | null,
): Promise<Part> {
  const target = find(reader);
  if (target === undefined)
    return { of: reader, state: 'failed', detail: 'there is no such function' };
  const own = (await mappingsOf(target)).filter(({ source }) =>
    source.includes(`:table/${tables[table]}/stream/`),
  );
  return judgedMapping(reader, table, { mappings: own, latest });
}

interface Found {
  /** The mappings of the reader to any stream of the table's name. */
  readonly mappings: readonly StreamMapping[];
  /** Null if the table has no stream. */
  readonly latest: string | null;
}

export function judgedMapping(reader: string, table: string, { mappings, latest }: Found): Part {
  const of = `${reader} (${table})`;
  const failed = (detail: string): Part => ({ of, state: 'failed', detail });
  const remedy = `docs/operations.md, restoring: raise restoredTables.${table} and deploy all stacks`;
  if (latest === null)
    return failed(`the table has no stream: a restore does not carry it over (${remedy})`);
  const current = mappings.find(({ source }) => source === latest);
  if (current === undefined) {
    const [dead] = mappings;
    return failed(
      dead === undefined
        ? 'no mapping delivers the table to it'
        : `its mapping is on the stream ${labelOf(dead.source)} of a table that is gone; the table's is ${labelOf(latest)} (${remedy})`,
    );
  }
  if (current.state !== 'Enabled') return failed(`its mapping is ${current.state}`);
  if (!FINE.test(current.lastResult)) return failed(`its mapping says: ${current.lastResult}`);
  return { of, state: 'ok', detail: `enabled, on the latest stream ${labelOf(latest)}` };
}

/** The moment at which a stream began, which its ARN ends with. */
function labelOf(streamArn: string): string {
  return streamArn.slice(streamArn.lastIndexOf('/') + 1);
}

async function latestStream(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
): Promise<string | null> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const isOn = Table?.StreamSpecification?.StreamEnabled === true;
  return isOn ? (Table?.LatestStreamArn ?? null) : null;
}
