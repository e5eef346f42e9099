import { createSecretCipher, newSecret } from '../../adapters/seals/secret-cipher.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import { createDeliveries, listDeliveries } from '../../adapters/store/deliveries.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { readSecret } from '../../adapters/store/webhook-secrets.ts';
import { createCursors, cursorProblem } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { json, ProblemError, problem } from '../../api/problems/problem.ts';
import { serve } from '../../api/router/serve.ts';
import { MANAGE_WEBHOOKS } from '../../api/routes/declared/manage-webhooks.ts';
import { connectCursorKeys } from '../../runtime/clients/cursor-keys.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { invokeLater } from '../../runtime/clients/invoke-later.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  manageWebhooksEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import { justAfter } from '../../treasury/time/instant.ts';
import { isQueued, newDelivery } from '../../treasury/webhooks/delivery.ts';
import { MAX_PENDING_COUNTED } from '../../treasury/webhooks/note-failing.ts';
import { deliveryId } from '../../treasury/webhooks/queue-event.ts';
import {
  type ActingPerson,
  recordAct,
  type WebhookAct,
} from '../../treasury/webhooks/record-act.ts';
import { MAX_REDELIVERED, redeliver, redeliverAll } from '../../treasury/webhooks/redeliver.ts';
import { showSecret } from '../../treasury/webhooks/show-secret.ts';
import { testEvent } from '../../treasury/webhooks/test-event.ts';
import { deliveryView, secretResponse } from './responses.ts';

const environment = readEnvironment(manageWebhooksEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const deliveriesTable = { client: dynamo(), tableName: environment.DELIVERIES_TABLE };
const deliveries = createDeliveries(deliveriesTable);
const ledger = {
  ...createLedger(table),
  ...createPolicyChanges(table),
  readSecret: (tenant: string, id: string, generation: number) =>
    readSecret(table, tenant, id, generation),
};
const ports = {
  ...effects,
  ledger,
  deliveries,
  seals: connectSeals(environment),
  newSecret,
  seal: createSecretCipher(environment.WEBHOOK_KEY).seal,
};
const cursors = createCursors({ keys: connectCursorKeys(environment) });
const deliverLater = invokeLater(environment.DELIVER_WEBHOOKS_FUNCTION);

/** The secret of a webhook, once; what was sent to it and what came back; and sending it again. */
export const handler = serve(
  MANAGE_WEBHOOKS,
  {
    'POST /v1/webhooks/{id}/secret': async ({ tenant, requestId, path, by }) => {
      const command = { tenant, webhookId: path.id, by: by(), requestId };
      const result = await showSecret(ports, command);
      const refusal = result.result === 'refused' ? result.refusal.code : undefined;
      logger.info('secret of a webhook', { webhookId: path.id, result: result.result, refusal });
      // What waits for its first signature is sent now.
      if (result.result === 'shown') await wake(tenant, path.id);
      return secretResponse(result, requestId);
    },
    'POST /v1/webhooks/{id}/test': async ({ tenant, requestId, path, by }) => {
      const { id: webhookId } = await sending(tenant, path.id);
      const at = effects.now();
      const source = `urn:sluice:${environment.STAGE}`;
      const nonce = effects.nonce();
      const event = testEvent({ source, tenant, webhookId, by: by(), at, nonce });
      const delivery = newDelivery(event, deliveryId(event), { webhookId, isPaused: false, at });
      const person = { tenant, webhookId, by: by(), requestId };
      await onRecord(person, { action: 'send-test-event', after: { deliveryId: delivery.id } });
      await deliveries.add(tenant, delivery);
      await wake(tenant, webhookId);
      return json(202, deliveryView(delivery));
    },
    'POST /v1/webhooks/{id}/redeliver': async ({ tenant, requestId, path, body, by }) => {
      const { id: webhookId } = await sending(tenant, path.id);
      const { states, ...range } = body;
      const page = { limit: MAX_REDELIVERED };
      const found = await listDeliveries(deliveriesTable, tenant, webhookId, range, page);
      const wanted = found.items.filter((each) => states.includes(each.state) && !isQueued(each));
      if (wanted.length > 0) {
        const person = { tenant, webhookId, by: by(), requestId };
        const after = { ...range, states, deliveries: wanted.length };
        await onRecord(person, { action: 'redeliver-range', after });
        await redeliverAll(ports, { tenant, webhookId, at: effects.now() }, wanted);
        await wake(tenant, webhookId);
      }
      // Newest first: what is left lies before the last one, or at its very moment.
      const last = found.next === undefined ? undefined : found.items.at(-1);
      const until = last === undefined ? null : justAfter(last.eventTime);
      return json(202, { queued: wanted.length, until });
    },
    'GET /v1/webhooks/{id}/receiver': async ({ tenant, path }) => {
      await existing(tenant, path.id);
      const [endpoint, pending] = await Promise.all([
        deliveries.readEndpoint(tenant, path.id),
        deliveries.pending(tenant, path.id, MAX_PENDING_COUNTED + 1),
      ]);
      const { failingSince = null, deliveredAt = null } = endpoint ?? {};
      const counted = Math.min(pending, MAX_PENDING_COUNTED);
      return json(200, { failingSince, deliveredAt, pending: counted, more: pending > counted });
    },
    'GET /v1/webhooks/{id}/deliveries': async ({ event, query, path }) => {
      await existing(event.tenant, path.id);
      const { page, filter } = await cursors.paged(event, query);
      const found = await listDeliveries(deliveriesTable, event.tenant, path.id, filter, page);
      const sealed = await cursors.sealed(event, found);
      return json(200, { ...sealed, items: sealed.items.map(deliveryView) });
    },
    'GET /v1/webhooks/{id}/deliveries/{deliveryId}': async ({ tenant, path }) => {
      const delivery = await deliveries.read(tenant, path.id, path.deliveryId);
      if (delivery === null) throw notFound('There is no such delivery.');
      const event: unknown = JSON.parse(delivery.event);
      return json(200, { ...deliveryView(delivery), event });
    },
    'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': async (asked) => {
      const { tenant, requestId, path, by } = asked;
      const { id: webhookId } = await sending(tenant, path.id);
      const before = await deliveries.read(tenant, webhookId, path.deliveryId);
      if (before === null) throw notFound('There is no such delivery.');
      if (isQueued(before)) return json(202, deliveryView(before));
      const { eventId, state: was } = before;
      const person = { tenant, webhookId, by: by(), requestId };
      const after = { deliveryId: path.deliveryId, eventId, was };
      await onRecord(person, { action: 'redeliver-event', after });
      const redelivery = { tenant, webhookId, at: effects.now() };
      const delivery = await redeliver(ports, redelivery, path.deliveryId);
      // It may have expired meanwhile.
      if (delivery === null) throw notFound('There is no such delivery.');
      await wake(tenant, webhookId);
      return json(202, deliveryView(delivery));
    },
  },
  {
    records: ports,
    callers: { ...callersIn(table), now: ports.now },
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['manage-webhooks']),
    problemOf: cursorProblem,
    timeZone: environment.REPORTING_TIME_ZONE,
  },
);

/** The webhook; also a deleted one, whose deliveries can still be read. */
async function existing(tenant: string, id: string): Promise<Webhook> {
  const current = await ledger.readCurrent(tenant, { kind: 'webhook', id });
  if (current?.kind !== 'webhook') throw notFound('There is no such webhook.');
  return current.item;
}

/** The webhook, if anything would be sent to it. */
async function sending(tenant: string, id: string): Promise<Webhook> {
  const webhook = await existing(tenant, id);
  if (webhook.deletedAt !== undefined) throw notFound('There is no such webhook.');
  if (webhook.status === 'active') return webhook;
  throw new ProblemError(
    problem('webhook-paused', {
      detail: 'Nothing is sent to it: two people have it sent to again.',
    }),
  );
}

/** Nothing is queued by a person of whom the audit log knows nothing. */
async function onRecord(person: ActingPerson, act: WebhookAct): Promise<void> {
  const { result } = await recordAct(ports, person, act);
  if (result === 'recorded') return;
  const detail =
    'Nothing was sent: others wrote to the audit log at the same time. Repeat the request.';
  throw new ProblemError(problem('contended', { detail }));
}

/** What is not woken now is found by the next round, within a minute. */
async function wake(tenant: string, webhookId: string): Promise<void> {
  try {
    await deliverLater({ tenant, webhookId });
  } catch (error) {
    logger.warn('a webhook was not woken', { webhookId, error: error as Error });
  }
}
