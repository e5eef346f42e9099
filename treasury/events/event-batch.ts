import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** Days for which an event can be read. */
export const FEED_DAYS = 30;

/**
 * Further days before the table may remove a batch. A writer takes the newest batch for the end of the feed; were it removed
 * while an older one stands, its number would be given again. Clocks differ by seconds, and no function runs for a day.
 */
export const REMOVAL_MARGIN_DAYS = 1;

/** Digits of a batch's number, which begins at milliseconds since 1970: enough until the year 2286. */
const NUMBER_DIGITS = 13;
const INDEX_DIGITS = 3;

/** Events of one batch, as many as an index has digits for. */
export const MAX_BATCH_EVENTS = 10 ** INDEX_DIGITS - 1;

/** An event as it was published: its type's schema was checked then, and what it was then is what readers get. */
const storedEventSchema = record(() => ({ id: z.string(), type: z.string() }));

export type StoredEvent = Stored<typeof storedEventSchema>;

export const eventBatchSchema = record(() => ({
  tenant: z.string(),
  /** One more than that of the batch before, so that two writers cannot both be the next. */
  number: z.int().check(z.positive()),
  /** The sequence that the feed had come to before; null if it began anew here, and nothing is known of what was before. */
  previous: z.nullable(z.string()),
  /** The identity of the table: in a restored one the feed begins anew. */
  epoch: z.string(),
  /** By the writer's clock, and never before that of the batch before. */
  storedAt: instant,
  /** None in the batch that closes a feed which begins anew. */
  events: z.array(storedEventSchema),
}));

/** Events that were stored together, once, and never change. */
export type EventBatch = Stored<typeof eventBatchSchema>;

/** Where the feed began last: whoever begins it anew replaces this, so that only one does. */
export const feedStartSchema = record(() => ({
  tenant: z.string(),
  number: z.int().check(z.positive()),
  epoch: z.string(),
  at: instant,
}));

export type FeedStart = Stored<typeof feedStartSchema>;

/** The place of an event in its tenant's feed: text of 16 digits, whose order is that of the events. */
export type Sequence = string;

/** `index` counts from 1; 0 is the place before the first event of a batch. */
export function sequenceOf(number: number, index: number): Sequence {
  return `${batchNumberText(number)}${String(index).padStart(INDEX_DIGITS, '0')}`;
}

/** A batch's number as it stands in its key. */
export function batchNumberText(number: number): string {
  return String(number).padStart(NUMBER_DIGITS, '0');
}

export const SEQUENCE_FORM = new RegExp(`^\\d{${NUMBER_DIGITS + INDEX_DIGITS}}$`);

/** The batch and the index that a sequence names. */
export function placeOf(sequence: Sequence): { readonly number: number; readonly index: number } {
  return {
    number: Number(sequence.slice(0, NUMBER_DIGITS)),
    index: Number(sequence.slice(NUMBER_DIGITS)),
  };
}

/** The sequence of a batch's last event. */
export function endOf({ number, events }: EventBatch): Sequence {
  return sequenceOf(number, events.length);
}
