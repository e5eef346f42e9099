import { describe, expect, it } from 'vitest';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Confirmation, Instruction } from '../../../treasury/instructions/instruction.ts';
import { claimLane } from '../../../treasury/instructions/lane-transitions.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import type { WithdrawalReply } from '../../../treasury/outcomes/reply.ts';
import { type HaltAct, haltedBy, neverHalted } from '../../../treasury/policy/halt-state.ts';
import { conclude } from '../../../treasury/sending/conclude.ts';
import { isHaltedByLateAnswer } from '../../../treasury/sending/late-answer.ts';
import type { SendingPorts } from '../../../treasury/sending/ports.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { CLAIM, IDLE_LANE, SENDING } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { UNKNOWN } from '../evidence/samples.ts';

const AT = '2026-01-05T09:10:00.000Z';
const ID = 'a0000000-0000-4000-8000-000000000001';
const SETTLE = { kind: 'settle', at: AT, by: ['ada', 'bob'], comment: 'looked up' } as const;

const RELEASED = advance(UNKNOWN, { ...SETTLE, executed: false });
const CONFIRMED = advance(UNKNOWN, { ...SETTLE, executed: true });
const CONFIRMED_AS = advance(UNKNOWN, { ...SETTLE, executed: true, withdrawalId: ID });

const anomaly = (evidence: string): Outcome<Confirmation> => ({
  state: 'anomaly',
  cause: 'other-amount',
  evidence,
});

const REQUEST = { withdrawalAccountId: 'account-1', currency: 'BTC', amount: '1.25' };
const ANSWERED = { ...REQUEST, id: ID, network: 'bitcoin', createdAt: AT };

/** What the sender makes of an answer with withdrawals of which the first was answered before. */
function repeated(...withdrawals: readonly Partial<typeof ANSWERED>[]) {
  const own = { stated: 'silent', said: '' } as const;
  const answered = withdrawals.map((each) => ({ ...ANSWERED, ...each }));
  const said = { own, withdrawals: answered };
  const reply: WithdrawalReply = { kind: 'answered', said, serviceAnswer: 'x' };
  return judgeWithdrawal(
    askedOf(REQUEST),
    reply,
    new Set([answered[0]?.id ?? '']),
  ) as Outcome<Confirmation>;
}

/** Ids of the service that late answers had, as they are recorded. */
let recorded: string[] = [];

/** The halts that a late answer to an instruction causes. */
async function halts(current: Instruction, outcome: Outcome<Confirmation>) {
  const acts: HaltAct[] = [];
  recorded = [];
  const { ledger } = plantedStore({ instructions: [current] });
  const commit: typeof ledger.commit = async (tenant, changes) => {
    for (const change of changes) {
      if (change.kind !== 'record-withdrawal-id') {
        throw new Error('a late answer changes no instruction and no lane');
      }
      recorded.push(change.withdrawalId);
    }
    return await ledger.commit(tenant, changes);
  };
  const ports = {
    now: () => AT,
    nonce: () => 'nonce-of-the-halt',
    ledger: {
      ...ledger,
      // Asked for with the instruction; a late answer rests on neither.
      readPolicy: () => Promise.reject(new Error('a late answer rests on no policy')),
      readLanes: () => Promise.reject(new Error('a late answer rests on no lane')),
      commit,
      halt: async (tenant: string, act: HaltAct) => {
        acts.push(act);
        return await ledger.halt(tenant, act);
      },
    },
    // Only what a late answer may use is there.
  } as unknown as SendingPorts;
  const sent = { instructionId: current.id, nonce: CLAIM.nonce };
  expect(await conclude(ports, 'main', sent, outcome)).toBe(current);
  return acts;
}

describe('an anomaly that a sender brings after people have settled', () => {
  it.each([
    ['not executed', RELEASED],
    ['executed', CONFIRMED],
  ])('as %s is recorded with its message, and halts everything', async (_said, current) => {
    expect(await halts(current, anomaly('asked for 1.25, answered 12.5'))).toMatchObject([
      {
        by: 'sluice',
        requestId: current.id,
        found: { cause: 'other-amount', answered: { evidence: expect.stringContaining('12.5') } },
      },
    ]);
  });

  it('is none where it knows the withdrawal from those very people', async () => {
    expect(await halts(CONFIRMED_AS, repeated({}))).toEqual([]);
    expect(await halts(CONFIRMED_AS, anomaly('asked for 1.25, answered 12.5'))).toHaveLength(1);
    expect(await halts(CONFIRMED_AS, repeated({ id: 'another' }))).toHaveLength(1);
    expect(await halts(CONFIRMED, repeated({}))).toHaveLength(1);
  });

  it.each([
    ['another amount', [{ amount: '12.5' }]],
    ['another account', [{ withdrawalAccountId: 'account-2' }]],
    ['another withdrawal beside it', [{ amount: '1' }, { id: 'another', amount: '0.25' }]],
  ])('halts where the withdrawal is known from them, with %s', async (_what, withdrawals) => {
    expect(await halts(CONFIRMED_AS, repeated(...withdrawals))).toHaveLength(1);
  });

  it('is none where the answer is no anomaly', async () => {
    const timeout = { state: 'unknown', cause: 'timeout', evidence: 'TIMEOUT' } as const;
    expect(await halts(RELEASED, timeout)).toEqual([]);
  });
});

const withdrawal = {
  id: ID,
  network: 'bitcoin',
  currency: 'BTC',
  amount: '1.25',
  withdrawalAccountId: 'account-1',
  createdAt: AT,
};
const LATE: Outcome<Confirmation> = {
  state: 'confirmed',
  confirmation: { kind: 'withdrawal', withdrawals: [withdrawal] },
  evidence: 'answered 200',
};

describe('a confirmation that a sender brings after people have settled', () => {
  it('as not executed halts everything, and the ids that it had are recorded', async () => {
    const [act] = await halts(RELEASED, LATE);
    expect(act).toMatchObject({
      by: 'sluice',
      requestId: RELEASED.id,
      trigger: 'contradicted-settlement',
      found: { code: 'settlement-contradicted', cause: null, instructionId: RELEASED.id },
    });
    expect(recorded).toEqual([ID]);
    if (act === undefined) throw new Error('nothing was halted');
    expect(isHaltedByLateAnswer(haltedBy(neverHalted('main'), act))).toBe(true);
    const { id, at, requestId } = act;
    const ada = { id, at, requestId, by: 'ada', comment: 'look' };
    const byPeople = haltedBy(neverHalted('main'), ada);
    expect(isHaltedByLateAnswer(byPeople)).toBe(false);
  });

  it('as executed says what they said, and halts nothing', async () => {
    expect(await halts(CONFIRMED, LATE)).toEqual([]);
    expect(recorded).toEqual([]);
  });
});

describe('an anomaly that is recorded as it comes', () => {
  it('halts everything in the very write that records it', async () => {
    const written: string[][] = [];
    const { ledger, inMemory } = plantedStore({
      instructions: [SENDING],
      lanes: [claimLane(IDLE_LANE, CLAIM)],
    });
    const ports = {
      now: () => AT,
      nonce: () => 'nonce-of-the-halt',
      ledger: {
        ...ledger,
        commit: async (tenant: string, changes: readonly LedgerWrite[]) => {
          written.push(changes.map(({ kind }) => kind));
          return await ledger.commit(tenant, changes);
        },
      },
    } as unknown as SendingPorts;
    const sent = { instructionId: SENDING.id, nonce: CLAIM.nonce };
    await conclude(ports, 'main', sent, anomaly('asked for 1.25, answered 12.5'));
    expect(written).toEqual([
      ['replace-instruction', 'replace-lane', 'halt'],
      ['append-audit', 'halt-audited', 'mark-halt'],
    ]);
    expect(inMemory.halt.mode).toBe('halted');
  });
});
