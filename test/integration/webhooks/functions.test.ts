import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliveries } from '../../../adapters/store/deliveries.ts';
import type { Item } from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { newEndpoint } from '../../../treasury/webhooks/endpoint.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { itemsOf, putItem } from '../store/items.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';

const { deployed, output } = deployedForEachTest({ LOOPBACK_WEBHOOKS: 'permitted' });
const calls = policyCalls(deployed);
const open: Receiver[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

const { version: _, activeSince: __, secretFor: ___, ...DRAFT } = WEBHOOK;

const receiver = async (...asked: Parameters<typeof startReceiver>) => {
  const started = await startReceiver(asked[0], { tls: false });
  open.push(started);
  return started;
};
const approved = async (asked: { readonly body: Readonly<Record<string, unknown>> }) => {
  const { status, body } = await calls.decide('approve', String(asked.body.id));
  expect(status, JSON.stringify(body)).toBe(200);
};
/** Set up by tess, approved by ada. */
const webhookTo = async ({ port }: Pick<Receiver, 'port'>, id = 'erp') => {
  const url = `http://127.0.0.1:${port}/`;
  const draft = { ...DRAFT, id, label: id, url, eventTypes: ['*'] };
  await approved(await calls.manage('POST /v1/webhooks', null, draft, { by: 'tess' }));
  return draft;
};
const api = (
  routeKey: string,
  {
    by = 'tess',
    body,
    id = 'erp',
    deliveryId,
  }: {
    readonly by?: string;
    readonly body?: object;
    readonly id?: string;
    readonly deliveryId?: string;
  } = {},
) =>
  deployed().call('manage-webhooks', {
    routeKey,
    by,
    groups: '[treasurer]',
    path: { id, ...(deliveryId === undefined ? {} : { deliveryId }) },
    ...(body === undefined ? {} : { body }),
  });
const secretOf = async (id = 'erp') =>
  String((await api('POST /v1/webhooks/{id}/secret', { id })).body.secret);
const EVENT = {
  id: 'main/rule/btc/1',
  type: 'com.sluice.rule.changed',
  time: '2026-01-05T09:00:03.000Z',
  tenant: TENANT,
  sequence: '1767603603000001',
  data: { ruleId: 'btc' },
};
const publish = (change: object = {}) =>
  deployed().invoke('queue-deliveries', {
    source: 'sluice',
    'detail-type': EVENT.type,
    detail: { ...EVENT, ...change },
  });
const deliver = (webhookId = 'erp') =>
  deployed().invoke('deliver-webhooks', { tenant: TENANT, webhookId });
const round = (tenants = [TENANT]) =>
  deployed().invoke('queue-deliveries', {
    tenants,
    scheduledFor: '2026-01-05T09:01:00Z',
  });
const deliveries = async () =>
  (await api('GET /v1/webhooks/{id}/deliveries')).body.items as readonly Readonly<
    Record<string, unknown>
  >[];
const problem = (answer: { readonly status?: number | undefined; readonly body: object }) => [
  answer.status,
  (answer.body as { readonly type?: string }).type?.replace('urn:sluice:problem:', ''),
];

describe('the secret of a webhook', () => {
  it('is shown once, to the one who asked, after the approval', async () => {
    const asked = await calls.manage('POST /v1/webhooks', null, DRAFT, { by: 'tess' });
    const route = 'POST /v1/webhooks/{id}/secret';
    expect(problem(await api(route))).toEqual([404, 'not-found']);
    await approved(asked);
    expect(problem(await api(route, { by: 'ada' }))).toEqual([403, 'secret-for-another']);
    const shown = await api(route);
    expect(shown.status).toBe(200);
    expect(shown.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown.headers?.['cache-control']).toBe('no-store');
    expect(problem(await api(route))).toEqual([409, 'secret-shown']);
    expect((await calls.audit()).at(-1)).toBe('show-webhook-secret webhook:erp tess');
    expect(await calls.verdict()).toBe('intact');
  });

  it('is shown to one of ten who ask at once, and there is one', async () => {
    await approved(await calls.manage('POST /v1/webhooks', null, DRAFT, { by: 'tess' }));
    const all = await Promise.all(
      Array.from({ length: 10 }, () => api('POST /v1/webhooks/{id}/secret')),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is in no table, no log, and no answer but its own', async () => {
    const erp = await receiver(answering(500, 'no'));
    await webhookTo(erp);
    const secret = await secretOf();
    await publish();
    await deliver();
    await api('POST /v1/webhooks/{id}/test');
    const { ledgerTable, deliveriesTable, invocations } = deployed();
    const kept = [await itemsOf(ledgerTable), await itemsOf(deliveriesTable), invocations];
    const answers = [await deliveries(), await calls.read('GET /v1/webhooks/{id}', 'erp')];
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const texts = JSON.stringify([kept, answers]) + output();
    for (const form of [
      secret.slice('whsec_'.length, -2),
      bytes.toString('hex'),
      bytes.toString('base64url'),
      Buffer.from(secret).toString('base64').slice(0, -4),
    ]) {
      expect(texts.includes(form)).toBe(false);
    }
  });

  it('is refused where KMS cannot be asked, and then is not used up', async () => {
    await approved(await calls.manage('POST /v1/webhooks', null, DRAFT, { by: 'tess' }));
    deployed().kms.become('denied');
    expect(problem(await api('POST /v1/webhooks/{id}/secret'))).toEqual([503, 'seals-unavailable']);
    deployed().kms.become('well');
    expect(await secretOf()).toMatch(/^whsec_/);
  });
});

describe('an event on the bus', () => {
  it('is queued, posted and on record, with its place in the feed', async () => {
    const erp = await receiver(answering(200, 'thanks'));
    await webhookTo(erp);
    const secret = await secretOf();
    await publish();
    await publish();
    const woken = deployed().invocations.filter(({ path }) => path.includes('deliver-webhooks'));
    expect(woken.at(-1)?.payload).toEqual({ tenant: TENANT, webhookId: 'erp' });
    await deliver();
    const [got] = erp.received;
    const { id: _id, ...rest } = EVENT;
    expect(new Verifier(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject(rest);
    expect(await deliveries()).toMatchObject([
      {
        eventId: EVENT.id,
        sequence: EVENT.sequence,
        state: 'delivered',
        attempts: [{ failure: null, answer: 200, body: 'thanks' }],
      },
    ]);
    const [listed] = await deliveries();
    const one = await api('GET /v1/webhooks/{id}/deliveries/{deliveryId}', {
      deliveryId: String(listed?.id),
    });
    expect(one.body.event).toEqual(EVENT);
  });

  it('is sent again, alone or with those of a range, under the same id', async () => {
    const erp = await receiver();
    await webhookTo(erp);
    await secretOf();
    await publish();
    await deliver();
    const [first] = await deliveries();
    const again = 'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver';
    const one = await api(again, { deliveryId: String(first?.id) });
    expect([one.status, one.body.state]).toEqual([202, 'pending']);
    await deliver();
    const body = { from: '2026-01-05T09:00:00Z', to: '2026-01-05T09:00:04Z' };
    const none = await api('POST /v1/webhooks/{id}/redeliver', { body });
    expect(none.body).toEqual({ queued: 0, until: null });
    const range = { ...body, states: ['delivered'] };
    const all = await api('POST /v1/webhooks/{id}/redeliver', { body: range });
    expect(all.body).toEqual({ queued: 1, until: null });
    await deliver();
    expect(erp.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      EVENT.id,
      EVENT.id,
      EVENT.id,
    ]);
    const missing = await api(again, { deliveryId: '20260105T090003000Z-00000000000000000000' });
    expect(missing.status).toBe(404);
  });

  it('keeps what came back at first where it is sent again', async () => {
    const erp = await receiver(answering(503, 'down for maintenance'));
    await webhookTo(erp);
    await secretOf();
    await publish();
    await deliver();
    const [refused] = await deliveries();
    const attempt = { failure: 'answer', answer: 503, body: 'down for maintenance' };
    expect(refused).toMatchObject({ state: 'pending', tries: 1, attempts: [attempt] });
    erp.become(answering(204));
    const deliveryId = String(refused?.id);
    const again = await api('POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
      deliveryId,
    });
    expect(again.body).toMatchObject({ state: 'pending', tries: 0, attempts: [attempt] });
    await deliver();
    const one = await api('GET /v1/webhooks/{id}/deliveries/{deliveryId}', { deliveryId });
    expect(one.body).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [attempt, { failure: null, answer: 204 }],
    });
  });

  it('of a test is about nothing, and arrives like all others', async () => {
    const erp = await receiver();
    await webhookTo(erp);
    const secret = await secretOf();
    expect((await api('POST /v1/webhooks/{id}/test')).status).toBe(202);
    await deliver();
    const [got] = erp.received;
    expect(new Verifier(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({
      type: 'com.sluice.webhook.test',
      data: { webhookId: 'erp', by: 'tess' },
    });
  });
});

const inbox = async () => {
  const routeKey = 'GET /v1/inbox';
  const { body } = await deployed().call('query-ledger', { routeKey, groups: '[treasurer]' });
  return (body.items as readonly { readonly kind: string; readonly message: string }[]).filter(
    ({ kind }) => kind === 'webhook-failing',
  );
};

const failingWebhooks = async () => {
  const routeKey = 'GET /v1/overview';
  const { body } = await deployed().call('query-ledger', { routeKey, groups: '[treasurer]' });
  return body.failingWebhooks;
};

describe('a webhook whose receiver takes nothing', () => {
  it('is told of after an hour, once, and stands in the inbox until it takes events again', async () => {
    const erp = await receiver(answering(500));
    await webhookTo(erp);
    await secretOf();
    await publish();
    await deliver();
    await round();
    expect(await inbox()).toEqual([]);
    const store = createDeliveries(deployed().deliveriesTable);
    const endpoint = await store.readEndpoint(TENANT, 'erp');
    if (endpoint === null) throw new Error('nothing was sent');
    const failingSince = new Date(Date.now() - 3_700_000).toISOString();
    await store.putEndpoint(TENANT, { ...endpoint, failingSince, version: endpoint.version + 1 });
    const seen = await api('GET /v1/webhooks/{id}/receiver');
    expect(seen.body).toEqual({ failingSince, deliveredAt: null, pending: 1, more: false });
    await round();
    await round();
    const noted = (await deployed().ledgerItems()).filter(
      ({ entity }) => entity?.S === 'failing-webhook',
    );
    expect(noted.map((item) => unmarshall(item))).toMatchObject([
      { state: 'failing', since: failingSince, deliveredAt: null, pending: 1, version: 1 },
    ]);
    expect(await inbox()).toMatchObject([{ id: 'erp', message: expect.stringContaining('erp') }]);
    expect(await failingWebhooks()).toEqual([
      {
        ...{ webhookId: 'erp', label: 'erp', link: '/v1/webhooks/erp', state: 'failing' },
        ...{ since: failingSince, deliveredAt: null },
        pending: { count: 1, countedAt: expect.any(String) },
      },
    ]);
    const answered = await store.readEndpoint(TENANT, 'erp');
    if (answered === null) throw new Error('it is gone');
    const well = { ...answered, failingSince: null, version: answered.version + 1 };
    await store.putEndpoint(TENANT, well);
    await round();
    expect(await inbox()).toEqual([]);
    expect(await failingWebhooks()).toEqual([]);
  });

  it('is noted although another tenant of the same look cannot be read, whose look comes again', async () => {
    const erp = await receiver(answering(500));
    await webhookTo(erp);
    await secretOf();
    await publish();
    await deliver();
    const store = createDeliveries(deployed().deliveriesTable);
    const endpoint = await store.readEndpoint(TENANT, 'erp');
    if (endpoint === null) throw new Error('nothing was sent');
    const failingSince = new Date(Date.now() - 3_700_000).toISOString();
    await store.putEndpoint(TENANT, { ...endpoint, failingSince, version: endpoint.version + 1 });
    const webhook = (await deployed().ledgerItems()).find(({ entity }) => entity?.S === 'webhook');
    const unreadable = {
      ...webhook,
      pk: { S: ledgerKeys.webhookPartition('another') },
      url: { N: '1' },
    };
    await putItem(deployed().ledgerTable, unreadable as Item);
    await expect(round(['another', TENANT])).rejects.toThrow('deliveries of 1 tenants');
    expect(await inbox()).toMatchObject([{ id: 'erp' }]);
    expect(output()).toMatch(
      /could not be looked for.*"tenant":"another"|"tenant":"another".*could not be looked for/,
    );
  });

  it('is paused by Sluice, which holds what comes then until a person asks for it', async () => {
    const erp = await receiver(answering(410));
    const draft = await webhookTo(erp);
    await secretOf();
    await publish();
    await deliver();
    await round();
    const paused = await calls.read('GET /v1/webhooks/{id}', 'erp');
    expect(paused.body).toMatchObject({ status: 'paused', pausedBySluice: {} });
    expect(await inbox()).toMatchObject([
      { id: 'erp', act: 'mend-webhook', message: expect.stringContaining('Sluice has paused') },
    ]);
    expect(await failingWebhooks()).toMatchObject([
      { webhookId: 'erp', state: 'paused', since: expect.any(String), pending: null },
    ]);
    expect((await calls.audit()).at(-1)).toBe('pause-webhook webhook:erp sluice');
    expect(await calls.verdict()).toBe('intact');
    await publish({ id: 'main/rule/btc/2' });
    expect(problem(await api('POST /v1/webhooks/{id}/test'))).toEqual([409, 'webhook-paused']);
    const range = { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z' };
    const early = await api('POST /v1/webhooks/{id}/redeliver', { body: range });
    expect(problem(early)).toEqual([409, 'webhook-paused']);
    erp.become(answering(200));
    const replaced = await calls.manage('PUT /v1/webhooks/{id}', 'erp', draft, {
      ifMatch: '"2"',
      by: 'tess',
    });
    await approved(replaced);
    await deliver();
    expect((await deliveries()).map(({ state }) => state).sort()).toEqual(['held', 'pending']);
    await api('POST /v1/webhooks/{id}/redeliver', {
      body: { ...range, states: ['held', 'pending'] },
    });
    await deliver();
    expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
    await round();
    expect((await calls.read('GET /v1/webhooks/{id}', 'erp')).body.status).toBe('active');
  });

  it('is not paused by a run that saw an earlier version of it', async () => {
    const erp = await receiver();
    await webhookTo(erp);
    const store = createDeliveries(deployed().deliveriesTable);
    const toBePaused = {
      at: '2026-01-05T09:00:00.000Z',
      webhookVersion: 7,
      reason: 'receiver-gone',
    } as const;
    await store.putEndpoint(TENANT, { ...newEndpoint('erp'), toBePaused, version: 1 });
    await round();
    expect((await calls.read('GET /v1/webhooks/{id}', 'erp')).body.status).toBe('active');
  });
});

describe('whoever can write to the table', () => {
  const itemAt = async (pk: string, sk: string): Promise<Item> => {
    const found = (await deployed().ledgerItems()).find(
      (item) => item.pk?.S === pk && item.sk?.S === sk,
    );
    if (found === undefined) throw new Error(`no item ${pk} ${sk}`);
    return found;
  };
  const change = async ({ pk, sk }: { readonly pk: string; readonly sk: string }, to: Item) => {
    const before = await itemAt(pk, sk);
    await putItem(deployed().ledgerTable, { ...before, ...to });
    return before;
  };
  const key = ledgerKeys.webhook(TENANT, 'erp');

  it('has no event sent elsewhere: the seal over the address does not hold', async () => {
    const [erp, mallory] = [await receiver(), await receiver()];
    await webhookTo(erp);
    await secretOf();
    await publish();
    await change(key, { url: { S: `http://127.0.0.1:${mallory.port}/` } });
    expect(await deliver()).toMatchObject({ result: 'not-trusted' });
    await change(key, { eventTypes: { L: [{ S: '*' }] }, status: { S: 'active' } });
    expect(await deliver()).toMatchObject({ result: 'not-trusted' });
    expect([erp.received, mallory.received]).toEqual([[], []]);
  });

  it('does not bring an earlier version back, whose seal is still good', async () => {
    const erp = await receiver();
    const draft = await webhookTo(erp);
    await secretOf();
    await publish();
    const before = await itemAt(key.pk, key.sk);
    const paused = { ...draft, status: 'paused' };
    await calls.manage('PUT /v1/webhooks/{id}', 'erp', paused, { ifMatch: '"1"' });
    await putItem(deployed().ledgerTable, before);
    expect(await deliver()).toMatchObject({ result: 'not-trusted' });
    expect(erp.received).toEqual([]);
  });

  it('is not shown a secret that is for another', async () => {
    await webhookTo(await receiver());
    const { secretFor } = unmarshall(await itemAt(key.pk, key.sk)) as { secretFor: object };
    expect(secretFor).toEqual({ generation: 1, by: 'tess' });
    await change(key, { secretFor: { M: { generation: { N: '1' }, by: { S: 'mallory' } } } });
    const asked = await api('POST /v1/webhooks/{id}/secret', { by: 'mallory' });
    expect(problem(asked)).toEqual([409, 'webhook-unsealed']);
  });

  it.each([
    ['another webhook’s secret', { webhookId: { S: 'other' } }],
    ['an earlier generation', { generation: { N: '2' } }],
    ['a longer overlap', { createdAt: { S: '2036-01-01T00:00:00.000Z' } }],
    ['another person', { shownTo: { S: 'mallory' } }],
  ])('puts no secret in the place of another: %s', async (_what, to) => {
    const erp = await receiver();
    await webhookTo(erp);
    await secretOf();
    await publish();
    await change(ledgerKeys.webhookSecret(TENANT, 'erp', 1), to);
    expect(await deliver()).toMatchObject({ result: 'not-trusted' });
    expect(erp.received).toEqual([]);
  });

  it('gets no secret that it knows into use: only KMS encrypts one', async () => {
    const [erp, other] = [await receiver(), await receiver()];
    await webhookTo(erp);
    await webhookTo(other, 'other');
    await secretOf();
    await secretOf('other');
    await publish();
    const { pk, sk } = ledgerKeys.webhookSecret(TENANT, 'other', 1);
    const { encrypted } = await itemAt(pk, sk);
    if (encrypted === undefined) throw new Error('not encrypted');
    await change(ledgerKeys.webhookSecret(TENANT, 'erp', 1), { encrypted });
    expect(await deliver()).toMatchObject({ result: 'not-trusted' });
    expect(await deliver('other')).toMatchObject({ result: 'ran', delivered: 1 });
  });
});
