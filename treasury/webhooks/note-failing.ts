import type { FailingWebhookState } from '../ledger/failing-webhook-state.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import type { Endpoint } from './endpoint.ts';

/** Seconds of failures without a success after which people are told: a deployment of a receiver takes minutes. */
export const TOLD_AFTER_SECONDS = 3_600;

/** Seconds after which what waits for it is counted anew: it grows for three days, and each count reads all of it. */
export const COUNTED_AGAIN_AFTER_SECONDS = 3_600;

/** Deliveries that are counted at most: beyond it, it is "very many". */
export const MAX_PENDING_COUNTED = 1_000;

interface Seen {
  readonly tenant: string;
  readonly webhookId: string;
  /** Null if nothing was ever sent to it. */
  readonly endpoint: Pick<Endpoint, 'failingSince' | 'deliveredAt'> | null;
  /** Whether anything is sent to it. */
  readonly isActive: boolean;
  readonly pending: number;
  readonly at: Instant;
}

/** What is noted of a webhook now; null if that is known, or there is nothing to note. Pure. */
export function failingNoted(
  { tenant, webhookId, endpoint, isActive, pending, at }: Seen,
  before: FailingWebhookState | undefined,
): FailingWebhookState | null {
  const since = endpoint?.failingSince ?? null;
  const isFailing = isActive && since !== null && secondsBetween(since, at) >= TOLD_AFTER_SECONDS;
  const known = before?.state === 'failing' ? before : undefined;
  if (!isFailing && known === undefined) return null;
  const isCounted =
    known !== undefined && secondsBetween(known.at, at) < COUNTED_AGAIN_AFTER_SECONDS;
  if (isFailing && isCounted) return null;
  const version = (before?.version ?? 0) + 1;
  if (isFailing) {
    const deliveredAt = endpoint?.deliveredAt ?? null;
    return { tenant, webhookId, state: 'failing', at, since, deliveredAt, pending, version };
  }
  return known === undefined ? null : { ...known, state: 'over', at, pending, version };
}
