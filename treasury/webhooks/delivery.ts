import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import { DELIVERY_ATTEMPTS, pauseSeconds } from './retry-schedule.ts';

/**
 * pending: it is sent when it is due. delivered: the receiver took it. dead: every attempt failed. held: it came while the
 * webhook was paused, and is sent if a person asks for it.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'held'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed. */
export const ATTEMPT_FAILURES = [
  'answer',
  'gone',
  'redirect',
  'timeout',
  'name-not-resolved',
  'address-refused',
  'not-reached',
  'certificate',
  'interrupted',
] as const;

export const attemptSchema = record(() => ({
  at: instant,
  /** Null if the receiver took it. */
  failure: z.nullable(z.enum(ATTEMPT_FAILURES)),
  /** The code of the receiver's answer; null without one. */
  answer: z.nullable(z.int()),
  /** The first bytes of the answer, as text. */
  body: z.string(),
  milliseconds: z.int().check(z.nonnegative()),
}));

/** One request to a receiver, and what came back. */
export type DeliveryAttempt = Stored<typeof attemptSchema>;

export const deliverySchema = record(() => ({
  /** Begins with the time of the event, so that the ids are in its order; the same for the same event. */
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  eventTime: instant,
  /** The event's place in the feed of its tenant, if it had one. */
  sequence: z.exactOptional(z.string()),
  /** The event as it is sent, to the byte. */
  event: z.string(),
  createdAt: instant,
  state: z.enum(DELIVERY_STATES),
  /** Null if nothing is sent any more. */
  nextAttemptAt: z.nullable(instant),
  /** Attempts since it was queued last: its place in the schedule. */
  tries: z.int().check(z.nonnegative()),
  /** The newest attempts, oldest first. */
  attempts: z.array(attemptSchema),
  version: z.int().check(z.positive()),
}));

/** One event on its way to one webhook. */
export type Delivery = Stored<typeof deliverySchema>;

/** Attempts that are kept of one delivery: two schedules of them. */
const MAX_KEPT_ATTEMPTS = 20;

/**
 * Seconds after which an attempt under way is taken for lost, and made again: longer than any attempt lasts, with what is
 * written before and after it.
 */
export const CLAIM_SECONDS = 60;

export interface QueuedEvent {
  readonly id: string;
  readonly type: string;
  readonly time: Instant;
  readonly sequence?: string | undefined;
  /** As it is sent. */
  readonly text: string;
}

/** An event that was published, for a webhook that is sent its type. */
export function newDelivery(
  { id, type, time, sequence, text }: QueuedEvent,
  deliveryId: string,
  { webhookId, isPaused, at }: { webhookId: string; isPaused: boolean; at: Instant },
): Delivery {
  return {
    id: deliveryId,
    webhookId,
    eventId: id,
    eventType: type,
    eventTime: time,
    ...(sequence === undefined ? {} : { sequence }),
    event: text,
    createdAt: at,
    state: isPaused ? 'held' : 'pending',
    nextAttemptAt: isPaused ? null : at,
    tries: 0,
    attempts: [],
    version: 1,
  };
}

export function isDue({ state, nextAttemptAt }: Delivery, at: Instant): boolean {
  return state === 'pending' && nextAttemptAt !== null && nextAttemptAt <= at;
}

/**
 * An attempt begins. It is counted before anything is sent: should the process die on the way, the delivery is due again
 * after a while, and one that ends every process does not come for ever.
 */
export function claimed(delivery: Delivery, at: Instant): Delivery {
  return {
    ...delivery,
    tries: delivery.tries + 1,
    nextAttemptAt: plusSeconds(at, CLAIM_SECONDS),
    version: delivery.version + 1,
  };
}

export interface AttemptEnd {
  readonly attempt: DeliveryAttempt;
  /** Seconds that the receiver asked to be left alone for. */
  readonly notBeforeSeconds?: number;
  readonly at: Instant;
  /** From 0 to 1, 1 not included. */
  readonly random: number;
}

/** The attempt has an end: the receiver took it, or it comes again, or it was the last one. */
export function attempted(
  delivery: Delivery,
  { attempt, notBeforeSeconds = 0, at, random }: AttemptEnd,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_KEPT_ATTEMPTS);
  const next = { ...delivery, attempts, version: delivery.version + 1 };
  if (attempt.failure === null) return { ...next, state: 'delivered', nextAttemptAt: null };
  if (delivery.tries >= DELIVERY_ATTEMPTS) return { ...next, state: 'dead', nextAttemptAt: null };
  const pause = Math.max(pauseSeconds(delivery.tries, random), notBeforeSeconds);
  return { ...next, state: 'pending', nextAttemptAt: plusSeconds(at, pause) };
}

/** It waits for its first attempt since it was queued: queued once more, it would be the same. */
export function isQueued({ state, tries }: Delivery): boolean {
  return state === 'pending' && tries === 0;
}

/** A person has it sent, whatever became of it, by a schedule of its own. */
export function queuedAgain(delivery: Delivery, at: Instant): Delivery {
  const version = delivery.version + 1;
  return { ...delivery, state: 'pending', nextAttemptAt: at, tries: 0, version };
}
