import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { createDeliveries } from '../../../adapters/store/deliveries.ts';
import type { Item } from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { ROLES, type Role } from '../../../api/roles/roles.ts';
import { claimed, newDelivery } from '../../../treasury/webhooks/delivery.ts';
import { deliveryId } from '../../../treasury/webhooks/queue-event.ts';
import { recordAct } from '../../../treasury/webhooks/record-act.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { putItem } from '../store/items.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

const TIME = '2026-01-05T09:00:03.000Z';
const RANGE = { from: '2026-01-05T09:00:00.000Z', to: '2026-01-05T10:00:00.000Z' };
const { version: _, activeSince: __, secretFor: ___, ...DRAFT } = WEBHOOK;

const ACTS = ['test', 'redeliver', 'deliveries/{deliveryId}/redeliver'] as const;
type Act = (typeof ACTS)[number];

/** A webhook that two people agreed to, and one event that its receiver never took. */
async function deadDelivery() {
  const asked = await calls.manage('POST /v1/webhooks', null, DRAFT, { by: 'tess' });
  expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
  const event = { id: 'main/rule/btc/1', type: 'com.sluice.rule.changed', time: TIME, text: '{}' };
  const about = { webhookId: 'erp', isPaused: false, at: TIME };
  const delivery = newDelivery(event, deliveryId(event), about);
  const dead = { ...delivery, state: 'dead', nextAttemptAt: null } as const;
  await createDeliveries(deployed().deliveriesTable).add(TENANT, dead);
  return delivery.id;
}

interface As {
  readonly by?: string;
  readonly role?: Role;
  readonly claims?: Readonly<Record<string, string>>;
}

const act = (what: Act, id: string, { by = 'tess', role = 'treasurer', claims }: As = {}) =>
  deployed().call('manage-webhooks', {
    routeKey: `POST /v1/webhooks/{id}/${what}`,
    by,
    groups: `[${role}]`,
    ...(claims === undefined ? {} : { claims }),
    path: { id: 'erp', ...(what.startsWith('deliveries') ? { deliveryId: id } : {}) },
    ...(what === 'redeliver' ? { body: RANGE } : {}),
  });
const entries = async () => {
  const all = await entriesAfter(deployed().ledgerTable)(TENANT, 0, 100);
  return all.filter(({ action }) => !['propose', 'approve', 'denied'].includes(action));
};
const acts = async () =>
  (await entries()).flatMap(({ action, subject, by, after }) =>
    /test|redeliver/.test(action) ? [{ action, subject, by, after }] : [],
  );
/** An attempt at it began: what is only queued is not queued again. */
async function attemptBegun(id: string): Promise<void> {
  const deliveries = createDeliveries(deployed().deliveriesTable);
  const delivery = await deliveries.read(TENANT, 'erp', id);
  if (delivery !== null) await deliveries.replace(TENANT, claimed(delivery, TIME));
}
const states = async (id: string) =>
  (await createDeliveries(deployed().deliveriesTable).read(TENANT, 'erp', id))?.state;

describe('what a person has sent to a webhook', () => {
  it('stands in the audit log, with what it was and what became of it before', async () => {
    const id = await deadDelivery();
    const tested = await act('test', id);
    await act('deliveries/{deliveryId}/redeliver', id);
    await attemptBegun(id);
    const range = await deployed().call('manage-webhooks', {
      routeKey: 'POST /v1/webhooks/{id}/redeliver',
      by: 'tess',
      groups: '[treasurer]',
      path: { id: 'erp' },
      body: { ...RANGE, states: ['pending'] },
    });
    expect(range.body).toEqual({ queued: 1, until: null });
    const of = { subject: 'webhook:erp', by: 'tess' };
    expect(await acts()).toEqual([
      { ...of, action: 'send-test-event', after: { deliveryId: tested.body.id } },
      {
        ...of,
        action: 'redeliver-event',
        after: { deliveryId: id, eventId: 'main/rule/btc/1', was: 'dead' },
      },
      { ...of, action: 'redeliver-range', after: { ...RANGE, states: ['pending'], deliveries: 1 } },
    ]);
    expect(await calls.verdict()).toBe('intact');
  });

  it('is not there where nothing was sent: no such delivery, none of the range, paused', async () => {
    const id = await deadDelivery();
    const missing = '20260105T090003000Z-00000000000000000000';
    expect((await act('deliveries/{deliveryId}/redeliver', missing)).status).toBe(404);
    await act('redeliver', id);
    await act('redeliver', id);
    expect((await acts()).map(({ action }) => action)).toEqual(['redeliver-range']);
    const paused = { ...DRAFT, status: 'paused' };
    await calls.manage('PUT /v1/webhooks/{id}', 'erp', paused, { ifMatch: '"1"' });
    for (const what of ACTS) expect((await act(what, id)).status).toBe(409);
    expect(await acts()).toHaveLength(1);
  });

  it('is on record once, and written once, however often one delivery is asked for while it waits', async () => {
    const id = await deadDelivery();
    for (let nth = 0; nth < 5; nth++) {
      const asked = await act('deliveries/{deliveryId}/redeliver', id, {
        claims: { jti: `${nth}` },
      });
      expect([asked.status, asked.body.state]).toEqual([202, 'pending']);
    }
    expect(await acts()).toHaveLength(1);
    const { version } =
      (await createDeliveries(deployed().deliveriesTable).read(TENANT, 'erp', id)) ?? {};
    expect(version).toBe(2);
  });

  it('is once on record for each of ten requests of one person in two sessions', async () => {
    const id = await deadDelivery();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, n) => act('test', id, { claims: { jti: `${n % 2}` } })),
    );
    const sent = answers.flatMap(({ status, body }) => (status === 202 ? [body.id] : []));
    expect(sent.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
    const recorded = (await acts()).map(
      ({ after }) => (after as { deliveryId: string }).deliveryId,
    );
    expect(recorded.toSorted()).toEqual(sent.toSorted());
    expect(await calls.verdict()).toBe('intact');
  });

  it('is not sent while the audit log takes nothing', async () => {
    const readAuditHead = deployed().ledger.readAuditHead;
    const commit = async () => ({ ok: false, conflicts: ['append-audit'] }) as const;
    const ports = { now: () => TIME, ledger: { readAuditHead, commit } };
    const person = { tenant: TENANT, webhookId: 'erp', by: 'tess', requestId: 'r' };
    const done = await recordAct(ports, person, {
      action: 'send-test-event',
      after: { deliveryId: 'd' },
    });
    expect(done).toEqual({ result: 'contended' });
  });

  it.each(ACTS)('is sent by no program, whatever it may: %s', async (what) => {
    const id = await deadDelivery();
    const scope = ROLES.map((role) => `sluice/${role}`).join(' ');
    const claims = { sub: 'billing', client_id: 'billing', token_use: 'access', scope };
    expect((await act(what, id, { claims })).status).toBe(403);
    expect([await acts(), await states(id)]).toEqual([[], 'dead']);
  });

  it.each(ROLES)(
    'is sent by keepers of the policy alone, each under their own name: %s',
    async (role) => {
      const id = await deadDelivery();
      for (const what of ACTS) {
        const before = await states(id);
        const asked = await act(what, id, { by: 'eve', role });
        const may = role === 'treasurer' || role === 'admin';
        expect(asked.status, what).toBe(may ? 202 : 403);
        if (!may) expect(await states(id)).toBe(before);
      }
      expect(new Set((await acts()).map(({ by }) => by))).toEqual(
        new Set(role === 'treasurer' || role === 'admin' ? ['eve'] : []),
      );
    },
  );
});

describe('whoever can write to the table', () => {
  it.each([
    ['names another person', { by: 'ada' }],
    ['names another delivery', { after: { deliveryId: 'another' } }],
    ['makes it another act', { action: 'change-rule' }],
  ])('does not change the record unseen: %s', async (_what, change) => {
    await act('test', await deadDelivery());
    const { sequence } = (await entries()).at(-1) ?? { sequence: 0 };
    const key = ledgerKeys.auditEntry(TENANT, sequence);
    const found = (await deployed().ledgerItems()).find(
      ({ pk, sk }) => pk?.S === key.pk && sk?.S === key.sk,
    );
    await putItem(deployed().ledgerTable, { ...found, ...marshall(change) } as Item);
    expect(await calls.verdict()).toBe('broken');
  });

  it('does not have the person forget it by removing the record', async () => {
    await act('test', await deadDelivery());
    const { sequence } = (await entries()).at(-1) ?? { sequence: 0 };
    const { client, tableName } = deployed().ledgerTable;
    const { DeleteItemCommand } = await import('@aws-sdk/client-dynamodb');
    const Key = marshall(ledgerKeys.auditEntry(TENANT, sequence));
    await client.send(new DeleteItemCommand({ TableName: tableName, Key }));
    expect(await calls.verdict()).toBe('cut-off');
  });
});

describe('everything that people do about a webhook', () => {
  it('stands in the audit log: set up, shown, tried, sent again, rotated, paused, resumed, deleted', async () => {
    const id = await deadDelivery();
    const put = (change: object, version: number) =>
      calls.manage(
        'PUT /v1/webhooks/{id}',
        'erp',
        { ...DRAFT, ...change },
        {
          ifMatch: `"${version}"`,
        },
      );
    const secret = () =>
      deployed().call('manage-webhooks', {
        routeKey: 'POST /v1/webhooks/{id}/secret',
        by: 'tess',
        groups: '[treasurer]',
        path: { id: 'erp' },
      });
    const approve = async ({ body }: { readonly body: object }) =>
      await calls.decide('approve', String((body as { id?: string }).id));
    await secret();
    for (const what of ACTS) {
      await act(what, id);
      await attemptBegun(id);
    }
    await approve(await put({ secretGeneration: 2 }, 1));
    await secret();
    await put({ secretGeneration: 2, status: 'paused' }, 2);
    await approve(await put({ secretGeneration: 2 }, 3));
    await calls.manage('DELETE /v1/webhooks/{id}', 'erp', undefined, { ifMatch: '"4"' });
    expect(await calls.audit()).toMatchInlineSnapshot(`
      [
        "propose-change webhook:erp tess",
        "approve-change webhook:erp tess ada",
        "show-webhook-secret webhook:erp tess",
        "send-test-event webhook:erp tess",
        "redeliver-range webhook:erp tess",
        "redeliver-event webhook:erp tess",
        "propose-change webhook:erp tess",
        "approve-change webhook:erp tess ada",
        "show-webhook-secret webhook:erp tess",
        "replace-webhook webhook:erp tess",
        "propose-change webhook:erp tess",
        "approve-change webhook:erp tess ada",
        "delete-webhook webhook:erp tess",
      ]
    `);
    expect(await calls.verdict()).toBe('intact');
  });
});
