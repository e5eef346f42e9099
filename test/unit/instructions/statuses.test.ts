import { describe, expect, it } from 'vitest';
import { showHistory } from '../../../treasury/facts/sentences/say/show-instruction.ts';
import { advance, type InstructionEvent } from '../../../treasury/instructions/advance.ts';
import { IllegalTransitionDefect } from '../../../treasury/instructions/illegal-transition-defect.ts';
import type {
  Instruction,
  InstructionStatus,
  SettlementProposal,
} from '../../../treasury/instructions/instruction.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';

const AT = '2026-01-05T09:00:03.000Z';
const LATER = '2026-01-05T09:30:00.000Z';
const EXPIRES = '2026-01-06T09:00:03.000Z';

const ASK: InstructionEvent = { kind: 'require-approval', at: AT, expiresAt: EXPIRES };
const APPROVE: InstructionEvent = {
  kind: 'approve',
  at: AT,
  by: { code: 'rule', ruleId: 'btc-excess' },
};
const SEND: InstructionEvent = { kind: 'claim', claim: CLAIM };
const LOSE: InstructionEvent = { kind: 'lose', at: AT };

function having(...events: readonly InstructionEvent[]): Instruction {
  return events.reduce(advance, PROPOSED);
}

type Outcome = (InstructionEvent & { kind: 'conclude' })['outcome'];
function conclude(outcome: Outcome): InstructionEvent {
  return { kind: 'conclude', at: AT, nonce: CLAIM.nonce, outcome };
}

const UNKNOWN = conclude({ state: 'unknown', cause: 'timeout', evidence: 'no answer' });
const SETTLED = {
  kind: 'settle',
  at: LATER,
  by: ['ann', 'ben'],
  comment: 'seen at the bank',
} as const;
const EVIDENCE_SAYS = { kind: 'settle-by-evidence', at: LATER, comment: 'the fall fits' } as const;

/** The events, then the status that they end in and the line they add to the history. */
const HALTED = { limit: 'mode', code: 'halted', currency: 'BTC', halt: null } as const;

const STATUSES: readonly (readonly [string, InstructionEvent[], InstructionStatus, string])[] = [
  [
    'waits for one person',
    [ASK],
    { state: 'awaiting-approval', at: AT, expiresAt: EXPIRES },
    `waits for an approval until ${EXPIRES}`,
  ],
  [
    'waits for two people',
    [{ ...ASK, approvalsRequired: 2 }],
    { state: 'awaiting-approval', at: AT, expiresAt: EXPIRES, approvalsRequired: 2 },
    `waits for the approvals of 2 people until ${EXPIRES}`,
  ],
  [
    'is approved by the one person who has to',
    [ASK, { kind: 'give-approval', at: LATER, by: 'ann' }],
    { state: 'approved', at: LATER, approvals: [{ by: 'ann', at: LATER }] },
    'approved by ann',
  ],
  [
    'waits for the second of two people',
    [
      { ...ASK, approvalsRequired: 2 },
      { kind: 'give-approval', at: LATER, by: 'ann' },
    ],
    {
      state: 'awaiting-approval',
      at: AT,
      expiresAt: EXPIRES,
      approvalsRequired: 2,
      approvals: [{ by: 'ann', at: LATER }],
    },
    `ann approves; one more person has to by ${EXPIRES}`,
  ],
  [
    'is approved by the second of two people',
    [
      { ...ASK, approvalsRequired: 2 },
      { kind: 'give-approval', at: AT, by: 'ann' },
      { kind: 'give-approval', at: LATER, by: 'ben' },
    ],
    {
      state: 'approved',
      at: LATER,
      approvals: [
        { by: 'ann', at: AT },
        { by: 'ben', at: LATER },
      ],
    },
    'approved by ann and ben',
  ],
  [
    'is approved by a rule',
    [APPROVE],
    { state: 'approved', at: AT, by: { code: 'rule', ruleId: 'btc-excess' } },
    'approved by rule btc-excess',
  ],
  [
    'is declined',
    [ASK, { kind: 'decline', at: LATER, by: 'ann', comment: 'not today' }],
    { state: 'declined', at: LATER, by: 'ann', comment: 'not today' },
    'declined by ann: not today',
  ],
  ['expires', [ASK, { kind: 'expire', at: LATER }], { state: 'expired', at: LATER }, 'expired'],
  [
    'is cancelled',
    [APPROVE, { kind: 'cancel', at: LATER, reason: 'halted', why: HALTED, checks: [] }],
    {
      state: 'cancelled',
      at: LATER,
      reason: 'halted',
      why: HALTED,
      checks: [],
    },
    'BTC is halted.',
  ],
  [
    'is claimed',
    [APPROVE, SEND],
    { state: 'sending', at: CLAIM.claimedAt, claim: CLAIM },
    `claimed; to be sent before ${CLAIM.sendBy}`,
  ],
  [
    'is confirmed, which ends its claim',
    [
      APPROVE,
      SEND,
      conclude({
        state: 'confirmed',
        confirmation: { kind: 'withdrawal', withdrawals: [] },
        evidence: '[]',
      }),
    ],
    {
      state: 'confirmed',
      at: AT,
      confirmation: { kind: 'withdrawal', withdrawals: [] },
      evidence: '[]',
    },
    'confirmed',
  ],
  [
    'is not sent, which ends its claim',
    [APPROVE, SEND, conclude({ state: 'not-sent', cause: 'refused', evidence: 'ECONNREFUSED' })],
    { state: 'not-sent', at: AT, cause: 'refused', evidence: 'ECONNREFUSED' },
    'refused',
  ],
  [
    'is rejected',
    [APPROVE, SEND, conclude({ state: 'rejected', status: 422, evidence: 'no' })],
    { state: 'rejected', at: AT, status: 422, evidence: 'no', claim: CLAIM },
    'the service answered 422',
  ],
  [
    'is unknown',
    [APPROVE, SEND, UNKNOWN],
    { state: 'unknown', at: AT, cause: 'timeout', evidence: 'no answer', claim: CLAIM },
    'timeout',
  ],
  [
    'is an anomaly',
    [APPROVE, SEND, conclude({ state: 'anomaly', cause: 'other-amount', evidence: 'too much' })],
    { state: 'anomaly', at: AT, cause: 'other-amount', evidence: 'too much', claim: CLAIM },
    'other-amount',
  ],
  [
    'is lost',
    [APPROVE, SEND, LOSE],
    {
      state: 'unknown',
      at: AT,
      cause: 'not-recorded',
      found: { code: 'not-recorded' },
      claim: CLAIM,
    },
    'not-recorded',
  ],
  [
    'is settled as executed, by two people who know the id',
    [APPROVE, SEND, LOSE, { ...SETTLED, executed: true, withdrawalId: 'w-1' }],
    {
      state: 'confirmed',
      at: LATER,
      confirmation: {
        kind: 'settled',
        by: ['ann', 'ben'],
        comment: 'seen at the bank',
        withdrawalId: 'w-1',
      },
    },
    'confirmed',
  ],
  [
    'is settled as executed, by two people who do not know the id',
    [APPROVE, SEND, LOSE, { ...SETTLED, executed: true }],
    {
      state: 'confirmed',
      at: LATER,
      confirmation: { kind: 'settled', by: ['ann', 'ben'], comment: 'seen at the bank' },
    },
    'confirmed',
  ],
  [
    'is settled as not executed',
    [APPROVE, SEND, LOSE, { ...SETTLED, executed: false }],
    { state: 'released', at: LATER, by: ['ann', 'ben'], comment: 'seen at the bank' },
    'not executed, settled by ann and ben: seen at the bank',
  ],
  [
    'is settled as executed by the evidence alone',
    [APPROVE, SEND, LOSE, { ...EVIDENCE_SAYS, executed: true }],
    {
      state: 'confirmed',
      at: LATER,
      confirmation: { kind: 'evidence' },
    },
    'confirmed',
  ],
  [
    'is settled as not executed by the evidence alone',
    [APPROVE, SEND, LOSE, { ...EVIDENCE_SAYS, executed: false }],
    { state: 'released', at: LATER, by: 'evidence' },
    'not executed, settled by the evidence alone',
  ],
];

describe('an instruction, with everything that it keeps,', () => {
  it.each(STATUSES)('%s', (_, events, status, message) => {
    const instruction = having(...events);
    expect(instruction.status).toStrictEqual(status);
    expect(instruction.history).toHaveLength(PROPOSED.history.length + events.length);
    expect(showHistory(instruction.history).at(-1)).toMatchObject({
      at: status.at,
      state: status.state,
      message,
    });
    expect(instruction.version).toBe(PROPOSED.version + events.length);
  });

  it('keeps who approved it in its history, whatever becomes of it', () => {
    const byPeople = having(
      { ...ASK, approvalsRequired: 2 },
      { kind: 'give-approval', at: AT, by: 'ann' },
      { kind: 'give-approval', at: LATER, by: 'ben' },
      SEND,
      LOSE,
    );
    expect(showHistory(byPeople.history).map(({ by }) => by)).toContainEqual(['ann', 'ben']);
    expect(showHistory(having(APPROVE, SEND).history).flatMap(({ by = [] }) => by)).toEqual([
      'rule btc-excess',
    ]);
  });
});

describe('what is refused as a defect', () => {
  const confirmed: Outcome = {
    state: 'confirmed',
    confirmation: { kind: 'withdrawal', withdrawals: [] },
    evidence: '',
  };
  const notSent = conclude({ state: 'not-sent', cause: 'refused', evidence: '' });
  const foreign: InstructionEvent = { kind: 'conclude', at: AT, nonce: 'x', outcome: confirmed };
  const asked = having(
    { ...ASK, approvalsRequired: 2 },
    { kind: 'give-approval', at: AT, by: 'ann' },
  );

  it.each([
    ['a claim without an approval', PROPOSED, SEND, 'instruction', 'claim', 'proposed'],
    [
      'a conclusion of something that is not sent',
      having(APPROVE),
      UNKNOWN,
      'instruction',
      'conclude',
      'approved',
    ],
    [
      'a settlement by evidence of a rejection',
      having(APPROVE, SEND, conclude({ state: 'rejected', status: 422, evidence: '' })),
      { ...EVIDENCE_SAYS, executed: true },
      'instruction',
      'settle-by-evidence',
      'rejected',
    ],
    [
      'an approval where none is asked for',
      having(APPROVE),
      { kind: 'give-approval', at: AT, by: 'ann' },
      'instruction',
      'give-approval',
      'approved',
    ],
  ] as const)('is %s', (_, instruction, event, subject, kind, from) => {
    const message = `${subject} ${PROPOSED.id}: no transition "${kind}" from "${from}"`;
    const defect = expect.objectContaining({ name: 'IllegalTransitionDefect', message });
    expect(() => advance(instruction, event)).toThrow(defect);
    expect(() => advance(instruction, event)).toThrow(IllegalTransitionDefect);
  });

  it.each([
    [
      'an outcome in the name of another claim',
      having(APPROVE, SEND),
      foreign,
      `${PROPOSED.id}: no transition "conclude by another" from "sending"`,
    ],
    [
      'a late outcome that is no positive knowledge',
      having(APPROVE, SEND, LOSE),
      notSent,
      `${PROPOSED.id}: no transition "conclude not-sent" from "unknown"`,
    ],
    [
      'a second approval by the same person',
      asked,
      { kind: 'give-approval', at: LATER, by: 'ann' },
      'approval: no transition "the same person twice" from "ann"',
    ],
    [
      'a settlement by one person',
      having(APPROVE, SEND, LOSE),
      { ...SETTLED, by: ['ann', 'ann'], executed: true },
      'settlement: no transition "the same person twice" from "ann"',
    ],
  ] as const)('is %s', (_, instruction, event, message) => {
    expect(() => advance(instruction, event)).toThrow(IllegalTransitionDefect);
    expect(() => advance(instruction, event)).toThrow(expect.objectContaining({ message }));
  });
});

describe('what is noted while an outcome is not settled', () => {
  const unknown = having(APPROVE, SEND, UNKNOWN);
  const proposal: SettlementProposal = {
    by: 'ann',
    at: LATER,
    executed: true,
    withdrawalId: 'w-1',
    comment: 'seen at the bank',
    evidence: 'digest',
    seen: { until: LATER, moves: 'm', notStated: [] },
  };
  const proposed = advance(unknown, { kind: 'propose-settlement', proposal });

  it('is what later balances say, which is no line of the history', () => {
    const evidence = { digest: 'd' } as never;
    const weighed = advance(proposed, { kind: 'weigh', evidence });
    expect(weighed).toEqual({ ...proposed, evidence, version: proposed.version + 1 });
  });

  it('is what a first person says', () => {
    const message =
      'ann says it was executed as w-1: seen at the bank; a second person has to agree';
    const history = [...unknown.history, expect.anything()];
    expect(proposed).toEqual({
      ...unknown,
      settlement: proposal,
      history,
      version: unknown.version + 1,
    });
    expect(showHistory(proposed.history).at(-1)).toEqual({
      ...{ at: LATER, state: 'unknown', message, by: ['ann'] },
    });
  });

  it('is what a first person says, without an id and of the opposite', () => {
    const { withdrawalId: _, ...rest } = proposal;
    const event = { kind: 'propose-settlement', proposal: { ...rest, executed: false } } as const;
    expect(showHistory(advance(unknown, event).history).at(-1)?.message).toBe(
      'ann says it was not executed: seen at the bank; a second person has to agree',
    );
  });

  it('is taken back with a line of the history, and no longer stands', () => {
    const withdrawn = advance(proposed, { kind: 'withdraw-settlement', at: LATER, by: 'ann' });
    const message = 'ann took back what was said to settle it';
    expect(withdrawn).toEqual({
      ...unknown,
      history: [...proposed.history, expect.anything()],
      version: proposed.version + 1,
    });
    expect(showHistory(withdrawn.history).at(-1)).toEqual({
      ...{ at: LATER, state: 'unknown', message, by: ['ann'] },
    });
  });

  it('does not outlive the state it was said about', () => {
    const settled = advance(proposed, { ...SETTLED, executed: true });
    expect(settled).not.toHaveProperty('settlement');
    expect(settled.history).toHaveLength(proposed.history.length + 1);
  });

  it.each(['rejected', 'anomaly'] as const)('may be noted of what is %s, too', (state) => {
    const outcome = { state, status: 422, cause: 'other-amount', evidence: '' } as Outcome;
    const held = having(APPROVE, SEND, conclude(outcome));
    const noted = advance(held, { kind: 'propose-settlement', proposal });
    expect(noted.settlement).toBe(proposal);
    expect(advance(noted, { ...SETTLED, executed: false }).status.state).toBe('released');
  });

  it.each([
    ['of what is sent', having(APPROVE, SEND)],
    ['of what is confirmed', having(APPROVE, SEND, LOSE, { ...SETTLED, executed: true })],
  ])('is nothing %s', (_, instruction) => {
    const event = { kind: 'propose-settlement', proposal } as const;
    expect(() => advance(instruction, event)).toThrow(IllegalTransitionDefect);
  });
});
