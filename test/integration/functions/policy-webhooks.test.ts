import { describe, expect, it } from 'vitest';
import { WEBHOOK } from '../../samples/policy.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const { version: _, activeSince: __, secretFor: ___, ...DRAFT } = WEBHOOK;

const create = (body: object = DRAFT, by = 'tess') =>
  calls.manage('POST /v1/webhooks', null, body, { by });
const replace = (body: object, ifMatch: string, by = 'tess') =>
  calls.manage('PUT /v1/webhooks/{id}', DRAFT.id, body, { ifMatch, by });
const read = async () => (await calls.read('GET /v1/webhooks/{id}', DRAFT.id)).body;
const approved = async (asked: Awaited<ReturnType<typeof create>>, by = 'ada') => {
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  return await calls.decide('approve', String(asked.body.id), by);
};

describe('a webhook', () => {
  it('takes two people, and its secret is for the one who asked', async () => {
    const asked = await create();
    expect((await calls.read('GET /v1/webhooks/{id}', DRAFT.id)).status).toBe(404);
    expect((await approved(asked, 'tess')).status).toBe(403);
    expect((await approved(asked)).status).toBe(200);
    expect(await read()).toMatchObject({ ...DRAFT, secretFor: { generation: 1, by: 'tess' } });
    const repeated = await create();
    expect([repeated.status, repeated.body]).toMatchObject([200, { ...DRAFT, version: 1 }]);
    expect((await calls.read('GET /v1/webhooks')).body.items).toHaveLength(1);
    expect(await calls.audit()).toEqual([
      'propose-change webhook:erp tess',
      'approve-change webhook:erp tess ada',
    ]);
  });

  it('is paused and deleted by one person at once; it is sent to again by two', async () => {
    await approved(await create());
    expect((await replace({ ...DRAFT, status: 'paused' }, '"1"')).status).toBe(200);
    await approved(await replace(DRAFT, '"2"'));
    expect(await read()).toMatchObject({ status: 'active', version: 3 });
    const gone = await calls.manage('DELETE /v1/webhooks/{id}', DRAFT.id, undefined, {
      ifMatch: '"3"',
    });
    expect([gone.status, gone.body.status]).toEqual([200, 'paused']);
    expect((await calls.read('GET /v1/webhooks')).body.items).toEqual([]);
    const history = await calls.read('GET /v1/webhooks/{id}/history', DRAFT.id);
    expect(history.body.items).toHaveLength(4);
    expect((await create()).body.type).toBe('urn:sluice:problem:id-used-before');
  });

  it('goes elsewhere only by two people, and its secret stays with whom it was for', async () => {
    await approved(await create());
    const url = 'https://other.example/';
    await approved(await replace({ ...DRAFT, url }, '"1"', 'tom'));
    expect(await read()).toMatchObject({ url, secretFor: { generation: 1, by: 'tess' } });
  });

  it('has a new secret for the maker of the change that asks for one, and never an old one', async () => {
    await approved(await create());
    await approved(await replace({ ...DRAFT, secretGeneration: 2 }, '"1"', 'tom'));
    expect(await read()).toMatchObject({ secretFor: { generation: 2, by: 'tom' } });
    const { status, body } = await replace(DRAFT, '"2"');
    expect([status, body.type]).toEqual([422, 'urn:sluice:problem:policy-conflict']);
  });

  it('is no loopback receiver in a deployment, and has a label of its own', async () => {
    const local = await create({ ...DRAFT, url: 'http://127.0.0.1:8080/' });
    expect([local.status, local.body.type]).toEqual([422, 'urn:sluice:problem:policy-conflict']);
    await approved(await create());
    const twin = await create({ ...DRAFT, id: 'other' });
    expect(twin.body.fields).toMatchObject([{ field: 'label' }]);
  });
});

describe('twenty webhooks', () => {
  it('are as many as there may be', async () => {
    const { ledger } = deployed();
    for (let n = 0; n < 20; n += 1) {
      const webhook = { ...WEBHOOK, id: `w-${n}`, label: `W ${n}` };
      expect(await ledger.commit('main', [{ kind: 'put-webhook', webhook }])).toEqual({ ok: true });
    }
    expect((await create()).body.fields).toMatchObject([
      { seen: '21 webhooks', accepted: 'at most 20 webhooks' },
    ]);
  });
});
