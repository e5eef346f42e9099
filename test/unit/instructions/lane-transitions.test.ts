import { describe, expect, it } from 'vitest';
import { IllegalTransitionDefect } from '../../../treasury/instructions/illegal-transition-defect.ts';
import { type Lane, type RuleUsage, usageOf } from '../../../treasury/instructions/lane.ts';
import {
  type Conclusion,
  claimLane,
  concludeLane,
  dropOpen,
  noteOpen,
  releaseLane,
  timeOutLane,
  useOccurrence,
} from '../../../treasury/instructions/lane-transitions.ts';
import { countedOf } from '../../samples/counts.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';

const RULE = 'btc-excess';
const AT = '2026-01-05T09:00:03.000Z';
const AFTER_QUARANTINE = '2026-01-05T09:05:00.000Z';
const BACKOFF = { firstSeconds: 60, maximumSeconds: 600 };
const OPEN = { instructionId: CLAIM.instructionId, ruleId: RULE, amount: '1.25' };

/** What a rule had used that failed once before. */
const USED: RuleUsage = {
  failures: 1,
  backoffUntil: '2026-01-05T09:00:00.000Z',
};

const sending = claimLane(noteOpen(IDLE_LANE, OPEN), CLAIM);

function concluded(outcome: Conclusion['outcome'], lane: Lane = sending): Lane {
  return concludeLane(lane, { nonce: CLAIM.nonce, at: AT, outcome, backoff: BACKOFF });
}

function debited(lane: Lane): readonly string[] {
  const { hours, days } = countedOf(lane, 'rule', RULE);
  return [...Object.values(hours), ...Object.values(days)];
}

describe('a lane', () => {
  it('debits the budgets with the claim, before anything is sent', () => {
    expect(sending.status).toEqual({ state: 'sending', claim: CLAIM });
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
      expect(lane.status.state).toBe(state);
      expect(() => claimLane(lane, CLAIM)).toThrow(IllegalTransitionDefect);
    },
  );

  it('is free after a confirmation, and what was spent stays spent', () => {
    const lane = concluded('confirmed');
    expect(lane.status).toEqual({ state: 'idle' });
    expect(debited(lane)).toEqual(['1.25', '1.25']);
    expect(usageOf(lane, RULE).failures).toBe(0);
  });

  it('is free after a proven not-sent, gives the budget back and backs the rule off', () => {
    const lane = concluded('not-sent');
    expect(lane.status).toEqual({ state: 'idle' });
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
      expect(lane.status).toEqual({ state: outcome, claim: CLAIM, since: AT });
      expect(debited(lane)).toEqual(['1.25', '1.25']);
    },
  );

  it('becomes unknown, with its amount reserved, when the watchdog gives its sender up', () => {
    const lane = timeOutLane(sending, CLAIM.instructionId, AT);
    expect(lane.status.state).toBe('unknown');
    expect(debited(lane)).toEqual(['1.25', '1.25']);
  });

  it('lets the sender still say confirmed or anomaly after it was given up, and nothing else', () => {
    const lost = timeOutLane(sending, CLAIM.instructionId, AT);
    expect(concluded('confirmed', lost).status.state).toBe('idle');
    expect(concluded('anomaly', lost).status.state).toBe('anomaly');
    for (const outcome of ['not-sent', 'rejected', 'unknown'] as const) {
      expect(() => concluded(outcome, lost)).toThrow(IllegalTransitionDefect);
    }
  });

  it('is not concluded by another nonce than that of its claim', () => {
    const foreign = { nonce: 'another', at: AT, outcome: 'confirmed' } as const;
    expect(() => concludeLane(sending, foreign)).toThrow(/conclude by another/);
  });

  it('is not freed as not executed before the quarantine is over', () => {
    const unknown = concluded('unknown');
    expect(() => releaseLane(unknown, CLAIM.instructionId, false, AT)).toThrow(/quarantine/);
    const freed = releaseLane(unknown, CLAIM.instructionId, false, AFTER_QUARANTINE);
    expect(freed.status).toEqual({ state: 'idle' });
    expect(debited(freed).filter((amount) => amount !== '0')).toEqual([]);
  });

  it('keeps the budget debited when it is freed as executed', () => {
    const freed = releaseLane(concluded('unknown'), CLAIM.instructionId, true, AT);
    expect(freed.status).toEqual({ state: 'idle' });
    expect(debited(freed)).toEqual(['1.25', '1.25']);
  });

  it('is not freed while sending, while idle, or in the name of another instruction', () => {
    for (const lane of [IDLE_LANE, sending]) {
      expect(() => releaseLane(lane, CLAIM.instructionId, true, AT)).toThrow(
        IllegalTransitionDefect,
      );
    }
    expect(() => releaseLane(concluded('unknown'), 'another', true, AT)).toThrow(/by another/);
  });

  it('forgets an open instruction that ended unclaimed, and gives nothing back', () => {
    const lane = dropOpen(noteOpen(IDLE_LANE, OPEN), OPEN.instructionId);
    expect(lane.open).toEqual({});
    expect(lane.usage).toEqual({});
  });

  it('never moves the last occurrence of a rule backwards', () => {
    const later = useOccurrence(IDLE_LANE, RULE, { last: '2026-01-05T10:00:00.000Z' });
    expect(useOccurrence(later, RULE, { last: '2026-01-05T09:00:00.000Z' })).toBe(later);
    expect(usageOf(later, RULE).lastOccurrence).toBe('2026-01-05T10:00:00.000Z');
  });

  it('takes a later occurrence of a rule, and the same one only once', () => {
    const first = useOccurrence(IDLE_LANE, RULE, { last: '2026-01-05T09:00:00.000Z' });
    expect(first.version).toBe(IDLE_LANE.version + 1);
    const second = useOccurrence(first, RULE, { last: '2026-01-05T10:00:00.000Z' });
    expect(usageOf(second, RULE).lastOccurrence).toBe('2026-01-05T10:00:00.000Z');
    expect(second.version).toBe(first.version + 1);
    expect(useOccurrence(second, RULE, { last: '2026-01-05T10:00:00.000Z' })).toBe(second);
  });

  it.each([
    ['claimed', 'sending', 'claim', () => claimLane(sending, CLAIM)],
    ['concluded', 'idle', 'conclude confirmed', () => concluded('confirmed', IDLE_LANE)],
    ['concluded', 'rejected', 'conclude confirmed', () => concludedTwice('rejected', 'confirmed')],
    ['concluded', 'anomaly', 'conclude anomaly', () => concludedTwice('anomaly', 'anomaly')],
    ['concluded', 'unknown', 'conclude rejected', () => concludedTwice('unknown', 'rejected')],
    ['lost', 'idle', 'lose', () => timeOutLane(IDLE_LANE, CLAIM.instructionId, AT)],
    ['lost', 'rejected', 'lose', () => timeOutLane(concluded('rejected'), CLAIM.instructionId, AT)],
    ['lost by another', 'sending', 'lose', () => timeOutLane(sending, 'another', AT)],
    ['freed', 'sending', 'free', () => releaseLane(sending, CLAIM.instructionId, true, AT)],
    [
      'freed by another',
      'unknown',
      'free by another',
      () => releaseLane(concluded('unknown'), 'another', true, AT),
    ],
    [
      'freed in the quarantine',
      'rejected',
      'free in quarantine',
      () => releaseLane(concluded('rejected'), CLAIM.instructionId, false, AT),
    ],
  ])('cannot be %s while it is %s', (_, from, event, act) => {
    expect(act).toThrow(IllegalTransitionDefect);
    expect(act).toThrow(
      expect.objectContaining({ message: `lane BTC: no transition "${event}" from "${from}"` }),
    );
  });

  it('is freed as not executed from the last moment of the quarantine on, not before', () => {
    const unknown = concluded('unknown');
    const before = '2026-01-05T09:04:59.999Z';
    expect(() => releaseLane(unknown, CLAIM.instructionId, false, before)).toThrow(/quarantine/);
    const freed = releaseLane(unknown, CLAIM.instructionId, false, CLAIM.quarantineUntil);
    expect(freed.version).toBe(unknown.version + 1);
  });

  function concludedTwice(first: Conclusion['outcome'], second: Conclusion['outcome']): Lane {
    return concluded(second, concluded(first));
  }
});

describe('a lane and what a person asked for', () => {
  const { debits: _, ...byPerson } = CLAIM;
  const held = claimLane({ ...IDLE_LANE, usage: { [RULE]: USED } }, byPerson);

  it.each(['confirmed', 'not-sent', 'rejected', 'unknown', 'anomaly'] as const)(
    'leaves the limits of rules alone when the outcome is %s',
    (outcome) => {
      expect(held.usage).toEqual({ [RULE]: USED });
      expect(concluded(outcome, held).usage).toEqual({ [RULE]: USED });
    },
  );

  it.each([true, false])('leaves them alone when it is freed, executed: %s', (executed) => {
    const unknown = concluded('unknown', held);
    const freed = releaseLane(unknown, CLAIM.instructionId, executed, AFTER_QUARANTINE);
    expect(freed.usage).toEqual({ [RULE]: USED });
  });
});

describe('failures of a rule', () => {
  const failedBefore = claimLane({ ...IDLE_LANE, usage: { [RULE]: USED } }, CLAIM);

  it.each(['not-sent', 'rejected', 'unknown', 'anomaly'] as const)(
    'count %s, and the pause grows with them',
    (outcome) => {
      expect(usageOf(concluded(outcome, failedBefore), RULE)).toMatchObject({
        failures: 2,
        backoffUntil: '2026-01-05T09:02:03.000Z',
      });
    },
  );

  it('are not counted where the rule is gone and no rule says how long to pause', () => {
    const gone = { nonce: CLAIM.nonce, at: AT, outcome: 'rejected' } as const;
    expect(usageOf(concludeLane(failedBefore, gone), RULE)).toMatchObject({
      failures: 1,
      backoffUntil: USED.backoffUntil,
    });
  });

  it('are forgotten, and the pause with them, once a withdrawal is confirmed', () => {
    const usage = usageOf(concluded('confirmed', failedBefore), RULE);
    expect(usage.failures).toBe(0);
    expect(usage).not.toHaveProperty('backoffUntil');
    expect(debited(concluded('confirmed', failedBefore))).toEqual(['1.25', '1.25']);
  });
});

describe('the flows that a lane remembers', () => {
  const flow = (n: number) => ({ instructionId: `i-${n}`, change: `-${n}`, at: AT });
  const change = '-1.25';
  const own = { instructionId: CLAIM.instructionId, change, at: AT };

  it('are what was confirmed, if it is said what it changed', () => {
    const confirmed = { nonce: CLAIM.nonce, at: AT, outcome: 'confirmed' } as const;
    expect(concludeLane(sending, { ...confirmed, change }).recent).toEqual([own]);
    expect(concludeLane(sending, confirmed)).not.toHaveProperty('recent');
  });

  it('are what was settled as executed, and not what was not', () => {
    const unknown = concluded('unknown');
    const { instructionId } = CLAIM;
    expect(releaseLane(unknown, instructionId, true, AT, { change }).recent).toEqual([own]);
    const released = releaseLane(unknown, instructionId, false, AFTER_QUARANTINE, { change });
    expect(released).not.toHaveProperty('recent');
  });

  it('are the latest four, oldest first', () => {
    const lane = { ...sending, recent: [1, 2, 3, 4].map(flow) };
    const confirmed = { nonce: CLAIM.nonce, at: AT, outcome: 'confirmed', change } as const;
    expect(concludeLane(lane, confirmed).recent).toEqual([flow(2), flow(3), flow(4), own]);
  });
});
