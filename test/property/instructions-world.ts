import fc from 'fast-check';
import { type Debit, ruleDebit } from '../../treasury/counters/counter.ts';
import { advance } from '../../treasury/instructions/advance.ts';
import type { Confirmation, Instruction } from '../../treasury/instructions/instruction.ts';
import { type ClaimRecord, type Lane, newLane } from '../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  dropOpen,
  noteOpen,
  releaseLane,
  timeOutLane,
} from '../../treasury/instructions/lane-transitions.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { taken } from '../samples/counts.ts';
import { PROPOSED } from '../samples/instructions.ts';
import { ANY_STOP } from '../samples/stops.ts';

/*
 * A lane and its instructions under random sequences of everything that can happen to them. Each
 * command is applied only where callers may apply it; whatever they may not is tried as well, and
 * must throw and leave everything as it was.
 */

const START = '2026-01-05T09:00:00.000Z';
export const RULES = ['r-1', 'r-2'] as const;
const BACKOFF = { firstSeconds: 60, maximumSeconds: 600 };

export interface World {
  lane: Lane;
  readonly instructions: Map<string, Instruction>;
  /** Debits that are neither given back nor out of their windows: what the budgets must hold. */
  readonly reserved: Map<string, Debit>;
  now: Instant;
  claims: number;
}

export type Command =
  | { readonly do: 'propose'; readonly rule: number; readonly amount: number }
  | { readonly do: 'claim' | 'cancel'; readonly pick: number }
  | {
      readonly do: 'conclude';
      readonly outcome: Outcome<Confirmation>['state'];
      readonly foreign: boolean;
    }
  | { readonly do: 'lose' }
  | { readonly do: 'settle'; readonly executed: boolean }
  | { readonly do: 'free-rejected' }
  | { readonly do: 'wait'; readonly seconds: number };

export const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('propose' as const),
    rule: fc.nat(1),
    amount: fc.integer({ min: 1, max: 10_000_000 }),
  }),
  fc.record({
    do: fc.constantFrom('claim' as const, 'claim' as const, 'cancel' as const),
    pick: fc.nat(9),
  }),
  fc.record({
    do: fc.constant('conclude' as const),
    outcome: fc.constantFrom(
      'confirmed' as const,
      'not-sent' as const,
      'rejected' as const,
      'unknown' as const,
      'anomaly' as const,
    ),
    foreign: fc.nat(9).map((n) => n === 0),
  }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('settle' as const), executed: fc.boolean() }),
  fc.record({ do: fc.constant('free-rejected' as const) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 60, 1_800, 7_200) }),
);

export function newWorld(): World {
  const lane = newLane('main', 'BTC', 'table-1');
  return { lane, instructions: new Map(), reserved: new Map(), now: START, claims: 0 };
}

function outcomeOf(state: Outcome<Confirmation>['state']): Outcome<Confirmation> {
  const evidence = 'seen';
  switch (state) {
    case 'confirmed':
      return { state, evidence, confirmation: { kind: 'withdrawal', withdrawals: [] } };
    case 'not-sent':
      return { state, evidence, cause: 'dns' };
    case 'rejected':
      return { state, evidence, status: 422 };
    case 'unknown':
      return { state, evidence, cause: 'timeout' };
    case 'anomaly':
      return { state, evidence, cause: 'other-amount' };
    default:
      return state satisfies never;
  }
}

/** Applies a command to instruction and lane together, as one commit would; throws as a whole. */
export function apply(world: World, what: Command): void {
  const { lane, now } = world;
  switch (what.do) {
    case 'wait':
      world.now = plusSeconds(now, what.seconds);
      return;
    case 'propose': {
      const id = `i-${world.instructions.size + 1}`;
      const amount = decimalOf(String(what.amount)).dividedBy(1_000).toFixed();
      const ruleId = RULES[what.rule] ?? RULES[0];
      const content = { ...PROPOSED.content, amount } as Instruction['content'];
      const origin = { ...PROPOSED.origin, ruleId } as Instruction['origin'];
      const approved = advance(
        { ...PROPOSED, id, content, origin },
        { kind: 'approve', at: now, by: { code: 'rule', ruleId: 'rule' } },
      );
      commit(world, approved, noteOpen(lane, { instructionId: id, ruleId, amount }));
      return;
    }
    case 'claim': {
      const instruction = picked(world, what.pick);
      const claim = claimOf(world, instruction);
      commit(world, advance(instruction, { kind: 'claim', claim }), claimLane(lane, claim));
      world.claims += 1;
      const debit = ruleDebit(claim.debits);
      if (debit !== undefined) world.reserved.set(instruction.id, debit);
      return;
    }
    case 'cancel': {
      const instruction = picked(world, what.pick);
      const event = {
        kind: 'cancel',
        at: now,
        reason: 'halted',
        why: ANY_STOP,
        checks: [],
      } as const;
      commit(world, advance(instruction, event), dropOpen(lane, instruction.id));
      return;
    }
    case 'conclude': {
      const { instruction, claim } = holder(world);
      const nonce = what.foreign ? 'of another' : claim.nonce;
      const outcome = outcomeOf(what.outcome);
      const concluded = advance(instruction, { kind: 'conclude', at: now, nonce, outcome });
      const status = concludeLane(lane, {
        nonce,
        at: now,
        outcome: outcome.state,
        backoff: BACKOFF,
      });
      commit(world, concluded, status);
      if (outcome.state === 'not-sent') world.reserved.delete(instruction.id);
      return;
    }
    case 'lose': {
      const { instruction } = holder(world);
      commit(
        world,
        advance(instruction, { kind: 'lose', at: now }),
        timeOutLane(lane, instruction.id, now),
      );
      return;
    }
    case 'settle': {
      const { instruction } = holder(world);
      const { executed } = what;
      const by = ['ann', 'ben'] as const;
      const settled = advance(instruction, {
        kind: 'settle',
        at: now,
        by,
        executed,
        comment: 'seen',
      });
      commit(world, settled, releaseLane(lane, instruction.id, executed, now));
      if (!executed) world.reserved.delete(instruction.id);
      return;
    }
    case 'free-rejected': {
      const { instruction } = holder(world);
      if (lane.status.state !== 'rejected') throw new Error('not the watchdog’s to free');
      world.lane = releaseLane(lane, instruction.id, false, now);
      world.reserved.delete(instruction.id);
      return;
    }
    default:
      what satisfies never;
  }
}

function commit(world: World, instruction: Instruction, lane: Lane): void {
  world.instructions.set(instruction.id, instruction);
  world.lane = lane;
}

function picked(world: World, pick: number): Instruction {
  const all = [...world.instructions.values()];
  const instruction = all[pick % Math.max(all.length, 1)];
  if (instruction === undefined) throw new Error('nothing to pick');
  return instruction;
}

function holder({ lane, instructions }: World) {
  if (lane.status.state === 'idle') throw new Error('no instruction holds the lane');
  const { claim } = lane.status;
  const instruction = instructions.get(claim.instructionId);
  if (instruction === undefined) throw new Error('the lane is held by nothing');
  return { instruction, claim };
}

function claimOf({ now, claims }: World, { id, content, origin }: Instruction): ClaimRecord {
  if (origin.kind !== 'sweep') throw new Error('a sweep');
  return {
    instructionId: id,
    nonce: `nonce-${claims}`,
    claimedAt: now,
    sendBy: plusSeconds(now, 10),
    quarantineUntil: plusSeconds(now, 190),
    balanceBefore: '1000000',
    debits: [taken({ kind: 'rule', of: origin.ruleId }, content.amount, now)],
  };
}
