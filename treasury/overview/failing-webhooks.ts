import type { WebhookInTrouble } from '../ledger/webhook-in-trouble.ts';
import type { Instant } from '../time/instant.ts';

/** `failing`: its receiver has taken nothing for an hour or longer. `paused`: Sluice sends nothing to it any more. */
export const WEBHOOK_TROUBLES = ['failing', 'paused'] as const;

/** A webhook of which no event arrives. */
export interface FailingWebhook {
  readonly webhookId: string;
  readonly label: string;
  readonly state: (typeof WEBHOOK_TROUBLES)[number];
  readonly since: Instant;
  /** When the receiver last took an event; null if it never did. */
  readonly deliveredAt: Instant | null;
  /** How many events waited when they were last counted; null once it is paused: what comes then is held. */
  readonly pending: { readonly count: number; readonly countedAt: Instant } | null;
}

/** Webhooks that need a person, the one that has failed the longest first. Pure. */
export function failingWebhooks(troubles: readonly WebhookInTrouble[]): readonly FailingWebhook[] {
  return troubles
    .map(failingWebhook)
    .toSorted(
      (one, other) =>
        one.since.localeCompare(other.since) || one.webhookId.localeCompare(other.webhookId),
    );
}

function failingWebhook({ webhook, failing }: WebhookInTrouble): FailingWebhook {
  const { id: webhookId, label, pausedBySluice, activeSince } = webhook;
  const deliveredAt = failing?.deliveredAt ?? null;
  if (pausedBySluice !== undefined) {
    const since = pausedBySluice.at;
    return { webhookId, label, state: 'paused', since, deliveredAt, pending: null };
  }
  const pending = failing === null ? null : { count: failing.pending, countedAt: failing.at };
  const since = failing?.since ?? activeSince;
  return { webhookId, label, state: 'failing', since, deliveredAt, pending };
}
