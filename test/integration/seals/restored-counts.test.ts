import { describe, expect, it } from 'vitest';
import { createFlows } from '../../../adapters/store/flows.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import { MAX_ARMED_AT_ONCE } from '../../../treasury/rearming/rearming.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { countedOf } from '../../samples/counts.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { CONTROLS, RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS } from '../settlement/settling-steps.ts';
import { comparedIn, countEverywhere, countsAt, emptied, HALTED } from './counted-sweeps.ts';
import { rearmingPorts, says } from './rearming-people.ts';
import { tableHand } from './table-hand.ts';

/* What limits count, in a ledger that was restored from a backup, and re-armed by two people. */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);

const COUNTS = [
  ['the budgets of a lane', 'BTC', ledgerKeys.lane(TENANT, 'BTC')],
  [
    'limits over several currencies',
    'outflow-usage',
    ledgerKeys.sharedCounts(TENANT, 'outflow-usage'),
  ],
  ['the tiers of approvals', 'approval-usage', ledgerKeys.sharedCounts(TENANT, 'approval-usage')],
] as const;

/** One BTC has left: it counts in everything. */
async function swept(): Promise<void> {
  await countEverywhere(treasury());
  expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  expect(posts()).toBe(1);
  treasury().pass(400);
}

const posts = () => treasury().posts().length;

/** A backup is made and restored into another table, and everything is halted there. */
async function restored() {
  const table = await treasury().restored();
  const ledger = sealingLedger(createLedger(table, { table, retention: 'for-ever' }));
  const ports = () => rearmingPorts(treasury().now, table, ledger);
  const mode = async (to: 'halted' | 'live') => {
    const current = (await ledger.readPolicy(TENANT)).controls ?? CONTROLS;
    const controls = { ...current, mode: to, version: current.version + 1 };
    expect(await ledger.commit(TENANT, [{ kind: 'put-controls', controls }])).toEqual({ ok: true });
  };
  await mode('halted');
  return {
    ledger,
    mode,
    hand: tableHand(() => table),
    armedByTwo: async () => {
      expect(await says(ports(), 'ana')).toMatchObject({ result: 'proposed' });
      const result = await says(ports(), 'ben');
      if (result.result === 'armed') await mode('live');
      return result;
    },
    /** The next sweep of the restored ledger, as far as it gets. */
    claim: async () => {
      treasury().pass(400);
      const snapshot = await treasury().snapshot();
      const running = { ...treasury().ports, ledger, seals: hmacSeals };
      const [instruction] = (await runSweeps(running, snapshot)).proposed;
      if (instruction === undefined) throw new Error('the rule proposed nothing');
      return await send(instruction.id, { ledger });
    },
    halt: async () => (await ledger.readPolicy(TENANT)).halt,
    compared: async () => await comparedIn({ ...treasury(), ledger, flows: createFlows(table) }),
  };
}

describe('a ledger that was restored and re-armed', () => {
  it('goes on to count what its backup counted', async () => {
    await swept();
    const { ledger, armedByTwo, claim, compared } = await restored();
    const before = await ledger.readCounts(TENANT, 'outflow-usage');
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    expect(await ledger.readCounts(TENANT, 'outflow-usage')).toEqual(before);
    expect(Object.values(countedOf(before, 'outflow').hours)).not.toEqual([]);
    expect(await claim()).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(2);
    const lane = (await ledger.readLanes(TENANT)).find(({ currency }) => currency === 'BTC');
    expect(Object.values(countedOf(lane, 'rule', RULE.id).days)).toEqual(['2']);
    expect(await compared()).toBeNull();
  });

  it.each(COUNTS)(
    'is halted by the next comparison where an attacker lowers what was claimed since: %s',
    async (_what, name, key) => {
      await swept();
      const { armedByTwo, hand, claim, halt, compared } = await restored();
      expect(await armedByTwo()).toMatchObject({ result: 'armed' });
      expect(await claim()).toMatchObject({ result: 'concluded' });
      await hand.change(countsAt(key), emptied);
      expect(await compared()).toContain(name);
      expect(await halt()).toMatchObject(HALTED);
    },
  );
});

describe('a restored ledger of more currencies than one word arms', () => {
  it('is armed by two words, with everything that it counted', async () => {
    await swept();
    const { ledger } = treasury();
    const epoch = await ledger.epoch();
    const codes = Array.from({ length: MAX_ARMED_AT_ONCE }, (_, n) => `X${n + 10}`);
    for (const code of codes) {
      const lane = newLane(TENANT, code, epoch);
      expect(await ledger.commit(TENANT, [{ kind: 'create-lane', lane }])).toEqual({ ok: true });
    }
    const { armedByTwo, mode, ...there } = await restored();
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    const here = await there.ledger.epoch();
    const armed = async () =>
      (await there.ledger.readLanes(TENANT)).filter((lane) => lane.epoch === here).length;
    expect(await armed()).toBe(MAX_ARMED_AT_ONCE);
    await mode('halted');
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    expect(await armed()).toBe(codes.length + 3);
    expect(await there.claim()).toMatchObject({ result: 'concluded' });
  });
});

describe('a request that was under way at the backup, settled after the other lanes were re-armed', () => {
  it('gives back what it took, in its own budgets and over several currencies', async () => {
    await swept();
    const fault = { kind: 'reset-without-execution' } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('unknown');
    const { ledger, armedByTwo, mode, claim, halt, compared } = await restored();
    expect(await armedByTwo()).toMatchObject({ rearming: { currencies: ['ETH', 'USD'] } });
    await mode('halted');
    treasury().pass(QUARANTINE_SECONDS);
    await treasury().snapshot();
    await watchOnce({ ledger });
    const evidence = (await ledger.readInstruction(TENANT, id))?.evidence?.digest ?? '';
    const settled = async (by: string) =>
      await settle(
        { ...treasury().ports, ledger },
        {
          ...{ tenant: TENANT, instructionId: id, by, executed: false, evidence },
          ...{ comment: 'not on the list', requestId: by },
        },
      );
    const counted = async () =>
      Object.values(
        countedOf(
          await ledger.readCounts(TENANT, 'outflow-usage'),
          'account',
          accountKey(SANDBOX_ACCOUNTS.btcWallet.id),
        ).ever ?? {},
      );
    expect(await counted()).toEqual(['2']);
    expect(await settled('ana')).toMatchObject({ result: 'proposed' });
    expect(await settled('ben')).toMatchObject({ result: 'settled' });
    expect(await counted()).toEqual(['1']);
    expect(await armedByTwo()).toMatchObject({ rearming: { currencies: ['BTC'] } });
    const lane = (await ledger.readLanes(TENANT)).find(({ currency }) => currency === 'BTC');
    expect(Object.values(countedOf(lane, 'rule', RULE.id).hours)).toEqual(['1']);
    expect(await claim()).toMatchObject({ result: 'concluded' });
    expect(await compared()).toBeNull();
    expect(await halt()).toMatchObject({ mode: 'live' });
  });
});
