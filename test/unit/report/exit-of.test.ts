import { describe, expect, it } from 'vitest';
import { exitOf } from '../../../local/command/exit-of.ts';
import type { RoundReport } from '../../../local/report/round-report.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { MISSING, NOT_READ_SAID } from '../../samples/not-read.ts';
import { snapshotAt } from '../../samples/snapshots.ts';

const AT = '2026-01-05T09:00:03.000Z';
const TICK = '2026-01-05T09:00:00.000Z';
const MISSED: RoundReport['snapshot'] = {
  kind: 'missed',
  tenant: 'main',
  scheduledFor: TICK,
  ...MISSING,
  missedAt: AT,
};
const WELL: RoundReport = {
  snapshot: snapshotAt(TICK, {}),
  decisions: [],
  withdrawals: [],
  stuck: [],
};
const STUCK = [{ currency: 'BTC', state: 'unknown', why: 'x', next: 'y' }] as const;

/** A withdrawal of a sweep in one state; only that and its tick are looked at. */
function withdrawal(state: string, snapshot = TICK): Instruction {
  const origin = { ...PROPOSED.origin, kind: 'sweep', snapshot };
  return { ...PROPOSED, id: 'i-1', origin, status: { state } } as Instruction;
}

describe('the exit code of one round', () => {
  it('is 0 where everything went well and nothing is stuck', () => {
    expect(exitOf({ ...WELL, withdrawals: [withdrawal('confirmed')] })).toEqual({ code: 0 });
  });

  it.each(['unknown', 'rejected', 'anomaly', 'sending', 'disarmed', 'halted'])(
    'is 3 while a currency is %s, however long ago it began',
    (state) => {
      const stuck = [{ ...STUCK[0], state }];
      expect(exitOf({ ...WELL, stuck })).toEqual({ code: 3 });
    },
  );

  it.each(['not-sent', 'rejected', 'unknown', 'anomaly'])(
    'is 1 where a withdrawal of this round is %s, and names it',
    (state) => {
      const failure = `not every withdrawal of this round went through: i-1 is ${state}`;
      expect(exitOf({ ...WELL, stuck: STUCK, withdrawals: [withdrawal(state)] })).toEqual({
        code: 1,
        failure,
      });
    },
  );

  it('is not 1 for what an earlier round left', () => {
    const earlier = withdrawal('unknown', '2026-01-05T08:00:00.000Z');
    expect(exitOf({ ...WELL, stuck: STUCK, withdrawals: [earlier] })).toEqual({ code: 3 });
  });

  it('is 1 where no snapshot could be taken', () => {
    const failure = `no snapshot could be taken: ${NOT_READ_SAID}`;
    expect(exitOf({ ...WELL, snapshot: MISSED })).toEqual({ code: 1, failure });
  });
});
