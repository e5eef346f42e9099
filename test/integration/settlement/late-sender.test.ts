import { describe, expect, it } from 'vitest';
import { releaseLane } from '../../../treasury/instructions/lane-transitions.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS, settlingSteps } from './settling-steps.ts';

const treasury = treasuryForEachTest();
const { proposedId, send, ledgerWith } = sendingSteps(treasury);

const { unknownId, nextReading, instructionOf, say } = settlingSteps(treasury);

describe('a sender that comes back late', () => {
  it('changes nothing about what two people settled meanwhile', async () => {
    const id = await proposedId();
    const late = ledgerWith(async (commit, nth) => {
      if (nth === 2) {
        // The outcome is about to be recorded when the sender freezes for minutes.
        await nextReading(QUARANTINE_SECONDS);
        await nextReading(1);
        await say(id, 'ada', true);
        await say(id, 'bob', true);
      }
      return await commit();
    });
    await send(id, { ledger: late });
    expect(await instructionOf(id)).toMatchObject({
      status: { state: 'confirmed', confirmation: { kind: 'settled' } },
    });
    expect((await treasury().lane()).status.state).toBe('idle');
    expect(treasury().posts()).toHaveLength(1);
  });
});

describe('a sender that comes back late with another word than people had', () => {
  it('says so, and does not change what they settled', async () => {
    const id = await proposedId();
    const late = ledgerWith(async (commit, nth) => {
      if (nth === 2) {
        // The watchdog gives it up, the quarantine passes, and two people are wrong.
        await nextReading(QUARANTINE_SECONDS);
        await nextReading(1);
        await say(id, 'ada', false);
        await say(id, 'bob', false);
      }
      return await commit();
    });
    expect(await send(id, { ledger: late })).toMatchObject({
      result: 'concluded',
      answered: 'confirmed',
      instruction: { status: { state: 'released' } },
    });
    expect(treasury().posts()).toHaveLength(1);
  });
});

describe('the store itself', () => {
  it('releases no lane within its quarantine, whatever clock says so', async () => {
    const id = await unknownId(false);
    const lane = await treasury().lane();
    const after = '2027-01-01T00:00:00.000Z';
    const freed = releaseLane(lane, id, false, after);
    const release = (releasedAt: string) =>
      treasury().ledger.commit(TENANT, [
        { kind: 'replace-lane', lane: freed, from: 'unknown', releasedAt },
      ]);
    expect(await release(treasury().now())).toEqual({ ok: false, conflicts: ['replace-lane'] });
    expect((await treasury().lane()).status.state).toBe('unknown');
    expect(await release(after)).toEqual({ ok: true });
  });
});
