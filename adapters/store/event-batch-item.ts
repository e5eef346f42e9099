import {
  type EventBatch,
  eventBatchSchema,
  FEED_DAYS,
  type FeedStart,
  feedStartSchema,
  REMOVAL_MARGIN_DAYS,
} from '../../treasury/events/event-batch.ts';
import { epochMsOf } from '../../treasury/time/instant.ts';
import { packJson, unpackJson } from './codec.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { feedKeys, SNAPSHOT_EXPIRY } from './keys.ts';

/** The one codec of events so far. */
const CODEC = 1;

const DAY_SECONDS = 86_400;

/** The events of a batch as one compressed text: most batches take one write unit. */
export const EVENT_BATCH: ItemKind<EventBatch> = {
  entity: 'event-batch',
  schema: eventBatchSchema,
  key: (tenant, { number }) => feedKeys.batch(tenant, number),
  beside: [SNAPSHOT_EXPIRY],
  pack: ({ events, ...rest }) => ({ ...rest, packed: packJson(CODEC, events) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, events: unpackJson(CODEC, packed) }),
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
