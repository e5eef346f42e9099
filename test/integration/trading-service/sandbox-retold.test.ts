import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOMENT_FORMS } from '../../../sandbox/faults/moment-forms.ts';
import {
  type FaultInput,
  type RunningSandbox,
  SANDBOX_ACCOUNTS,
  startSandbox,
} from '../../../sandbox/index.ts';
import { judgeCreated } from '../../../treasury/outcomes/created-when.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { balanceOf } from '../../../treasury/valuation/balance.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { clientFor, reasonOf, soon } from './client.ts';

/* What a service may say of balances, prices and withdrawals, over real sockets. */

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN, splitWithdrawals: 'never' });
});
afterAll(() => sandbox.close());

async function balancesWith(fault: FaultInput, times = 1) {
  sandbox.queueFault({ on: 'GET /v1/balances', fault, times });
  const { service, waits } = clientFor(sandbox.url);
  const reading = await service.readBalances();
  sandbox.clearFaults();
  return { reading, waits };
}

async function withdrawn(fault: FaultInput): Promise<string> {
  sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
  const { id, currency } = SANDBOX_ACCOUNTS.ethWallet;
  const terms = { largestFee: '0.00001' };
  const asked = askedOf({ withdrawalAccountId: id, amount: '0.004', currency }, { terms });
  const claimedAt = instantOf(Date.now());
  const reply = await clientFor(sandbox.url).service.sendWithdrawal(asked.request, soon());
  const times = { claimedAt, receivedAt: instantOf(Date.now()) };
  const outcome = judgeCreated(judgeWithdrawal(asked, reply, new Set()), times);
  return [outcome.state, 'cause' in outcome ? outcome.cause : ''].join(' ').trim();
}

describe('balances', () => {
  it('of a service that states a failure are a miss, after as many attempts as of one that is down', async () => {
    const { reading, waits } = await balancesWith({ kind: 'failure-200' }, 9);
    expect(reading).toMatchObject({ ok: false, code: 'service-error' });
    expect(waits).toHaveLength(3);
  });

  it('are read after a failure that passed', async () => {
    const { reading, waits } = await balancesWith({ kind: 'failure-200' });
    expect([reading.ok, waits.length]).toEqual([true, 1]);
  });

  it.each<[FaultInput, RegExp]>([
    [{ kind: 'first-page-200' }, /further pages by its "next"/],
    [{ kind: 'first-page-200', by: 'pages' }, /further pages by its "pages"/],
    [{ kind: 'first-page-200', by: 'hasMore' }, /further pages by its "hasMore"/],
    [{ kind: 'first-page-200', by: 'link' }, /further pages by its header "link"/],
    [{ kind: 'first-page-200', by: 'x-total-count' }, /by its header "x-total-count"/],
    [{ kind: 'first-page-200', by: 'x-next-page' }, /by its header "x-next-page"/],
    [{ kind: 'name-twice-200', name: 'BTC' }, /the name "BTC" stands twice/],
    [{ kind: 'name-twice-200', name: 'available', escaped: true }, /"available" stands twice/],
    [{ kind: 'contradicting-figures-200' }, /are not .* in total/],
    [{ kind: 'null-200', name: 'total' }, /total is null/],
  ])('are a miss that says why: %j', async (fault, why) => {
    const { reading } = await balancesWith(fault);
    expect(reading).toMatchObject({ ok: false, code: 'not-understood' });
    expect(reasonOf(reading)).toMatch(why);
  });

  it.each<[FaultInput, object]>([
    [
      { kind: 'null-200', name: 'BTC' },
      { code: 'not-text', found: 'null' },
    ],
    [{ kind: 'contradicting-figures-200', of: 'BTC' }, { code: 'parts-differ' }],
  ])('lose one currency by its name: %j', async (fault, why) => {
    const { reading } = await balancesWith(fault);
    const balances = reading.ok ? reading.value.balances : {};
    expect(balanceOf(balances, 'BTC')).toMatchObject({
      kind: 'unreadable',
      unreadable: { why },
    });
    expect(balanceOf(balances, 'ETH').kind).toBe('stated');
  });

  it('are the same in small letters, and say what stood beside them', async () => {
    const { reading: small } = await balancesWith({ kind: 'case-200' });
    expect(small.ok && Object.keys(small.value.balances).toSorted()).toEqual(
      Object.keys(sandbox.balances()).toSorted(),
    );
    const { reading } = await balancesWith({ kind: 'beside-200' });
    expect(reading.ok && reading.value.beside).toEqual([
      '"time"',
      '"id"',
      '"ok"',
      '"date"',
      '"count"',
    ]);
  });
});

describe('prices', () => {
  it('of a service that states a failure, or of both cases, are none', async () => {
    const { service } = clientFor(sandbox.url);
    sandbox.queueFault({ on: 'GET /v1/prices', fault: { kind: 'failure-200' }, times: 4 });
    expect(await service.readPrices()).toMatchObject({ ok: false, code: 'service-error' });
    sandbox.queueFault({ on: 'GET /v1/prices', fault: { kind: 'case-200', what: 'both' } });
    expect(reasonOf(await service.readPrices())).toContain('differ by case alone');
  });
});

describe('prices of a first page', () => {
  it.each(['link', 'x-total-count', 'x-next-page'] as const)(
    'are none, by its header %s',
    async (by) => {
      sandbox.queueFault({ on: 'GET /v1/prices', fault: { kind: 'first-page-200', by } });
      expect(reasonOf(await clientFor(sandbox.url).service.readPrices())).toContain(
        `further pages by its header "${by}"`,
      );
    },
  );
});

describe('a withdrawal', () => {
  it.each(MOMENT_FORMS)('created at a moment in the form %s', async (form) => {
    const expected = form === 'last-week' ? 'unknown other-time' : 'confirmed';
    expect(await withdrawn({ kind: 'moment-200', form })).toBe(expected);
  });

  it.each<[FaultInput, string]>([
    [{ kind: 'case-200' }, 'confirmed'],
    [{ kind: 'null-200', name: 'label' }, 'confirmed'],
    [{ kind: 'null-200', name: 'currency' }, 'unknown invalid-answer'],
    [{ kind: 'null-200', name: 'amount' }, 'unknown invalid-answer'],
    [{ kind: 'name-twice-200', value: '0.004' }, 'unknown invalid-answer'],
    [{ kind: 'name-twice-200', name: 'id', escaped: true }, 'unknown invalid-answer'],
    [{ kind: 'elsewhere-200', what: 'address' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'address-in-details' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'name' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'network' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'account-network' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'network-spelling' }, 'unknown network-unconfirmed'],
    [{ kind: 'elsewhere-200', what: 'number' }, 'anomaly other-destination'],
    [{ kind: 'elsewhere-200', what: 'null' }, 'unknown destination-unreadable'],
    [{ kind: 'elsewhere-200', what: 'empty-details' }, 'confirmed'],
    [{ kind: 'elsewhere-200', what: 'no-details' }, 'confirmed'],
    [{ kind: 'amount-200', as: 'net' }, 'unknown amount-net'],
    [{ kind: 'amount-200', as: 'cut' }, 'anomaly other-amount'],
    [{ kind: 'amount-200', as: 'less' }, 'anomaly other-amount'],
    [{ kind: 'failure-200' }, 'unknown invalid-answer'],
    [{ kind: 'failure-200', execute: true }, 'unknown invalid-answer'],
  ])('with %j is %s', async (fault, expected) => {
    expect(await withdrawn(fault)).toBe(expected);
  });
});
