import { describe, expect, it } from 'vitest';
import { readMatchingRules } from '../../../adapters/store/matching-rules.ts';
import { judgePiece } from '../../../treasury/sealing/policy-seals.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { codeOf } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

const FEE = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.001',
  per24Hours: '0.01',
  enabled: true,
};

const create = (body: object, who = {}) => calls.manage('POST /v1/matching-rules', null, body, who);
const put = (body: object, ifMatch: string) =>
  calls.manage('PUT /v1/matching-rules/{id}', FEE.id, body, { ifMatch });
const list = async () =>
  (await calls.read('GET /v1/matching-rules')).body.items as readonly object[];

async function agreed(asked: {
  readonly status: number | undefined;
  readonly body: object;
}): Promise<void> {
  expect(asked.status).toBe(202);
  const { id } = asked.body as { readonly id: string };
  expect((await calls.decide('approve', id)).status).toBe(200);
}

describe('a matching rule over the API', () => {
  it('takes two people to come, and one to go: with its history, and in the audit log', async () => {
    const asked = await create(FEE);
    expect(asked.body).toMatchObject({
      subject: 'matching-rule:fees',
      kind: 'matching-rule',
      widens: ['a new matching rule'],
    });
    expect(await list()).toEqual([]);
    await agreed(asked);
    const repeated = await create(FEE);
    expect([repeated.status, repeated.body]).toMatchObject([200, { ...FEE, version: 1 }]);
    expect(await list()).toMatchObject([{ ...FEE, version: 1 }]);
    expect((await list())[0]).not.toHaveProperty('seal');
    const one = await calls.read('GET /v1/matching-rules/{id}', FEE.id);
    expect(one.headers.etag).toMatch(/^"1\./);

    expect((await put({ ...FEE, per24Hours: '0.005' }, '"1"')).status).toBe(200);
    await agreed(await put({ ...FEE, per24Hours: '0.02' }, '"2"'));
    const gone = await calls.manage('DELETE /v1/matching-rules/{id}', FEE.id, undefined, {
      ifMatch: '"3"',
    });
    expect(gone.body).toMatchObject({ enabled: false, version: 4 });
    expect(await list()).toEqual([]);
    const again = await create(FEE);
    expect(codeOf(again)).toBe('id-used-before');
    const history = await calls.read('GET /v1/matching-rules/{id}/history', FEE.id);
    expect(history.body.items).toMatchObject([4, 3, 2, 1].map((version) => ({ version })));
    expect(await calls.audit()).toEqual([
      'propose-change matching-rule:fees tess',
      'approve-change matching-rule:fees tess ada',
      'replace-matching-rule matching-rule:fees tess',
      'propose-change matching-rule:fees tess',
      'approve-change matching-rule:fees tess ada',
      'delete-matching-rule matching-rule:fees tess',
    ]);
    expect(await calls.verdict()).toBe('intact');
  });

  it('arms no lane, and is sealed like whatever authorises a send', async () => {
    const before = await deployed().ledger.readLanes(TENANT);
    await agreed(await create({ ...FEE, currency: 'DOGE' }));
    expect(await deployed().ledger.readLanes(TENANT)).toEqual(before);
    const [item] = await readMatchingRules(deployed().ledgerTable, TENANT);
    if (item === undefined) throw new Error('there is no rule');
    const here = { tenant: TENANT, epoch: await deployed().ledger.epoch() };
    expect(await judgePiece(hmacSeals, here, { kind: 'matching-rule', item })).toBe('valid');
  });

  it('is refused where it lets a theft in small parts pass as fees', async () => {
    const { per24Hours: _, ...unbounded } = FEE;
    const { status, body } = await create(unbounded);
    expect([status, body.fields]).toMatchObject([422, [{ field: 'per24Hours' }]]);
    const twin = await create({ ...FEE, id: 'others', maximum: undefined });
    expect([twin.status, twin.body.fields]).toMatchObject([422, [{ field: 'maximum' }]]);
  });

  it.each(['[viewer]', '[trader]', '[approver]', '[admin]'])(
    'is proposed by no caller with the role %s alone',
    async (groups) => {
      expect(codeOf(await create(FEE, { groups }))).toBe('role-missing');
    },
  );
});
