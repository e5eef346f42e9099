import { afterEach, describe, expect, it } from 'vitest';
import { createTokenSource } from '../../../adapters/secrets/token-source.ts';
import {
  type FaultInput,
  type RunningSandbox,
  SANDBOX_ACCOUNTS,
  startSandbox,
} from '../../../sandbox/index.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN } from '../../canary/canary.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { stated } from '../../stated.ts';
import { startSecretsEndpoint } from '../secrets/secrets-endpoint.ts';
import { clientFor, IMPATIENT, soon, tokensOf, withoutToken } from './client.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function running(options: Parameters<typeof startSandbox>[0] = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN, ...options });
  closing.push(sandbox.close);
  return sandbox;
}

describe('balances of the sandbox', () => {
  it.each(['objects', 'text', 'list'] as const)(
    'are read in the shape "%s"',
    async (balanceShape) => {
      const sandbox = await running({ balanceShape });
      const reading = await clientFor(sandbox.url).service.readBalances();
      const held = sandbox.balances();
      const shown = reading.ok ? reading.value.balances : {};
      expect(Object.keys(shown).sort()).toEqual(Object.keys(held).sort());
      for (const [currency, { available, total }] of Object.entries(held)) {
        const seen = stated(shown, currency);
        expect(Number(seen?.available ?? seen?.total)).toBe(Number(available));
        if (balanceShape !== 'text') expect(Number(seen?.total)).toBe(Number(total));
      }
    },
  );

  it('and prices are read with either form of authentication', async () => {
    const sandbox = await running();
    for (const queryToken of [false, true]) {
      const { service } = clientFor(sandbox.url, { queryToken });
      const prices = await service.readPrices();
      expect(prices.ok && prices.value.prices['BTC/USD']).toEqual(sandbox.prices()['BTC/USD']);
      expect((await service.readBalances()).ok).toBe(true);
    }
    const used = sandbox.journal().map(({ authentication }) => authentication);
    expect(used).toEqual(['bearer', 'bearer', 'query', 'query']);
  });
});

const PASSING: readonly FaultInput[] = [
  { kind: 'execute-then-hang' },
  { kind: 'execute-then-reset-before-headers' },
  { kind: 'execute-then-reset-in-body' },
  { kind: 'drop-silently', closeAfterMs: 20 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'empty-200' },
  { kind: 'truncated-200' },
  { kind: 'truncated-200', framing: 'short' },
  { kind: 'html-200' },
  { kind: 'slow', delayMs: 20 },
  { kind: 'slow-body', delayMs: 20 },
  { kind: 'stale-keep-alive' },
];

const LASTING: readonly [FaultInput, string, number][] = [
  [{ kind: 'status', status: 503, retryAfterSeconds: 0 }, 'service-error', 4],
  [{ kind: 'status', status: 404 }, 'refused', 1],
  [{ kind: 'redirect', location: '/v1/prices' }, 'refused', 1],
  [{ kind: 'wrong-types-200' }, 'not-understood', 1],
  [{ kind: 'contradicting-200', what: 'amount' }, 'not-understood', 1],
  [{ kind: 'oversize-body', bytes: 3 * 1024 * 1024 }, 'not-understood', 1],
];

describe('a read of the sandbox', () => {
  it.each(PASSING)('comes through one $kind', async (fault) => {
    const sandbox = await running();
    sandbox.queueFault({ on: 'GET /v1/balances', fault });
    const limits = fault.kind === 'execute-then-hang' ? IMPATIENT : {};
    const { service } = clientFor(sandbox.url, { limits });
    const reading = await service.readBalances();
    withoutToken(reading);
    expect(reading.ok).toBe(true);
  });

  it.each(LASTING)('fails at %j as %s after %i attempts', async (fault, code, attempts) => {
    const sandbox = await running();
    sandbox.queueFault({ on: 'GET /v1/prices', fault, times: 9 });
    const { service } = clientFor(sandbox.url);
    const reading = await service.readPrices();
    withoutToken(reading);
    expect(reading).toMatchObject({ ok: false, code });
    expect(sandbox.journal()).toHaveLength(attempts);
  });

  it('waits as a rate limit asks', async () => {
    const sandbox = await running({ rateLimit: { burst: 1, refillPerSecond: 0.5 } });
    const { service, waits } = clientFor(sandbox.url, { limits: { maxReadAttempts: 2 } });
    expect((await service.readPrices()).ok).toBe(true);
    expect(await service.readPrices()).toMatchObject({ ok: false, code: 'rate-limited' });
    expect(waits).toEqual([2_250]);
  });

  it('with a token that only reads works, and a withdrawal with it is rejected', async () => {
    const sandbox = await running({ tokens: [{ token: 'reading-only', access: 'read' }] });
    const { service } = clientFor(sandbox.url, { token: tokensOf('reading-only') });
    expect((await service.readBalances()).ok).toBe(true);
    const request = {
      withdrawalAccountId: SANDBOX_ACCOUNTS.ethWallet.id,
      amount: '0.01',
      currency: 'ETH',
    };
    const reply = await service.sendWithdrawal(request, soon());
    expect(judgeWithdrawal(askedOf(request), reply, new Set())).toMatchObject({
      state: 'rejected',
      status: 403,
    });
  });
});

describe('a rotation of the token', () => {
  it('in between is found out by a read, which then takes the newer one', async () => {
    const sandbox = await running();
    const secrets = await startSecretsEndpoint({ secret: CANARY_TOKEN });
    closing.push(secrets.stop);
    const now = () => instantOf(Date.now());
    const token = createTokenSource({ client: secrets.client, secretId: 'token', now });
    const { service } = clientFor(sandbox.url, { token });
    expect((await service.readBalances()).ok).toBe(true);

    sandbox.rotateToken(NEXT_CANARY_TOKEN);
    secrets.answerWith({ secret: JSON.stringify({ token: NEXT_CANARY_TOKEN }) });
    const reading = await service.readBalances();
    expect(reading.ok).toBe(true);
    withoutToken(reading);
    expect(sandbox.journal().map(({ answered }) => answered)).toEqual([200, 401, 200]);
    expect(secrets.reads).toHaveLength(2);
  });
});
