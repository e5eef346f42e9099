import { describe, expect, it } from 'vitest';
import { SANDBOX_TEST_TOKEN, startSandbox } from '../../../sandbox/index.ts';
import { faultySandbox, IMPATIENT_MS, TRADE, WITHDRAWAL } from './faulty-sandbox.ts';
import { eventually, json, send } from './wire.ts';

const { sandbox, withdraw, withdrawalMeets } = faultySandbox();

describe('faults of the other endpoints', () => {
  it('meet reads', async () => {
    sandbox().queueFault({ on: 'GET /v1/balances', fault: { kind: 'status', status: 503 } });
    sandbox().queueFault({ on: 'GET /v1/prices', fault: { kind: 'hang-without-execution' } });
    sandbox().queueFault({ on: 'GET /v1/*', fault: { kind: 'contradicting-200', what: 'amount' } });
    const prices = { path: '/v1/prices' };
    expect((await send(sandbox().url, { path: '/v1/balances' })).status).toBe(503);
    const hung = await send(sandbox().url, { ...prices, timeoutMs: IMPATIENT_MS });
    expect(hung).toMatchObject({ status: null, ended: 'timeout' });
    const crossed = json(await send(sandbox().url, prices)) as Record<string, { bid: string }>;
    expect(crossed['BTC/USD']?.bid).not.toBe(sandbox().prices()['BTC/USD']?.bid);
    expect((await send(sandbox().url, prices)).status).toBe(200);
  });

  it.each([
    ['amount', { amount: '6' }],
    ['account', { side: 'Buy' }],
    ['currency', { instrument: 'SOL/USD' }],
    ['none', {}],
  ] as const)('contradict a trade: %s', async (what, expected) => {
    sandbox().queueFault({ on: 'POST /v1/trades', fault: { kind: 'contradicting-200', what } });
    const seen = await send(sandbox().url, { path: '/v1/trades', body: TRADE });
    expect(json(seen)).toMatchObject(expected);
    expect(sandbox().state().trades).toHaveLength(1);
  });

  it('do not meet requests that are refused for their token', async () => {
    sandbox().queueFault({ on: '*', fault: { kind: 'empty-200' } });
    expect((await withdraw({ token: 'wrong-token' })).status).toBe(401);
    expect(sandbox().state().faults).toHaveLength(1);
    expect(sandbox().clearFaults()).toBe(1);
    expect((await withdraw()).status).toBe(200);
  });

  it('execute nothing that would have been refused', async () => {
    const { seen, executed } = await withdrawalMeets(
      { kind: 'execute-then-hang' },
      { timeoutMs: 60, body: { ...WITHDRAWAL, amount: '1000' } },
    );
    expect([seen.ended, executed]).toEqual(['timeout', false]);
  });
});

it('a script queues its faults and lets its events happen', async () => {
  const lines: string[] = [];
  const scripted = await startSandbox({
    port: 0,
    notice: (line) => lines.push(line),
    faultScript: {
      faults: [
        { on: 'GET /v1/prices', fault: { kind: 'status', status: 500 }, times: 2, after: 1 },
      ],
      events: [
        { atMs: 5, kind: 'deposit', currency: 'BTC', amount: '1' },
        { atMs: 10, kind: 'debit', currency: 'ETH', amount: '1.7' },
        { atMs: 15, kind: 'debit', currency: 'ETH', amount: '100' },
        { atMs: 20, kind: 'rotate', token: 'a-rotated-token' },
      ],
    },
  });
  await eventually(() => lines.length).toBe(4);
  expect(scripted.balances()).toMatchObject({ BTC: { total: '4.25' }, ETH: { total: '40' } });
  expect(lines[2]).toBe('scripted debit of 100 ETH: not done, 40 ETH is available');
  const statuses = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push(
      (await send(scripted.url, { path: '/v1/prices', token: 'a-rotated-token' })).status,
    );
  }
  await scripted.close();
  expect(statuses).toEqual([200, 500, 500, 200]);
});

describe('answers that say more than "done"', () => {
  it.each([
    { state: 'failed', execute: false },
    { state: 'pending', execute: true },
    { state: 'on its way to the moon', execute: true },
  ])('stated-200: a withdrawal that says $state, executed: $execute', async (said) => {
    const { seen, executed } = await withdrawalMeets({ kind: 'stated-200', ...said });
    expect(json(seen)).toMatchObject([{ amount: '0.5', state: said.state }]);
    expect(executed).toBe(said.execute);
  });

  it('stated-200: in another field, and of a trade', async () => {
    const fault = { kind: 'stated-200', field: 'status', state: 'rejected' } as const;
    sandbox().queueFault({ on: 'POST /v1/trades', fault });
    expect(json(await send(sandbox().url, { path: '/v1/trades', body: TRADE }))).toMatchObject({
      state: 'filled',
      status: 'rejected',
    });
  });

  it('trade-left-open: filled in part, and the rest later', async () => {
    sandbox().queueFault({
      on: 'POST /v1/trades',
      fault: {
        kind: 'trade-left-open',
        filledPercent: 40,
        state: 'partially_filled',
        restAfterMs: 200,
      },
    });
    const trade = json(await send(sandbox().url, { path: '/v1/trades', body: TRADE }));
    expect(trade).toMatchObject({ amount: '0.5', state: 'partially_filled' });
    const { fills } = trade as { readonly fills: readonly { readonly amount: string }[] };
    expect(fills.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(0.2);
    expect(sandbox().balances().BTC?.available).toBe('3.05');
    await eventually(() => sandbox().balances().BTC?.available).toBe('2.75');
  });

  it('trade-left-open: accepted, and nothing filled', async () => {
    sandbox().queueFault({ on: 'POST /v1/trades', fault: { kind: 'trade-left-open' } });
    const seen = await send(sandbox().url, { path: '/v1/trades', body: TRADE });
    expect(json(seen)).toMatchObject({ state: 'open', fills: [] });
    expect([sandbox().balances().BTC?.available, sandbox().journal().at(-1)?.executed]).toEqual([
      '3.25',
      false,
    ]);
  });

  it.each([
    ['crossed', (bid: number, ask: number) => bid > ask],
    ['zero', (bid: number, ask: number) => bid === 0 && ask === 0],
    ['negative', (bid: number, ask: number) => bid < 0 && ask < 0],
    ['no-number', (bid: number, ask: number) => Number.isNaN(bid) && Number.isNaN(ask)],
    ['one-side-missing', (bid: number) => Number.isNaN(bid)],
  ] as const)('bad-price-200: one price that is %s, and only that', async (what, holds) => {
    const fault = { kind: 'bad-price-200', what, instrument: 'ETH/USD' } as const;
    sandbox().queueFault({ on: 'GET /v1/prices', fault });
    const bad = json(await send(sandbox().url, { path: '/v1/prices' })) as Prices;
    const { 'ETH/USD': entry, ...others } = bad;
    expect(holds(Number(entry?.bid), Number(entry?.ask))).toBe(true);
    const { 'ETH/USD': _, ...right } = sandbox().prices();
    expect(Object.keys(others)).toEqual(Object.keys(right));
    expect(Object.values(others).every(({ bid, ask }) => Number(bid) < Number(ask))).toBe(true);
  });

  it('jumped-200: one balance, or one price, ten times as large', async () => {
    const fault = { kind: 'jumped-200', of: 'BTC' } as const;
    sandbox().queueFault({ on: 'GET /v1/balances', fault });
    expect(json(await send(sandbox().url, { path: '/v1/balances' }))).toMatchObject({
      BTC: { total: '32.5', available: '32.5' },
      ETH: { total: '41.7' },
    });
    expect(sandbox().balances().BTC?.total).toBe('3.25');
  });

  it.each([
    ['gone', {}],
    ['inverse-instead', { 'USD/USDC': 2 }],
    ['inverse-beside', { 'USDC/USD': 3, 'USD/USDC': 2 }],
    ['crossed-instead', { 'USDC/XXX': 0.5, 'XXX/USD': 1 }],
  ] as const)('other-path-200: a price that is %s', async (what, expected) => {
    const told = { factor: '0.5', besideFactor: '3' };
    const fault = { kind: 'other-path-200', instrument: 'USDC/USD', what, ...told } as const;
    sandbox().queueFault({ on: 'GET /v1/prices', fault });
    const seen = json(await send(sandbox().url, { path: '/v1/prices' })) as Prices;
    const { 'USDC/USD': _, ...others } = sandbox().prices();
    const names = Object.keys(expected);
    expect(Object.keys(seen).sort()).toEqual([...Object.keys(others), ...names].sort());
    for (const [name, price] of Object.entries(expected)) {
      expect(Number(seen[name]?.bid)).toBeCloseTo(price, 1);
      expect(Number(seen[name]?.bid)).toBeLessThanOrEqual(Number(seen[name]?.ask));
    }
  });

  it.each([
    ['hex', Buffer.from(SANDBOX_TEST_TOKEN).toString('hex')],
    ['base64', Buffer.from(SANDBOX_TEST_TOKEN).toString('base64')],
    ['reversed', [...SANDBOX_TEST_TOKEN].reverse().join('')],
  ] as const)('echoed-token: a refusal with it in %s', async (encoding, expected) => {
    const { seen, executed } = await withdrawalMeets({ kind: 'echoed-token', encoding });
    expect([seen.status, executed]).toEqual([401, false]);
    expect(seen.text).toContain(expected);
  });

  it('echoed-token: beside the right answer, in the escapes of JSON itself', async () => {
    const fault = { kind: 'echoed-token', encoding: 'unicode-escapes', status: 200 } as const;
    const { seen } = await withdrawalMeets({ ...fault, execute: true });
    expect(seen.text).not.toContain(SANDBOX_TEST_TOKEN);
    expect(json(seen)).toMatchObject([{ amount: '0.5', seen: SANDBOX_TEST_TOKEN }]);
  });
});

type Prices = Readonly<Record<string, { readonly bid?: string; readonly ask?: string }>>;
