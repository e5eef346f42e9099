import * as z from 'zod/mini';
import { createDeliveries } from '../../adapters/store/deliveries.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createFailingWebhooks } from '../../adapters/store/noted-states.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { webhooksOf } from '../../adapters/store/webhooks.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { invokeLater } from '../../runtime/clients/invoke-later.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { sharedTick } from '../../runtime/delivery/tick.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  queueDeliveriesEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { failingNoted, MAX_PENDING_COUNTED } from '../../treasury/webhooks/note-failing.ts';
import { pauseWebhook } from '../../treasury/webhooks/pause-webhook.ts';
import { queueEvent } from '../../treasury/webhooks/queue-event.ts';

const environment = readEnvironment(queueDeliveriesEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const deliveries = createDeliveries({
  client: dynamo(),
  tableName: environment.DELIVERIES_TABLE,
});
const ledger = { ...createLedger(ledgerTable), ...createPolicyChanges(ledgerTable) };
const ports = { ...effects, deliveries, ledger, seals: connectSeals(environment) };
const failingStates = createFailingWebhooks(ledgerTable);
const deliverLater = invokeLater(environment.DELIVER_WEBHOOKS_FUNCTION);

/** An event as the bus hands it over. Its type was checked when it was published; all of it is passed on. */
const published = z.object({
  source: z.string(),
  detail: z.looseObject({
    id: z.string(),
    type: z.string(),
    time: instant,
    tenant: z.string(),
    sequence: z.exactOptional(z.string()),
  }),
});

/** The event bus: queues an event for each webhook that is sent its type. The scheduler: has what is due sent. */
export const handler = observed(
  async (given: unknown) => {
    const event = published.safeParse(given);
    if (event.success) return await queue(event.data.detail);
    const { tenants, scheduledFor } = z.parse(sharedTick, given);
    return await rounds(tenants, scheduledFor);
  },
  mixedTransactionOf(ledgerTable, MIXED_WRITES['queue-deliveries']),
);

async function queue(detail: z.output<typeof published>['detail']) {
  const { id, type, time, tenant, sequence } = detail;
  correlate({ tenant });
  const { things: webhooks, unreadable } = await webhooksOf(ledgerTable, tenant);
  const event = { id, type, time, sequence, text: JSON.stringify(detail) };
  const toSend = await queueEvent(ports, { tenant, event, webhooks, at: ports.now() });
  await Promise.all(toSend.map((webhookId) => wake(tenant, webhookId)));
  requireReadable(unreadable);
  return { queued: toSend.length };
}

/** One tenant after the other: the lines of each are its own. What fails of one keeps no other one waiting, and comes again. */
async function rounds(tenants: readonly string[], scheduledFor: string) {
  let woken = 0;
  const failed: Error[] = [];
  for (const tenant of tenants) {
    correlate({ tenant, tick: scheduledFor });
    try {
      woken += (await round(tenant, scheduledFor)).woken;
    } catch (error) {
      logger.error('the deliveries of a tenant could not be looked for', error as Error);
      failed.push(error as Error);
    }
  }
  if (failed.length === 0) return { woken };
  throw new AggregateError(failed, `not looked for: deliveries of ${failed.length} tenants`);
}

/** What is due is sent; a receiver that took nothing for days is left alone from now on. */
async function round(tenant: string, scheduledFor: string) {
  const { things: webhooks, unreadable } = await webhooksOf(ledgerTable, tenant);
  const active = webhooks.filter(({ status }) => status === 'active');
  await noteFailing(tenant, active);
  const woken = await Promise.all(active.map((webhook) => visit(tenant, webhook, scheduledFor)));
  count(tenant, {
    PausedWebhooks: webhooks.filter(({ pausedBySluice }) => pausedBySluice !== undefined).length,
  });
  requireReadable(unreadable);
  return { woken: woken.filter((each) => each).length };
}

/** What waits for a webhook that cannot be read comes again, once the others have theirs: queued twice, it is there once. */
function requireReadable(unreadable: readonly string[]): void {
  if (unreadable.length > 0) throw new Error(`cannot be read: webhook ${unreadable.join(', ')}`);
}

/**
 * Notes each webhook whose receiver has taken nothing for an hour, and each that it is over with: their events tell people of
 * it, once each. A note that fails is made in the next round.
 */
async function noteFailing(tenant: string, active: readonly Webhook[]): Promise<void> {
  try {
    const known = new Map((await failingStates.read(tenant)).map((each) => [each.webhookId, each]));
    const ids = new Set([...active.map(({ id }) => id), ...known.keys()]);
    for (const webhookId of ids) {
      const isActive = active.some(({ id }) => id === webhookId);
      const endpoint = await deliveries.readEndpoint(tenant, webhookId);
      const before = known.get(webhookId);
      // What waits is counted where something is to be told of it alone.
      const seen = { tenant, webhookId, endpoint, isActive, pending: 0, at: ports.now() };
      if (failingNoted(seen, before) === null) continue;
      const pending = await deliveries.pending(tenant, webhookId, MAX_PENDING_COUNTED);
      const noted = failingNoted({ ...seen, pending }, before);
      if (noted === null || !(await failingStates.put(noted))) continue;
      const { state, since } = noted;
      logger.warn('what a receiver takes has changed', { webhookId, state, since, pending });
    }
  } catch (error) {
    logger.warn('receivers that take nothing could not be noted', error as Error);
  }
}

/** Whether it was woken. A failure about one webhook keeps no other one waiting. */
async function visit(
  tenant: string,
  { id, version }: Webhook,
  requestId: string,
): Promise<boolean> {
  try {
    const endpoint = await deliveries.readEndpoint(tenant, id);
    const { toBePaused = null } = endpoint ?? {};
    if (toBePaused !== null && toBePaused.webhookVersion === version) {
      const { reason } = toBePaused;
      const command = { tenant, webhookId: id, version, reason, requestId };
      const { result } = await pauseWebhook(ports, command);
      logger.warn('a webhook is paused', { webhookId: id, result, reason });
      return false;
    }
    const due = await deliveries.due(tenant, id, ports.now(), 1);
    if (due.length > 0) await wake(tenant, id);
    return due.length > 0;
  } catch (error) {
    logger.error('a webhook could not be looked after', { webhookId: id, error: error as Error });
    return false;
  }
}

/** What is not woken now is found by the next round. */
async function wake(tenant: string, webhookId: string): Promise<void> {
  try {
    await deliverLater({ tenant, webhookId });
  } catch (error) {
    logger.warn('a webhook was not woken', { webhookId, error: error as Error });
  }
}
