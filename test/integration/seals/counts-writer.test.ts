import { describe, expect, it } from 'vitest';
import { createCountSeals } from '../../../adapters/seals/count-seals.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { taken } from '../../samples/counts.ts';
import { unreachableSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { countEverywhere, emptied, HALTED, unsealed } from './counted-sweeps.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the keys, who lowers what limits count: the items of trades, of
 * tiers and of limits over several currencies, and the budgets of a lane.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);
const { place } = tradeSteps(treasury);
const { read, put, change } = tableHand(() => treasury().table);

const laneKey = (currency = 'BTC') => ledgerKeys.lane(TENANT, currency);
const usageKeys = {
  outflow: ledgerKeys.sharedCounts(TENANT, 'outflow-usage'),
  approval: ledgerKeys.sharedCounts(TENANT, 'approval-usage'),
  trade: ledgerKeys.sharedCounts(TENANT, 'trade-usage'),
} as const;

const posts = () => treasury().posts().length + treasury().posts('/v1/trades').length;
const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

/** A sweep of 1 BTC that counts in every one of these, and the next one, proposed. */
async function secondProposed(): Promise<string> {
  await countEverywhere(treasury());
  expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  expect(posts()).toBe(1);
  treasury().pass(5);
  return await proposedId();
}

async function refusesAndHalts(id: string): Promise<void> {
  await send(id);
  expect(posts()).toBe(1);
  expect(await halt()).toMatchObject(HALTED);
  expect(await treasury().state(id)).not.toBe('sending');
}

/** A refused claim that never was, the same in the lane and in its instruction; its quarantine is over soon. */
async function madeUp(id: string, to: (lane: RawItem) => RawItem): Promise<void> {
  const { status: _, ...lane } = await read(laneKey());
  const claimedAt = treasury().now();
  const claim = {
    instructionId: id,
    nonce: 'theirs',
    claimedAt,
    sendBy: plusSeconds(claimedAt, 1),
    quarantineUntil: plusSeconds(claimedAt, 2),
    balanceBefore: '2.25',
    outgoing: '1',
    debits: [
      taken({ kind: 'rule', of: RULE.id }, '1', claimedAt),
      taken({ kind: 'outflow', of: '', unit: 'USD' }, '60000', claimedAt),
    ],
  };
  const status = { state: 'rejected', claim, since: claim.claimedAt };
  await put(to({ ...lane, open: {}, status }));
  await change(ledgerKeys.instruction(TENANT, id), (item) => ({
    ...item,
    status: { state: 'rejected', at: claimedAt, claim, status: 400, evidence: 'theirs' },
    state: 'rejected',
  }));
}

/** A round of the watchdog after that quarantine, and on a balance of then. */
async function watchedLater() {
  treasury().pass(60);
  await treasury().snapshot();
  return await watchOnce();
}

describe('whoever lowers in the table what limits count, keeping its version', () => {
  it.each([
    ['of limits over several currencies', usageKeys.outflow],
    ['of the tiers of approvals', usageKeys.approval],
    ['of the budgets of a lane', laneKey()],
  ])('moves no money, and everything is halted: %s', async (_what, key) => {
    const id = await secondProposed();
    await change(key, emptied);
    await refusesAndHalts(id);
  });

  it.each([
    ['of limits over several currencies', usageKeys.outflow],
    ['of the tiers of approvals', usageKeys.approval],
    ['of the budgets of a lane', laneKey()],
  ])('gains nothing by taking the seal off as well: %s', async (_what, key) => {
    const id = await secondProposed();
    await change(key, (item) => unsealed(emptied(item)));
    await refusesAndHalts(id);
  });

  it.each([
    ['lowered', emptied],
    ['lowered, and its seal taken off', (item: RawItem) => unsealed(emptied(item))],
  ])('trades no more than the rolling limits let: %s', async (_what, to) => {
    expect(await place()).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(1);
    await change(usageKeys.trade, to);
    await place('0.1', 'key-2');
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('gains nothing by a seal over another state, or in the name of another ledger', async () => {
    const id = await secondProposed();
    await change(laneKey(), (item) => ({
      ...emptied(item),
      seal: { ...(item.seal as RawItem), epoch: 'another', number: 99 },
    }));
    await refusesAndHalts(id);
  });
});

describe('whoever puts back an earlier state of what limits count, with its seal', () => {
  it.each([
    ['the lane', [laneKey()]],
    ['what limits over several currencies count', [usageKeys.outflow]],
    ['all of it at once', [laneKey(), usageKeys.outflow, usageKeys.approval]],
  ])('moves no money, and everything is halted: %s', async (_what, keys) => {
    await secondProposed().then((id) => send(id));
    expect(posts()).toBe(2);
    const early = await Promise.all(keys.map(read));
    treasury().pass(5);
    await send(await proposedId());
    expect(posts()).toBe(3);
    treasury().pass(5);
    const last = await proposedId();
    for (const [index, key] of keys.entries()) {
      // The versions of now: they are no secret, and no part of what is sealed.
      const { version, open } = await read(key);
      await put({ ...early[index], version, ...(open === undefined ? {} : { open }) });
    }
    await send(last);
    expect(posts()).toBe(3);
    expect(await halt()).toMatchObject(HALTED);
  });
});

describe('what was counted before counts were sealed', () => {
  it('goes on to count, and is sealed by the next claim', async () => {
    const id = await secondProposed();
    const { table } = treasury();
    for (const key of [laneKey(), usageKeys.outflow, usageKeys.approval]) {
      await change(key, unsealed);
    }
    // As in a ledger of an earlier version, in which no number was ever taken.
    await tableHand(() => table).removeAll(`${TENANT}#COUNT-MARKS`);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(2);
    expect((await treasury().lane()).seal).toMatchObject({ number: 2 });
    expect(await treasury().ledger.readCounts(TENANT, 'outflow-usage')).toMatchObject({
      seal: { number: 1 },
      version: 2,
    });
    expect((await halt()).mode).toBe('live');
  });
});

describe('an outcome of a claim', () => {
  const closed = () => {
    const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    return { service: { ...treasury().ports.service, sendWithdrawal } };
  };

  it('that gives back is sealed again', async () => {
    const id = await secondProposed();
    await send(id, closed());
    expect(await treasury().state(id)).toBe('not-sent');
    treasury().pass(400);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(2);
  });

  it('is recorded where its lane was lowered meanwhile, and nothing sealed is given back', async () => {
    const id = await secondProposed();
    const { ledger } = treasury().ports;
    const before = await ledger.readCounts(TENANT, 'outflow-usage');
    let claimed = false;
    await send(id, {
      ...closed(),
      ledger: {
        ...ledger,
        readHalt: async (tenant) => {
          // The last look before the POST.
          if (!claimed) await change(laneKey(), emptied);
          claimed = true;
          return await ledger.readHalt(tenant);
        },
      },
    });
    expect(await treasury().state(id)).toBe('not-sent');
    const after = await ledger.readCounts(TENANT, 'outflow-usage');
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    treasury().pass(400);
    await refusesAndHalts(await proposedId());
  });

  it('that an attacker makes up frees nothing, and everything is halted where the seal of its lane does not hold', async () => {
    const id = await secondProposed();
    const counted = await read(usageKeys.outflow);
    await madeUp(id, (lane) => lane);
    const forgedLane = await read(laneKey());
    const { actions } = await watchedLater();
    expect(actions).toMatchObject([
      {
        ...{ kind: 'lane-held', instructionId: id, state: 'rejected' },
        message: expect.stringMatching(/the seal over .* BTC does not hold.*Everything is halted/),
      },
    ]);
    expect(await halt()).toMatchObject(HALTED);
    expect(await read(laneKey())).toEqual(forgedLane);
    expect(await read(usageKeys.outflow)).toEqual(counted);
    treasury().pass(400);
    expect((await treasury().tick()).proposed).toEqual([]);
    await send(id);
    expect(posts()).toBe(1);
  });

  it.each([
    ['without a seal', unsealed],
    [
      'with a seal in the name of another ledger',
      (lane: RawItem) => ({ ...lane, seal: { ...(lane.seal as RawItem), epoch: 'another' } }),
    ],
  ])(
    'that an attacker makes up frees nothing, and everything is halted at once, where a lane has no seal that must have one: %s',
    async (_what, to) => {
      const id = await secondProposed();
      const counted = await read(usageKeys.outflow);
      await madeUp(id, to);
      const forgedLane = await read(laneKey());
      const { actions } = await watchedLater();
      expect(actions).toMatchObject([
        {
          ...{ kind: 'lane-held', instructionId: id, state: 'rejected' },
          message: expect.stringMatching(/BTC .*sealed last.*Everything is halted/),
        },
      ]);
      expect(await halt()).toMatchObject(HALTED);
      expect(await read(laneKey())).toEqual(forgedLane);
      expect(await read(usageKeys.outflow)).toEqual(counted);
    },
  );

  it('frees its lane without a seal where none was ever made in this ledger', async () => {
    const id = await secondProposed();
    await send(id, {
      service: {
        ...treasury().ports.service,
        sendWithdrawal: async () => ({ kind: 'refused', status: 422, serviceAnswer: 'no' }),
      },
    });
    await change(laneKey(), unsealed);
    await tableHand(() => treasury().table).removeAll(`${TENANT}#COUNT-MARKS`);
    treasury().pass(200);
    const { actions } = await watchedLater();
    expect(actions).toMatchObject([{ kind: 'lane-freed', instructionId: id }]);
    expect((await halt()).mode).toBe('live');
  });
});

describe('the key of counts', () => {
  it('out of reach sends nothing, halts nothing, and a later delivery sends', async () => {
    const id = await secondProposed();
    const sent = await send(id, { counts: createCountSeals(unreachableSeals) });
    expect(sent).toMatchObject({ result: 'deferred', reason: 'seal-unverified' });
    expect(posts()).toBe(1);
    expect((await halt()).mode).toBe('live');
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });
});
