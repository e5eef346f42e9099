import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { SharedName } from '../../../treasury/counters/counter.ts';
import { UNREADABLE_COUNTS } from '../../../treasury/counters/shared-counts.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { checkTrade } from '../../../treasury/trades/check-trade.ts';
import { placeTrade } from '../../../treasury/trades/place-trade.ts';
import { checkWithdrawal } from '../../../treasury/withdrawals/check-withdrawal.ts';
import { requestWithdrawal } from '../../../treasury/withdrawals/request-withdrawal.ts';
import { CLAIM } from '../../samples/instructions.ts';
import { accountOf } from '../../samples/policy.ts';
import { shareOf } from '../../thoroughness.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { CONTROLS, TENANT } from '../protocol/treasury-under-test.ts';
import { RecordedCalls } from './recorded-calls.ts';
import { startTreasuryInMemory, type TreasuryInMemory } from './treasury-in-memory.ts';

/*
 * A check and a request of the same content, in the same world: what the one accepts the other takes in, with as many
 * approvals, and what the one refuses the other refuses with the same facts. A check leaves no trace: nothing is written, no seal
 * is made, and the service is not asked.
 */

const RUNS = shareOf(160);

const ACCOUNT = accountOf(SANDBOX_ACCOUNTS.btcWallet);
const UNREGISTERED = '11111111-2222-4333-8444-555555555555';

type Obstacle = (treasury: TreasuryInMemory) => Promise<unknown> | unknown;

const account = (change: Partial<RegisteredAccount>) => (treasury: TreasuryInMemory) =>
  treasury.ledger.commit(TENANT, [
    { kind: 'put-account', account: { ...ACCOUNT, version: 2, ...change } },
  ]);

const sold = (amount: string, by: string) => async (treasury: TreasuryInMemory) => {
  const request = await saleOf(treasury, amount);
  const command = { tenant: TENANT, requestedBy: by, idempotencyKey: `before ${amount} ${by}` };
  await placeTrade(portsAsRecorded(treasury, await lastOf(treasury)), { ...command, request });
};

const requested = (amount: string) => (treasury: TreasuryInMemory) =>
  requestWithdrawal(treasury.ports, {
    ...{ tenant: TENANT, requestedBy: 'tess', idempotencyKey: `before ${amount}` },
    ...{ withdrawalAccountId: ACCOUNT.id, amount, comment: 'before', requestId: 'before' },
  });

const laneOf =
  (currency: string, change: object) =>
  ({ items }: TreasuryInMemory) => {
    const lane = items.lanes.get(currency);
    if (lane !== undefined) items.lanes.set(currency, { ...lane, ...change });
  };

/** What may stand in the way, several at once. */
const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  'dry-run': ({ putControls }) => putControls({ mode: 'dry-run' }),
  'BTC in dry-run': ({ putControls }) => putControls({ currencyModes: { BTC: 'dry-run' } }),
  halted: async (treasury) => await sendingSteps(() => treasury).halted(),
  'BTC halted': async (treasury) => await sendingSteps(() => treasury).halted('BTC'),
  'an account that is closed': account({ status: 'disabled' as RegisteredAccount['status'] }),
  'an account that cools off': account({ usableFrom: '2027-01-01T00:00:00.000Z' }),
  'a limit of the account': account({ limits: { per24Hours: '1' } }),
  'an ample limit of the account': account({ limits: { per24Hours: '2', lifetime: '100' } }),
  'a limit of the day': ({ putControls }) =>
    putControls({ withdrawalLimits: { per24Hours: '50000' } }),
  'tiers of approvals': ({ putControls }) =>
    putControls({ approvalTiers: { oneAbove: '1', twoAbove: '20000' } }),
  'a lane of another ledger': laneOf('BTC', { epoch: 'table-0' }),
  'no lane': ({ items }) => items.lanes.delete('BTC'),
  'a lane that is sending': laneOf('USD', { status: { state: 'sending', claim: CLAIM } }),
  'a lane that is blocked': laneOf('BTC', {
    status: { state: 'unknown', claim: CLAIM, since: CLAIM.claimedAt },
  }),
  'a withdrawal that waits': requested('0.75'),
  'a large withdrawal that waits': requested('2.5'),
  'a small maximum of trades': ({ putControls }) =>
    putControls({ trades: { ...CONTROLS.trades, maximumNotional: '3000' } }),
  'no instruments': ({ putControls }) =>
    putControls({ trades: { ...CONTROLS.trades, instruments: ['ETH/USD'] } }),
  'approvals of trades': ({ putControls }) =>
    putControls({ trades: { ...CONTROLS.trades, approvalAbove: '5000' } }),
  'a limit of a day of trades': async (treasury) => {
    await treasury.putControls({
      trades: { ...CONTROLS.trades, per24Hours: { total: '20000', person: '9000' } },
    });
    await sold('0.1', 'tina')(treasury);
  },
  'a trade before': sold('0.05', 'tina'),
  // Behind the ledger's back, after everything that goes through it.
  'a halt whose end is not on record': ({ items }) => {
    items.haltMarks = [{ currency: null, generation: 7, at: '2026-01-05T08:00:00.000Z' } as never];
  },
  'controls of another program': ({ items }) => {
    if (items.controls !== null) items.controls = { ...items.controls, approvalExpirySeconds: 9 };
  },
  'an account of another program': ({ items }) => {
    items.accounts.set(ACCOUNT.id, { ...ACCOUNT, label: 'Elsewhere' });
  },
  'no policy': ({ items }) => {
    items.controls = null;
  },
};

const world = fc.record({
  obstacles: fc.subarray(Object.keys(OBSTACLES), { maxLength: 3 }),
  unreadable: fc.option(
    fc.constantFrom<SharedName>('approval-usage', 'outflow-usage', 'trade-usage'),
    {
      freq: 6,
    },
  ),
  by: fc.constantFrom('tina', 'tina', 'program:desk'),
});

/** The ports of a treasury whose service still answers what the snapshot has. */
function portsAsRecorded(treasury: TreasuryInMemory, snapshot: SnapshotTaken | null) {
  const { ports, now } = treasury;
  if (snapshot === null) return ports;
  const { balances, prices } = snapshot;
  const readAt = now();
  return {
    ...ports,
    service: {
      ...ports.service,
      readBalances: async () =>
        ({ ok: true, value: { readAt, balances, raw: '', rawDigest: '' } }) as never,
      readPrices: async () => ({ ok: true, value: { readAt, prices } }) as never,
    },
  };
}

const lastOf = async ({ snapshots }: TreasuryInMemory) => await snapshots.latest(TENANT);

async function saleOf(
  treasury: TreasuryInMemory,
  amount: string,
  factor = 1,
): Promise<TradeRequest> {
  const { prices = {} } = (await lastOf(treasury)) ?? {};
  const bid = prices['BTC/USD']?.bid ?? '50000';
  const price = `${Math.floor(Number(bid) * factor)}`;
  return { instrument: 'BTC/USD', side: 'sell', price, amount };
}

type Ports = ReturnType<typeof portsAsRecorded>;

async function inWorld(
  {
    obstacles,
    unreadable,
  }: { readonly obstacles: readonly string[]; readonly unreadable: SharedName | null },
  ask: (treasury: TreasuryInMemory, ports: Ports) => Promise<void>,
): Promise<void> {
  const treasury = await startTreasuryInMemory();
  try {
    await treasury.snapshot();
    for (const name of obstacles) await OBSTACLES[name]?.(treasury);
    treasury.pass(30);
    const ports = portsAsRecorded(treasury, await lastOf(treasury));
    const { ledger } = ports;
    await ask(treasury, {
      ...ports,
      ledger: {
        ...ledger,
        readCounts: async (tenant, name) =>
          name === unreadable ? UNREADABLE_COUNTS : await ledger.readCounts(tenant, name),
      },
    });
  } finally {
    await treasury.stop();
  }
}

/** The ports of a check, and what it asked of whom. */
function recorded(treasury: TreasuryInMemory, ports: Ports) {
  const calls = new RecordedCalls({ ...treasury.ports, ...ports });
  return { calls, ports: calls.ports };
}

const leavesNoTrace = ({ lines }: RecordedCalls) => {
  expect(lines.length).toBeGreaterThan(0);
  expect(
    lines.filter((line) => /write|service|seals|halt everything|take-snapshot/.test(line)),
  ).toEqual([]);
};

describe('a check of a withdrawal', () => {
  it('says what the request of the same says, in every world, and leaves no trace', async () => {
    const seen = new Set<string>();
    const asked = fc.record({
      withdrawalAccountId: fc.constantFrom(ACCOUNT.id, ACCOUNT.id, ACCOUNT.id, UNREGISTERED),
      amount: fc.constantFrom('0.01', '0.5', '1', '1.1', '3', '40'),
    });
    await fc.assert(
      fc.asyncProperty(world, asked, async (drawn, content) => {
        await inWorld(drawn, async (treasury, ports) => {
          const command = { tenant: TENANT, requestedBy: drawn.by, ...content };
          const { calls, ports: checking } = recorded(treasury, ports);
          const checked = await checkWithdrawal(checking, command);
          leavesNoTrace(calls);
          const own = { idempotencyKey: 'key', comment: 'rent', requestId: 'request' };
          const requested = await requestWithdrawal(ports, { ...command, ...own });
          if (checked.result === 'accepted') {
            seen.add(`accepted ${checked.approvalsRequired}`);
            const { approvalsRequired } = checked;
            const status = { state: 'awaiting-approval', approvalsRequired };
            expect(requested).toMatchObject({ result: 'requested', instruction: { status } });
          } else {
            if (checked.result !== 'refused') throw new Error(checked.result);
            seen.add(checked.refusal.code);
            expect(requested).toEqual({ result: 'refused', refusal: checked.refusal });
          }
        });
      }),
      { numRuns: RUNS },
    );
    expect(seen).toContain('accepted 1');
    expect(seen.size).toBeGreaterThan(RUNS / 20);
  });

  it('without any snapshot is refused as the request is', async () => {
    const { snapshots } = { snapshots: { latest: async () => null } };
    await inWorld({ obstacles: [], unreadable: null }, async (_, ports) => {
      const command = {
        tenant: TENANT,
        requestedBy: 'tina',
        withdrawalAccountId: ACCOUNT.id,
        amount: '1',
      };
      const checked = await checkWithdrawal({ ...ports, snapshots }, command);
      expect(checked).toMatchObject({
        result: 'refused',
        snapshot: null,
        refusal: { code: 'balance-unknown' },
      });
    });
  });
});

describe('a check of a trade', () => {
  it('says what the request of the same says while the service answers what the snapshot has, and leaves no trace', async () => {
    const seen = new Set<string>();
    const asked = fc.record({
      amount: fc.constantFrom('0.01', '0.1', '0.15', '0.3', '3', '40'),
      factor: fc.constantFrom(1, 1, 1, 0.5),
      side: fc.constantFrom('sell', 'sell', 'buy'),
      instrument: fc.constantFrom('BTC/USD', 'BTC/USD', 'BTC/USD', 'BTC/XYZ'),
    });
    await fc.assert(
      fc.asyncProperty(world, asked, async (drawn, { amount, factor, side, instrument }) => {
        await inWorld(drawn, async (treasury, ports) => {
          const sale = await saleOf(treasury, amount, factor);
          const request: TradeRequest = { ...sale, side, instrument };
          const command = { tenant: TENANT, requestedBy: drawn.by, request };
          const { calls, ports: checking } = recorded(treasury, ports);
          const checked = await checkTrade(checking, command);
          leavesNoTrace(calls);
          const placed = await placeTrade(ports, { ...command, idempotencyKey: 'key' });
          switch (checked.result) {
            case 'accepted': {
              const { approvalsRequired } = checked;
              seen.add(`accepted ${approvalsRequired}`);
              const status = { state: 'awaiting-approval', approvalsRequired };
              const expected =
                approvalsRequired === 0
                  ? { result: 'concluded' }
                  : { result: 'awaiting-approval', instruction: { status } };
              expect(placed).toMatchObject(expected);
              return;
            }
            case 'refused':
              seen.add(checked.refusal.code);
              expect(placed).toEqual({ result: 'refused', refusal: checked.refusal });
              return;
            default:
              throw new Error(checked.result);
          }
        });
      }),
      { numRuns: RUNS },
    );
    expect(seen).toContain('accepted 0');
    expect(seen.size).toBeGreaterThan(RUNS / 20);
  });

  it.each([
    ['no snapshot', 'no-snapshot', () => null],
    ['no prices', 'no-prices', (taken: SnapshotTaken | null) => taken && { ...taken, prices: {} }],
  ])('with %s says so, and what no market is asked for', async (_, why, latestOf) => {
    for (const obstacles of [[], ['halted']]) {
      await inWorld({ obstacles, unreadable: null }, async (treasury, ports) => {
        const request = await saleOf(treasury, '0.1');
        const snapshots = { latest: async () => latestOf(await lastOf(treasury)) };
        const command = { tenant: TENANT, requestedBy: 'tina', request };
        expect(await checkTrade({ ...ports, snapshots }, command)).toMatchObject(
          obstacles.length === 0
            ? { result: 'unknown', why }
            : { result: 'refused', refusal: { code: 'halted' } },
        );
      });
    }
  });

  it('counts what was traded before, and says when there is room again', async () => {
    await inWorld(
      { obstacles: ['a limit of a day of trades'], unreadable: null },
      async (treasury, ports) => {
        const command = {
          tenant: TENANT,
          requestedBy: 'tina',
          request: await saleOf(treasury, '0.1'),
        };
        const checked = await checkTrade(ports, command);
        expect(checked).toMatchObject({
          result: 'refused',
          refusal: { code: 'rolling-limit-reached', numbers: { roomAt: expect.any(String) } },
        });
        const { refusal } = checked as { refusal?: unknown };
        const placed = await placeTrade(ports, { ...command, idempotencyKey: 'key' });
        expect(placed).toEqual({ result: 'refused', refusal });
      },
    );
  });

  it('rests on what a lane has read since the snapshot, and on no age of it', async () => {
    await inWorld({ obstacles: [], unreadable: null }, async (treasury, ports) => {
      const request = await saleOf(treasury, '1');
      const at = plusSeconds(treasury.now(), -5);
      laneOf('BTC', {
        booking: { ...(await treasury.lane()).booking, reading: { at, total: '0.5' } },
      })(treasury);
      treasury.pass(3_600);
      const checked = await checkTrade(ports, { tenant: TENANT, requestedBy: 'tina', request });
      expect(checked).toMatchObject({
        result: 'refused',
        refusal: { code: 'balance-insufficient', numbers: { available: '0.5' } },
      });
    });
  });
});
