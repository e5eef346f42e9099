import { type Instant, plusSeconds } from '../time/instant.ts';
import {
  type EventBatch,
  endOf,
  FEED_DAYS,
  placeOf,
  type Sequence,
  type StoredEvent,
  sequenceOf,
} from './event-batch.ts';
import type { FeedReading } from './feed-ports.ts';

/** Batches that one page looks through for the types that were asked for: beyond it the page is shorter than `limit`. */
const MAX_BATCHES_OF_PAGE = 500;

/** Bytes of events in one page, as JSON: Lambda answers with 6 MB at most, in which every quote counts twice. */
const MAX_PAGE_BYTES = 2_000_000;

/** An event, with its place in the feed. */
export type FeedEvent = StoredEvent & { readonly sequence: Sequence };

export interface FeedQuestion {
  readonly tenant: string;
  readonly now: Instant;
  readonly limit: number;
  /** Whether an event is wanted. */
  readonly wants: (event: StoredEvent) => boolean;
}

export interface FeedPage {
  readonly result: 'read';
  readonly events: readonly FeedEvent[];
  /** Everything up to here was looked at: the place to read on from. Null if there is nothing in the feed. */
  readonly position: Sequence | null;
  /** Whether more may follow right away. */
  readonly more: boolean;
}

/** Events behind the reader's place are no longer kept, or never were. */
export interface FeedExpired {
  readonly result: 'expired';
  /** The place before the oldest event that can still be read; null if there is none. */
  readonly resume: Sequence | null;
}

/**
 * Reads a feed forwards from behind a place, or from the oldest event that is kept. Every batch says which sequence came before
 * it: if the reader is at another place, events are missing between, and the reader hears so instead of missing them.
 */
export async function readFeed(
  feed: FeedReading,
  { tenant, now, after, ...question }: FeedQuestion & { readonly after: Sequence | null },
): Promise<FeedPage | FeedExpired> {
  const page = pageOf(question);
  const number = after === null ? 0 : placeOf(after).number;
  let position = after;
  let batches = 0;
  for await (const batch of feed.from(tenant, { number, storedAfter: oldestKept(now) })) {
    if (!follows(batch, position)) {
      // The closing one of an old feed: what can be read begins behind it.
      if (batch.events.length === 0) continue;
      if (position === after) return { result: 'expired', resume: sequenceOf(batch.number, 0) };
      return page.read(position, true);
    }
    for (const event of eventsOf(batch)) {
      if (position !== null && event.sequence <= position) continue;
      if (!page.takes(event)) return page.read(position, true);
      position = event.sequence;
    }
    position = endOf(batch);
    batches += 1;
    if (batches === MAX_BATCHES_OF_PAGE) return page.read(position, true);
  }
  if (after !== null && batches === 0) return { result: 'expired', resume: null };
  return page.read(position, false);
}

/** Reads a feed backwards, newest first, from before a place, or from its end. What is no longer kept ends it. */
export async function readFeedBack(
  feed: FeedReading,
  { tenant, now, before, ...question }: FeedQuestion & { readonly before: Sequence | null },
): Promise<FeedPage> {
  const page = pageOf(question);
  const number = before === null ? Number.MAX_SAFE_INTEGER : placeOf(before).number;
  let position = before;
  let batches = 0;
  for await (const batch of feed.backFrom(tenant, { number, storedAfter: oldestKept(now) })) {
    for (const event of eventsOf(batch).toReversed()) {
      if (position !== null && event.sequence >= position) continue;
      if (!page.takes(event)) return page.read(position, true);
      position = event.sequence;
    }
    batches += 1;
    if (batches === MAX_BATCHES_OF_PAGE) return page.read(position, true);
  }
  return page.read(position, false);
}

/** The places just before and just behind an event, whether or not there is an event of that sequence. */
export function sequenceBefore(sequence: Sequence): Sequence {
  return String(Number(sequence) - 1).padStart(sequence.length, '0');
}

export function sequenceAfter(sequence: Sequence): Sequence {
  return String(Number(sequence) + 1).padStart(sequence.length, '0');
}

/** Events stored at this moment or before are not shown, whether the table has removed them or not. */
export function oldestKept(now: Instant): Instant {
  return plusSeconds(now, -FEED_DAYS * 86_400);
}

function eventsOf({ number, events }: EventBatch): FeedEvent[] {
  return events.map((event, index) => ({ ...event, sequence: sequenceOf(number, index + 1) }));
}

/** Whether nothing is missing between the reader's place and the batch. */
function follows(batch: EventBatch, position: Sequence | null): boolean {
  if (position === null) return true;
  const { number, index } = placeOf(position);
  if (number === batch.number) return index <= batch.events.length;
  return batch.previous === position;
}

/** The wanted events of a page, as long as there is room. */
function pageOf({ limit, wants }: Pick<FeedQuestion, 'limit' | 'wants'>) {
  const events: FeedEvent[] = [];
  let bytes = 0;
  return {
    /** False if the event belongs on the next page. */
    takes: (event: FeedEvent): boolean => {
      if (!wants(event)) return true;
      bytes += new TextEncoder().encode(JSON.stringify(event)).length;
      if (events.length === limit || (events.length > 0 && bytes > MAX_PAGE_BYTES)) return false;
      events.push(event);
      return true;
    },
    read: (position: Sequence | null, more: boolean): FeedPage => ({
      result: 'read',
      events,
      position,
      more,
    }),
  };
}
