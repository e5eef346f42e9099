import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import { accountOf } from '../../samples/policy.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { send } = sendingSteps(treasury);

const ACCOUNT = accountOf(SANDBOX_ACCOUNTS.btcWallet);

/** The account as it is registered from now on. */
async function registered(change: Partial<RegisteredAccount>, version: number): Promise<void> {
  const account = { ...ACCOUNT, ...change, version };
  expect(await treasury().ledger.commit(TENANT, [{ kind: 'put-account', account }])).toEqual({
    ok: true,
  });
}

/** What the runs around a deposit of 2 propose, and what becomes of it. */
async function swept(): Promise<readonly string[]> {
  const results = await run();
  treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
  results.push(...(await run()));
  treasury().pass(1_200);
  return [...results, ...(await run())];
}

async function run(): Promise<string[]> {
  const results: string[] = [];
  for (const { id, content } of (await treasury().tick()).proposed) {
    results.push(`${content.amount} ${(await send(id)).result}`);
  }
  return results;
}

const destinations = async () => {
  const lanes = await treasury().ledger.readLanes(TENANT);
  return lanes.find(({ currency }) => currency === 'BTC')?.destinations?.[ACCOUNT.id];
};

describe('a first-payment maximum', () => {
  it('lets no more leave in all, over several payments, than it says, while no answer names the place', async () => {
    // The service describes another thing than what is registered: it is never named.
    const details = { vault: { tag: 'unstated' } };
    await registered({ details, firstPaymentMaximum: '3' }, 2);
    const first = await treasury().tick();
    for (const { id } of first.proposed) await send(id);
    expect(first.proposed).toMatchObject([{ content: { amount: '2.25' } }]);
    expect(await destinations()).toMatchObject({ left: '2.25' });
    expect(await destinations()).not.toHaveProperty('namedAt');
    expect(await swept()).toEqual(['0.75 concluded']);
    expect(await swept()).toEqual([]);
    // Two people say that it arrived.
    await registered({ details, firstPaymentMaximum: '3', paymentArrived: true }, 3);
    expect((await swept()).length).toBeGreaterThan(0);
  });

  it('ends with the write that records an answer which names the place', async () => {
    await registered({ firstPaymentMaximum: '2.25' }, 2);
    const { proposed } = await treasury().tick();
    for (const { id } of proposed) await send(id);
    const beneficiary = SANDBOX_ACCOUNTS.btcWallet.details.beneficiary;
    expect(await destinations()).toMatchObject({
      namedAt: expect.any(String),
      says: { network: 'bitcoin', details: { 'beneficiary.address': beneficiary.address } },
    });
    expect(await swept()).toEqual(['2 concluded']);
  });
});
