import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { agreePrices } from '../market/agreed-prices.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const { snapshot, decided, putControls } = deploymentSteps(deployed);

const CHF = {
  ...{ id: 'chf-q1', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-04-01', source: 'the central bank' },
};
const USED = { id: 'chf-q1', version: 1, currency: 'CHF', in: 'USD', rate: '1.13' };
const TICK = '2026-03-02T09:00:00.000Z';

const create = (body: object, who = {}) => calls.manage('POST /v1/manual-rates', null, body, who);

async function agreed(): Promise<void> {
  const asked = await create(CHF);
  expect(asked.status).toBe(202);
  expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
}

const report = async (name: string, query: Readonly<Record<string, string>>) =>
  await deployed().call('query-reports', {
    routeKey: `GET /v1/reports/${name}`,
    groups: '[viewer]',
    query,
  });

async function held(): Promise<void> {
  const balances = { CHF: { total: '100' }, EUR: { total: '10' }, USD: { total: '7' } };
  const prices = { 'EUR/USD': { bid: '1.25', ask: '1.25' } };
  await deployed().snapshots.put(
    snapshotAt(TICK, balances, prices, { tenant: TENANT, takenAt: plusSeconds(TICK, 1) }),
  );
  await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
}

describe('a manual rate over the API', () => {
  it('takes two people to come, and is not agreed to by its maker or a program', async () => {
    const asked = await create(CHF);
    expect(asked.body).toMatchObject({ kind: 'manual-rate', widens: ['a new manual rate'] });
    const own = await calls.decide('approve', String(asked.body.id), 'tess');
    expect(own.status).toBe(403);
    expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
    const one = await calls.read('GET /v1/manual-rates/{id}', CHF.id);
    expect(one.body).toMatchObject({ ...CHF, version: 1 });
    const overlapping = await create({ ...CHF, id: 'other', label: 'other' });
    expect(codeOf(overlapping)).toBe('policy-conflict');
    const gone = await calls.manage('DELETE /v1/manual-rates/{id}', CHF.id, undefined, {
      ifMatch: '"1"',
    });
    expect(gone.status).toBe(200);
    const history = await calls.read('GET /v1/manual-rates/{id}/history', CHF.id);
    expect(history.body.items).toMatchObject([2, 1].map((version) => ({ version })));
    expect(await calls.verdict()).toBe('intact');
  });

  it('values balances and statements, marked wherever it enters', async () => {
    await held();
    const query = { currency: 'CHF', from: '2026-03-01', to: '2026-03-03', interval: 'raw' };
    const before = await report('balances', query);
    expect(before.body.items).toMatchObject([{ value: null, price: null, manualRates: [] }]);
    await agreed();
    for (const [valuedIn, into, value] of [
      [{}, 'USD', '113'],
      [{ in: 'USD' }, 'USD', '113'],
      [{ in: 'EUR' }, 'EUR', '90.4'],
    ] as const) {
      const { status, body } = await report('balances', { ...query, ...valuedIn });
      expect([status, body.items]).toMatchObject([
        200,
        [{ balance: '100', value, reportingCurrency: into, manualRates: [USED] }],
      ]);
    }
    const month = { month: '2026-03', timeZone: 'UTC' };
    const own = await report('statement', month);
    expect(own.body).toMatchObject({
      statement: { totals: { closing: '132.5', unvalued: [] }, manualRates: [USED] },
    });
    const eur = await report('statement', { ...month, in: 'eur' });
    expect(eur.body).toMatchObject({
      statement: {
        reportingCurrency: 'EUR',
        totals: { closing: '106', unvalued: [] },
        manualRates: [USED],
        recordedIn: { reportingCurrency: 'USD' },
      },
    });
    const csv = await report('statement/lines', { ...month, in: 'EUR', format: 'csv' });
    expect(csv.text).toContain('manual rate chf-q1 version 1');
  });

  it('values totals, whole where the recorded ones are parts, whether a currency is asked for or not', async () => {
    await held();
    const query = { from: '2026-03-01', to: '2026-03-03', interval: 'raw' };
    expect((await report('totals', query)).body.items).toMatchObject([
      { value: null, partialValue: '19.5', unvalued: ['CHF'] },
    ]);
    await agreed();
    for (const valuedIn of [{}, { in: 'USD' }]) {
      expect((await report('totals', { ...query, ...valuedIn })).body.items).toMatchObject([
        { value: '132.5', unvalued: [], manualRates: [USED] },
      ]);
    }
    const day = { ...query, interval: 'day', in: 'EUR' };
    expect((await report('totals', day)).body.items).toMatchObject([
      { open: '106', close: '106', low: '106', high: '106', snapshotKept: true },
    ]);
  });

  it('sizes and permits nothing, also where an attacker has write access to the table', async () => {
    const tiers = { oneAbove: '1000000', twoAbove: '2000000' };
    await putControls(() => ({ approvalTiers: tiers }));
    await agreePrices(deployed().snapshots, deployed().sandbox, TICK);
    const taken = await snapshot();
    // Whatever stands there, in the shape of the real one: a rate at which everything is worth nothing, or a fortune.
    for (const [rate, currency] of [
      ['0.000001', 'BTC'],
      ['999999999', 'BTC'],
    ] as const) {
      const { tableName, client } = deployed().ledgerTable;
      const content = { ...CHF, currency, rate, from: '2020-01-01', until: '2100-01-01' };
      const item = { ...content, version: 1, activeSince: TICK, entity: 'manual-rate' };
      const key = { pk: `${TENANT}#MANUAL-RATES`, sk: `MANUAL-RATE#${rate}` };
      await client.send(
        new PutItemCommand({ TableName: tableName, Item: marshall({ ...key, ...item }) }),
      );
    }
    const { Records } = await decided(taken);
    expect(Records).toHaveLength(1);
    const [{ decision } = { decision: null }] = await deployed().decisions();
    expect(decision).toMatchObject({ ruleId: RULE.id, outcome: 'sweep', amount: '2.25' });
    const [{ valuation } = { valuation: { M: {} } }] = await deployed().snapshotItems();
    expect(JSON.stringify(valuation ?? {})).not.toContain('999999999');
  });
});
