import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { Checkpoint } from './checkpoints.ts';

/** Records read at once; the API's own maximum. */
const MAX_RECORDS = 1_000;

/** Pages of shards of one stream. Local engines have one shard. */
const MAX_SHARD_PAGES = 20;

export interface ReadRecords {
  readonly shardId: string;
  readonly records: readonly _Record[];
}

/** Where reading begins: after a checkpoint, at the oldest record (null), or after the newest one. */
export type ReadFrom = Checkpoint | 'latest' | null;

/** Reads a table's stream in order, one shard after the other. */
export class StreamReader {
  readonly streamArn: string;
  readonly #client: Pick<DynamoDBStreamsClient, 'send'>;
  #shardId: string | null = null;
  #iterator: string | null = null;
  /** The last record handed out; where reading goes on after an iterator expired. */
  #lastRead: string | null = null;
  readonly #finished = new Set<string>();
  readonly #isLatest: boolean;

  constructor(client: Pick<DynamoDBStreamsClient, 'send'>, streamArn: string, from: ReadFrom) {
    this.#client = client;
    this.streamArn = streamArn;
    this.#isLatest = from === 'latest';
    this.continueAfter(from === 'latest' ? null : from);
  }

  /** Goes back to a checkpoint; without one, or with another stream's, to the oldest record. */
  continueAfter(from: Checkpoint | null): void {
    const usable = from?.streamArn === this.streamArn ? from : null;
    this.#iterator = null;
    this.#shardId = usable?.shardId ?? null;
    this.#lastRead = usable?.sequenceNumber ?? null;
    this.#finished.clear();
  }

  /** The next records, possibly none. What it handed out once it does not hand out again. */
  async read(): Promise<ReadRecords | null> {
    const iterator = this.#iterator ?? (await this.#open());
    const shardId = this.#shardId;
    if (iterator === null || shardId === null) return null;
    try {
      const answer = await this.#client.send(
        new GetRecordsCommand({ ShardIterator: iterator, Limit: MAX_RECORDS }),
      );
      const records = answer.Records ?? [];
      this.#iterator = answer.NextShardIterator ?? null;
      this.#lastRead = records.at(-1)?.dynamodb?.SequenceNumber ?? this.#lastRead;
      if (this.#iterator === null) this.#finish(shardId);
      return { shardId, records };
    } catch (error) {
      if (!(error instanceof ExpiredIteratorException)) throw error;
      this.#iterator = null;
      return null;
    }
  }

  /** Reads up to the newest record; returns its place, or null if there is none. */
  async readToEnd(): Promise<Checkpoint | null> {
    let end: Checkpoint | null = null;
    for (;;) {
      const read = await this.read();
      const sequenceNumber = read?.records.at(-1)?.dynamodb?.SequenceNumber;
      if (read === null || sequenceNumber === undefined) return end;
      end = { streamArn: this.streamArn, shardId: read.shardId, sequenceNumber };
    }
  }

  #finish(shardId: string): void {
    this.#finished.add(shardId);
    this.#shardId = null;
    this.#lastRead = null;
  }

  async #open(): Promise<string | null> {
    const shards = await this.#shards();
    const current = shards.find(({ ShardId }) => ShardId === this.#shardId);
    const shard = current ?? nextShard(shards, this.#finished);
    if (shard?.ShardId === undefined) return null;
    if (current === undefined) this.#lastRead = null;
    this.#shardId = shard.ShardId;
    this.#iterator = await this.#iteratorOf(shard.ShardId);
    return this.#iterator;
  }

  async #iteratorOf(shardId: string): Promise<string | null> {
    const after = this.#lastRead;
    const place = { StreamArn: this.streamArn, ShardId: shardId };
    const oldest = { ...place, ShardIteratorType: 'TRIM_HORIZON' } as const;
    // A shard that follows one that was read has nothing but new records.
    const isFirst = this.#finished.size === 0;
    const first =
      this.#isLatest && isFirst ? ({ ...place, ShardIteratorType: 'LATEST' } as const) : oldest;
    try {
      return await this.#ask(
        after === null
          ? first
          : { ...place, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after },
      );
    } catch (error) {
      // A stream keeps a day. What is older is gone there; the rest is still delivered.
      if (!(error instanceof TrimmedDataAccessException)) throw error;
      return await this.#ask(oldest);
    }
  }

  async #ask(input: GetShardIteratorCommandInput): Promise<string | null> {
    const { ShardIterator } = await this.#client.send(new GetShardIteratorCommand(input));
    return ShardIterator ?? null;
  }

  async #shards(): Promise<readonly Shard[]> {
    const shards: Shard[] = [];
    let after: string | undefined;
    for (let page = 0; page < MAX_SHARD_PAGES; page++) {
      const { StreamDescription } = await this.#client.send(
        new DescribeStreamCommand({
          StreamArn: this.streamArn,
          ...(after !== undefined && { ExclusiveStartShardId: after }),
        }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      after = StreamDescription?.LastEvaluatedShardId;
      if (after === undefined) return shards;
    }
    throw new RangeError(`the stream ${this.streamArn} has too many shards`);
  }
}

/** A shard whose parent is done with, or gone; parents come before their children. */
function nextShard(shards: readonly Shard[], finished: ReadonlySet<string>): Shard | undefined {
  const open = shards.filter(({ ShardId }) => ShardId !== undefined && !finished.has(ShardId));
  return open.find(({ ParentShardId }) => !open.some(({ ShardId }) => ShardId === ParentShardId));
}
