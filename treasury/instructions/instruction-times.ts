import type { Actor } from '../facts/actor.ts';
import { epochMsOf, type Instant } from '../time/instant.ts';
import type { Instruction, InstructionState } from './instruction.ts';

/** When an instruction came into a state first; null if it never did. */
export function reached({ history }: Instruction, state: InstructionState): Instant | null {
  return history.find((entry) => entry.state === state)?.at ?? null;
}

/** Whole seconds; null without an end. */
export function secondsBetween(from: Instant, to: Instant | null): number | null {
  return to === null ? null : Math.round((epochMsOf(to) - epochMsOf(from)) / 1_000);
}

/** The people who approved it, or the rule or limit that required none. */
export function approversOf({ history }: Instruction): readonly Actor[] {
  return history.flatMap(({ fact }) => (fact.code === 'approved' ? fact.by : []));
}
