import type { Engine } from '../engine/engine.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { StreamDelivery } from './stream-delivery.ts';

/** Milliseconds between two rounds: a record may stay an hour longer than a day. */
const EVERY_MS = 3_600_000;

/** Nothing of a stream was read. */
const NOTHING = 0n;

export interface StreamTrimmingOptions {
  readonly engine: Pick<Engine, 'trimStreams'>;
  readonly deliveries: readonly Pick<StreamDelivery, 'id' | 'streamArn' | 'tableName'>[];
  readonly checkpoints: Pick<Checkpoints, 'read'>;
  readonly failed: (error: unknown) => void;
}

/** Gives the streams an end: each hour, what is older than a day and was delivered goes. */
export class StreamTrimming {
  readonly #options: StreamTrimmingOptions;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();

  constructor(options: StreamTrimmingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), EVERY_MS).unref();
    this.#begin();
  }

  /** Settles when nothing is under way. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#round;
  }

  /** One round now. */
  async trim(): Promise<void> {
    await this.#options.engine.trimStreams((table) => this.#readUpTo(table));
  }

  #begin(): void {
    this.#round = this.trim().catch(this.#options.failed);
  }

  #readUpTo(table: string): bigint | null {
    const { deliveries, checkpoints } = this.#options;
    const reached = deliveries
      .filter(({ tableName }) => tableName === table)
      .map(({ id, streamArn }) => {
        const checkpoint = checkpoints.read(id);
        return checkpoint?.streamArn === streamArn ? BigInt(checkpoint.sequenceNumber) : NOTHING;
      });
    return reached.sort((left, right) => (left < right ? -1 : 1))[0] ?? null;
  }
}
