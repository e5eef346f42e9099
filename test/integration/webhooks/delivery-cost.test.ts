import { expect, it } from 'vitest';
import { createSecretCipher, newSecret } from '../../../adapters/seals/secret-cipher.ts';
import { createDeliveries } from '../../../adapters/store/deliveries.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { hasVersion, secretsUpTo } from '../../../adapters/store/webhook-secrets.ts';
import { webhooksOf } from '../../../adapters/store/webhooks.ts';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { ONE_DELIVERY } from '../../../bench/cost/events-month.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { deliverDue } from '../../../treasury/webhooks/deliver-due.ts';
import { queueEvent } from '../../../treasury/webhooks/queue-event.ts';
import { watchFor } from '../../canary/canary.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { WEBHOOK_KEY_ID } from '../../seals/kms-endpoint.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { counting } from '../store/counted-table.ts';

const { deployed } = deployedForEachTest();

/** Units of capacity, those of indexes included, apart for writes and reads. */
const unitsOf = (sent: readonly { readonly name: string; readonly units: number }[]) => {
  const sum = (isWrite: boolean) =>
    sent
      .filter(({ name }) => /Put|Update|Delete|Write/.test(name) === isWrite)
      .reduce((total, { units }) => total + units, 0);
  return { writes: sum(true), reads: sum(false) };
};

async function webhookOf(eventTypes: readonly string[]) {
  const { ledger, kms } = deployed();
  const webhook = { ...WEBHOOK, eventTypes: [...eventTypes] };
  expect(await ledger.commit(TENANT, [{ kind: 'put-webhook', webhook }])).toEqual({ ok: true });
  const secret = newSecret();
  watchFor(secret);
  const cipher = createSecretCipher(WEBHOOK_KEY_ID, async () => kms.client());
  const terms = { webhookId: webhook.id, generation: 1, shownTo: 'tess' };
  const record = await cipher.seal(TENANT, { ...terms, createdAt: instantOf(Date.now()) }, secret);
  await ledger.commit(TENANT, [{ kind: 'create-webhook-secret', secret: record }]);
  return { webhook, open: cipher.open };
}

it.each([
  { events: 1, queueing: 4, posting: 12, reads: 7 },
  { events: 20, queueing: 80, posting: 202, reads: 51.5 },
])('$events events to a webhook cost the units that docs/cost.md has', async (expected) => {
  const { webhook, open } = await webhookOf(['*']);
  const [deliveriesTable, ledgerTable] = [
    counting(deployed().deliveriesTable),
    counting(deployed().ledgerTable),
  ];
  const deliveries = createDeliveries(deliveriesTable.table);
  const text = JSON.stringify(exampleEvents().get('com.sluice.withdrawal.confirmed'));
  const at = instantOf(Date.now());
  for (let n = 0; n < expected.events; n += 1) {
    const { things: webhooks } = await webhooksOf(ledgerTable.table, TENANT);
    const event = { id: `e/${n}`, type: 'com.sluice.withdrawal.confirmed', time: at, text };
    await queueEvent({ deliveries }, { tenant: TENANT, event, webhooks, at });
  }
  const queued = unitsOf([...deliveriesTable.sent.splice(0), ...ledgerTable.sent.splice(0)]);
  const ran = await deliverDue(
    {
      now: () => instantOf(Date.now()),
      random: () => 0.5,
      deliveries,
      secrets: { secretsUpTo: (...of) => secretsUpTo(ledgerTable.table, ...of), open },
      post: async () => ({
        attempt: { at, failure: null, answer: 204, body: '', milliseconds: 1 },
      }),
      readTrusted: async (tenant, id) => {
        const subject = { kind: 'webhook', id } as const;
        const current = await createPolicyChanges(ledgerTable.table).readCurrent(tenant, subject);
        await hasVersion(ledgerTable.table, tenant, id, webhook.version + 1);
        return current?.kind === 'webhook' ? { trusted: true, webhook: current.item } : null;
      },
    },
    { tenant: TENANT, webhookId: webhook.id, leaseSeconds: 75, until: plusSeconds(at, 45) },
  );
  expect(ran).toMatchObject({ delivered: expected.events });
  const posted = unitsOf([...deliveriesTable.sent, ...ledgerTable.sent]);
  expect([queued.writes, posted.writes]).toEqual([expected.queueing, expected.posting]);
  if (expected.events === 1) {
    const { writes, reads } = ONE_DELIVERY;
    expect([writes, reads]).toEqual([expected.queueing + expected.posting, expected.reads]);
  }
  expect(queued.reads + posted.reads).toBeLessThanOrEqual(expected.reads);
});
