import type { Effects } from '../ports/effects.ts';
import { jsonBytes } from '../records/json-bytes.ts';
import { epochMsOf, type Instant, later, plusSeconds } from '../time/instant.ts';
import {
  type EventBatch,
  endOf,
  FEED_DAYS,
  MAX_BATCH_EVENTS,
  type Sequence,
  type StoredEvent,
  sequenceOf,
} from './event-batch.ts';
import type { FeedWriting } from './feed-ports.ts';

/** Seconds by which the clock of a function may be behind the one that dated a change: far more than they differ. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Attempts that may find another writer's batch in the place of theirs. Each shard of the ledger's stream has one
 * writer, and most tables have a few shards; beyond this the stream delivers the changes again.
 */
const MAX_LOST_RACES = 20;

/** Bytes of events in one batch, before they are packed: an item holds 400 KB, and packing may save nothing. */
const MAX_BATCH_BYTES = 300_000;

/** Other writers were the next ones, again and again. The events are added when they are delivered again. */
export class FeedContendedError extends Error {
  override readonly name = 'FeedContendedError';
}

export interface AppendPorts extends Pick<Effects, 'now'> {
  readonly feed: FeedWriting;
}

/** The events of a tenant, in their order. */
export interface Appended {
  readonly tenant: string;
  readonly events: readonly StoredEvent[];
  /** None of them was written to the ledger before this: what the feed has from earlier need not be searched. */
  readonly since: Instant;
}

/**
 * Adds events to a tenant's feed and tells the sequence of each. An event that the feed has keeps its place, whoever delivers it
 * again: its id decides. The next batch has the next number and is put where there is none, so two writers at
 * once cannot miss each other's events, and no reader who has come to a number finds a lower one later.
 */
export async function appendEvents(
  { feed, now }: AppendPorts,
  { tenant, events, since }: Appended,
): Promise<ReadonlyMap<string, Sequence>> {
  const epoch = await feed.epoch();
  const readSince = plusSeconds(since, -CLOCK_SKEW_SECONDS);
  const found = new Map<string, Sequence>();
  for (let lost = 0; lost <= MAX_LOST_RACES; ) {
    const batches = await feed.newest(tenant, readSince);
    enterSequences(found, batches);
    const missing = new Map(
      events.filter(({ id }) => !found.has(id)).map((each) => [each.id, each]),
    );
    if (missing.size === 0) return found;
    const next = { tenant, epoch, events: firstOf([...missing.values()]) };
    const added = await addAfter(feed, batches[0] ?? null, next, now());
    if (added === null) lost += 1;
    else enterSequences(found, [added]);
    if (added?.events.length === missing.size) return found;
  }
  throw new FeedContendedError(`the feed of ${tenant} was always one batch further`);
}

type NextBatch = Pick<EventBatch, 'tenant' | 'epoch' | 'events'>;

/** The batch as it was added; null if another writer was first. */
async function addAfter(
  feed: FeedWriting,
  newest: EventBatch | null,
  next: NextBatch,
  now: Instant,
): Promise<EventBatch | null> {
  if (newest === null || !goesOn(newest, next, now)) return await beginAnew(feed, next, now);
  const { number, storedAt } = newest;
  const batch: EventBatch = {
    ...next,
    number: number + 1,
    previous: endOf(newest),
    storedAt: later(now, storedAt),
  };
  return (await feed.add(batch)) ? batch : null;
}

/**
 * Whether the feed goes on behind its newest batch. Not in a restored table, which may lack batches that readers have seen;
 * and not behind one that no reader sees any more, since the table may have removed later ones already.
 */
function goesOn(newest: EventBatch, { epoch }: NextBatch, now: Instant): boolean {
  return newest.epoch === epoch && newest.storedAt > plusSeconds(now, -FEED_DAYS * 86_400);
}

/**
 * Begins anew above every number that was ever given: numbers begin at the milliseconds since 1970, and one partition of DynamoDB
 * takes a thousand writes in a second at most. What is left of the old feed is closed, so that a writer who takes it for current
 * cannot add to it. The start is read before the newest batch: whoever begins after that has replaced it.
 */
async function beginAnew(
  feed: FeedWriting,
  next: NextBatch,
  now: Instant,
): Promise<EventBatch | null> {
  const before = await feed.readStart(next.tenant);
  const [newest = null] = await feed.newest(next.tenant, now);
  if (newest !== null && goesOn(newest, next, now)) return null;
  const closing = newest === null ? [] : [closingOf(newest, next, now)];
  const given = [newest?.number ?? 0, closing[0]?.number ?? 0, before?.number ?? 0];
  const number = Math.max(epochMsOf(now), ...given.map((each) => each + 1));
  const first: EventBatch = { ...next, number, previous: null, storedAt: now };
  return (await feed.begin([...closing, first], before)) ? first : null;
}

function closingOf(newest: EventBatch, { tenant, epoch }: NextBatch, now: Instant): EventBatch {
  const { number } = newest;
  const storedAt = later(now, newest.storedAt);
  return { tenant, epoch, number: number + 1, previous: endOf(newest), storedAt, events: [] };
}

function firstOf(events: readonly StoredEvent[]): readonly StoredEvent[] {
  let bytes = 0;
  const beyond = events.findIndex((event) => {
    bytes += jsonBytes(event);
    return bytes > MAX_BATCH_BYTES;
  });
  const fitting = beyond === -1 ? events.length : Math.max(1, beyond);
  return events.slice(0, Math.min(fitting, MAX_BATCH_EVENTS));
}

/** Enters the sequence of each event by its id. Should an id stand in several batches, the oldest counts: they come newest first. */
function enterSequences(found: Map<string, Sequence>, batches: readonly EventBatch[]): void {
  for (const { number, events } of batches) {
    for (const [index, { id }] of events.entries()) found.set(id, sequenceOf(number, index + 1));
  }
}
