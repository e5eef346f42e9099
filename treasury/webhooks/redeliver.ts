import type { Instant } from '../time/instant.ts';
import { type Delivery, isQueued, queuedAgain } from './delivery.ts';
import type { DeliveryStore } from './ports.ts';

/** Deliveries that one request queues again: as many as a function writes within the time that a caller waits. */
export const MAX_REDELIVERED = 500;

/** Deliveries written at once: the table takes them, and no burst of one webhook is all of it. */
const AT_ONCE = 25;

export interface Redelivery {
  readonly tenant: string;
  readonly webhookId: string;
  readonly at: Instant;
}

/** Queues one delivery again, whatever became of it; null if there is none. */
export async function redeliver(
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'read' | 'replace'> },
  { tenant, webhookId, at }: Redelivery,
  id: string,
): Promise<Delivery | null> {
  for (;;) {
    const delivery = await deliveries.read(tenant, webhookId, id);
    if (delivery === null || isQueued(delivery)) return delivery;
    const again = queuedAgain(delivery, at);
    // Another attempt that ends meanwhile is on record first.
    if (await deliveries.replace(tenant, again)) return again;
  }
}

/** Queues these deliveries again, whatever became of them. */
export async function redeliverAll(
  ports: { readonly deliveries: Pick<DeliveryStore, 'read' | 'replace'> },
  redelivery: Redelivery,
  wanted: readonly Delivery[],
): Promise<void> {
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    await Promise.all(some.map(({ id }) => redeliver(ports, redelivery, id)));
  }
}
