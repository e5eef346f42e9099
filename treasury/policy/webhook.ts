import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';

/** Events leave only to an active webhook. */
export const WEBHOOK_STATUSES = ['active', 'paused'] as const;

/** In the list of event types: every type there is, and every type that a later version adds. */
export const EVERY_EVENT = '*';

/** The fields of a webhook that people set. The permitted values are narrower: see `webhook-schema.ts`. */
export const webhookDraftSchema = record(() => ({
  id: z.string(),
  label: z.string(),
  /** Where its events are posted to; in the one form that a parser of addresses writes. */
  url: z.string(),
  /** The types that it is sent, or `*` alone. */
  eventTypes: z.array(z.string()),
  status: z.enum(WEBHOOK_STATUSES),
  /** Counts its signing secrets: raising it asks for a new one, which only its maker is shown. */
  secretGeneration: z.int().check(z.positive()),
}));

/** In place of a name: a first policy, which no two people agreed to, asks for no secret. No caller has it. */
export const NO_PERSON = '';

const secretHolderSchema = record(() => ({
  generation: z.int().check(z.positive()),
  /** The maker of the change that asked for this generation: the only person who is shown it; or NO_PERSON. */
  by: z.string(),
}));

/**
 * Why Sluice pauses a webhook. receiver-gone: its receiver says that it is gone for ever. nothing-taken: it took no event while
 * every attempt of a delivery was made.
 */
export const PAUSE_REASONS = ['receiver-gone', 'nothing-taken'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const pauseSchema = record(() => ({
  at: instant,
  reason: z.enum(PAUSE_REASONS),
  /** The start of the version that was paused, whose seal this one carries: a pause narrows, and no key is used for it. */
  activeSince: z.exactOptional(instant),
}));

export const webhookSchema = record(() => ({
  ...webhookDraftSchema.shape,
  secretFor: secretHolderSchema,
  /** Set if Sluice paused it, and why. */
  pausedBySluice: z.exactOptional(pauseSchema),
  /** The start of this version. */
  activeSince: instant,
  /** Set if it was deleted; then it is paused, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Counts the accepted changes of this webhook, from 1. */
  version: z.int().check(z.positive()),
  /** Over this version, by the function that wrote it; without one nothing is sent to it. */
  seal: z.exactOptional(sealSchema),
}));

/** A place that a tenant's events are posted to, signed. */
export type Webhook = Stored<typeof webhookSchema>;
export type WebhookDraft = Stored<typeof webhookDraftSchema>;

/** The version that Sluice has paused, as it was sealed; the webhook itself if no pause carries a seal. */
export function beforePause(webhook: Webhook): Webhook {
  const { pausedBySluice, ...rest } = webhook;
  if (pausedBySluice?.activeSince === undefined) return webhook;
  const { activeSince } = pausedBySluice;
  return { ...rest, status: 'active', activeSince, version: webhook.version - 1 };
}

/** The webhook with a seal of its own to come: the one that its pause carries is gone. */
export function withoutCarriedSeal(webhook: Webhook): Webhook {
  const { pausedBySluice } = webhook;
  if (pausedBySluice?.activeSince === undefined) return webhook;
  const { at, reason } = pausedBySluice;
  return { ...webhook, pausedBySluice: { at, reason } };
}

/** Whether a webhook is sent events of a type. */
export function subscribes({ eventTypes }: Pick<Webhook, 'eventTypes'>, type: string): boolean {
  return eventTypes.includes(EVERY_EVENT) || eventTypes.includes(type);
}
