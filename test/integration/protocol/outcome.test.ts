import { describe, expect, it } from 'vitest';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { proposedId, send, ledgerWith, watchOnce } = sendingSteps(treasury);

describe('the outcome', () => {
  it('is recorded although the ledger fails several times', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth >= 2 && nth <= 4) throw new Error('the ledger could not be reached');
      return await commit();
    });
    await send(id, { ledger });
    expect(await treasury().state(id)).toBe('confirmed');
  });

  it('is given time between two attempts to record it, so that a throttled ledger recovers', async () => {
    const id = await proposedId();
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth >= 2) throw new Error('throttled');
      return await commit();
    });
    await expect(send(id, { ledger, pause })).rejects.toThrow(/throttled/);
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
  });

  it('is not taken for an anomaly where two writes merely collided', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) =>
      nth === 2
        ? { ok: false, conflicts: ['replace-lane', 'record-withdrawal-id'] }
        : await commit(),
    );
    await send(id, { ledger });
    expect(await treasury().state(id)).toBe('confirmed');
    expect((await treasury().ledger.readPolicy(TENANT)).controls?.mode).toBe('live');
  });

  it('is an anomaly where the write itself finds the id with another instruction', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth, changes) => {
      const known = changes.find(({ kind }) => kind === 'record-withdrawal-id');
      if (nth === 2 && known?.kind === 'record-withdrawal-id') {
        // Another instruction was given the same id between the look-up and this write.
        const rival = { ...known, instructionId: 'sweep-of-another' };
        await treasury().ledger.commit(TENANT, [rival]);
      }
      return await commit();
    });
    await send(id, { ledger });
    expect(await treasury().ledger.readInstruction(TENANT, id)).toMatchObject({
      status: { state: 'anomaly', cause: 'known-withdrawal' },
    });
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });

  it('is recorded once although the answer to its write was lost', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 2) throw new Error('the answer was lost');
      return result;
    });
    const sent = await send(id, { ledger });
    expect(sent).toMatchObject({ instruction: { status: { state: 'confirmed' } } });
    expect((await treasury().lane()).status.state).toBe('idle');
  });

  it('is unknown where the sender died, and is never sent again', async () => {
    const id = await proposedId();
    const dying = ledgerWith(async (commit, nth) => {
      if (nth > 1) throw new Error('the process is gone');
      return await commit();
    });
    await expect(send(id, { ledger: dying })).rejects.toThrow(/gone/);
    expect(await treasury().state(id)).toBe('sending');
    expect((await watchOnce()).actions).toEqual([]);
    treasury().pass(131);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'given-up', instructionId: id }]);
    expect(await treasury().state(id)).toBe('unknown');
    await send(id);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('is still told by a sender that was given up too early', async () => {
    const id = await proposedId();
    const slow = ledgerWith(async (commit, nth) => {
      if (nth === 2) {
        treasury().pass(131);
        await watchOnce();
        expect(await treasury().state(id)).toBe('unknown');
      }
      return await commit();
    });
    await send(id, { ledger: slow });
    expect(await treasury().state(id)).toBe('confirmed');
    expect((await treasury().lane()).status.state).toBe('idle');
  });
});

describe('the watchdog', () => {
  it('frees a rejected lane only behind the quarantine and a balance that did not fall', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422 },
    });
    const id = await proposedId();
    await send(id);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'lane-held', state: 'rejected' }]);
    treasury().pass(200);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'lane-held' }]);
    await treasury().tick();
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'lane-freed', instructionId: id }]);
    expect((await treasury().lane()).status.state).toBe('idle');
    expect(await treasury().state(id)).toBe('rejected');
  });

  it('holds a rejected lane for people where the balance fell all the same', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422, execute: true },
    });
    await send(await proposedId());
    // The sandbox's network takes the amount out of the total when it executes.
    treasury().pass(200);
    await treasury().tick();
    const { actions } = await watchOnce();
    expect(actions).toMatchObject([
      { kind: 'lane-held', message: expect.stringContaining('nothing explains it') },
    ]);
  });

  it('delivers an unclaimed instruction again, and cancels it when it is too old', async () => {
    const id = await proposedId();
    expect((await watchOnce()).delivered).toEqual([]);
    treasury().pass(31);
    expect((await watchOnce()).delivered).toEqual([id]);
    treasury().pass(900);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'too-old', instructionId: id }]);
    expect(await treasury().state(id)).toBe('cancelled');
    expect((await treasury().lane()).open).toEqual({});
  });
});
