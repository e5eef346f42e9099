import { describe, expect, it } from 'vitest';
import { balancesResponse, pricesResponse } from '../../../api/openapi/market-responses.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { snapshot, trade: place } = deploymentSteps(deployed);

const PROBLEM = 'application/problem+json';

const trade = async (key: string) => (await place(undefined, key)).body;

const get = (route: string, change: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', { routeKey: `GET ${route}`, groups: '[viewer]', ...change });

const ask = (route: string, change: Partial<ApiCall> = {}) =>
  deployed().call('query-market', { routeKey: `GET ${route}`, groups: '[viewer]', ...change });

describe('GET /v1/trades', () => {
  it('lists trades alone, newest first, page by page, by state, time and instrument', async () => {
    const at = '2026-02-01T09:00:00Z';
    await snapshot({ tenant: TENANT, scheduledFor: at });
    const first = await trade('key-1');
    deployed().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'status', status: 422 },
    });
    await trade('key-2');
    const { body: all } = await get('/v1/trades');
    expect(all.items).toMatchObject([
      { status: { state: 'rejected' }, content: { kind: 'trade' } },
      { id: first.id, status: { state: 'confirmed' } },
    ]);
    const listed = async (query: Record<string, string>) => {
      const { body } = await get('/v1/trades', { query });
      return (body.items as { status: { state: string } }[]).map(({ status }) => status.state);
    };
    expect(await listed({ state: 'confirmed' })).toEqual(['confirmed']);
    expect(await listed({ state: 'unknown' })).toEqual([]);
    expect(await listed({ instrument: 'BTC/USD' })).toHaveLength(2);
    expect(await listed({ instrument: 'ETH/USD' })).toEqual([]);
    expect(await listed({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await listed({ from: '2020-01-01T00:00:00Z' })).toHaveLength(2);
    const page = (await get('/v1/trades', { query: { limit: '1' } })).body;
    expect(page.items).toMatchObject([{ status: { state: 'rejected' } }]);
    const query = { limit: '1', cursor: String(page.next) };
    expect((await get('/v1/trades', { query })).body.items).toMatchObject([{ id: first.id }]);
  });

  it('answers one trade by the address that placing it gave, and no other instruction', async () => {
    const placed = await trade('key-1');
    const { status, body } = await get('/v1/trades/{id}', { path: { id: String(placed.id) } });
    expect([status, body]).toEqual([200, placed]);
    expect((await get('/v1/trades/{id}', { path: { id: 'sweep-1' } })).status).toBe(404);
  });

  it.each([
    [{ state: 'filled' }, 'state'],
    [{ instrument: 'btc-usd' }, 'instrument'],
    [{ from: 'monday' }, 'from'],
    [{ side: 'buy' }, 'side'],
  ])('answers 400 to %j', async (query: Record<string, string>, field) => {
    const { status, body } = await get('/v1/trades', { query });
    expect([status, body.fields]).toMatchObject([400, [{ field }]]);
  });
});

describe('GET /v1/prices', () => {
  it('answers the prices of this moment, the middle, and what a unit is worth', async () => {
    const { status, headers, body } = await ask('/v1/prices');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const answer = pricesResponse.parse(body);
    const { bid = '', ask: offered = '' } = answer.prices['BTC/USD'] ?? {};
    expect(answer.prices['BTC/USD']?.mid).toMatch(/^\d/);
    expect([bid, offered].every((text) => /^\d/.test(text))).toBe(true);
    expect(answer.values).toMatchObject({
      USD: { price: '1', path: 'same', instruments: [] },
      BTC: { price: answer.prices['BTC/USD']?.mid, path: 'direct', instruments: ['BTC/USD'] },
    });
    expect(Math.abs(Date.now() - Date.parse(answer.readAt))).toBeLessThan(60_000);
  });

  it('answers 503 with why where the service cannot be read, and takes no parameters', async () => {
    const fault = { kind: 'status', status: 403 } as const;
    deployed().sandbox.queueFault({ on: 'GET /v1/prices', fault, times: 2 });
    const { status, headers, body } = await ask('/v1/prices');
    expect([status, headers['content-type']]).toEqual([503, PROBLEM]);
    expect(body.type).toBe('urn:sluice:problem:service-token-refused');
    expect(headers['retry-after']).toBeDefined();
    expect((await ask('/v1/prices', { query: { at: 'now' } })).status).toBe(400);
  });
});

describe('GET /v1/balances', () => {
  it('answers what is held at this moment, valued, each by its path', async () => {
    const { status, body } = await ask('/v1/balances');
    expect(status).toBe(200);
    const answer = balancesResponse.parse(body);
    expect(answer.balances.BTC).toMatchObject({
      total: '3.25',
      path: 'direct',
      instruments: ['BTC/USD'],
      value: expect.stringMatching(/^\d/),
    });
    expect(answer.pricesReadAt).toBeDefined();
    expect(answer.reportingCurrency).toBe('USD');
  });

  it('answers them all the same where there are no prices: unvalued, not zero', async () => {
    const fault = { kind: 'status', status: 403 } as const;
    deployed().sandbox.queueFault({ on: 'GET /v1/prices', fault, times: 2 });
    const { status, body } = await ask('/v1/balances');
    expect(status).toBe(200);
    const answer = balancesResponse.parse(body);
    expect(answer.pricesMissing).toMatch(/^token-refused/);
    expect(answer.unvalued).toContain('BTC');
    expect(answer.balances.BTC?.total).toBe('3.25');
    expect(answer.balances.BTC).not.toHaveProperty('value');
  });
});
