import { describe, expect, it } from 'vitest';
import { IllegalTransitionDefect } from '../../../treasury/instructions/illegal-transition-defect.ts';
import { type Lane, usageOf } from '../../../treasury/instructions/lane.ts';
import {
  type Conclusion,
  claimLatch,
  concludeLatch,
  dropOpen,
  freeLatch,
  loseLatch,
  noteOpen,
  useOccurrence,
} from '../../../treasury/instructions/latch.ts';
import { CLAIM, IDLE_LANE } from './samples.ts';

const RULE = 'btc-excess';
const AT = '2026-01-05T09:00:03.000Z';
const AFTER_QUARANTINE = '2026-01-05T09:05:00.000Z';
const BACKOFF = { firstSeconds: 60, maximumSeconds: 600 };
const OPEN = { instructionId: CLAIM.instructionId, ruleId: RULE, amount: '1.25' };

const sending = claimLatch(noteOpen(IDLE_LANE, OPEN), CLAIM);

function concluded(outcome: Conclusion['outcome'], lane: Lane = sending): Lane {
  return concludeLatch(lane, { nonce: CLAIM.nonce, at: AT, outcome, backoff: BACKOFF });
}

function debited(lane: Lane): readonly string[] {
  const { hours, days } = usageOf(lane, RULE);
  return [...Object.values(hours), ...Object.values(days)];
}

describe('a lane', () => {
  it('debits the budgets with the claim, before anything is sent', () => {
    expect(sending.latch).toEqual({ state: 'sending', claim: CLAIM });
    expect(debited(sending)).toEqual(['1.25', '1.25']);
    expect(usageOf(sending, RULE).lastClaimedAt).toBe(CLAIM.claimedAt);
  });

  it('no longer counts an instruction as open once it is claimed', () => {
    expect(sending.open).toEqual({});
  });

  it('grows its version by one with every write', () => {
    expect(noteOpen(IDLE_LANE, OPEN).version).toBe(IDLE_LANE.version + 1);
    expect(sending.version).toBe(IDLE_LANE.version + 2);
    expect(concluded('rejected').version).toBe(sending.version + 1);
  });

  it.each(['sending', 'rejected', 'unknown', 'anomaly'] as const)(
    'does not let a second claim in while it is %s',
    (state) => {
      const lane = state === 'sending' ? sending : concluded(state);
      expect(lane.latch.state).toBe(state);
      expect(() => claimLatch(lane, CLAIM)).toThrow(IllegalTransitionDefect);
    },
  );

  it('is free after a confirmation, and what was spent stays spent', () => {
    const lane = concluded('confirmed');
    expect(lane.latch).toEqual({ state: 'idle' });
    expect(debited(lane)).toEqual(['1.25', '1.25']);
    expect(usageOf(lane, RULE).failures).toBe(0);
  });

  it('is free after a proven not-sent, gives the budget back and backs the rule off', () => {
    const lane = concluded('not-sent');
    expect(lane.latch).toEqual({ state: 'idle' });
    expect(debited(lane).filter((amount) => amount !== '0')).toEqual([]);
    expect(usageOf(lane, RULE)).toMatchObject({
      failures: 1,
      backoffUntil: '2026-01-05T09:01:03.000Z',
    });
  });

  it.each(['rejected', 'unknown', 'anomaly'] as const)(
    'stays held and its amount reserved when the outcome is %s',
    (outcome) => {
      const lane = concluded(outcome);
      expect(lane.latch).toEqual({ state: outcome, claim: CLAIM, since: AT });
      expect(debited(lane)).toEqual(['1.25', '1.25']);
    },
  );

  it('becomes unknown, with its amount reserved, when the watchdog gives its sender up', () => {
    const lane = loseLatch(sending, CLAIM.instructionId, AT);
    expect(lane.latch.state).toBe('unknown');
    expect(debited(lane)).toEqual(['1.25', '1.25']);
  });

  it('lets the sender still say confirmed or anomaly after it was given up, and nothing else', () => {
    const lost = loseLatch(sending, CLAIM.instructionId, AT);
    expect(concluded('confirmed', lost).latch.state).toBe('idle');
    expect(concluded('anomaly', lost).latch.state).toBe('anomaly');
    for (const outcome of ['not-sent', 'rejected', 'unknown'] as const) {
      expect(() => concluded(outcome, lost)).toThrow(IllegalTransitionDefect);
    }
  });

  it('is not concluded by another nonce than that of its claim', () => {
    const foreign = { nonce: 'another', at: AT, outcome: 'confirmed' } as const;
    expect(() => concludeLatch(sending, foreign)).toThrow(/conclude by another/);
  });

  it('is not freed as not executed before the quarantine is over', () => {
    const unknown = concluded('unknown');
    expect(() => freeLatch(unknown, CLAIM.instructionId, false, AT)).toThrow(/quarantine/);
    const freed = freeLatch(unknown, CLAIM.instructionId, false, AFTER_QUARANTINE);
    expect(freed.latch).toEqual({ state: 'idle' });
    expect(debited(freed).filter((amount) => amount !== '0')).toEqual([]);
  });

  it('keeps the budget debited when it is freed as executed', () => {
    const freed = freeLatch(concluded('unknown'), CLAIM.instructionId, true, AT);
    expect(freed.latch).toEqual({ state: 'idle' });
    expect(debited(freed)).toEqual(['1.25', '1.25']);
  });

  it('is not freed while sending, while idle, or in the name of another instruction', () => {
    for (const lane of [IDLE_LANE, sending]) {
      expect(() => freeLatch(lane, CLAIM.instructionId, true, AT)).toThrow(IllegalTransitionDefect);
    }
    expect(() => freeLatch(concluded('unknown'), 'another', true, AT)).toThrow(/by another/);
  });

  it('forgets an open instruction that ended unclaimed, and gives nothing back', () => {
    const lane = dropOpen(noteOpen(IDLE_LANE, OPEN), OPEN.instructionId);
    expect(lane.open).toEqual({});
    expect(lane.usage).toEqual({});
  });

  it('never moves the last occurrence of a rule backwards', () => {
    const later = useOccurrence(IDLE_LANE, RULE, '2026-01-05T10:00:00.000Z');
    expect(useOccurrence(later, RULE, '2026-01-05T09:00:00.000Z')).toBe(later);
    expect(usageOf(later, RULE).lastOccurrence).toBe('2026-01-05T10:00:00.000Z');
  });
});
