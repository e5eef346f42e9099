import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createSecretCipher, newSecret } from '../../../adapters/seals/secret-cipher.ts';
import { createDeliveries, listDeliveries } from '../../../adapters/store/deliveries.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { hasVersion, secretsUpTo } from '../../../adapters/store/webhook-secrets.ts';
import { createPoster } from '../../../adapters/webhooks/post-event.ts';
import type { Webhook } from '../../../treasury/policy/webhook.ts';
import { type Instant, instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { deliverDue } from '../../../treasury/webhooks/deliver-due.ts';
import type { DeliveringPorts, Posting } from '../../../treasury/webhooks/ports.ts';
import { queueEvent } from '../../../treasury/webhooks/queue-event.ts';
import { DELIVERY_ATTEMPTS } from '../../../treasury/webhooks/retry-schedule.ts';
import { watchFor } from '../../canary/canary.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { WEBHOOK_KEY_ID } from '../../seals/kms-endpoint.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';

const { deployed } = deployedForEachTest();
const open: Receiver[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

/** The clock of a test: it stands still unless it is moved on. */
class Clock {
  at: Instant = instantOf(Date.now());
  readonly now = (): Instant => this.at;
  pass(seconds: number): void {
    this.at = plusSeconds(this.at, seconds);
  }
}

/** Webhooks on the real tables, with real receivers on this machine. */
function world() {
  const { deliveriesTable, ledgerTable, ledger, kms } = deployed();
  const clock = new Clock();
  const begun = clock.at;
  const deliveries = createDeliveries(deliveriesTable);
  const cipher = createSecretCipher(WEBHOOK_KEY_ID, async () => kms.client());
  const post = createPoster({ loopback: true, timeoutMs: 300 });
  const ports: DeliveringPorts = {
    now: clock.now,
    random: () => 0.5,
    deliveries,
    secrets: {
      secretsUpTo: (tenant, id, generation) => secretsUpTo(ledgerTable, tenant, id, generation),
      open: cipher.open,
    },
    readTrusted: async (tenant, id) => {
      const current = await createPolicyChanges(ledgerTable).readCurrent(tenant, {
        kind: 'webhook',
        id,
      });
      if (current?.kind !== 'webhook') return null;
      const later = await hasVersion(ledgerTable, tenant, id, current.item.version + 1);
      if (later) return { trusted: false, why: 'a later version of it is on record' };
      return { trusted: true, webhook: current.item };
    },
    // Receivers check the time by this machine's clock, which no test moves.
    post: (posting: Posting) => post({ ...posting, at: instantOf(Date.now()) }),
  };
  const receiver = async (...asked: Parameters<typeof startReceiver>) => {
    const started = await startReceiver(asked[0], { tls: false, ...asked[1] });
    open.push(started);
    return started;
  };
  const secretOf = async (id: string, generation = 1, createdAt = clock.at) => {
    const secret = newSecret();
    watchFor(secret);
    const terms = { webhookId: id, generation, createdAt, shownTo: 'tess' };
    const record = await cipher.seal(TENANT, terms, secret);
    const written = await ledger.commit(TENANT, [
      { kind: 'create-webhook-secret', secret: record },
    ]);
    expect(written).toEqual({ ok: true });
    return secret;
  };
  const webhook = async (to: Pick<Receiver, 'port'>, change: Partial<Webhook> = {}) => {
    const id = change.id ?? 'erp';
    const url = `http://127.0.0.1:${to.port}/`;
    const made: Webhook = { ...WEBHOOK, eventTypes: ['*'], url, label: id, ...change, id };
    expect(await ledger.commit(TENANT, [{ kind: 'put-webhook', webhook: made }])).toEqual({
      ok: true,
    });
    const secret = await secretOf(id);
    return { ...made, secret };
  };
  const queue = async (n: number, webhooks: readonly Webhook[]) => {
    for (let each = 1; each <= n; each += 1) {
      const id = `main/rule/btc/${each}`;
      const time = plusSeconds(begun, -60 + each);
      const type = 'com.sluice.rule.changed';
      const text = JSON.stringify({ id, type, time });
      const event = { id, type, time, text };
      await queueEvent({ deliveries }, { tenant: TENANT, event, webhooks, at: clock.at });
    }
  };
  const run = (webhookId = 'erp', leaseSeconds = 75) =>
    deliverDue(ports, {
      tenant: TENANT,
      webhookId,
      leaseSeconds,
      until: plusSeconds(clock.at, 45),
    });
  const list = async (webhookId = 'erp') =>
    (await listDeliveries(deliveriesTable, TENANT, webhookId, {}, { limit: 200 })).items;
  return { ports, clock, deliveries, receiver, secretOf, webhook, queue, run, list, ledger };
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

describe('events for a webhook', () => {
  it('all arrive, once each and signed, however often they are queued', async () => {
    const { receiver, webhook, queue, run, list } = world();
    const erp = await receiver();
    const { secret, ...made } = await webhook(erp);
    await queue(30, [made]);
    await queue(30, [made]);
    expect(await run()).toMatchObject({ delivered: 30, failed: 0, more: false });
    expect(new Set(idsOf(erp)).size).toBe(30);
    expect(erp.received).toHaveLength(30);
    for (const { body, headers } of erp.received) {
      expect(new Verifier(secret).verify(body, headers)).toMatchObject({
        id: headers['webhook-id'],
      });
    }
    expect((await list()).every(({ state }) => state === 'delivered')).toBe(true);
    expect(await run()).toMatchObject({ delivered: 0 });
  });

  it('wait until the secret was shown', async () => {
    const { receiver, queue, run, ledger, secretOf } = world();
    const erp = await receiver();
    const made = { ...WEBHOOK, eventTypes: ['*'], url: `http://127.0.0.1:${erp.port}/` };
    await ledger.commit(TENANT, [{ kind: 'put-webhook', webhook: made }]);
    await queue(1, [made]);
    expect(await run()).toMatchObject({ result: 'not-run' });
    await secretOf('erp');
    expect(await run()).toMatchObject({ delivered: 1 });
  });

  it('come again while the receiver fails, by the schedule, and are not lost', async () => {
    const { receiver, webhook, queue, run, list, clock } = world();
    const erp = await receiver(answering(503, 'not now'));
    const made = await webhook(erp);
    await queue(1, [made]);
    expect(await run()).toMatchObject({ delivered: 0, failed: 1 });
    clock.pass(9);
    expect(await run()).toMatchObject({ failed: 0 });
    clock.pass(2);
    expect(await run()).toMatchObject({ failed: 1 });
    erp.become(answering(200));
    clock.pass(301);
    expect(await run()).toMatchObject({ delivered: 1 });
    const [delivery] = await list();
    expect(delivery?.attempts.map(({ answer, body }) => [answer, body])).toEqual([
      [503, 'not now'],
      [503, 'not now'],
      [200, ''],
    ]);
    expect(new Set(idsOf(erp)).size).toBe(1);
  });

  it('that no attempt of three days delivered are dead letters, and the webhook is to be paused', async () => {
    const { receiver, webhook, queue, run, list, clock, deliveries } = world();
    const erp = await receiver(answering(500));
    const made = await webhook(erp);
    await queue(1, [made]);
    const begun = clock.at;
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      expect(await run()).toMatchObject({ failed: 1 });
      const [delivery] = await list();
      if (delivery?.nextAttemptAt != null) clock.at = delivery.nextAttemptAt;
    }
    const [dead] = await list();
    expect([dead?.state, dead?.nextAttemptAt]).toEqual(['dead', null]);
    const days = (Date.parse(clock.at) - Date.parse(begun)) / 86_400_000;
    expect(days).toBeGreaterThan(2.7);
    expect(days).toBeLessThan(3.3);
    expect(erp.received).toHaveLength(DELIVERY_ATTEMPTS);
    const endpoint = await deliveries.readEndpoint(TENANT, 'erp');
    expect(endpoint?.toBePaused).toMatchObject({ webhookVersion: 1 });
  });

  it('of which one alone is not taken do not pause the webhook', async () => {
    const { receiver, webhook, queue, run, list, clock, deliveries } = world();
    const erp = await receiver((response, { headers }) => {
      const poison = headers['webhook-id']?.endsWith('/1') === true;
      response.writeHead(poison ? 422 : 200).end();
    });
    const made = await webhook(erp);
    await queue(1, [made]);
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      if (attempt === 4) await queue(2, [made]);
      await run();
      const due = (await list()).find(({ state }) => state === 'pending')?.nextAttemptAt;
      if (due != null) clock.at = due;
    }
    expect((await list()).map(({ state }) => state).sort()).toEqual(['dead', 'delivered']);
    expect((await deliveries.readEndpoint(TENANT, 'erp'))?.toBePaused).toBeNull();
  });

  it('stop at once where the receiver says that it is gone', async () => {
    const { receiver, webhook, queue, run, deliveries } = world();
    const erp = await receiver(answering(410));
    const made = await webhook(erp);
    await queue(20, [made]);
    expect(await run()).toMatchObject({ failed: 4, more: true });
    const { toBePaused } = (await deliveries.readEndpoint(TENANT, 'erp')) ?? {};
    expect(toBePaused?.reason).toBe('receiver-gone');
  });

  it('spare a receiver that is down: a run ends after some failures', async () => {
    const { receiver, webhook, queue, run } = world();
    const erp = await receiver(answering(500));
    await queue(30, [await webhook(erp)]);
    expect(await run()).toMatchObject({ failed: 8, more: true });
    expect(erp.received).toHaveLength(8);
  });

  it('are not before the receiver wants them again', async () => {
    const { receiver, webhook, queue, run, clock } = world();
    const erp = await receiver(answering(429, '', { 'retry-after': '3600' }));
    await queue(1, [await webhook(erp)]);
    await run();
    erp.become(answering(200));
    clock.pass(3_500);
    expect(await run()).toMatchObject({ delivered: 0 });
    clock.pass(101);
    expect(await run()).toMatchObject({ delivered: 1 });
  });
});

describe('a slow or failing receiver', () => {
  it('never delays another: each webhook has runs of its own', async () => {
    const { receiver, webhook, queue, run } = world();
    const [slow, quick] = [await receiver(() => undefined), await receiver()];
    const webhooks = [await webhook(slow, { id: 'slow' }), await webhook(quick, { id: 'quick' })];
    await queue(4, webhooks);
    const running = run('slow');
    expect(await run('quick')).toMatchObject({ delivered: 4 });
    expect(slow.received.length).toBeGreaterThanOrEqual(0);
    expect(await running).toMatchObject({ delivered: 0, failed: 4 });
  });

  it('is asked four things at once at most, by one run', async () => {
    let [now, most] = [0, 0];
    const { receiver, webhook, queue, run } = world();
    const erp = await receiver((response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 20);
    });
    await queue(12, [await webhook(erp)]);
    const [one, two] = await Promise.all([run(), run()]);
    expect([one.result, two.result].sort()).toEqual(['not-run', 'ran']);
    expect([most, erp.received.length]).toEqual([4, 12]);
  });
});

describe('a process that dies', () => {
  it('between the request and its record has the event sent again, under the same id', async () => {
    const { ports, receiver, webhook, queue, run, clock, list } = world();
    const erp = await receiver();
    await queue(1, [await webhook(erp)]);
    const dying: DeliveringPorts = {
      ...ports,
      post: async (posting) => {
        await ports.post(posting);
        throw new Error('the process died');
      },
      // Whatever it would have written after that.
      deliveries: { ...ports.deliveries, putEndpoint: dieAtSecond(ports.deliveries.putEndpoint) },
    };
    const lease = { tenant: TENANT, webhookId: 'erp', leaseSeconds: 75 };
    const until = plusSeconds(clock.at, 45);
    await expect(deliverDue(dying, { ...lease, until })).rejects.toThrow('died');
    expect(await run()).toMatchObject({ result: 'not-run' });
    clock.pass(76);
    expect(await run()).toMatchObject({ delivered: 1 });
    expect(new Set(idsOf(erp)).size).toBe(1);
    expect(erp.received).toHaveLength(2);
    expect((await list()).map(({ state, tries }) => [state, tries])).toEqual([['delivered', 2]]);
  });
});

function dieAtSecond<A extends readonly unknown[]>(write: (...args: A) => Promise<boolean>) {
  let writes = 0;
  return async (...args: A): Promise<boolean> => {
    writes += 1;
    if (writes > 1) throw new Error('the process died');
    return await write(...args);
  };
}

describe('a secret that takes the place of another', () => {
  it('signs alone after a day; until then both do', async () => {
    const { receiver, webhook, queue, run, ledger, secretOf, clock } = world();
    const erp = await receiver();
    const { secret: first, ...made } = await webhook(erp);
    const next = { ...made, secretGeneration: 2, version: 2 };
    await ledger.commit(TENANT, [{ kind: 'put-webhook', webhook: next }]);
    const verifies = (secret: string) => {
      const { body, headers } = erp.received.at(-1) ?? { body: '', headers: {} };
      try {
        return new Verifier(secret).verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    };
    // Approved, and not shown yet: the old one goes on.
    await queue(1, [made]);
    await run();
    expect(verifies(first)).toBe(true);
    const second = await secretOf('erp', 2);
    clock.pass(86_000);
    await queue(2, [made]);
    await run();
    expect([verifies(first), verifies(second)]).toEqual([true, true]);
    clock.pass(500);
    await queue(3, [made]);
    await run();
    expect([verifies(first), verifies(second)]).toEqual([false, true]);
  });
});
