import { describe, expect, it } from 'vitest';
import { checkedEvent } from '../../../api/events/events.ts';
import { eventOf } from '../../../treasury/events/event-of.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';
import { advance, type InstructionEvent } from '../../../treasury/instructions/advance.ts';
import { IllegalTransitionDefect } from '../../../treasury/instructions/illegal-transition-defect.ts';
import {
  INSTRUCTION_STATES,
  type Instruction,
} from '../../../treasury/instructions/instruction.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';

const AT = '2026-01-05T09:00:03.000Z';
const LATER = '2026-01-05T09:30:00.000Z';
const RECORDED = '2026-01-05T09:30:01.000Z';
const SECRET = 'kept out of every event';
const MESSAGE = { comment: SECRET } as const;

type Outcome = (InstructionEvent & { kind: 'conclude' })['outcome'];
function conclude(outcome: Outcome): InstructionEvent {
  return { kind: 'conclude', at: LATER, nonce: SECRET, outcome };
}

const LAPSED: InstructionEvent = {
  kind: 'weigh',
  evidence: { digest: SECRET } as never,
  lapsed: { at: LATER, by: 'ann', executed: true, why: { code: 'too-old', hours: 96 } },
};

const SEEN = { until: LATER, moves: 'm', notStated: [] };

function proposal(by: string, executed: boolean): InstructionEvent {
  return {
    kind: 'propose-settlement',
    proposal: { by, at: LATER, executed, ...MESSAGE, evidence: SECRET, seen: SEEN },
  };
}

const WITHDRAWN = {
  id: 'wd-1',
  network: 'bitcoin',
  currency: 'BTC',
  amount: '1.25',
  withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
  createdAt: LATER,
} as const;

/** Everything that can happen, in every form that makes a difference to what is told. */
const HAPPENINGS: readonly InstructionEvent[] = [
  { kind: 'require-approval', at: AT, expiresAt: LATER, approvalsRequired: 1 },
  { kind: 'require-approval', at: AT, expiresAt: LATER, approvalsRequired: 2 },
  { kind: 'approve', at: AT, by: { code: 'rule', ruleId: 'btc-excess' } },
  { kind: 'give-approval', at: LATER, by: 'ann' },
  { kind: 'give-approval', at: LATER, by: 'ben' },
  { kind: 'decline', at: LATER, by: 'ann', ...MESSAGE },
  { kind: 'expire', at: LATER },
  {
    kind: 'cancel',
    at: LATER,
    reason: 'below-threshold',
    why: { code: 'cancelled-by-person', by: 'ann', comment: SECRET },
    checks: [],
  },
  { kind: 'claim', claim: { ...CLAIM, nonce: SECRET, balanceBefore: '987654.321' } },
  conclude({
    state: 'confirmed',
    confirmation: { kind: 'withdrawal', withdrawals: [WITHDRAWN] },
    evidence: SECRET,
  }),
  conclude({
    state: 'confirmed',
    confirmation: { kind: 'trade', trade: { id: 'trade-1', fills: [SECRET] }, answer: SECRET },
    evidence: SECRET,
  }),
  conclude({ state: 'not-sent', cause: 'refused', evidence: SECRET }),
  conclude({ state: 'rejected', status: 422, evidence: SECRET }),
  conclude({ state: 'unknown', cause: 'timeout', evidence: SECRET }),
  conclude({ state: 'anomaly', cause: 'other-amount', evidence: SECRET }),
  { kind: 'lose', at: LATER },
  proposal('ann', true),
  LAPSED,
  proposal('ben', false),
  { kind: 'withdraw-settlement', at: LATER, by: 'ann' },
  {
    kind: 'settle',
    at: LATER,
    by: ['ann', 'ben'],
    executed: true,
    withdrawalId: 'wd-2',
    ...MESSAGE,
  },
  { kind: 'settle', at: LATER, by: ['ann', 'ben'], executed: false, ...MESSAGE },
  { kind: 'settle-by-evidence', at: LATER, executed: true, ...MESSAGE },
  { kind: 'settle-by-evidence', at: LATER, executed: false, ...MESSAGE },
];

const TRADE: Instruction = {
  ...PROPOSED,
  id: 'trade-1',
  origin: { kind: 'request', idempotencyKey: SECRET, fingerprint: SECRET, requestedBy: 'tina' },
  content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '60000', amount: '0.5' },
};

interface Step {
  readonly before: Instruction;
  readonly after: Instruction;
}

/** Every transition of the reducer that can be reached, except for repetitions of the same word. */
function everyStep(first: Instruction): readonly Step[] {
  const steps: Step[] = [];
  const seen = new Set<string>();
  const open = [first];
  for (let before = open.pop(); before !== undefined; before = open.pop()) {
    for (const happening of HAPPENINGS) {
      const after = next(before, happening);
      if (after === null) continue;
      steps.push({ before, after });
      const form = JSON.stringify([after.status, after.settlement]);
      if (!seen.has(form)) open.push(after);
      seen.add(form);
    }
  }
  return steps;
}

function next(before: Instruction, happening: InstructionEvent): Instruction | null {
  try {
    return advance(before, happening);
  } catch (error) {
    if (error instanceof IllegalTransitionDefect) return null;
    throw error;
  }
}

function told(before: Instruction | null, after: Instruction): TreasuryEvent | null {
  const moved = { entity: 'instruction', tenant: 'main', recordedAt: RECORDED } as const;
  return eventOf('urn:sluice:test', { ...moved, before, after });
}

describe.each([
  ['withdrawal', PROPOSED],
  ['trade', TRADE],
])('a %s', (kind, first) => {
  const steps = everyStep(first);

  it('is told once for every transition, by its new state, in its own time', () => {
    const changed = steps.filter(({ before, after }) => before.status.state !== after.status.state);
    for (const { before, after } of changed) {
      const event = told(before, after);
      expect(event).toMatchObject({
        type: `com.sluice.${kind}.${after.status.state}`,
        subject: after.id,
        time: after.status.at,
        tenant: 'main',
        data: { state: after.status.state, previousState: before.status.state },
      });
    }
    const reached = new Set(changed.map(({ after }) => after.status.state));
    expect([...reached, 'proposed'].sort()).toEqual([...INSTRUCTION_STATES].sort());
  });

  it('is told within a state where another person has to act, and not otherwise', () => {
    const same = steps.filter(({ before, after }) => before.status.state === after.status.state);
    const types = same.map(({ before, after }) => told(before, after)?.type ?? 'nothing');
    const topics = new Set(types.map((type) => type.replace(`com.sluice.${kind}.`, '')));
    expect([...topics].sort()).toEqual([
      'approval-given',
      'nothing',
      'settlement-lapsed',
      'settlement-proposed',
      'settlement-withdrawn',
    ]);
    for (const { before, after } of same) {
      if (told(before, after) !== null) continue;
      // The same words of the same person again, or nothing to take back.
      expect(after.settlement).toEqual(before.settlement);
    }
  });

  it('is told nothing of where nothing changed, as where evidence grows', () => {
    for (const { after } of steps) {
      expect(told(after, { ...after, version: after.version + 1 })).toBeNull();
    }
  });

  it('is told with nothing that is not documented, and no secret', () => {
    for (const { before, after } of [{ before: null, after: first }, ...steps]) {
      const event = told(before, after);
      if (event === null) continue;
      checkedEvent(event);
      const text = JSON.stringify(event);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('987654');
    }
  });

  it('gives a redelivered change the same event, and every other change another id', () => {
    for (const { before, after } of steps) {
      expect(told(before, after)).toEqual(told(structuredClone(before), structuredClone(after)));
    }
    const path = [HAPPENINGS[1], HAPPENINGS[3], HAPPENINGS[4], HAPPENINGS[8], HAPPENINGS[15]];
    const ids: (string | undefined)[] = [told(null, first)?.id];
    path.reduce((before, happening) => {
      const after = happening === undefined ? before : advance(before, happening);
      ids.push(told(before, after)?.id);
      return after;
    }, first);
    expect(new Set(ids).size).toBe(path.length + 1);
  });
});

describe('an instruction that is created as approved', () => {
  it('is told as approved, coming from nothing', () => {
    const approved = advance(PROPOSED, {
      kind: 'approve',
      at: AT,
      by: { code: 'rule', ruleId: 'btc-excess' },
    });
    expect(told(null, approved)).toEqual({
      specversion: '1.0',
      id: `main/instruction/${PROPOSED.id}/2`,
      source: 'urn:sluice:test',
      type: 'com.sluice.withdrawal.approved',
      subject: PROPOSED.id,
      time: AT,
      tenant: 'main',
      datacontenttype: 'application/json',
      dataschema: 'urn:sluice:event:com.sluice.withdrawal.approved',
      data: {
        instructionId: PROPOSED.id,
        version: 2,
        state: 'approved',
        previousState: null,
        origin: {
          kind: 'sweep',
          ruleId: 'btc-excess',
          ruleVersion: 1,
          occurrence: '2026-01-05T09:00:00.000Z',
        },
        content: PROPOSED.content,
        by: ['rule btc-excess'],
      },
    });
  });
});
