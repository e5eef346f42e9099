import * as z from 'zod/mini';
import {
  type EventBatch,
  eventBatchSchema,
  FEED_DAYS,
  type FeedStart,
  feedStartSchema,
  REMOVAL_MARGIN_DAYS,
} from '../../treasury/events/event-batch.ts';
import { epochMsOf } from '../../treasury/time/instant.ts';
import { compressText, decompressText } from './brotli-text.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { feedKeys, SNAPSHOT_EXPIRY } from './keys.ts';
import { packedBytes } from './packed-attribute.ts';

/** Bytes that the events of one batch unpack to at most: a batch is begun anew long before. */
const MAX_UNPACKED_BYTES = 1_000_000;

const DAY_SECONDS = 86_400;

/** The events of a batch as one compressed text: most batches take one write unit. */
export const EVENT_BATCH: ItemKind<EventBatch> = {
  entity: 'event-batch',
  schema: eventBatchSchema,
  key: (tenant, { number }) => feedKeys.batch(tenant, number),
  beside: [SNAPSHOT_EXPIRY],
  pack: ({ events, ...rest }) => ({ ...rest, packed: compressText(JSON.stringify(events)) }),
  unpack: ({ packed, ...rest }) => ({
    ...rest,
    events: unpackedEvents(packedBytes(packed, 'events')),
  }),
};

export const FEED_START: ItemKind<FeedStart> = {
  entity: 'feed-start',
  schema: feedStartSchema,
  key: (tenant) => feedKeys.start(tenant),
};

/** A batch as its item, with the second after which the table may remove it. */
export function eventBatchItem(batch: EventBatch): Item {
  const keptSeconds = (FEED_DAYS + REMOVAL_MARGIN_DAYS) * DAY_SECONDS;
  return toItem({
    ...attributesOf(EVENT_BATCH, batch.tenant, batch),
    [SNAPSHOT_EXPIRY]: Math.ceil(epochMsOf(batch.storedAt) / 1_000) + keptSeconds,
  });
}

const unpackedSchema = z.array(z.unknown());

function unpackedEvents(bytes: Uint8Array): readonly unknown[] {
  return unpackedSchema.parse(JSON.parse(decompressText(bytes, MAX_UNPACKED_BYTES)));
}
