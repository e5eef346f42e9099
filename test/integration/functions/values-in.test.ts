import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

/*
 * Worked out by hand: 1 EUR = 1.25 USD, so 1 USD = 0.8 EUR; 1 CHF = 1.13 USD = 0.904 EUR by the manual rate.
 */

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const { putControls } = deploymentSteps(deployed);

const CHF = {
  ...{ id: 'chf-q1', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-12-31', source: 'the central bank' },
};
const USED = { id: 'chf-q1', version: 1, currency: 'CHF', in: 'USD', rate: '1.13' };
const FIRST = '2026-03-02T09:00:00.000Z';
const SECOND = '2026-03-02T10:00:00.000Z';
const PRICES = { 'EUR/USD': { bid: '1.25', ask: '1.25' } };
const MONTH = { month: '2026-03', timeZone: 'UTC' };

async function held(gold = true): Promise<void> {
  for (const [at, francs] of [
    [FIRST, '100'],
    [SECOND, '140'],
  ] as const) {
    const balances = {
      ...{ CHF: { total: francs }, EUR: { total: '10' }, USD: { total: '7' } },
      ...(gold ? { XAU: { total: '2' } } : {}),
    };
    const taken = { tenant: TENANT, takenAt: plusSeconds(at, 1) };
    await deployed().snapshots.put(snapshotAt(at, balances, PRICES, taken));
  }
  await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
}

async function agreed(): Promise<void> {
  const asked = await calls.manage('POST /v1/manual-rates', null, CHF, {});
  expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
}

const get = async (name: string, route: string, query: Readonly<Record<string, string>>) =>
  await deployed().call(name, { routeKey: `GET /v1/${route}`, groups: '[viewer]', query });
const report = async (route: string, query: Readonly<Record<string, string>>) =>
  await get('query-reports', route, query);

const IN_EUR = {
  ...{ reportingCurrency: 'EUR', total: null, partialTotal: '142.16' },
  values: {
    CHF: { value: '126.56', price: '0.904', path: 'manual', manualRate: USED },
    EUR: { value: '10', price: '1', path: 'same', instruments: [] },
    USD: { value: '5.6', price: '0.8', path: 'inverse', instruments: ['EUR/USD'] },
  },
  ...{ unvalued: ['XAU'], unvaluedBecause: { XAU: 'no-path' }, manualRates: [USED] },
};

describe('a snapshot in another currency', () => {
  it('is valued by its own prices and the rate, each value saying how, and what has none saying why', async () => {
    await held();
    await agreed();
    const latest = await report('snapshots/latest', { in: 'eur' });
    expect([latest.status, latest.body.valuation]).toMatchObject([200, IN_EUR]);
    const asOf = await report('snapshots', { at: plusSeconds(SECOND, 60), in: 'EUR' });
    expect(asOf.body.items).toMatchObject([{ scheduledFor: SECOND, valuation: IN_EUR }]);
    const page = await report('snapshots', { from: '2026-03-02', to: '2026-03-03', in: 'EUR' });
    expect(page.body.items).toMatchObject([
      { valuation: IN_EUR },
      { valuation: { values: { CHF: { value: '90.4' } }, partialTotal: '106' } },
    ]);
  });

  it('is in its own currency where none is asked for, by the rate as well', async () => {
    await held();
    await agreed();
    const { body } = await report('snapshots/latest', {});
    expect(body.valuation).toEqual(
      (await report('snapshots/latest', { in: 'USD' })).body.valuation,
    );
    expect(body.valuation).toMatchObject({
      ...{ reportingCurrency: 'USD', total: null, partialTotal: '177.7', unvalued: ['XAU'] },
      ...{ values: { CHF: { value: '158.2', manualRate: USED } }, manualRates: [USED] },
    });
  });

  it('says the same in a table, and in a file of all rows', async () => {
    await held();
    await agreed();
    for (const query of [{ format: 'csv' }, { format: 'csv', whole: 'true' }]) {
      const { text } = await report('snapshots', {
        ...{ from: '2026-03-02', to: '2026-03-03', in: 'EUR' },
        ...query,
      });
      expect(text).toMatch(/manual,EUR\/USD,126\.56,EUR,,(?:.*,)?manual rate chf-q1 version 1,/);
      expect(text).toMatch(/XAU,2,.*,no-path/);
    }
  });
});

describe('totals by period in another currency', () => {
  const DAY = { from: '2026-03-02', to: '2026-03-03', interval: 'day', in: 'EUR' };

  it('have the lowest and the highest of their snapshots', async () => {
    await held(false);
    await agreed();
    expect((await report('reports/totals', DAY)).body.items).toMatchObject([
      { open: '106', close: '142.16', low: '106', high: '142.16', partialSnapshots: 0 },
    ]);
  });

  it('leave out and count snapshots of which the answer did not state everything', async () => {
    const held = { CHF: { total: '100' }, EUR: { total: '10' }, USD: { total: '7' } };
    const last = { total: '100', readAt: plusSeconds(FIRST, 1), tick: FIRST };
    const CHF_AWAY = {
      reading: 'not-listed',
      since: plusSeconds(SECOND, 1),
      readings: 1,
      last,
    } as const;
    for (const [at, balances] of [
      [FIRST, held],
      [SECOND, { ...held, CHF: CHF_AWAY }],
    ] as const) {
      const taken = { tenant: TENANT, takenAt: plusSeconds(at, 1) };
      await deployed().snapshots.put(snapshotAt(at, balances, PRICES, taken));
    }
    await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
    await agreed();
    const named = { unvalued: ['CHF'], unvaluedBecause: { CHF: 'not-stated' } };
    expect((await report('reports/totals', DAY)).body.items).toMatchObject([
      { open: '106', close: '106', low: '106', high: '106', partialSnapshots: 1, ...named },
    ]);
    const raw = await report('reports/totals', { ...DAY, interval: 'raw' });
    expect(raw.body.items).toMatchObject([
      { value: '106', unvalued: [] },
      { value: null, partialValue: '15.6', ...named },
    ]);
  });

  it('leave out and count snapshots that are valued in part, and say why', async () => {
    await held();
    await agreed();
    expect((await report('reports/totals', DAY)).body.items).toMatchObject([
      {
        ...{ open: null, close: null, low: null, high: null, partialSnapshots: 2 },
        ...{ unvalued: ['XAU'], unvaluedBecause: { XAU: 'no-path' }, manualRates: [USED] },
      },
    ]);
    const gold = { ...DAY, currency: 'XAU', interval: 'raw' };
    const { text } = await report('reports/balances', { ...gold, format: 'csv' });
    expect(text).toMatch(/2,,,EUR,,,,no-path,,true/);
  });
});

describe('the front page in another currency', () => {
  it('has the value, its change and each currency in it', async () => {
    await held();
    await agreed();
    await putControls(() => ({}));
    const { status, body } = await get('query-ledger', 'overview', { in: 'EUR' });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ reportingCurrency: 'EUR', value: { total: null, partialTotal: '142.16' } },
        manualRates: [USED],
      },
    ]);
    expect(body.currencies).toMatchObject([
      { currency: 'CHF', value: '126.56', valuedBy: { path: 'manual', manualRate: USED } },
      { currency: 'EUR', value: '10', valuedBy: { path: 'same' } },
      { currency: 'USD', value: '5.6', valuedBy: { path: 'inverse', price: '0.8' } },
      { currency: 'XAU', value: null, unvaluedBecause: 'no-path' },
    ]);
    const own = await get('query-ledger', 'overview', {});
    expect(own.body).toMatchObject({
      ...{ reportingCurrency: 'USD', value: { total: null, partialTotal: '177.7' } },
      manualRates: [USED],
    });
  });
});

describe('the balances of this moment in another currency', () => {
  it('are valued by the prices of this moment', async () => {
    const { status, body } = await get('query-market', 'balances', { in: 'BTC' });
    expect([status, body]).toMatchObject([
      200,
      { reportingCurrency: 'BTC', manualRates: [], unvaluedBecause: expect.any(Object) },
    ]);
    expect(body.balances).toMatchObject({
      BTC: { total: '3.25', value: '3.25', path: 'same' },
    });
    expect((await get('query-market', 'balances', { in: 'E-R' })).status).toBe(400);
  });

  it('say why there are no values where there are no prices', async () => {
    const fault = { kind: 'status', status: 403 } as const;
    deployed().sandbox.queueFault({ on: 'GET /v1/prices', fault, times: 2 });
    const { status, body } = await get('query-market', 'balances', { in: 'EUR' });
    expect([status, body]).toMatchObject([
      200,
      { total: null, unvaluedBecause: { BTC: 'no-prices' } },
    ]);
  });
});

describe('the books in another currency', () => {
  it('are a journal whose values are in it, each marked, and which names what was recorded', async () => {
    await held();
    await agreed();
    const { status, text } = await report('reports/journal', {
      ...{ ...MONTH, in: 'EUR', format: 'csv' },
    });
    expect(status).toBe(200);
    // 40 CHF came in between the two: 36.16 EUR.
    expect(text).toMatch(/CHF,40,,36\.16,.*manual rate chf-q1 version 1,manual,EUR\/USD,/);
    const about = await report('reports/journal', {
      ...{ ...MONTH, in: 'EUR', format: 'csv', part: 'about' },
    });
    expect(about.text).toContain('reporting currency,EUR');
    expect(about.text).toContain('recorded in,USD');
    expect(about.text).toContain('manual rate chf-q1 version 1: 1 CHF = 1.13 USD');
  });

  it('are sums whose values are in it', async () => {
    await held();
    await agreed();
    const months = { firstMonth: '2026-03', lastMonth: '2026-03', timeZone: 'UTC' };
    const { text } = await report('reports/sums', { ...months, in: 'EUR', format: 'csv' });
    expect(text).toMatch(/2026-03,CHF,.*,1,40,36\.16,0,EUR,manual rate chf-q1 version 1/);
  });

  it('are an account report of an account of its own, never a statement', async () => {
    await held();
    await agreed();
    const { text } = await report('reports/statement', {
      ...{ ...MONTH, in: 'EUR', format: 'camt053' },
    });
    expect(text).toContain('camt.052.001.08');
    expect(text).toContain(`<Id>${TENANT}-in-EUR</Id>`);
    expect(text).toContain('<Ccy>EUR</Ccy>');
    expect(text).toContain('exactly 36.16 EUR, manual rate chf-q1 version 1, over EUR/USD');
    expect(text).toContain('recorded in USD');
  });
});
