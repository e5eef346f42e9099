import type { FaultRuleInput } from '../../../sandbox/index.ts';
import type { InstructionState } from '../../../treasury/instructions/instruction.ts';
import type { Effect, Moment } from '../proxy/effect.ts';
import type { Actor } from '../proxy/wire-request.ts';

/** How everything on the machine ends, and exactly when. */
export type Death =
  /** At a request of a function or of the stack. */
  | { readonly kind: 'at-effect'; readonly effect: Effect; readonly moment: Moment }
  /** A function is done, and nothing of that has been noted. `holds`: texts within its event. */
  | { readonly kind: 'function-done'; readonly by: Actor; readonly holds: readonly string[] };

/** What is on record of the target in the end, once everything has settled. */
export interface Ending {
  /** Requests that the service received, whole or in part. */
  readonly posts: 0 | 1;
  /** Requests that it carried out. */
  readonly executed: 0 | 1;
  readonly recorded: InstructionState;
}

/** One point at which a process can die. */
export interface CrashPoint {
  /** `function/effect/moment`. */
  readonly name: string;
  /** What has happened by then and what has not. */
  readonly description: string;
  /**
   * What the treasury does: two sweeps, of which the first one that is sent, of ETH, is the target; the
   * same, settled by two people where its outcome is not known; or one trade, asked for until answered.
   */
  readonly work: 'sweeps' | 'settlement' | 'trade';
  /** Usually one; each but the last is followed by a restart. */
  readonly deaths: readonly [Death, ...Death[]];
  /** What the service does on the way. */
  readonly faults?: readonly FaultRuleInput[];
  /** Requests that get no answer, so that nothing else happens at the same time. */
  readonly heldBack?: Effect;
  /** What the proxy refuses, and by how much the clock is moved then. */
  readonly refusal?: {
    readonly effect: Effect;
    readonly status: number;
    readonly clockMs: number;
  };
  /** What must have become of the target: one of these. */
  readonly endings: readonly [Ending, ...Ending[]];
}

/** Sent once and confirmed: what was begun before the death was done after it, or was done by then. */
export const CONFIRMED: Ending = { posts: 1, executed: 1, recorded: 'confirmed' };
/** Executed, without a record of it. */
export const UNKNOWN_EXECUTED: Ending = { posts: 1, executed: 1, recorded: 'unknown' };
/** Received and not executed, without a record of it. */
export const UNKNOWN_NOT_EXECUTED: Ending = { posts: 1, executed: 0, recorded: 'unknown' };
/** Claimed and never sent, without a record of that either. */
export const UNKNOWN_NOT_SENT: Ending = { posts: 0, executed: 0, recorded: 'unknown' };

/** Claimed and never sent, and two people have said so. */
export const RELEASED: Ending = { posts: 0, executed: 0, recorded: 'released' };

export function at(effect: Effect, moment: Moment): readonly [Death] {
  return [{ kind: 'at-effect', effect, moment }];
}

export function done(by: Actor, ...holds: string[]): readonly [Death] {
  return [{ kind: 'function-done', by, holds }];
}
