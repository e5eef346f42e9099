import { describe, expect, it } from 'vitest';
import {
  SANDBOX_ACCOUNTS,
  SANDBOX_TEST_TOKEN,
  startSandbox,
  tokenFingerprint,
} from '../../../sandbox/index.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { type Command, eventually, json, send } from './wire.ts';

const READ_ONLY = 'a-token-that-may-only-read';
const WITHDRAWAL = { withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id, amount: '0.5' };

const sandbox = sandboxForEachTest({
  splitWithdrawals: 'never',
  tokens: [{ token: READ_ONLY, access: 'read' }],
});

const ask = (command: Command) => send(sandbox().url, command);
const withdraw = (change: Partial<Command> = {}) =>
  ask({ path: '/v1/withdrawals', body: WITHDRAWAL, ...change });

describe('the four endpoints', () => {
  it('answer prices as text, bid and ask per instrument', async () => {
    const seen = await ask({ path: '/v1/prices' });
    expect(seen.headers['content-type']).toMatch('application/json');
    expect(json(seen)).toMatchObject({
      'BTC/USD': { bid: expect.any(String) as string, ask: expect.any(String) as string },
    });
  });

  it('answer a withdrawal as an array, and the balance falls by it', async () => {
    const seen = await withdraw();
    expect(seen.status).toBe(200);
    expect(json(seen)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        label: 'Withdrawal to BTC cold storage',
        network: 'bitcoin',
        currency: 'BTC',
        amount: '0.5',
        withdrawalAccount: {
          id: SANDBOX_ACCOUNTS.btcWallet.id,
          label: 'BTC cold storage',
          network: 'bitcoin',
          currency: 'BTC',
          details: SANDBOX_ACCOUNTS.btcWallet.details,
        },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        details: { confirmationsRequired: 2 },
      },
    ]);
    expect(json(await ask({ path: '/v1/balances' }))).toMatchObject({
      BTC: { total: '2.75', available: '2.75' },
    });
  });

  it('answer a trade with its record, and both balances change', async () => {
    const body = { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '1' };
    expect(json(await ask({ path: '/v1/trades', body }))).toMatchObject({
      ...body,
      state: 'filled',
    });
    expect(sandbox().balances()).toMatchObject({
      BTC: { available: '2.25' },
      USD: { available: '142000.00' },
    });
  });

  it('execute the same request twice when it is sent twice', async () => {
    await withdraw();
    await withdraw();
    expect(sandbox().withdrawals()).toHaveLength(2);
  });
});

describe('authentication', () => {
  it('takes the token in the header or in the query', async () => {
    const inQuery = `/v1/balances?token=${SANDBOX_TEST_TOKEN}&x=1`;
    expect((await ask({ path: inQuery, token: null })).status).toBe(200);
    expect((await ask({ path: '/v1/balances' })).status).toBe(200);
    const fingerprint = tokenFingerprint(SANDBOX_TEST_TOKEN);
    expect(sandbox().journal()).toMatchObject([
      { authentication: 'query', path: '/v1/balances?x=1', tokenFingerprint: fingerprint },
      { authentication: 'bearer', path: '/v1/balances', tokenFingerprint: fingerprint },
    ]);
  });

  it('takes a post with the token in the query', async () => {
    const path = `/v1/withdrawals?token=${SANDBOX_TEST_TOKEN}`;
    expect((await withdraw({ path, token: null })).status).toBe(200);
  });

  it('refuses no token, another scheme and a wrong token with 401 and a challenge', async () => {
    const basic = { authorization: 'Basic abcdefgh' };
    for (const command of [
      { token: null },
      { token: null, headers: basic },
      { token: 'wrong-token' },
    ]) {
      const seen = await withdraw(command);
      expect(seen.status).toBe(401);
      expect(seen.headers['www-authenticate']).toMatch(/^Bearer realm=/);
      expect(seen.headers['content-type']).toBe('application/problem+json');
    }
    expect(
      sandbox()
        .journal()
        .map(({ authentication }) => authentication),
    ).toEqual(['none', 'none', 'bearer']);
    expect(sandbox().withdrawals()).toEqual([]);
  });

  it('refuses a token given twice with 400', async () => {
    const both = `/v1/balances?token=${SANDBOX_TEST_TOKEN}`;
    expect((await ask({ path: both })).status).toBe(400);
    expect((await ask({ path: `${both}&token=${SANDBOX_TEST_TOKEN}`, token: null })).status).toBe(
      400,
    );
  });

  it('lets a read-only token read, and refuses its posts with 403', async () => {
    expect((await ask({ path: '/v1/balances', token: READ_ONLY })).status).toBe(200);
    expect((await withdraw({ token: READ_ONLY })).status).toBe(403);
    expect(sandbox().withdrawals()).toEqual([]);
  });

  it('follows a rotation: the old token is refused, or kept where it is asked for', async () => {
    sandbox().rotateToken('the-second-token', { keepPrevious: true });
    expect((await ask({ path: '/v1/prices' })).status).toBe(200);
    sandbox().rotateToken('the-third-token');
    expect(sandbox().token).toBe('the-third-token');
    expect((await ask({ path: '/v1/prices' })).status).toBe(401);
    expect((await ask({ path: '/v1/prices', token: 'the-second-token' })).status).toBe(401);
    expect((await ask({ path: '/v1/prices', token: 'the-third-token' })).status).toBe(200);
  });
});

describe('a request that cannot be served', () => {
  const account = (id: string) => ({ body: { ...WITHDRAWAL, withdrawalAccountId: id } });
  const amount = (text: unknown) => ({ body: { ...WITHDRAWAL, amount: text } });

  it.each<[number, string, Partial<Command>]>([
    [400, 'invalid-body', { body: '{"amount":' }],
    [400, 'invalid-body', { body: '' }],
    [400, 'invalid-body', { body: [] }],
    [400, 'invalid-body', account('not-a-uuid')],
    [400, 'invalid-body', amount(0.5)],
    [400, 'invalid-body', amount('0,5')],
    [404, 'unknown-withdrawal-account', account('00000000-0000-4000-8000-000000000000')],
    [404, 'unknown-path', { path: '/v1/transfers' }],
    [404, 'unknown-path', { path: '/v2/withdrawals' }],
    [405, 'method-not-allowed', { method: 'PUT' }],
    [409, 'account-under-review', account(SANDBOX_ACCOUNTS.btcUnderReview.id)],
    [413, 'body-too-large', { body: `{"pad":"${'x'.repeat(70_000)}"}` }],
    [415, 'unsupported-media-type', { headers: { 'content-type': 'text/plain' } }],
    [422, 'amount-not-positive', amount('0')],
    [422, 'amount-not-positive', amount('-1')],
    [422, 'amount-too-fine', amount('0.000000001')],
    [422, 'insufficient-balance', amount('3.26')],
  ])('is answered %i %s and moves nothing: %j', async (status, code, change) => {
    const seen = await withdraw(change);
    expect(seen.status).toBe(status);
    expect(seen.headers['content-type']).toBe('application/problem+json');
    expect(json(seen)).toMatchObject({ type: `urn:sandbox-service:problem:${code}`, status });
    expect(sandbox().withdrawals()).toEqual([]);
    expect(sandbox().journal()).toMatchObject([{ seq: 1, executed: false, answered: status }]);
  });

  it('says which method a path takes', async () => {
    const seen = await ask({ path: '/v1/balances', method: 'DELETE' });
    expect([seen.status, seen.headers.allow]).toEqual([405, 'GET']);
  });

  it('is answered 413 also where its length was not announced', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    expect((await withdraw({ headers, body: ' '.repeat(200_000) })).status).toBe(413);
  });

  it('is answered 400 where its body is not UTF-8, or its target is no path', async () => {
    const seen = await withdraw({ body: Buffer.from('7b22ff227d', 'hex') });
    expect(json(seen)).toMatchObject({ status: 400, detail: 'the body is not UTF-8' });
    expect((await ask({ path: '//v1/prices' })).status).toBe(400);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After', async () => {
    const limited = await startSandbox({ port: 0, rateLimit: { burst: 2, refillPerSecond: 0.1 } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      const seen = await send(limited.url, { path: '/v1/prices' });
      statuses.push([seen.status, seen.headers['retry-after']]);
    }
    await limited.close();
    expect(statuses).toEqual([
      [200, undefined],
      [200, undefined],
      [429, '10'],
    ]);
  });
});

describe('the journal', () => {
  it('holds every request once, in order, with body, effects and connection', async () => {
    await ask({ path: '/v1/prices' });
    await withdraw();
    const [read, posted] = sandbox().journal();
    expect(read).toMatchObject({ seq: 1, method: 'GET', body: null, effects: [], connection: 1 });
    expect(posted).toMatchObject({
      seq: 2,
      method: 'POST',
      body: JSON.stringify(WITHDRAWAL),
      executed: true,
      effects: sandbox()
        .withdrawals()
        .map(({ id }) => id),
      answered: 200,
      connection: 2,
    });
    expect(sandbox().journal(1)).toHaveLength(1);
  });

  it('holds no token, wherever the client put it', async () => {
    await withdraw({ body: { ...WITHDRAWAL, note: SANDBOX_TEST_TOKEN } });
    await ask({ path: `/v1/prices?note=${SANDBOX_TEST_TOKEN}&access_token=abc` });
    expect(JSON.stringify([sandbox().journal(), sandbox().state()])).not.toContain(
      SANDBOX_TEST_TOKEN,
    );
    expect(sandbox().journal(1)).toMatchObject([{ path: '/v1/prices?note=TOKEN-REMOVED' }]);
  });

  it('holds a request whose client left before its body was whole', async () => {
    const headers = { 'content-length': '500' };
    await withdraw({ headers, body: '{', timeoutMs: 60 });
    await eventually(() => sandbox().journal()[0]?.answered).toBe('client-gone');
    expect(sandbox().journal()).toMatchObject([{ executed: false, body: null }]);
  });
});

describe('a sandbox with activity and latency', () => {
  it('receives deposits by itself and answers later', async () => {
    const lines: string[] = [];
    const lively = await startSandbox({
      port: 0,
      activity: { everyMs: 5 },
      latencyMsMax: 20,
      notice: (line) => lines.push(line),
    });
    expect((await send(lively.url, { path: '/v1/prices' })).status).toBe(200);
    await eventually(() => lively.state().movements.length).toBeGreaterThan(3);
    await lively.close();
    expect(lines[0]).toMatch(/^deposit of [\d.]+ [A-Z]+ arrived$/);
  });
});
