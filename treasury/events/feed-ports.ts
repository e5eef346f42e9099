import type { Instant } from '../time/instant.ts';
import type { EventBatch, FeedStart } from './event-batch.ts';

/** The feed as those who add to it need it. Every reading is strongly consistent. */
export interface FeedWriting {
  /** The identity of the table that holds the feed. */
  readonly epoch: () => Promise<string>;
  /** The newest batches, newest first: the last one in any case, and all that were stored since a moment. */
  readonly newest: (tenant: string, since: Instant) => Promise<readonly EventBatch[]>;
  /** False if there is a batch of that number. */
  readonly add: (batch: EventBatch) => Promise<boolean>;
  readonly readStart: (tenant: string) => Promise<FeedStart | null>;
  /**
   * Begins the feed anew, all or nothing: the batches are new, and the start is the one that was read. False if any of that
   * is not so.
   */
  readonly begin: (batches: readonly EventBatch[], before: FeedStart | null) => Promise<boolean>;
}

/** The feed as its readers need it. */
export interface FeedReading {
  /** Batches stored after a moment, from a number on, oldest first. */
  readonly from: (tenant: string, range: BatchRange) => AsyncIterable<EventBatch>;
  /** The same backwards, from a number on, newest first. */
  readonly backFrom: (tenant: string, range: BatchRange) => AsyncIterable<EventBatch>;
}

export interface BatchRange {
  /** Of the first batch that is wanted, in the direction of the reading. */
  readonly number: number;
  readonly storedAfter: Instant;
  /** Batches to read at once, for readers who know how many they want. */
  readonly atOnce?: number;
}
