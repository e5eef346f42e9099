import { describe, expect, it } from 'vitest';
import { showHistory } from '../../../treasury/facts/sentences/say/show-instruction.ts';
import {
  advance,
  type InstructionEvent,
  isClosed,
} from '../../../treasury/instructions/advance.ts';
import { IllegalTransitionDefect } from '../../../treasury/instructions/illegal-transition-defect.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { ANY_STOP } from '../../samples/stops.ts';

const AT = '2026-01-05T09:00:03.000Z';
const EVENTS = {
  'require-approval': { kind: 'require-approval', at: AT, expiresAt: '2026-01-06T09:00:03.000Z' },
  approve: { kind: 'approve', at: AT, by: { code: 'rule', ruleId: 'btc-excess' } },
  decline: { kind: 'decline', at: AT, by: 'ann', comment: 'not today' },
  expire: { kind: 'expire', at: AT },
  cancel: { kind: 'cancel', at: AT, reason: 'below-threshold', why: ANY_STOP, checks: [] },
  claim: { kind: 'claim', claim: CLAIM },
  confirmed: conclude({
    state: 'confirmed',
    confirmation: { kind: 'withdrawal', withdrawals: [] },
    evidence: '[]',
  }),
  'not-sent': conclude({ state: 'not-sent', cause: 'refused', evidence: '' }),
  rejected: conclude({ state: 'rejected', status: 422, evidence: 'no' }),
  unknown: conclude({ state: 'unknown', cause: 'timeout', evidence: '' }),
  anomaly: conclude({ state: 'anomaly', cause: 'other-amount', evidence: '' }),
  lose: { kind: 'lose', at: AT },
  'settle executed': settle(true),
  'settle released': settle(false),
} as const satisfies Record<string, InstructionEvent>;

type EventName = keyof typeof EVENTS;

function conclude(outcome: (InstructionEvent & { kind: 'conclude' })['outcome']): InstructionEvent {
  return { kind: 'conclude', at: AT, nonce: CLAIM.nonce, outcome };
}

function settle(executed: boolean): InstructionEvent {
  return { kind: 'settle', at: AT, by: ['ann', 'ben'], executed, comment: 'seen at the bank' };
}

function having(...names: readonly EventName[]): Instruction {
  return names.reduce((instruction, name) => advance(instruction, EVENTS[name]), PROPOSED);
}

const PATHS: readonly (readonly EventName[])[] = [
  [],
  ['require-approval'],
  ['approve'],
  ['require-approval', 'decline'],
  ['require-approval', 'expire'],
  ['approve', 'cancel'],
  ['approve', 'claim'],
  ['approve', 'claim', 'confirmed'],
  ['approve', 'claim', 'not-sent'],
  ['approve', 'claim', 'rejected'],
  ['approve', 'claim', 'unknown'],
  ['approve', 'claim', 'anomaly'],
  ['approve', 'claim', 'unknown', 'settle released'],
];

/** From -> event -> to. Whatever is not here must be a defect: the whole protocol in one table. */
const TRANSITIONS: Readonly<Record<string, Partial<Record<EventName, string>>>> = {
  proposed: { 'require-approval': 'awaiting-approval', approve: 'approved' },
  'awaiting-approval': {
    approve: 'approved',
    decline: 'declined',
    expire: 'expired',
    cancel: 'cancelled',
  },
  approved: { claim: 'sending', cancel: 'cancelled' },
  sending: {
    confirmed: 'confirmed',
    'not-sent': 'not-sent',
    rejected: 'rejected',
    unknown: 'unknown',
    anomaly: 'anomaly',
    lose: 'unknown',
  },
  unknown: {
    confirmed: 'confirmed',
    anomaly: 'anomaly',
    'settle executed': 'confirmed',
    'settle released': 'released',
  },
  rejected: { 'settle executed': 'confirmed', 'settle released': 'released' },
  anomaly: { 'settle executed': 'confirmed', 'settle released': 'released' },
};

describe('an instruction', () => {
  for (const path of PATHS) {
    const from = having(...path);
    for (const name of Object.keys(EVENTS) as EventName[]) {
      const to = TRANSITIONS[from.status.state]?.[name];
      if (to === undefined) {
        it(`in state ${from.status.state} refuses "${name}" as a defect`, () => {
          expect(() => advance(from, EVENTS[name])).toThrow(IllegalTransitionDefect);
        });
      } else {
        it(`goes from ${from.status.state} to ${to} by "${name}"`, () => {
          const next = advance(from, EVENTS[name]);
          expect(next.status.state).toBe(to);
          expect(next.version).toBe(from.version + 1);
          expect(next.content).toBe(from.content);
          expect(next.history).toHaveLength(from.history.length + 1);
          expect(next.history.at(-1)?.state).toBe(to);
        });
      }
    }
  }

  it('is concluded only by the invocation that holds the nonce of its claim', () => {
    const sending = having('approve', 'claim');
    const foreign = { ...EVENTS.confirmed, nonce: 'nonce-of-another' } as InstructionEvent;
    expect(() => advance(sending, foreign)).toThrow(/conclude by another/);
  });

  it('is not settled by the same person twice', () => {
    const unknown = having('approve', 'claim', 'unknown');
    const alone = { ...EVENTS['settle released'], by: ['ann', 'ann'] } as InstructionEvent;
    expect(() => advance(unknown, alone)).toThrow(/the same person twice/);
  });

  it('keeps its claim through rejected, unknown and anomaly, so that it can still be settled', () => {
    for (const outcome of ['rejected', 'unknown', 'anomaly', 'lose'] as const) {
      expect(having('approve', 'claim', outcome).status).toMatchObject({ claim: CLAIM });
    }
  });

  it('is closed exactly where no event is accepted any more', () => {
    const closed = PATHS.map((path) => having(...path)).filter(isClosed);
    expect(closed.map(({ status }) => status.state)).toEqual([
      'declined',
      'expired',
      'cancelled',
      'confirmed',
      'not-sent',
      'released',
    ]);
  });

  it('says in its history who settled it and with which comment', () => {
    const released = having('approve', 'claim', 'unknown', 'settle released');
    expect(showHistory(released.history).at(-1)?.message).toBe(
      'not executed, settled by ann and ben: seen at the bank',
    );
  });
});
