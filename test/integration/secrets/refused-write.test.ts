import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenSource, MAX_TOKEN_AGE_MS } from '../../../adapters/secrets/token-source.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { judgeTrade } from '../../../treasury/outcomes/judge-trade.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN } from '../../canary/canary.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { clientFor } from '../trading-service/client.ts';
import { storeForEachTest } from './secret-store.ts';

const WITHDRAWAL = {
  withdrawalAccountId: SANDBOX_ACCOUNTS.ethWallet.id,
  currency: 'ETH',
  amount: '0.01',
} as const;
const TRADE = { instrument: 'ETH/USD', side: 'sell', price: '1', amount: '0.01' } as const;

const store = storeForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN, splitWithdrawals: 'never' });
let nowMs: number;
beforeEach(() => {
  nowMs = Date.parse('2026-01-31T09:00:00.000Z');
  store().put(CANARY_TOKEN);
});

function connected() {
  const now = () => instantOf(nowMs);
  const token = createTokenSource({ client: store().client(), secretId: store().name, now });
  const { service } = clientFor(sandbox().url, { token, now });
  return { ...service, sendBy: () => instantOf(nowMs + 10_000) };
}

/** The old token is worth nothing any more, and the new one is current. */
function rotateAndRevoke(): void {
  store().put(NEXT_CANARY_TOKEN);
  sandbox().rotateToken(NEXT_CANARY_TOKEN);
}

const posts = () =>
  sandbox()
    .journal()
    .filter(({ method }) => method === 'POST');

describe('a 401 to a write', () => {
  it('is one POST and one rejection: no newer token is read, and nothing is sent again', async () => {
    const service = connected();
    expect((await service.readBalances()).ok).toBe(true);
    rotateAndRevoke();
    store().operations.length = 0;

    const withdrawn = await service.sendWithdrawal(WITHDRAWAL, service.sendBy());
    const traded = await service.sendTrade(TRADE, service.sendBy());
    const refused = { state: 'rejected', status: 401 };
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), withdrawn, new Set())).toMatchObject(refused);
    expect(judgeTrade(TRADE, traded, new Set())).toMatchObject(refused);
    expect(posts().map(({ path, answered }) => [path, answered])).toEqual([
      ['/v1/withdrawals', 401],
      ['/v1/trades', 401],
    ]);
    expect(store().operations).toEqual([]);
  });

  it('leaves the next invocation to find the newer token, by its read', async () => {
    const service = connected();
    await service.readBalances();
    rotateAndRevoke();
    await service.sendWithdrawal(WITHDRAWAL, service.sendBy());
    store().operations.length = 0;

    expect((await service.readBalances()).ok).toBe(true);
    expect(store().operations).toEqual(['GetSecretValue']);
    const reply = await service.sendWithdrawal(WITHDRAWAL, service.sendBy());
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), reply, new Set()).state).toBe('confirmed');
    expect(posts().map(({ answered }) => answered)).toEqual([401, 200]);
  });

  it('is not asked for where the token is too old to be used without a look', async () => {
    const service = connected();
    await service.readBalances();
    rotateAndRevoke();
    nowMs += MAX_TOKEN_AGE_MS;
    const reply = await service.sendWithdrawal(WITHDRAWAL, service.sendBy());
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), reply, new Set()).state).toBe('confirmed');
    expect(posts()).toHaveLength(1);
  });
});

describe('a token that is pending', () => {
  it('is read by the command alone', async () => {
    const service = connected();
    store().put('a-pending-token-that-nobody-takes', ['AWSPENDING']);
    expect((await service.readBalances()).ok).toBe(true);
    nowMs += MAX_TOKEN_AGE_MS;
    expect((await service.readBalances()).ok).toBe(true);
    expect(
      sandbox()
        .journal()
        .map(({ answered }) => answered),
    ).toEqual([200, 200]);
  });
});
