import type { Instant } from '../time/instant.ts';
import { type EventBatch, endOf, type Sequence, sequenceOf } from './event-batch.ts';
import type { FeedReading } from './feed-ports.ts';
import { oldestKept } from './read-feed.ts';

/**
 * The place before the first event that was stored at a moment or later; the end of the feed if there is none, and null if it is
 * empty. Times grow with numbers, so it halves the numbers between the oldest batch and the newest: some thirty small readings at
 * most, since numbers are milliseconds or fewer.
 */
export async function placeSince(
  feed: FeedReading,
  { tenant, now }: { readonly tenant: string; readonly now: Instant },
  from: Instant,
): Promise<Sequence | null> {
  const storedAfter = oldestKept(now);
  const firstFrom = (number: number) =>
    firstOf(feed.from(tenant, { number, storedAfter, atOnce: 1 }));
  const oldest = await firstFrom(0);
  if (oldest === null) return null;
  if (oldest.storedAt >= from) return sequenceOf(oldest.number, 0);
  const range = { number: Number.MAX_SAFE_INTEGER, storedAfter, atOnce: 1 };
  const newest = (await firstOf(feed.backFrom(tenant, range))) ?? oldest;
  if (newest.storedAt < from) return endOf(newest);
  // Always: from `low` on the first batch is older than the moment, and from `high` on it is not.
  let low = oldest.number;
  let high = newest.number;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const batch = await firstFrom(middle);
    if (batch === null || batch.storedAt >= from) high = middle;
    else low = batch.number;
  }
  return sequenceOf((await firstFrom(high))?.number ?? newest.number, 0);
}

async function firstOf(batches: AsyncIterable<EventBatch>): Promise<EventBatch | null> {
  for await (const batch of batches) return batch;
  return null;
}
