import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { DAYS, EVER, HOURS } from '../../../treasury/counters/windows.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import {
  type CountsPorts,
  MAX_CLAIM_PAGES,
  watchCounts,
} from '../../../treasury/watchdog/watch-counts.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { comparedIn, countEverywhere, emptied } from './counted-sweeps.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the counters, who makes it look as if less had left. The watchdog compares them with what
 * claims took. Nothing that Sluice does itself, in whatever order it is read, is taken for that.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);
const { place } = tradeSteps(treasury);
const { change, remove, read, put } = tableHand(() => treasury().table);

const keyOf = (name: 'outflow-usage' | 'approval-usage' | 'trade-usage') =>
  ledgerKeys.sharedCounts(TENANT, name);
const LANE = ledgerKeys.laneCounts(TENANT, 'BTC');
const compared = async (ports: Partial<CountsPorts> = {}, buckets = DAYS) =>
  await comparedIn({ ...treasury(), ...ports }, buckets);
const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

const LOWERED = {
  mode: 'halted',
  because: { by: 'sluice', trigger: 'tampering', found: { code: 'counts-lowered' } },
};

async function isLive(): Promise<void> {
  expect((await halt()).mode).toBe('live');
}

/** A sweep of 1 BTC that counts in every one of these, and a trade. */
async function counted(): Promise<void> {
  await countEverywhere(treasury());
  expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  treasury().pass(300);
  expect(await place()).toMatchObject({ result: 'concluded' });
  expect(await compared()).toBeNull();
}

/** One smallest part less in one bucket. */
const aLittleLess = (item: RawItem): RawItem =>
  JSON.parse(
    JSON.stringify(item, (name, value) =>
      name === 'hours'
        ? Object.fromEntries(
            Object.entries(value as Record<string, string>).map(([start, amount]) => [
              start,
              `${Number(amount) - 0.01}`,
            ]),
          )
        : value,
    ),
  );

describe('whoever lowers a counter in the table', () => {
  const PLACES = [
    ['the budgets of a lane', LANE, 'BTC'],
    ['limits over several currencies', keyOf('outflow-usage'), 'outflow-usage'],
    ['the tiers of approvals', keyOf('approval-usage'), 'approval-usage'],
    ['the trades of a day', keyOf('trade-usage'), 'trade-usage'],
  ] as const;
  const WAYS = [
    ['emptied', emptied],
    ['a little less', aLittleLess],
    ['without any counter', (item: RawItem): RawItem => ({ ...item, counts: [] })],
  ] as const;

  it.each(PLACES.flatMap((of) => WAYS.map((way) => [...of, ...way] as const)))(
    'is found by the next comparison, which halts everything: %s, %s %s: %s',
    async (_what, key, name, _how, to) => {
      await counted();
      await change(key, to);
      expect(await compared({}, HOURS)).toContain(`what limits count of ${name} (`);
      expect(await halt()).toMatchObject(LOWERED);
    },
  );

  it('is found where the item is deleted, or an earlier state of it is put back', async () => {
    await counted();
    const early = await read(keyOf('outflow-usage'));
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    await change(keyOf('outflow-usage'), ({ version }) => ({ ...early, version }));
    expect(await compared()).toContain('outflow-usage');
    await remove(LANE);
    expect(await compared()).toContain('BTC');
    await put(early);
    expect(await halt()).toMatchObject(LOWERED);
  });

  it.each(['before the watchdog looks at it', 'and a sender has ended it since'] as const)(
    'is found where the instruction is put back to before its claim as well, %s (worlds, seed 31,061,299)',
    async (when) => {
      await countEverywhere(treasury());
      const id = await proposedId();
      const approved = await read(ledgerKeys.instruction(TENANT, id));
      expect(await send(id)).toMatchObject({ result: 'concluded' });
      await put(approved);
      if (when === 'and a sender has ended it since') {
        expect(await send(id)).toMatchObject({ result: 'cancelled' });
      }
      expect(await compared()).toBeNull();
      await change(keyOf('outflow-usage'), emptied);
      expect(await compared()).toContain('outflow-usage');
    },
  );

  it('is taken to have done so where an instruction that gave back is put back: nothing says so any more', async () => {
    await countEverywhere(treasury());
    const id = await proposedId();
    const approved = await read(ledgerKeys.instruction(TENANT, id));
    const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    await send(id, { service: { ...treasury().ports.service, sendWithdrawal } });
    expect(await compared()).toBeNull();
    await put(approved);
    expect(await compared()).toContain('outflow-usage');
  });

  it('halts once, until people have ended it', async () => {
    await counted();
    await change(keyOf('outflow-usage'), emptied);
    await compared();
    const { generation } = await halt();
    expect(await compared()).not.toBeNull();
    expect((await halt()).generation).toBe(generation);
  });
});

describe('what counts for ever', () => {
  /** Longer than any window but that for ever. */
  const MONTHS = 100 * 86_400;
  /** A sweep of 1 BTC months ago, and one of today. */
  async function sweptLongAgo(): Promise<void> {
    await countEverywhere(treasury());
    for (const seconds of [MONTHS, 300]) {
      expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
      treasury().pass(seconds);
    }
    expect(await compared({}, EVER)).toBeNull();
  }
  const withTotal = (amount: string) => (item: RawItem) =>
    JSON.parse(
      JSON.stringify(item, (name, value) =>
        name === 'ever' ? Object.fromEntries(Object.keys(value).map((at) => [at, amount])) : value,
      ),
    );

  it('is found by the weekly comparison where it is lowered by a claim older than a month', async () => {
    await sweptLongAgo();
    await change(keyOf('outflow-usage'), withTotal('1.9'));
    expect(await compared({}, DAYS)).toBeNull();
    await isLive();
    expect(await compared({}, EVER)).toContain('outflow-usage');
    expect(await halt()).toMatchObject(LOWERED);
  });

  it('is no finding where a ledger counts more than it knows claims of', async () => {
    await sweptLongAgo();
    await change(keyOf('outflow-usage'), withTotal('7'));
    expect(await compared({}, EVER)).toBeNull();
    await isLive();
  });

  it('is compared without what gave back', async () => {
    await countEverywhere(treasury());
    const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const id = await proposedId();
    await send(id, { service: { ...treasury().ports.service, sendWithdrawal } });
    treasury().pass(MONTHS);
    expect(await compared({}, EVER)).toBeNull();
    await isLive();
  });

  it('says so where there are more claims than it reads, and still compares with those', async () => {
    await sweptLongAgo();
    const { flows } = treasury();
    const claimPages: CountsPorts['flows']['claimPages'] = async function* (...of) {
      yield* flows.claimPages(...of);
      for (let page = 0; page < MAX_CLAIM_PAGES; page++) yield [];
    };
    const long = { ...treasury(), flows: { claimPages } };
    expect(await watchCounts(long, TENANT, EVER)).toMatchObject({
      lowered: null,
      left: 'claims',
    });
    await change(keyOf('outflow-usage'), withTotal('1.9'));
    expect((await watchCounts(long, TENANT, EVER)).lowered).not.toBeNull();
  });
});

describe('what Sluice itself writes between two reads of a comparison', () => {
  /** The comparison, with something that happens before its n-th reading of the counters, once. */
  async function comparedAround(nth: number, happens: () => Promise<unknown>) {
    const { ledger } = treasury();
    let reads = 0;
    let listed = 0;
    const readLanes: Ledger['readLanes'] = async (tenant) => {
      reads += 1;
      if (reads === nth) await happens();
      return await ledger.readLanes(tenant);
    };
    const { flows } = treasury();
    const claimPages: CountsPorts['flows']['claimPages'] = async function* (...of) {
      listed += 1;
      if (nth === 0 && listed === 1) await happens();
      yield* flows.claimPages(...of);
    };
    return await compared({ ledger: { ...ledger, readLanes }, flows: { claimPages } });
  }

  const leavesNothing = async () => {
    const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const id = await proposedId();
    return await send(id, { service: { ...treasury().ports.service, sendWithdrawal } });
  };

  it.each([0, 2])('is no finding: a claim (before read %i)', async (nth) => {
    await counted();
    expect(await comparedAround(nth, async () => await send(await proposedId()))).toBeNull();
    await isLive();
  });

  it.each([0, 2])('is no finding: a claim that gives back (before read %i)', async (nth) => {
    await counted();
    expect(await comparedAround(nth, leavesNothing)).toBeNull();
    await isLive();
  });

  it('is no finding: a claim under way, whose debits go back after its claims were listed', async () => {
    await counted();
    const { ledger } = treasury();
    const id = await proposedId();
    const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    let found: string | null | undefined;
    await send(id, {
      service: {
        ...treasury().ports.service,
        sendWithdrawal: async (...asked) => {
          // Claimed, and not concluded: it counts.
          found = await compared();
          return await sendWithdrawal(...asked);
        },
      },
    });
    expect(found).toBeNull();
    expect((await ledger.readInstruction(TENANT, id))?.status.state).toBe('not-sent');
    expect(await compared()).toBeNull();
    await isLive();
  });
});

describe('a ledger that was restored', () => {
  it('is not compared with claims of before it was re-armed', async () => {
    await counted();
    const { ledger } = treasury();
    const epoch = async () => 'the table that it was restored into';
    await change(keyOf('outflow-usage'), emptied);
    expect(await compared({ ledger: { ...ledger, epoch } })).toBeNull();
    await isLive();
  });
});
