import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { withDebits } from '../../../treasury/counters/shared-counts.ts';
import { DAYS, EVER } from '../../../treasury/counters/windows.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { MAX_LIMITED_ACCOUNTS } from '../../../treasury/policy/policy-limits.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import { watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { countedIn } from '../../counted.ts';
import { readCounts, taken } from '../../samples/counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/*
 * Two sweeps that count against the same limits, in the same hour: what goes back twice of one of them is missing from
 * what the other one counts.
 */

const treasury = treasuryForEachTest('agreed');
const { send, ledgerWith, watchOnce } = sendingSteps(treasury);
const { place, waiting } = tradeSteps(treasury);

const hand = tableHand(() => treasury().table);

const put = async (...changes: readonly LedgerWrite[]) => {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
};
const counted = async () => await countedIn(treasury().ledger, TENANT);
/** What the watchdog finds to be lowered; null if nothing. */
const lowered = async () => {
  for (const buckets of [DAYS, EVER]) {
    const { lowered: found } = await watchCounts(treasury(), TENANT, buckets);
    if (found !== null) return found;
  }
  return null;
};

/** Sweeps of 1 BTC and 1 ETH, to accounts with limits and one counterparty, under every limit that counts. */
async function bothProposed(): Promise<readonly [btc: string, eth: string]> {
  const change = { limits: { per30Days: '5', lifetime: '5' }, counterparty: 'Vault Inc.' };
  const btc = { ...accountOf(SANDBOX_ACCOUNTS.btcWallet), ...change, version: 2 };
  const eth = { ...accountOf(SANDBOX_ACCOUNTS.ethWallet), ...change };
  const amounts = { threshold: '0', keep: '0', maximum: '1', approvalAbove: '3' };
  const all = { ...amounts, withdrawalsPer24Hours: 5 };
  const ofEth = { id: 'eth', label: 'ETH', currency: 'ETH', withdrawalAccountId: eth.id };
  await put(
    { kind: 'put-account', account: eth },
    { kind: 'put-rule', rule: { ...RULE, ...all, ...ofEth } },
  );
  await put({ kind: 'put-account', account: btc });
  await put({ kind: 'put-rule', rule: { ...RULE, ...all, version: 2 } });
  await treasury().putControls({
    approvalTiers: { oneAbove: '100000000' },
    withdrawalLimits: {
      per24Hours: '100000000',
      counterparties: [{ name: 'Vault Inc.', per30Days: '100000000' }],
    },
  });
  const { proposed } = await treasury().tick();
  const ids = ['BTC', 'ETH'].map(
    (currency) =>
      proposed.find(({ content }) => content.kind === 'withdrawal' && content.currency === currency)
        ?.id ?? '',
  );
  return [ids[0] ?? '', ids[1] ?? ''];
}

/** The one of BTC has left; the other one is next. */
async function oneLeft(): Promise<string> {
  const [btc, eth] = await bothProposed();
  expect(await send(btc)).toMatchObject({ result: 'concluded' });
  return eth;
}

const unreachable = () => {
  const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
  return { ...treasury().ports.service, sendWithdrawal };
};
const fails = (fault: { kind: 'status'; status: 422 } | { kind: 'hang-without-execution' }) =>
  treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
const quarantineOver = async () => {
  treasury().pass(300);
  await treasury().snapshot();
};

/** Two people say that it was not executed, each of them twice. */
async function settledByTwo(id: string): Promise<void> {
  for (const by of ['ada', 'ada', 'bob', 'bob']) {
    const evidence = (await treasury().ledger.readInstruction(TENANT, id))?.evidence?.digest ?? '';
    const said = { tenant: TENANT, instructionId: id, by, executed: false, evidence };
    await settle(treasury().ports, { ...said, comment: 'looked up', requestId: `r-${by}` });
  }
}

/** Each way in which a claim's debits go back, taken as often as it can be. */
const WAYS: Readonly<Record<string, (id: string) => Promise<void>>> = {
  'never left': async (id) => {
    await send(id, { service: unreachable() });
    await send(id, { service: unreachable() });
  },
  'never left, of which two sessions take care at once': async (id) => {
    await Promise.all([1, 2, 3].map(() => send(id, { service: unreachable() })));
  },
  'never left, whose outcome was written and the answer lost': async (id) => {
    const ledger: Ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 2) throw new Error('the answer is lost');
      return result;
    });
    await send(id, { service: unreachable(), ledger }).catch(() => undefined);
    await send(id, { service: unreachable() });
    await watchOnce();
  },
  'was refused, which two runs of the watchdog find proven': async (id) => {
    fails({ kind: 'status', status: 422 });
    await send(id);
    await quarantineOver();
    await Promise.all([watchOnce(), watchOnce()]);
    await watchOnce();
  },
  'two people settle as not executed, again and again': async (id) => {
    fails({ kind: 'hang-without-execution' });
    await send(id);
    await quarantineOver();
    await watchOnce();
    await settledByTwo(id);
    await watchOnce();
  },
};

describe('what a claim debits', () => {
  it('stands once in every counter that a limit asks', async () => {
    const [btc, eth] = await bothProposed();
    await send(btc);
    await send(eth);
    // Values are those of the claim, at prices that move.
    const all = await counted();
    const sum = all.left?.hours;
    expect(sum).toBeGreaterThan(0);
    const one = { hours: 1, days: 1 };
    expect(all).toEqual({
      [`rule ${RULE.id}`]: one,
      'rule eth': one,
      [`withdrawals of ${RULE.id}`]: { hours: 1 },
      'withdrawals of eth': { hours: 1 },
      [`to ${SANDBOX_ACCOUNTS.btcWallet.id}`]: { ...one, ever: 1 },
      [`to ${SANDBOX_ACCOUNTS.ethWallet.id}`]: { ...one, ever: 1 },
      [`unapproved to ${SANDBOX_ACCOUNTS.btcWallet.id}`]: { hours: 1 },
      [`unapproved to ${SANDBOX_ACCOUNTS.ethWallet.id}`]: { hours: 1 },
      'approved by 0': { hours: expect.any(Number) },
      'of vault inc.': { hours: sum, days: sum },
      left: { hours: sum, days: sum },
    });
  });

  it.each(Object.keys(WAYS))('goes back once of what %s', async (way) => {
    const id = await oneLeft();
    const before = await counted();
    await WAYS[way]?.(id);
    expect(await treasury().state(id)).toMatch(/^(not-sent|released|rejected)$/);
    expect(await counted()).toEqual(before);
    expect(await lowered()).toBeNull();
    expect((await treasury().lane('ETH')).status).toEqual({ state: 'idle' });
  });

  it('stays of what is not known, however often the watchdog looks', async () => {
    const id = await oneLeft();
    fails({ kind: 'hang-without-execution' });
    await send(id);
    const before = await counted();
    await quarantineOver();
    await Promise.all([watchOnce(), watchOnce()]);
    expect(await treasury().state(id)).toBe('unknown');
    expect(await counted()).toEqual(before);
    expect(before['rule eth']).toEqual({ hours: 1, days: 1 });
    expect(await lowered()).toBeNull();
  });

  it('stays of what left, however often another program puts its instruction back', async () => {
    const id = await oneLeft();
    const key = ledgerKeys.instruction(TENANT, id);
    const approved = await hand.read(key);
    await send(id);
    const before = await counted();
    for (const _ of [1, 2]) {
      await hand.put(approved);
      await Promise.all([send(id), send(id)]);
      await watchOnce();
    }
    expect(await treasury().state(id)).toBe('cancelled');
    expect(treasury().posts()).toHaveLength(2);
    expect(await counted()).toEqual(before);
  });

  it('is nothing where more accounts count than there is room for: nothing leaves, and nothing is lost', async () => {
    const id = await oneLeft();
    const read = readCounts(await treasury().ledger.readCounts(TENANT, 'outflow-usage'));
    if (read === null) throw new Error('nothing was counted');
    const others = Array.from({ length: MAX_LIMITED_ACCOUNTS }, (_, n) =>
      taken({ kind: 'account', of: `other-${n}` }, '1', treasury().ports.now()),
    );
    const usage = withDebits(read, 'outflow-usage', TENANT, others);
    await put({ kind: 'put-outflow-usage', usage });
    const before = await counted();
    expect(await send(id)).toMatchObject({ result: 'deferred', reason: 'limit-unknown' });
    expect(await counted()).toEqual(before);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('is nothing of a trade that a person declines', async () => {
    const { id } = await waiting();
    const declined = () =>
      decide(treasury().ports, {
        ...{ tenant: TENANT, instructionId: id, by: 'anna', decision: 'decline' },
        ...{ comment: 'not now', requestId: 'request-3' },
      });
    expect(await declined()).toMatchObject({ result: 'decided' });
    await declined();
    await watchOnce();
    expect(await counted()).toEqual({});
  });

  it('is nothing of a trade that waits for a person, and goes back once where it never left', async () => {
    await waiting();
    expect(await counted()).toEqual({});
    await treasury().putControls({
      trades: { instruments: ['BTC/USD', 'ETH/USD'], maximumNotional: '1000000' },
    });
    expect(await place('0.1', 'key-2')).toMatchObject({ result: 'concluded' });
    const before = await counted();
    expect(Object.keys(before).sort()).toEqual([
      'traded',
      'traded by tina',
      'traded by tina alone',
    ]);
    treasury().pass(300);
    await treasury().snapshot();
    const service = {
      ...treasury().service,
      sendTrade: async () => ({ kind: 'not-sent', cause: 'refused', serviceAnswer: '' }) as const,
    };
    await Promise.all([place('0.01', 'key-3', { service }), place('0.01', 'key-3', { service })]);
    expect(await counted()).toEqual(before);
    expect(await lowered()).toBeNull();
  });
});

/** What a ledger and a service are asked, in order. */
function listening() {
  const asked: string[] = [];
  const heard = <P extends object>(port: P): P =>
    new Proxy(port, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        return (...input: readonly unknown[]): unknown => {
          const place = name === 'readCounts' ? ` ${input[1]}` : '';
          asked.push(`${String(name)}${place}`);
          return own(...input);
        };
      },
    });
  const { ledger, service } = treasury().ports;
  const ports = { ledger: heard(ledger), service: heard(service) };
  return { ports, order: (...names: readonly string[]) => asked.filter((n) => names.includes(n)) };
}

describe('the witness of a counter', () => {
  it('is read before the balances by limits over several currencies, and at the claim by tiers', async () => {
    const [btc] = await bothProposed();
    const { ports, order } = listening();
    await send(btc, ports);
    const reads = [
      'readCounts outflow-usage',
      'readBalances',
      'readCounts approval-usage',
      'commit',
    ] as const;
    expect(order(...reads).slice(0, reads.length)).toEqual(reads);
  });

  it('is read before the balances by trades', async () => {
    const { ports, order } = listening();
    await place('0.1', 'key-1', ports);
    const reads = ['readCounts trade-usage', 'readBalances', 'commit'] as const;
    expect(order(...reads).slice(0, reads.length)).toEqual(reads);
  });
});
