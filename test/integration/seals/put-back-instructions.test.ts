import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the key, who puts back what Sluice itself wrote and sealed: an
 * instruction as it was before it was sent or ended. Its seal holds. What moved is what the service says.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);
const trade = tradeSteps(treasury);
const { read, put, change } = tableHand(() => treasury().table);

const instructionKey = (id: string) => ledgerKeys.instruction(TENANT, id);
const laneKey = (currency: string) => ledgerKeys.lane(TENANT, currency);
const posts = () => treasury().posts().length + treasury().posts('/v1/trades').length;
const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

/** The alarm `invalid-seal`. */
const HALTED = {
  mode: 'halted',
  because: {
    by: 'sluice',
    trigger: 'tampering',
    found: { code: 'stopped', why: { code: 'put-back' } },
  },
};

/** More than enough for the same amount again: no limit and no balance stands in the way of it. */
const deposit = () => treasury().sandbox.deposit({ currency: 'BTC', amount: '6' });

async function decided(id: string, decision: 'approve' | 'decline' | 'cancel', by = 'ada') {
  const shown = await treasury().ledger.readInstruction(TENANT, id);
  if (shown === null) throw new Error(`${id} is gone`);
  return await decide(treasury().ports, {
    tenant: TENANT,
    instructionId: id,
    by,
    decision,
    ...(decision === 'approve' && { content: contentDigest(shown) }),
    comment: 'as agreed',
    requestId: `${decision}-${by}`,
  });
}

async function awaiting(): Promise<string> {
  const rule = { ...RULE, approvalAbove: '1', version: 2 };
  await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
  return await proposedId();
}

/** What the attacker kept: the instruction, and the amounts that its lane notes as open. */
async function kept(id: string): Promise<{ instruction: RawItem; open: unknown }> {
  const { open } = await read(laneKey('BTC'));
  return { instruction: await read(instructionKey(id)), open };
}

async function putBack({ instruction, open }: { instruction: RawItem; open: unknown }) {
  await put(instruction);
  await change(laneKey('BTC'), (lane) => ({ ...lane, open }));
}

describe('whoever puts an approved withdrawal back', () => {
  it('after it was sent, has nothing sent, and everything is halted', async () => {
    const id = await proposedId();
    const before = await kept(id);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    deposit();
    treasury().pass(60);
    await put(before.instruction);
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'seal-invalid' } },
    });
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('with its lane, has nothing sent by any number of deliveries at once', async () => {
    const id = await proposedId();
    const before = await kept(id);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    deposit();
    treasury().pass(60);
    await putBack(before);
    await Promise.all([send(id), send(id), send(id)]);
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('again and again, has nothing sent, and each time it ends', async () => {
    const id = await proposedId();
    const before = await kept(id);
    await send(id);
    deposit();
    for (const seconds of [0, 1, 901]) {
      treasury().pass(seconds);
      await put(before.instruction);
      expect(await send(id)).toMatchObject({ result: 'cancelled' });
    }
    expect(posts()).toBe(1);
    expect(await treasury().state(id)).toBe('cancelled');
  });

  it('after a person cancelled it, has nothing sent', async () => {
    const id = await proposedId();
    const before = await kept(id);
    expect(await decided(id, 'cancel')).toMatchObject({ result: 'decided' });
    await putBack(before);
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('after it was too old, has everything halted by the watchdog that ends it again', async () => {
    const id = await proposedId();
    const before = await kept(id);
    treasury().pass(901);
    await watchOnce();
    expect(await treasury().state(id)).toBe('cancelled');
    expect((await halt()).mode).toBe('live');
    await putBack(before);
    const { actions } = await watchOnce();
    expect(actions).toMatchObject([{ kind: 'too-old', instructionId: id }]);
    expect(await treasury().state(id)).toBe('cancelled');
    expect((await treasury().lane()).open).toEqual({});
    expect(await halt()).toMatchObject(HALTED);
  });

  it('has nothing sent by putting its mark again, in its own words', async () => {
    const id = await proposedId();
    const before = await kept(id);
    await send(id);
    deposit();
    await put(before.instruction);
    const mark = ledgerKeys.instructionMark(TENANT, id);
    await change(mark, (item) => ({ ...item, instructionId: 'another', left: 'expired' }));
    await send(id);
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });
});

describe('whoever puts a withdrawal back that waited for an approval', () => {
  it('after it was declined, has nothing sent, though a person approves it then', async () => {
    const id = await awaiting();
    const before = await kept(id);
    expect(await decided(id, 'decline')).toMatchObject({ result: 'decided' });
    await putBack(before);
    expect(await decided(id, 'approve', 'bob')).toMatchObject({ result: 'decided' });
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('has everything halted by whoever declines it once more', async () => {
    const id = await awaiting();
    const before = await kept(id);
    await decided(id, 'decline');
    await putBack(before);
    expect(await decided(id, 'decline', 'bob')).toMatchObject({ result: 'decided' });
    expect(await treasury().state(id)).toBe('declined');
    expect(await halt()).toMatchObject(HALTED);
  });

  it('after it was sent, has nothing sent by approving it again', async () => {
    const id = await awaiting();
    const before = await kept(id);
    await decided(id, 'approve');
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    deposit();
    await putBack(before);
    await decided(id, 'approve', 'bob');
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('after it expired, has everything halted by the watchdog', async () => {
    const id = await awaiting();
    const before = await kept(id);
    treasury().pass(86_401);
    await watchOnce();
    expect(await treasury().state(id)).toBe('expired');
    await putBack(before);
    await watchOnce();
    expect(await treasury().state(id)).toBe('expired');
    expect(await halt()).toMatchObject(HALTED);
  });
});

describe('whoever puts an approved trade back', () => {
  it('after it was sent, has nothing sent, and everything is halted', async () => {
    const id = await trade.approved();
    const before = await read(instructionKey(id));
    expect(await trade.send(id)).toMatchObject({ result: 'concluded' });
    deposit();
    await put(before);
    expect(await trade.send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(1);
    expect(await halt()).toMatchObject(HALTED);
  });

  it('after a person cancelled it, has nothing sent', async () => {
    const id = await trade.approved();
    const before = await read(instructionKey(id));
    await decided(id, 'cancel');
    await put(before);
    expect(await trade.send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
    expect(await halt()).toMatchObject(HALTED);
  });
});

describe('a table that is written by Sluice alone', () => {
  it('halts for no instruction that is ended in two sessions at once', async () => {
    const id = await proposedId();
    await Promise.all([decided(id, 'cancel'), decided(id, 'cancel'), send(id), send(id)]);
    expect((await halt()).mode).toBe('live');
    expect(posts()).toBeLessThanOrEqual(1);
  });

  it('halts for no claim whose answer is lost and which is written again', async () => {
    const id = await proposedId();
    const { ledger } = treasury();
    const twice = {
      ...ledger,
      commit: async (...commit: Parameters<typeof ledger.commit>) => {
        await ledger.commit(...commit);
        return await ledger.commit(...commit);
      },
    };
    expect(await send(id, { ledger: twice })).toMatchObject({ result: 'concluded' });
    expect((await halt()).mode).toBe('live');
    expect(posts()).toBe(1);
  });
});

describe('a note in a lane of what has ended, which an attacker put back alone', () => {
  it('is dropped by the watchdog, so that the lane waits for nothing', async () => {
    const id = await awaiting();
    const { open } = await kept(id);
    expect(await decided(id, 'decline')).toMatchObject({ result: 'decided' });
    await change(laneKey('BTC'), (lane) => ({ ...lane, open }));
    expect((await watchOnce()).actions).toEqual([
      { kind: 'note-dropped', instructionId: id, currency: 'BTC' },
    ]);
    expect((await treasury().lane()).open).toEqual({});
    expect((await halt()).mode).toBe('live');
    expect((await watchOnce()).actions).toEqual([]);
  });

  it('stays where the instruction is on its way', async () => {
    const id = await awaiting();
    expect((await watchOnce()).actions).toEqual([]);
    expect(Object.keys((await treasury().lane()).open)).toEqual([id]);
  });
});
