import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { countedOf, taken } from '../../samples/counts.ts';
import { NOT_READ } from '../../samples/not-read.ts';
import { readerOf, readingSeals, unreachableSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT, type TreasuryUnderTest } from '../protocol/treasury-under-test.ts';
import { auditTrailIn, QUARANTINE_SECONDS, settlingSteps } from '../settlement/settling-steps.ts';
import { HALTED } from './counted-sweeps.ts';
import { tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the snapshots, or to the ledger, and without the keys, who makes it look as if a balance
 * had not fallen, or had: so that a lane is freed, a budget is given back, or an outcome is settled.
 */

const treasury = treasuryForEachTest();
const { proposedId, send, watchOnce } = sendingSteps(treasury);
const { unknownId, instructionOf, say } = settlingSteps(treasury);
const auditTrail = () => auditTrailIn(treasury());
const { change } = tableHand(() => treasury().table);

const STARTED = '2026-01-05T09:00:01.000Z';
const BEFORE = '3.25';
/** A balance that no withdrawal of 2.25 BTC left: what the sweep would leave is 1. */
const AFTER = '1';
const BOOKED_BY_SECONDS = 3_600;

const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;
const isHalted = async () => expect(await halt()).toMatchObject(HALTED);
const isLive = async () => expect((await halt()).mode).toBe('live');
const laneState = async () => (await treasury().lane()).status.state;
const left = async () => countedOf(await treasury().lane(), 'rule', RULE.id).hours;

/** Writes over a snapshot, or a new one. */
async function forge(taken: SnapshotTaken, changed: Partial<SnapshotTaken>): Promise<void> {
  const { client, tableName } = treasury().snapshotsTable;
  const Item = snapshotItem({ ...taken, ...changed }, 'for-ever');
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
}

const showing = (taken: SnapshotTaken, total: string) => ({
  balances: { ...taken.balances, BTC: { total } },
});

/** A sweep that the service refuses with a 422, and carries out all the same: the balance falls. */
async function refusedAndExecuted(): Promise<string> {
  const id = await proposedId();
  treasury().pass(1);
  const { service } = treasury();
  await send(id, {
    service: {
      ...service,
      sendWithdrawal: async (request, sendBy) => {
        const reply = await service.sendWithdrawal(request, sendBy);
        expect(reply.kind).toBe('answered');
        return { kind: 'refused', status: 422, serviceAnswer: 'no' };
      },
    },
  });
  expect(await treasury().state(id)).toBe('rejected');
  return id;
}

/** A sweep that the service refuses with a 422 and leaves alone. */
async function refused(): Promise<string> {
  const id = await proposedId();
  const sendWithdrawal = async () =>
    ({ kind: 'refused', status: 422, serviceAnswer: 'no' }) as const;
  await send(id, { service: { ...treasury().service, sendWithdrawal } });
  expect(await treasury().state(id)).toBe('rejected');
  return id;
}

async function readAfter(seconds: number): Promise<SnapshotTaken> {
  treasury().pass(seconds);
  return await treasury().snapshot();
}

/** Nothing has changed, and the first word still stands. */
async function isLeft(id: string, debited: unknown): Promise<void> {
  expect(await instructionOf(id)).toMatchObject({
    status: { state: 'unknown' },
    settlement: { by: 'ada', executed: false },
  });
  expect(await laneState()).toBe('unknown');
  expect(await left()).toEqual(debited);
}

describe('a refused lane', () => {
  it('is freed by balances that Sluice itself has read, the last of them when it is freed', async () => {
    await refused();
    await readAfter(QUARANTINE_SECONDS + 1);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'lane-freed' }]);
    expect(await laneState()).toBe('idle');
    await isLive();
  });

  it('is not freed by a snapshot written over with the balance of before, and everything halts', async () => {
    await refusedAndExecuted();
    const debited = await left();
    await forge(await readAfter(QUARANTINE_SECONDS + 1), {
      balances: { BTC: { total: BEFORE } },
    });
    await watchOnce();
    expect(await laneState()).toBe('rejected');
    expect(await left()).toEqual(debited);
    await isHalted();
  });

  it('is not freed by a snapshot of a tick that never was', async () => {
    const taken = await treasury().snapshot();
    await refusedAndExecuted();
    treasury().pass(QUARANTINE_SECONDS + 10);
    const at = treasury().now();
    await forge(taken, { scheduledFor: at, takenAt: at });
    await watchOnce();
    expect(await laneState()).toBe('rejected');
    await isHalted();
  });

  it('is not freed by a snapshot without a seal, which is nothing to halt for', async () => {
    await refused();
    const { seal: _, ...bare } = await readAfter(QUARANTINE_SECONDS + 1);
    const { client, tableName } = treasury().snapshotsTable;
    const Item = snapshotItem(bare, 'for-ever');
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    expect((await watchOnce()).actions).toMatchObject([
      { kind: 'lane-held', message: expect.stringContaining('has no seal') },
    ]);
    expect(await laneState()).toBe('rejected');
    await isLive();
  });

  it('is not freed while the fresh balances show a fall that no snapshot shows', async () => {
    const taken = await treasury().snapshot();
    await refused();
    await readAfter(QUARANTINE_SECONDS + 1);
    treasury().pass(5);
    const { service } = treasury();
    const reader = readerOf({
      readBalances: async () => {
        const reading = await service.readBalances();
        if (!reading.ok) return reading;
        return { ok: true, value: { ...reading.value, ...showing(taken, AFTER) } };
      },
    });
    expect((await watchOnce({ reader })).actions).toMatchObject([
      { kind: 'lane-held', message: expect.stringContaining('fell from 3.25 to 1') },
    ]);
    expect(await laneState()).toBe('rejected');
  });

  it.each([
    ['does not answer', { ask: () => Promise.reject(new Error('it is gone')) }],
    ['cannot read', { ask: async () => ({ kind: 'missed', code: 'timeout' }) }],
    ['has no key to verify with', { verify: unreachableSeals.verify }],
  ] satisfies readonly [string, Partial<TreasuryUnderTest['ports']['reader']>][])(
    'waits while take-snapshot %s',
    async (_what, other) => {
      await refused();
      await readAfter(QUARANTINE_SECONDS + 1);
      const reader = { ...treasury().ports.reader, ...other };
      expect((await watchOnce({ reader })).actions).toMatchObject([{ kind: 'lane-held' }]);
      expect(await laneState()).toBe('rejected');
      await isLive();
    },
  );

  it('takes no answer to another question for its own, and none of another tenant', async () => {
    await refused();
    await readAfter(QUARANTINE_SECONDS + 1);
    const { reader } = treasury().ports;
    const ask = (tenant: string) => reader.ask(tenant, 'asked-before');
    await watchOnce({ reader: { ...reader, ask } });
    expect(await laneState()).toBe('rejected');
    await isHalted();
  });

  it('takes no balances from before it asked', async () => {
    await refused();
    await readAfter(QUARANTINE_SECONDS + 1);
    const early = plusSeconds(treasury().now(), -100);
    const reader = readerOf(treasury().serviceWith({ now: () => early }));
    expect((await watchOnce({ reader })).actions).toMatchObject([
      { kind: 'lane-held', message: expect.stringContaining('from before they were asked for') },
    ]);
  });
});

describe('an unknown outcome, where balances may settle it', () => {
  const lateEnough = BOOKED_BY_SECONDS;

  async function unknown(executed: boolean): Promise<string> {
    await treasury().putControls({
      automaticSettlement: true,
      bookingBoundSeconds: BOOKED_BY_SECONDS,
    });
    return await unknownId(executed);
  }

  it.each([true, false])(
    'is settled by balances that Sluice has read (executed: %s)',
    async (executed) => {
      const id = await unknown(executed);
      await readAfter(lateEnough + 10);
      expect((await watchOnce()).actions).toMatchObject([{ kind: 'settled-by-evidence' }]);
      expect(await treasury().state(id)).toBe(executed ? 'confirmed' : 'released');
      await isLive();
    },
  );

  it.each([
    [true, BEFORE],
    [false, AFTER],
  ])('is not settled by forged ones (executed: %s, shown: %s)', async (executed, total) => {
    const id = await unknown(executed);
    const debited = await left();
    const taken = await readAfter(lateEnough + 10);
    await forge(taken, showing(taken, total));
    await watchOnce();
    expect(await treasury().state(id)).toBe('unknown');
    expect(await left()).toEqual(debited);
    await isHalted();
  });

  it('is not settled by evidence that was written into the instruction', async () => {
    const id = await unknown(true);
    await readAfter(lateEnough + 10);
    // Without automatic settlement, the evidence is gathered alone.
    await treasury().putControls({ automaticSettlement: false });
    await watchOnce();
    await treasury().putControls({ automaticSettlement: true });
    await change(ledgerKeys.instruction(TENANT, id), (item) =>
      JSON.parse(JSON.stringify(item).replaceAll(`"BTC":"${AFTER}"`, `"BTC":"${BEFORE}"`)),
    );
    await watchOnce();
    expect(await treasury().state(id)).not.toBe('released');
  });
});

describe('an unknown outcome that two people settle', () => {
  /** What both are shown, after a snapshot that shows the balance of before, whatever was executed. */
  async function shownForged(executed: boolean, bare = false): Promise<string> {
    const id = await unknownId(executed);
    const { seal, ...taken } = await readAfter(QUARANTINE_SECONDS + 1);
    const forged = { ...taken, ...showing(taken, BEFORE), ...(bare ? {} : { seal }) };
    const { client, tableName } = treasury().snapshotsTable;
    const Item = snapshotItem(forged, 'for-ever');
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    await watchOnce();
    expect((await instructionOf(id)).evidence?.points.at(-1)?.balances).toEqual({ BTC: BEFORE });
    return id;
  }

  it('rests on balances that are read when the second of them speaks, which the record says', async () => {
    const id = await unknownId(false);
    await readAfter(QUARANTINE_SECONDS + 1);
    await watchOnce();
    expect(await say(id, 'ada', false)).toMatchObject({ result: 'proposed' });
    expect(await say(id, 'bob', false)).toMatchObject({ result: 'settled' });
    expect((await auditTrail()).at(-1)).toMatchObject({
      action: 'settle',
      after: { readAnew: { at: treasury().now() } },
    });
    await isLive();
  });

  it('is not settled on a forged snapshot: nothing is given back, and everything halts', async () => {
    const id = await shownForged(true);
    const debited = await left();
    expect(await say(id, 'ada', false)).toMatchObject({ result: 'proposed' });
    expect(await say(id, 'bob', false)).toMatchObject({ refusal: { code: 'reading-forged' } });
    await isLeft(id, debited);
    await isHalted();
    // Said once more while everything is halted, it is still not what Sluice reads.
    expect(await say(id, 'bob', false)).toMatchObject({ refusal: { code: 'reading-differs' } });
    await isLeft(id, debited);
  });

  it('is not settled on a snapshot without a seal that differs from what is read now', async () => {
    const id = await shownForged(true, true);
    const debited = await left();
    await say(id, 'ada', false);
    expect(await say(id, 'bob', false)).toMatchObject({ refusal: { code: 'reading-differs' } });
    await isLeft(id, debited);
    await isLive();
  });

  it('is not settled on evidence from which a fall was taken that a deposit hides now', async () => {
    const id = await unknownId(true);
    await readAfter(QUARANTINE_SECONDS + 1);
    treasury().sandbox.deposit({ currency: 'BTC', amount: '2.25' });
    await readAfter(60);
    await watchOnce();
    await change(ledgerKeys.instruction(TENANT, id), (item) => {
      const text = JSON.stringify(item);
      return JSON.parse(text.replaceAll(`"BTC":"${AFTER}"`, `"BTC":"${BEFORE}"`));
    });
    const debited = await left();
    await say(id, 'ada', false);
    expect(await say(id, 'bob', false)).toMatchObject({ refusal: { code: 'reading-differs' } });
    await isLeft(id, debited);
  });

  it('can be settled by what was read afterwards, while everything is halted for a forged one', async () => {
    const id = await shownForged(true);
    await say(id, 'ada', false);
    await say(id, 'bob', false);
    await isHalted();
    await readAfter(60);
    await watchOnce();
    expect(await say(id, 'ada', true)).toMatchObject({ result: 'proposed' });
    expect(await say(id, 'bob', true)).toMatchObject({ result: 'settled' });
  });

  const away = { ask: () => Promise.reject(new Error('it is gone')) };

  it('can be settled on proven snapshots where nothing can be read now, which the record says', async () => {
    const id = await unknownId(false);
    await readAfter(QUARANTINE_SECONDS + 1);
    await watchOnce();
    const reader = { ...treasury().ports.reader, ...away };
    await say(id, 'ada', false, { reader });
    expect(await say(id, 'bob', false, { reader })).toMatchObject({ result: 'settled' });
    expect((await auditTrail()).at(-1)).toMatchObject({
      after: { readAnew: { failed: { code: 'not-read', problem: 'not-answered' } } },
    });
  });

  it('waits where nothing can be read now and nothing that is stored is proven', async () => {
    const id = await shownForged(true, true);
    const debited = await left();
    const reader = { ...treasury().ports.reader, ...away };
    await say(id, 'ada', false, { reader });
    expect(await say(id, 'bob', false, { reader })).toMatchObject({
      refusal: { code: 'no-reading', message: expect.stringContaining('try again') },
    });
    await isLeft(id, debited);
    await isLive();
  });

  it('can be settled where answers leave the currency out, as the evidence says', async () => {
    const id = await unknownId(false);
    const taken = await readAfter(QUARANTINE_SECONDS + 1);
    const { BTC: _, ...others } = taken.balances;
    const { service } = treasury();
    const without = {
      readBalances: async () => {
        const reading = await service.readBalances();
        return reading.ok
          ? ({ ok: true, value: { ...reading.value, balances: others } } as const)
          : reading;
      },
    };
    const reader = readerOf(without);
    const bare = { ...taken, balances: others };
    const sealed = await sealedReading(readingSeals, bare);
    const { client, tableName } = treasury().snapshotsTable;
    const Item = snapshotItem(sealed, 'for-ever');
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    await watchOnce();
    expect((await instructionOf(id)).evidence).toMatchObject({
      notStated: { afterQuarantine: true },
    });
    await say(id, 'ada', false, { reader });
    expect(await say(id, 'bob', false, { reader })).toMatchObject({ result: 'settled' });
  });
});

describe('an amount that no balance shows yet', () => {
  /** A sweep that is confirmed, and whose own look at the balance afterwards comes to nothing. */
  async function confirmedUnbooked(): Promise<SnapshotTaken> {
    const { service } = treasury();
    const slow = { ok: false, code: 'timeout', failed: NOT_READ } as const;
    await send(await proposedId(), {
      service: {
        ...service,
        readBalances: async (patience) =>
          patience === 'one-attempt' ? slow : await service.readBalances(),
      },
    });
    expect(await unbooked()).toMatchObject([{ amount: '2.25' }]);
    treasury().pass(5);
    return await treasury().snapshot();
  }
  const run = async (snapshot: SnapshotTaken) => await runSweeps(treasury().ports, snapshot);
  const unbooked = async () => (await treasury().lane()).booking?.entries;

  it('is booked by the fall that Sluice has read', async () => {
    const taken = await confirmedUnbooked();
    await run(taken);
    expect(await unbooked()).toEqual([]);
    await isLive();
  });

  it('is not booked by a forged fall, and everything halts', async () => {
    const taken = await confirmedUnbooked();
    const { decisions } = await run({ ...taken, ...showing(taken, '0.5') });
    expect(await unbooked()).toMatchObject([{ amount: '2.25' }]);
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'halted' }]);
    await isHalted();
  });

  it('is not booked by a fall that no seal proves', async () => {
    const { seal: _, ...bare } = await confirmedUnbooked();
    await run(bare);
    expect(await unbooked()).toMatchObject([{ amount: '2.25' }]);
    await isLive();
  });
});

describe('what the claim of a blocked lane says', () => {
  const BUDGET = taken({ kind: 'rule', of: RULE.id }, '9', STARTED);
  const LEFT = taken({ kind: 'outflow', of: '', unit: 'USD' }, '1', STARTED);
  const CLAIMED: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['the balance of before it', { balanceBefore: AFTER }],
    ['what it takes out', { outgoing: '0.01' }],
    ['the largest fee beside it', { fee: '2' }],
    ['what it took from a budget', { debits: [BUDGET] }],
    ['what it counts against the day', { debits: [LEFT] }],
    ['the moment of it', { claimedAt: '2026-01-05T12:00:00.000Z' }],
    ['the end of its quarantine', { quarantineUntil: '2026-01-05T09:00:03.000Z' }],
  ];
  const forgeLane = (fields: Readonly<Record<string, unknown>>) =>
    change(ledgerKeys.lane(TENANT, 'BTC'), (item) => {
      const status = item.status as { readonly claim: object };
      return { ...item, status: { ...status, claim: { ...status.claim, ...fields } } };
    });

  it.each(CLAIMED)('is compared with its instruction: %s', async (_what, fields) => {
    await refusedAndExecuted();
    const debited = await left();
    await forgeLane(fields);
    await readAfter(QUARANTINE_SECONDS + 4 * BOOKED_BY_SECONDS);
    await watchOnce();
    expect(await laneState()).toBe('rejected');
    expect(await left()).toEqual(debited);
    // A fall that shows all the same is reason enough.
    if (fields.balanceBefore !== undefined) await isHalted();
  });

  it.each(CLAIMED)('is compared where no balance has fallen either: %s', async (what, fields) => {
    await refused();
    await forgeLane(fields);
    await readAfter(QUARANTINE_SECONDS + 4 * BOOKED_BY_SECONDS);
    await watchOnce();
    expect(await laneState()).toBe('rejected');
    // From before another balance than it states, a fall is seen first.
    if (what !== CLAIMED[0]?.[0]) await isHalted();
  });

  it.each(CLAIMED)(
    'is compared before two people settle on it, who are refused, and everything is halted: %s',
    async (_what, fields) => {
      const id = await unknownId(false);
      await readAfter(QUARANTINE_SECONDS + 1);
      await watchOnce();
      const debited = await left();
      await say(id, 'ada', false);
      await forgeLane(fields);
      expect(await say(id, 'bob', false)).toMatchObject({
        refusal: {
          code: 'claim-differs',
          message: expect.stringMatching(
            /^Nothing is settled: the lane of BTC holds another claim/,
          ),
        },
      });
      await isLeft(id, debited);
      await isHalted();
    },
  );

  it.each([true, false])(
    'gives nothing back on the word of two people while everything is halted for it (executed: %s)',
    async (executed) => {
      const id = await unknownId(executed);
      await readAfter(QUARANTINE_SECONDS + 1);
      await watchOnce();
      const debited = await left();
      await forgeLane({ debits: [BUDGET] });
      await say(id, 'ada', executed);
      expect(await say(id, 'bob', executed)).toMatchObject({ refusal: { code: 'claim-differs' } });
      expect(await say(id, 'bob', executed)).toMatchObject({ result: 'settled' });
      expect(await laneState()).toBe('idle');
      expect(await left()).toEqual(debited);
      expect((await auditTrail()).at(-1)).toMatchObject({
        action: 'settle',
        after: {
          nothingGivenBack: { code: 'claim-differs', currency: 'BTC' },
        },
      });
      await isHalted();
    },
  );

  it('frees nothing before the quarantine that its instruction states, whatever the lane says', async () => {
    const id = await unknownId(false);
    await readAfter(30);
    await watchOnce();
    await forgeLane({ quarantineUntil: STARTED });
    expect(await say(id, 'ada', false)).toMatchObject({ refusal: { code: 'in-quarantine' } });
  });
});
