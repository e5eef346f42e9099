import { describe, expect, it } from 'vitest';
import { createCountSeals } from '../../../adapters/seals/count-seals.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { MAX_ARMED_AT_ONCE } from '../../../treasury/rearming/rearming.ts';
import { countOfLane, sealOfCount } from '../../../treasury/sealing/count-seals.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { countedOf } from '../../samples/counts.ts';
import { hmacCounts, hmacSeals, macOf, unreachableSeals } from '../../seals/hmac-seals.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { CONTROLS, RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS } from '../settlement/settling-steps.ts';
import { countEverywhere, emptied, HALTED, unsealed } from './counted-sweeps.ts';
import { rearmingPorts, says, seen } from './rearming-people.ts';
import { tableHand } from './table-hand.ts';

/*
 * A ledger that was restored from a backup, and an attacker with write access to its table, and without the keys: before
 * two people re-arm it, while they do, and before the first claim afterwards.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);

const KEYS = {
  lane: ledgerKeys.lane(TENANT, 'BTC'),
  outflow: ledgerKeys.sharedCounts(TENANT, 'outflow-usage'),
  approvals: ledgerKeys.sharedCounts(TENANT, 'approval-usage'),
} as const;
const COUNTS = [
  ['the budgets of a lane', 'BTC', KEYS.lane],
  ['limits over several currencies', 'outflow-usage', KEYS.outflow],
  ['the tiers of approvals', 'approval-usage', KEYS.approvals],
] as const;

type Ledger = ReturnType<typeof createLedger>;

/** One BTC has left: it counts in everything. */
async function swept(): Promise<void> {
  await countEverywhere(treasury());
  expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  expect(posts()).toBe(1);
  treasury().pass(400);
}

const posts = () => treasury().posts().length;

/** What stands in the restored table. */
function restoredLedger(table: StoreTable) {
  const ledger = sealingLedger(createLedger(table, { table, retention: 'for-ever' }));
  const ports = () => rearmingPorts(treasury().now, table, ledger);
  const hand = tableHand(() => table);
  const mode = async (to: 'halted' | 'live') => {
    const current = (await ledger.readPolicy(TENANT)).controls ?? CONTROLS;
    const controls = { ...current, mode: to, version: current.version + 1 };
    expect(await ledger.commit(TENANT, [{ kind: 'put-controls', controls }])).toEqual({ ok: true });
  };
  return {
    table,
    ledger,
    hand,
    ports,
    mode,
    unproven: async () => (await seen(ports())).unproven.map(({ name }) => name),
    armedByTwo: async (unproven?: readonly string[]) => {
      expect(await says(ports(), 'ana', unproven)).toMatchObject({ result: 'proposed' });
      const result = await says(ports(), 'ben', unproven);
      if (result.result === 'armed') await mode('live');
      return result;
    },
    claim: async () => await claimOn(ledger),
    halt: async () => (await ledger.readPolicy(TENANT)).halt,
  };
}

/** A backup is made and restored into another table, and everything is halted there. */
async function restored() {
  const ledger = restoredLedger(await treasury().restored());
  await ledger.mode('halted');
  return ledger;
}

/** The next sweep of the restored ledger, as far as it gets. */
async function claimOn(ledger: Ledger) {
  const { ports } = treasury();
  treasury().pass(400);
  const snapshot = await treasury().snapshot();
  const { proposed } = await runSweeps({ ...ports, ledger, seals: hmacSeals }, snapshot);
  const [instruction] = proposed;
  if (instruction === undefined) throw new Error('the rule proposed nothing');
  return await send(instruction.id, { ledger });
}

describe('a ledger that was restored and re-armed', () => {
  it('goes on to count what its backup counted, sealed for its own table', async () => {
    await swept();
    const { ledger, unproven, armedByTwo, claim } = await restored();
    expect(await unproven()).toEqual([]);
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    const epoch = await ledger.epoch();
    const lanes = await ledger.readLanes(TENANT);
    expect(lanes.map(({ seal }) => seal?.epoch)).toEqual([epoch, epoch, epoch]);
    const outflow = await ledger.readCounts(TENANT, 'outflow-usage');
    expect(outflow).toMatchObject({ version: 2, seal: { epoch, number: 2 } });
    expect(Object.values(countedOf(outflow, 'outflow').hours)).not.toEqual([]);
    expect(await claim()).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(2);
  });

  it.each(COUNTS)(
    'moves no money where an attacker lowers %s before the first claim',
    async (...of) => {
      await swept();
      const { armedByTwo, hand, claim, halt } = await restored();
      expect(await armedByTwo()).toMatchObject({ result: 'armed' });
      await hand.change(of[2], emptied);
      await claim();
      expect(posts()).toBe(1);
      expect(await halt()).toMatchObject(HALTED);
    },
  );

  it.each(COUNTS)('moves no money where the seal is taken off as well: %s', async (...of) => {
    await swept();
    const { armedByTwo, hand, claim, halt } = await restored();
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    await hand.change(of[2], (item) => unsealed(emptied(item)));
    await claim();
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('moves no money where a state of the backup is put back, with the seal of then', async () => {
    await swept();
    const { armedByTwo, hand, claim, halt } = await restored();
    const before = await hand.read(KEYS.outflow);
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    await hand.change(KEYS.outflow, ({ version }) => ({ ...before, version }));
    await claim();
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('proves what it counted when it is restored once more, and no state of a table before', async () => {
    await swept();
    const first = await restored();
    const ofTheBackup = await first.hand.read(KEYS.outflow);
    await first.armedByTwo();
    expect(await first.claim()).toMatchObject({ result: 'concluded' });
    const second = restoredLedger(await treasury().restored(first.table));
    await second.mode('halted');
    expect(await second.unproven()).toEqual([]);
    // What the first table had: its seal holds, in the table that it was made in.
    await second.hand.change(KEYS.outflow, ({ version }) => ({ ...ofTheBackup, version }));
    expect(await second.unproven()).toEqual(['outflow-usage']);
  });
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
      // As if each had been counted and given back.
      const mark = { of: `LANE#${code}`, epoch, number: 1 };
      const seal = await sealOfCount(hmacCounts, TENANT, countOfLane(lane), { epoch, number: 1 });
      await tableHand(() => treasury().table).change(ledgerKeys.lane(TENANT, code), (item) => ({
        ...item,
        seal,
      }));
      expect(await ledger.commit(TENANT, [{ kind: 'mark-count', mark }])).toEqual({ ok: true });
    }
    const { armedByTwo, unproven, mode, ...there } = await restored();
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    const here = await there.ledger.epoch();
    const armed = async () =>
      (await there.ledger.readLanes(TENANT)).filter((lane) => lane.epoch === here).length;
    expect(await armed()).toBe(MAX_ARMED_AT_ONCE);
    await mode('halted');
    expect(await unproven()).toEqual([]);
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    expect(await armed()).toBe(codes.length + 3);
    expect(await there.ledger.readCounts(TENANT, 'outflow-usage')).toMatchObject({ version: 2 });
    expect(await there.claim()).toMatchObject({ result: 'concluded' });
  });
});

describe('whoever lowers what limits count in a restored ledger before people re-arm it', () => {
  it.each(COUNTS)('is found out: %s', async (_what, name, key) => {
    await swept();
    const { hand, unproven, ports, ledger } = await restored();
    await hand.change(key, emptied);
    expect(await unproven()).toEqual([name]);
    const refused = await says(ports(), 'ana');
    expect(refused).toMatchObject({ result: 'refused', refusal: { code: 'counts-unproven' } });
    expect(JSON.stringify(refused)).toContain(`missing: ${name} (its seal does not hold`);
    const epoch = await ledger.epoch();
    expect((await ledger.readLanes(TENANT)).filter((lane) => lane.epoch === epoch)).toEqual([]);
  });

  it.each(COUNTS)('gains nothing by taking the seal off as well: %s', async (_what, name, key) => {
    await swept();
    const { hand, unproven } = await restored();
    await hand.change(key, (item) => unsealed(emptied(item)));
    expect(await unproven()).toEqual([name]);
  });

  it('gains nothing by giving the lane to a table that nothing was counted in', async () => {
    await swept();
    const { hand, unproven } = await restored();
    await hand.change(KEYS.lane, (item) => ({ ...unsealed(emptied(item)), epoch: 'nowhere' }));
    expect(await unproven()).toEqual(['BTC']);
  });

  it('gains nothing by putting back an earlier state, with its seal', async () => {
    await swept();
    const hand = tableHand(() => treasury().table);
    const early = await hand.read(KEYS.outflow);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    const later = await restored();
    await later.hand.change(KEYS.outflow, ({ version }) => ({ ...early, version }));
    const { unproven } = await seen(later.ports());
    expect(unproven).toEqual([
      { name: 'outflow-usage', why: 'an earlier state stands than was sealed last' },
    ]);
  });

  it('gains nothing by lowering it while the second person agrees: what was judged is written', async () => {
    await swept();
    const { hand, ports, ledger, mode, claim } = await restored();
    expect(await says(ports(), 'ana')).toMatchObject({ result: 'proposed' });
    const around = ports();
    const commit: Ledger['commit'] = async (tenant, changes) => {
      for (const key of Object.values(KEYS)) await hand.change(key, emptied);
      return await ledger.commit(tenant, changes);
    };
    const agreed = await says({ ...around, ledger: { ...around.ledger, commit } }, 'ben');
    expect(agreed).toMatchObject({ result: 'armed' });
    const outflow = await ledger.readCounts(TENANT, 'outflow-usage');
    expect(Object.values(countedOf(outflow, 'outflow').hours)).not.toEqual([]);
    await mode('live');
    expect(await claim()).toMatchObject({ result: 'concluded' });
  });
});

describe('two people who let a count stand that no seal proves', () => {
  it('name exactly it, both of them, and it counts as it stands from then on', async () => {
    await swept();
    const { hand, ports, armedByTwo, ledger, claim } = await restored();
    await hand.change(KEYS.outflow, emptied);
    const many = await says(ports(), 'ana', ['BTC', 'outflow-usage']);
    expect(JSON.stringify(many)).toContain('proven, or not armed: BTC');
    expect(await armedByTwo(['outflow-usage'])).toMatchObject({
      result: 'armed',
      rearming: { unproven: ['outflow-usage'], by: 'ana', armed: { by: 'ben' } },
    });
    expect(countedOf(await ledger.readCounts(TENANT, 'outflow-usage'), 'outflow').hours).toEqual(
      {},
    );
    expect(await claim()).toMatchObject({ result: 'concluded' });
  });

  it('do not agree if one of them names it and the other does not have to', async () => {
    await swept();
    const { hand, ports, unproven } = await restored();
    const was = await hand.read(KEYS.outflow);
    await hand.put(emptied(was));
    expect(await says(ports(), 'ana', ['outflow-usage'])).toMatchObject({ result: 'proposed' });
    await hand.put(was);
    expect(await unproven()).toEqual([]);
    expect(await says(ports(), 'ben', ['outflow-usage'])).toMatchObject({ result: 'refused' });
    expect(await says(ports(), 'ben')).toMatchObject({ result: 'proposed' });
  });

  it('name everything after the key of counts was exchanged', async () => {
    await swept();
    const { ports } = await restored();
    const others = {
      ...hmacSeals,
      seal: async (digest: Uint8Array) => ({ keyId: 'another', mac: macOf(digest, 'another') }),
    };
    const exchanged = { ...ports(), counts: createCountSeals(others) };
    const { unproven } = await seen(exchanged);
    const names = unproven.map(({ name }) => name);
    expect(names).toEqual(['BTC', 'approval-usage', 'outflow-usage']);
    expect(await says(exchanged, 'ana', names)).toMatchObject({ result: 'proposed' });
    expect(await says(exchanged, 'ben', names)).toMatchObject({ result: 'armed' });
  });
});

describe('a request that was under way at the backup, settled after the other lanes were re-armed', () => {
  it('counts on where the limits are sealed for this table already, and its own budgets get it back', async () => {
    await swept();
    const fault = { kind: 'reset-without-execution' } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('unknown');
    const { ledger, armedByTwo, unproven, mode, claim, halt } = await restored();
    expect(await armedByTwo()).toMatchObject({ rearming: { currencies: ['ETH', 'USD'] } });
    await mode('halted');
    const before = await ledger.readCounts(TENANT, 'outflow-usage');
    treasury().pass(QUARANTINE_SECONDS);
    await treasury().snapshot();
    await watchOnce({ ledger });
    const evidence = (await ledger.readInstruction(TENANT, id))?.evidence?.digest ?? '';
    const says = async (by: string) =>
      await settle(
        { ...treasury().ports, ledger },
        {
          ...{
            tenant: TENANT,
            instructionId: id,
            by,
            executed: false,
            evidence,
          },
          ...{ comment: 'not on the list', requestId: by },
        },
      );
    expect(await says('ana')).toMatchObject({ result: 'proposed' });
    expect(await says('ben')).toMatchObject({ result: 'settled' });
    expect(await ledger.readCounts(TENANT, 'outflow-usage')).toEqual(before);
    expect(await unproven()).toEqual([]);
    expect(await armedByTwo()).toMatchObject({ rearming: { currencies: ['BTC'] } });
    const lane = (await ledger.readLanes(TENANT)).find(({ currency }) => currency === 'BTC');
    expect(Object.values(countedOf(lane, 'rule', RULE.id).hours)).toEqual(['1']);
    expect(await claim()).toMatchObject({ result: 'concluded' });
    expect(await halt()).toMatchObject({ mode: 'live' });
  });
});

describe('a ledger from before counts were sealed', () => {
  it('is re-armed as it stands, and sealed', async () => {
    await swept();
    const { hand, unproven, armedByTwo, ledger, claim } = await restored();
    for (const key of Object.values(KEYS)) await hand.change(key, unsealed);
    await hand.removeAll(`${TENANT}#COUNT-MARKS`);
    expect(await unproven()).toEqual([]);
    expect(await armedByTwo()).toMatchObject({ result: 'armed' });
    expect(await ledger.readCounts(TENANT, 'outflow-usage')).toMatchObject({ seal: { number: 1 } });
    expect(await claim()).toMatchObject({ result: 'concluded' });
  });
});

describe('the key of counts', () => {
  it('out of reach arms nothing', async () => {
    await swept();
    const { ports, ledger } = await restored();
    const blind = { ...ports(), counts: createCountSeals(unreachableSeals) };
    const [lanes, epoch] = await Promise.all([ledger.readLanes(TENANT), ledger.epoch()]);
    await expect(says(blind, 'ana')).rejects.toThrow('the keys cannot be reached');
    expect(lanes.filter((lane) => lane.epoch === epoch)).toEqual([]);
  });
});
