import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { functionArn } from '../assembly/local-names.ts';
import type { StreamDeliveryModel } from '../assembly/model.ts';
import type { Functions } from '../functions/functions.ts';
import type { Queues } from '../queues/queues.ts';
import { deliverBatch, type GivenUp } from './batch-delivery.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import { type StreamRecord, streamRecord } from './stream-event.ts';
import { StreamReader } from './stream-reader.ts';
import { Ticker } from './ticker.ts';

export interface StreamDeliveryOptions {
  readonly model: StreamDeliveryModel;
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly functions: Pick<Functions, 'invoke'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly checkpoints: Checkpoints;
  /** Called when reading the stream fails; it is tried again. */
  readonly failed: (error: unknown) => void;
  /** @default Date.now */
  readonly now?: () => number;
}

/**
 * Delivers a table's stream to a function, as Lambda's event source mapping would: filtered, in order, in batches,
 * each at least once. A delivery is recorded after it was made.
 */
export class StreamDelivery {
  readonly #options: StreamDeliveryOptions;
  readonly #reader: StreamReader;
  readonly #stopping = new AbortController();
  readonly #ticker: Ticker;
  #isEnabled = true;

  constructor(options: StreamDeliveryOptions) {
    const { model, client, streamArn, checkpoints } = options;
    this.#options = options;
    this.#reader = new StreamReader(client, streamArn, checkpoints.read(model.id));
    this.#ticker = new Ticker(
      () => this.#round(),
      (error) => this.#failed(error),
    );
  }

  start(): void {
    this.#ticker.start();
  }

  get id(): string {
    return this.#options.model.id;
  }

  get isEnabled(): boolean {
    return this.#isEnabled;
  }

  /** Delivers nothing, until it is enabled again and goes on where it was. */
  enable(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    this.nudge();
  }

  get functionName(): string {
    return this.#options.model.functionName;
  }

  get streamArn(): string {
    return this.#reader.streamArn;
  }

  get tableName(): string {
    return this.#options.model.tableName;
  }

  /** Everything up to a place in the stream counts as delivered; only before `start`. */
  passOver(reached: Checkpoint): void {
    const { model, checkpoints } = this.#options;
    checkpoints.write(model.id, reached);
    this.#reader.continueAfter(reached);
  }

  /** Looks at once: something may have been written. */
  nudge(): void {
    this.#ticker.nudge();
  }

  /** Settles when everything written before the call has been delivered. */
  async caughtUp(): Promise<void> {
    await this.#ticker.nextRound();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ticker.stop();
  }

  /** Records that were read but not delivered are read again. */
  #failed(error: unknown): void {
    const { model, checkpoints, failed } = this.#options;
    this.#reader.continueAfter(checkpoints.read(model.id));
    failed(error);
  }

  /** Reads and delivers until there is nothing new. */
  async #round(): Promise<void> {
    while (this.#isEnabled && !this.#stopping.signal.aborted) {
      const read = await this.#reader.read();
      if (read === null || read.records.length === 0) return;
      const records = read.records.map((record) => streamRecord(record, this.#reader.streamArn));
      if (!(await this.#deliver(read.shardId, records))) return;
    }
  }

  async #deliver(shardId: string, records: readonly StreamRecord[]): Promise<boolean> {
    const { patterns, batchSize } = this.#options.model;
    let batch: StreamRecord[] = [];
    for (const [index, record] of records.entries()) {
      if (patterns.length === 0 || patterns.some((matches) => matches(record.event))) {
        batch.push(record);
      }
      if (batch.length < batchSize && index < records.length - 1) continue;
      if (batch.length > 0 && !(await this.#deliverBatch(shardId, batch))) return false;
      this.#reached(shardId, record);
      batch = [];
    }
    return true;
  }

  async #deliverBatch(shardId: string, batch: readonly StreamRecord[]): Promise<boolean> {
    const { model, functions, now = Date.now } = this.#options;
    return await deliverBatch(
      {
        model,
        invoke: (payload) => functions.invoke(model.functionName, payload),
        giveUp: (given, failure) => this.#giveUp(shardId, given, failure),
        signal: this.#stopping.signal,
        now,
      },
      batch,
    );
  }

  #reached(shardId: string, { sequenceNumber }: StreamRecord): void {
    const { model, checkpoints } = this.#options;
    const { streamArn } = this.#reader;
    checkpoints.write(model.id, { streamArn, shardId, sequenceNumber });
  }

  /** The record that Lambda sends to a stream's failure destination: where it was, not what it was. */
  #giveUp(shardId: string, batch: readonly StreamRecord[], { condition, attempts }: GivenUp): void {
    const { model, queues, now = Date.now } = this.#options;
    if (model.onFailure === null) return;
    queues.send(model.onFailure, {
      version: '1.0',
      timestamp: new Date(now()).toISOString(),
      requestContext: {
        functionArn: functionArn(model.functionName),
        condition,
        approximateInvokeCount: attempts,
      },
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: batch[0]?.sequenceNumber,
        endSequenceNumber: batch.at(-1)?.sequenceNumber,
        approximateArrivalOfFirstRecord: isoOf(batch[0]),
        approximateArrivalOfLastRecord: isoOf(batch.at(-1)),
        batchSize: batch.length,
        streamArn: this.#reader.streamArn,
      },
    });
  }
}

function isoOf(record: StreamRecord | undefined): string | undefined {
  return record === undefined ? undefined : new Date(record.createdAtMs).toISOString();
}
