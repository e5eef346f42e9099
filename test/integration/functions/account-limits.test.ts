import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { ACCOUNT_LIMITS } from '../../../treasury/policy/account-limits.ts';
import { accountOf } from '../../samples/policy.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const { commit, putControls, snapshot, withdraw } = deploymentSteps(deployed);
const calls = policyCalls(deployed);
const ACCOUNT = accountOf(SANDBOX_ACCOUNTS.btcWallet);

const limited = async () => {
  const limits = { per24Hours: '2', per30Days: '1.5' };
  const account = { ...ACCOUNT, counterparty: 'Bank A', limits, version: 2 };
  await commit({ kind: 'put-account', account });
  await putControls(() => ({
    withdrawalLimits: {
      per24Hours: '900000',
      counterparties: [
        { name: 'bank a', per30Days: '500000' },
        { name: 'Bank B', per24Hours: '1' },
      ],
    },
  }));
};
const left = async () => (await calls.read('GET /v1/accounts/{id}/limits', ACCOUNT.id)).body;
const ask = (amount: string) =>
  withdraw(
    { withdrawalAccountId: ACCOUNT.id, amount, comment: 'for the audit' },
    { headers: { 'idempotency-key': `of-${amount}` } },
  );

describe('what the limits of an account leave', () => {
  it('is what the next request is judged by, with what waits already', async () => {
    await deployed().agreePrices();
    await snapshot();
    await limited();
    expect((await ask('1')).status).toBe(202);
    expect(await left()).toMatchObject({
      accountId: ACCOUNT.id,
      limits: [
        { limit: 'account-24h', currency: 'BTC', maximum: '2', used: '1', left: '1' },
        { limit: 'account-30d', currency: 'BTC', maximum: '1.5', used: '1', left: '0.5' },
        { limit: 'counterparty-30d', counterparty: 'Bank A', currency: 'USD', maximum: '500000' },
        { limit: 'outflow-24h', currency: 'USD', maximum: '900000' },
      ],
    });
    const refused = await ask('0.51');
    expect([refused.status, codeOf(refused)]).toEqual([422, 'account-limit']);
    expect(refused.body.numbers).toMatchObject({ limit: 'account-30d', used: '1', left: '0.5' });
    expect((await ask('0.5')).status).toBe(202);
  });

  it.each(Object.entries(ACCOUNT_LIMITS))(
    'is refused beyond the %s of the account, with the numbers, and nothing below it',
    async (field, { limit }) => {
      await snapshot();
      await commit({
        kind: 'put-account',
        account: { ...ACCOUNT, limits: { [field]: '1.5' }, version: 2 },
      });
      expect((await ask('1')).status).toBe(202);
      const numbers = { limit, maximum: '1.5', used: '1', left: '0.5', currency: 'BTC' };
      expect((await left()).limits).toEqual([
        { limit, currency: 'BTC', maximum: '1.5', used: '1', left: '0.5' },
      ]);
      const refused = await ask('0.51');
      expect([refused.status, codeOf(refused)]).toEqual([422, 'account-limit']);
      expect(refused.body.numbers).toEqual({ ...numbers, needed: '0.51' });
      expect((await ask('0.5')).status).toBe(202);
    },
  );

  it('is not known of values without a price, and says why', async () => {
    await limited();
    const { limits } = await left();
    expect(limits).toMatchObject([
      { limit: 'account-24h', used: '0', left: '2' },
      { limit: 'account-30d', used: '0', left: '1.5' },
      { limit: 'counterparty-30d', used: null, left: null, unknown: expect.any(String) },
      { limit: 'outflow-24h', used: null, left: null, unknown: expect.any(String) },
    ]);
  });

  it('is nothing of an account without limits, and no answer about one that is not registered', async () => {
    expect((await left()).limits).toEqual([]);
    const none = await calls.read(
      'GET /v1/accounts/{id}/limits',
      '11111111-2222-4333-8444-555555555555',
    );
    expect(none.status).toBe(404);
  });
});
