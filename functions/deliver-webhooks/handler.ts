import * as z from 'zod/mini';
import { createSecretCipher } from '../../adapters/seals/secret-cipher.ts';
import { createDeliveries } from '../../adapters/store/deliveries.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { hasVersion, secretsUpTo } from '../../adapters/store/webhook-secrets.ts';
import { createPoster } from '../../adapters/webhooks/post-event.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { effects } from '../../runtime/effects.ts';
import {
  deliverWebhooksEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { judgePiece } from '../../treasury/sealing/policy-seals.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { type DeliveryRunResult, deliverDue } from '../../treasury/webhooks/deliver-due.ts';
import type { DeliveringPorts, TrustedWebhook } from '../../treasury/webhooks/ports.ts';

/** Seconds in which a run begins attempts; the last one has its own time after that. */
const RUN_SECONDS = 45;
/** Seconds for which no other run may send to the webhook: longer than this function may run. */
const LEASE_SECONDS = 75;

const environment = readEnvironment(deliverWebhooksEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const deliveriesTable = { client: dynamo(), tableName: environment.DELIVERIES_TABLE };
const seals = connectSeals(environment);
const { epoch } = createLedger(ledgerTable);
const { readCurrent } = createPolicyChanges(ledgerTable);
const ports: DeliveringPorts = {
  now: effects.now,
  random: Math.random,
  deliveries: createDeliveries(deliveriesTable),
  secrets: {
    secretsUpTo: (tenant, id, generation) => secretsUpTo(ledgerTable, tenant, id, generation),
    open: createSecretCipher(environment.WEBHOOK_KEY).open,
  },
  post: createPoster({ loopback: environment.LOOPBACK_WEBHOOKS }),
  readTrusted,
};

const event = z.strictObject({ tenant: z.string(), webhookId: z.string() });

/** One webhook for each invocation: none waits for another. */
export const handler = observed(async (given: unknown) => {
  const { tenant, webhookId } = z.parse(event, given);
  correlate({ tenant });
  const until = plusSeconds(ports.now(), RUN_SECONDS);
  const run = { tenant, webhookId, leaseSeconds: LEASE_SECONDS, until };
  const result = await deliverDue(ports, run);
  report(tenant, webhookId, result);
  return result;
});

/** The webhook, if a deciding function wrote it and no earlier version was put in its place. */
async function readTrusted(tenant: string, id: string): Promise<TrustedWebhook | null> {
  const [current, here] = await Promise.all([
    readCurrent(tenant, { kind: 'webhook', id }),
    epoch(),
  ]);
  if (current?.kind !== 'webhook' || current.item.deletedAt !== undefined) return null;
  const verdict = await judgePiece(seals, { tenant, epoch: here }, current);
  if (verdict !== 'valid') return { trusted: false, why: `its seal is ${verdict}` };
  if (await hasVersion(ledgerTable, tenant, id, current.item.version + 1)) {
    return { trusted: false, why: 'a later version of it is on record' };
  }
  return { trusted: true, webhook: current.item };
}

function report(tenant: string, webhookId: string, run: DeliveryRunResult): void {
  switch (run.result) {
    case 'ran':
      logger.info('events posted', { webhookId, ...run });
      count(tenant, {
        WebhookDeliveries: run.delivered,
        WebhookFailures: run.failed,
        WebhookDeadLetters: run.dead,
        UntrustedWebhooks: 0,
      });
      return;
    case 'not-run':
      logger.info('nothing was posted', { webhookId, why: run.why });
      return;
    case 'not-trusted':
      logger.error('a webhook is not what Sluice wrote: nothing is sent', {
        webhookId,
        why: run.why,
      });
      count(tenant, { UntrustedWebhooks: 1 });
      return;
    default:
      run satisfies never;
  }
}
