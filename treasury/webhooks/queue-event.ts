import { subscribes, type Webhook } from '../policy/webhook.ts';
import { hexDigestOf } from '../seals/canonical-json.ts';
import type { Instant } from '../time/instant.ts';
import { newDelivery, type QueuedEvent } from './delivery.ts';
import type { DeliveryStore } from './ports.ts';

/** Characters of a digest: two events of one millisecond have different ones. */
const DIGEST_CHARACTERS = 20;

/** "20260105T090005000Z-1f0c9a3e...": the same for the same event, in the order of the events. */
export function deliveryId({ id, time }: Pick<QueuedEvent, 'id' | 'time'>): string {
  return `${deliveryIdTime(time)}-${hexDigestOf(id).slice(0, DIGEST_CHARACTERS)}`;
}

/** Ids of deliveries of events at or after a moment sort at or behind this. */
export function deliveryIdTime(time: Instant): string {
  return time.replaceAll(/[-:.]/g, '');
}

export interface Queueing {
  readonly tenant: string;
  readonly event: QueuedEvent;
  readonly webhooks: readonly Webhook[];
  readonly at: Instant;
}

/**
 * Queues an event for every webhook that is sent its type. Queued twice, it is there once. The ids of the webhooks that
 * have something to be sent now.
 */
export async function queueEvent(
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'add'> },
  { tenant, event, webhooks, at }: Queueing,
): Promise<readonly string[]> {
  const id = deliveryId(event);
  const subscribed = webhooks.filter((webhook) => subscribes(webhook, event.type));
  await Promise.all(
    subscribed.map(async ({ id: webhookId, status }) => {
      const isPaused = status === 'paused';
      return await deliveries.add(tenant, newDelivery(event, id, { webhookId, isPaused, at }));
    }),
  );
  return subscribed.filter(({ status }) => status === 'active').map((webhook) => webhook.id);
}
