import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS, SANDBOX_TEST_TOKEN, tokenFingerprint } from '../../../sandbox/index.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { type Command, json, send } from './wire.ts';

const sandbox = sandboxForEachTest();

const control = (path: string, change: Partial<Command> = {}) =>
  send(sandbox().url, { path: `/control${path}`, token: null, ...change });

describe('the control endpoints', () => {
  it('show the journal from a sequence number on, without journalling themselves', async () => {
    for (const path of ['/v1/prices', '/v1/balances']) await send(sandbox().url, { path });
    expect(json(await control('/journal'))).toMatchObject({
      entries: [
        { seq: 1, path: '/v1/prices' },
        { seq: 2, path: '/v1/balances', answered: 200 },
      ],
      next: 2,
      dropped: 0,
    });
    expect(json(await control('/journal?after=1'))).toMatchObject({ entries: [{ seq: 2 }] });
    expect(json(await control('/journal?after=2'))).toEqual({ entries: [], next: 2, dropped: 0 });
    expect((await control('/journal?after=x')).status).toBe(400);
    expect(sandbox().journal()).toHaveLength(2);
  });

  it('show the state: balances, withdrawals with processedAt, accounts, and no token', async () => {
    const body = { withdrawalAccountId: SANDBOX_ACCOUNTS.eurInstant.id, amount: '7' };
    await send(sandbox().url, { path: '/v1/withdrawals', body });
    const seen = await control('/state');
    expect(json(seen)).toMatchObject({
      seed: 1,
      balances: { EUR: { available: '119993.00' } },
      flows: { EUR: { withdrawn: '7' } },
      withdrawals: [{ amount: '7.00', processedAt: expect.any(String) as string, seq: 1 }],
      tokenFingerprints: [tokenFingerprint(SANDBOX_TEST_TOKEN)],
    });
    expect(seen.text).not.toContain(SANDBOX_TEST_TOKEN);
  });

  it('queue, list and clear faults', async () => {
    const rule = { on: 'GET /v1/prices', fault: { kind: 'status', status: 500 }, times: 3 };
    const added = await control('/faults', { body: rule });
    expect([added.status, json(added)]).toMatchObject([201, { ...rule, after: 0 }]);
    expect((await send(sandbox().url, { path: '/v1/prices' })).status).toBe(500);
    expect(json(await control('/faults'))).toMatchObject({ faults: [{ times: 2 }] });
    expect(json(await control('/faults', { method: 'DELETE' }))).toEqual({ cleared: 1 });
    expect((await send(sandbox().url, { path: '/v1/prices' })).status).toBe(200);
  });

  it.each([400, 403, 422])(
    'refuse every POST with %s, and no read, until told otherwise',
    async (posts) => {
      const body = { withdrawalAccountId: SANDBOX_ACCOUNTS.eurInstant.id, amount: '7' };
      const withdraw = async () =>
        (await send(sandbox().url, { path: '/v1/withdrawals', body })).status;
      const set = await control('/refusals', { body: { posts } });
      expect([set.status, json(set)]).toEqual([201, { posts, accounts: [] }]);
      expect([await withdraw(), await withdraw()]).toEqual([posts, posts]);
      expect((await send(sandbox().url, { path: '/v1/balances' })).status).toBe(200);
      await control('/refusals', { body: {} });
      expect(await withdraw()).toBe(200);
    },
  );

  it('refuse an account, and pay to the others', async () => {
    const { eurInstant } = SANDBOX_ACCOUNTS;
    const pay = async (withdrawalAccountId: string) =>
      (
        await send(sandbox().url, {
          path: '/v1/withdrawals',
          body: { withdrawalAccountId, amount: '7' },
        })
      ).status;
    const other = Object.values(SANDBOX_ACCOUNTS).find(
      ({ id, status, currency }) =>
        id !== eurInstant.id && status === 'active' && currency === 'EUR',
    );
    await control('/refusals', { body: { accounts: [eurInstant.id] } });
    expect(await pay(eurInstant.id)).toBe(422);
    expect(sandbox().withdrawals()).toEqual([]);
    if (other !== undefined) expect(await pay(other.id)).toBe(200);
    expect(json(await control('/refusals'))).toEqual({ posts: null, accounts: [eurInstant.id] });
  });

  it('set how late balances show what was executed, and show both sides of it', async () => {
    const set = await control('/booking', { body: { delayMs: 60_000 } });
    expect([set.status, json(set)]).toMatchObject([201, { delayMs: 60_000, steps: 1 }]);
    const body = { withdrawalAccountId: SANDBOX_ACCOUNTS.eurInstant.id, amount: '7' };
    await send(sandbox().url, { path: '/v1/withdrawals', body });
    expect(json(await control('/state'))).toMatchObject({
      balances: { EUR: { available: '120000.00' } },
      trueBalances: { EUR: { available: '119993.00' } },
      booking: { delayMs: 60_000 },
    });
    expect(json(await send(sandbox().url, { path: '/v1/balances' }))).toMatchObject({
      EUR: { available: '120000.00' },
    });
    expect((await control('/booking', { body: { delayMs: -1 } })).status).toBe(400);
    expect(json(await control('/booking'))).toMatchObject({ delayMs: 60_000 });
  });

  it('say what is wrong with a fault', async () => {
    const body = { on: 'GET /v1/price', fault: { kind: 'empty-200' } };
    const seen = await control('/faults', { body });
    expect([seen.status, json(seen)]).toMatchObject([
      400,
      { detail: expect.stringMatching(/^on: expected/) as string },
    ]);
  });

  it('deposit, also of a currency that was not there, and debit no more than there is', async () => {
    const deposit = await control('/deposit', { body: { currency: 'XRP', amount: '12.5' } });
    expect([deposit.status, json(deposit)]).toMatchObject([201, { kind: 'deposit' }]);
    expect(sandbox().balances().XRP).toEqual({ total: '12.5', available: '12.5' });
    const debit = (amount: unknown) => control('/debit', { body: { currency: 'BTC', amount } });
    expect((await debit('3.25')).status).toBe(201);
    expect((await debit('0.1')).status).toBe(422);
    expect((await debit('0.000000001')).status).toBe(422);
    expect((await debit(1)).status).toBe(400);
    expect(sandbox().balances().BTC).toEqual({ total: '0', available: '0' });
  });

  it('rotate the token and answer its fingerprint', async () => {
    const seen = await control('/tokens', { body: { token: 'the-next-token' } });
    expect(json(seen)).toEqual({ tokenFingerprint: tokenFingerprint('the-next-token') });
    expect((await send(sandbox().url, { path: '/v1/prices' })).status).toBe(401);
    expect(
      (await send(sandbox().url, { path: '/v1/prices', token: 'the-next-token' })).status,
    ).toBe(200);
  });

  it.each<[number, string, Partial<Command>]>([
    [404, '', {}],
    [404, '/nothing', {}],
    [405, '/state', { method: 'DELETE' }],
    [413, '/deposit', { body: ' '.repeat(70_000) }],
    [415, '/deposit', { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ])('answer %i at /control%s where that is due', async (status, path, change) => {
    expect((await control(path, change)).status).toBe(status);
  });

  it('refuse a browser, and a name that was bound to this machine', async () => {
    for (const headers of [
      { origin: 'http://127.0.0.1:4400' },
      { origin: 'null' },
      { host: 'rebound.example' },
      { host: '127.0.0.1.rebound.example' },
    ]) {
      expect((await control('/state', { headers })).status).toBe(403);
    }
    expect(
      (await control('/state', { headers: { host: `localhost:${sandbox().port}` } })).status,
    ).toBe(200);
  });
});
