import { describe, expect, it } from 'vitest';
import { PROCESSING_MS, SANDBOX_ACCOUNTS } from '../../../sandbox/accounts/sandbox-accounts.ts';
import { answerBalances, balancesNow } from '../../../sandbox/service/balances.ts';
import { answerTrade } from '../../../sandbox/service/trades.ts';
import { answerWithdrawal, shownWithdrawal } from '../../../sandbox/service/withdrawals.ts';
import { inMemoryService } from './in-memory-service.ts';

const TO_ETH = { withdrawalAccountId: SANDBOX_ACCOUNTS.ethWallet.id, amount: '1.5' };
const never = { splitWithdrawals: 'never' } as const;

describe('a withdrawal', () => {
  it('shows processedAt, and what its network adds, only once it is processed', () => {
    const { service, post, advance } = inMemoryService(never);
    const [before] = post(answerWithdrawal, TO_ETH).json as Record<string, unknown>[];
    expect(before).not.toHaveProperty('processedAt');
    expect(before).toMatchObject({ details: { chainId: 1 } });
    const [stored] = service.books.state.withdrawals;
    if (stored === undefined) throw new Error('not stored');
    advance(PROCESSING_MS.ethereum - 1);
    expect(shownWithdrawal(stored, service.clock())).toEqual(before);
    advance(1);
    const after = shownWithdrawal(stored, service.clock());
    expect(after.processedAt).toBe(new Date(service.clock()).toISOString());
    expect(after.details).toHaveProperty('transactionHash');
  });

  it('is processed in the answer itself where the network is immediate, with empty details', () => {
    const { post } = inMemoryService(never);
    const { json } = post(answerWithdrawal, {
      withdrawalAccountId: SANDBOX_ACCOUNTS.eurInstant.id,
      amount: '10',
    });
    expect(json).toMatchObject([
      { processedAt: '2026-03-02T12:00:00.000Z', details: {}, amount: '10.00' },
    ]);
  });

  it('names the venue and the beneficiary of a wallet at a venue, and no venue of others', () => {
    const { post } = inMemoryService(never);
    const [usdc] = post(answerWithdrawal, {
      withdrawalAccountId: SANDBOX_ACCOUNTS.usdcWallet.id.toUpperCase(),
      amount: '5',
    }).json as Record<string, unknown>[];
    expect(usdc).toMatchObject({
      venue: 'EXAMPLE-VENUE',
      withdrawalAccount: {
        details: { beneficiary: { address: expect.stringMatching(/^0x/) as string } },
      },
    });
    const [btc] = post(answerWithdrawal, TO_ETH).json as Record<string, unknown>[];
    expect(btc).not.toHaveProperty('venue');
  });

  it.each([
    ['sometimes', 300, 20, 90],
    ['always', 10, 10, 10],
    ['never', 10, 0, 0],
  ] as const)('is split %s', (splitWithdrawals, requests, least, most) => {
    const { service, post } = inMemoryService({ splitWithdrawals });
    for (let count = 0; count < requests; count += 1) {
      post(answerWithdrawal, { ...TO_ETH, amount: '0.01' });
    }
    const split = service.books.state.withdrawals.length - requests;
    expect(split).toBeGreaterThanOrEqual(least);
    expect(split).toBeLessThanOrEqual(most);
  });

  it('leaves the total only when processed, where the sandbox is told so', () => {
    const { service, post, advance } = inMemoryService({ ...never, totalFalls: 'when-processed' });
    post(answerWithdrawal, TO_ETH);
    expect(balancesNow(service).ETH).toEqual({ total: '41.7', available: '40.2' });
    advance(PROCESSING_MS.ethereum);
    expect(balancesNow(service).ETH).toEqual({ total: '40.2', available: '40.2' });
  });
});

describe('balances', () => {
  it.each([
    ['objects', { BTC: { total: '3.25', available: '3.25' }, EUR: { total: '120000.00' } }],
    ['text', { BTC: '3.25', SOL: '860' }],
    ['list', expect.arrayContaining([{ currency: 'SOL', total: '900', available: '860' }])],
  ] as const)('come in the shape %s', (balanceShape, expected) => {
    const { post } = inMemoryService({ balanceShape });
    expect(post(answerBalances, null).json).toMatchObject(expected);
  });
});

describe('a trade', () => {
  const SALE = { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '0.5' };

  it('fills whole at the price of the request, whatever the casing of its side', () => {
    for (const side of ['Sell', 'sell', 'SELL']) {
      const { service, post } = inMemoryService();
      const { status, json } = post(answerTrade, { ...SALE, side });
      expect(status).toBe(200);
      expect(json).toMatchObject({ ...SALE, side, state: 'filled' });
      expect(balancesNow(service)).toMatchObject({
        BTC: { total: '2.75', available: '2.75' },
        USD: { total: '111000.00', available: '111000.00' },
      });
    }
  });

  it('is filled in one part or in several that add up', () => {
    const { service, post } = inMemoryService();
    for (let count = 0; count < 20; count += 1) post(answerTrade, { ...SALE, amount: '0.01' });
    const fills = service.books.state.trades.map((trade) =>
      trade.fills.map(({ amount }) => amount),
    );
    expect(fills).toContainEqual(['0.01']);
    expect(fills).toContainEqual(['0.005', '0.005']);
  });

  it.each([
    [422, 'unknown-instrument', { instrument: 'DOGE/USD' }],
    [422, 'price-not-marketable', { price: '70000' }],
    [422, 'price-not-marketable', { side: 'Buy', price: '60000' }],
    [422, 'price-too-far', { price: '50000' }],
    [422, 'price-too-far', { side: 'buy', price: '75000' }],
    [422, 'price-too-fine', { price: '62000.001' }],
    [422, 'price-not-positive', { price: '0' }],
    [422, 'amount-not-positive', { amount: '-1' }],
    [422, 'amount-too-fine', { amount: '0.000000001' }],
    [422, 'insufficient-balance', { amount: '4' }],
    [400, 'invalid-body', { side: 'short' }],
    [400, 'invalid-body', { price: 62_000 }],
    [400, 'invalid-body', { amount: '1e3' }],
  ])('is refused with %i %s for %j', (status, code, change) => {
    const { service, post } = inMemoryService();
    const answer = post(answerTrade, { ...SALE, ...change });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ type: `urn:sandbox-service:problem:${code}`, status });
    expect(service.books.state.trades).toEqual([]);
  });
});

describe('the registered accounts', () => {
  it('have distinct uuids that policies may rely on', () => {
    const ids = Object.values(SANDBOX_ACCOUNTS).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(SANDBOX_ACCOUNTS.btcWallet.id).toBe('6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01');
    expect(SANDBOX_ACCOUNTS.usdBank.id).toBe('6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a07');
  });
});
