import type { InstructionState } from '../../treasury/instructions/instruction.ts';
import type { LaneStatus } from '../../treasury/instructions/lane.ts';
import type { Scene } from './scene.ts';

/** What of the world the point is about, in the order in which an instruction meets it. */
export type Effect =
  | 'deciding on a snapshot'
  | 'fetching the secret'
  | 'reading the balances'
  | 'verifying the seal'
  | 'the claim'
  | 'what limits count'
  | 'the last look at the halt'
  | 'the pause before the POST'
  | 'connecting'
  | 'the exchange'
  | 'a 200'
  | 'a status'
  | 'recording the outcome'
  | 'delivering'
  | 'a sender that was frozen'
  | 'clocks and budgets'
  | 'the token'
  | 'what others move'
  | 'the ledger itself'
  | 'a deploy'
  | 'people'
  | 'a trade';

/** What became of the effect itself, whatever was heard of it. */
export type Variant =
  | 'did not happen'
  | 'happened'
  | 'happened, answer lost'
  | 'happened, answer wrong'
  | 'did not happen, answer wrong'
  | 'happened late'
  | 'happened twice'
  | 'happened in between';

/** What the ledger says of an instruction, and of the lane of its currency. */
export interface EndState {
  readonly instruction: InstructionState | 'none';
  /** Cause, reason or status, where the state has one and it matters. */
  readonly because?: string;
  readonly lane: LaneStatus['state'];
}

export interface Expected {
  /** Right after the fault. */
  readonly atFirst: EndState;
  /**
   * After the instruction was delivered three more times, the watchdog ran twice past every deadline,
   * and a balance was read behind the quarantine; before people do anything.
   */
  readonly inTheEnd: EndState;
  /** Requests for this instruction that reached the service whole. */
  readonly posts: 0 | 1;
  /** Of those, executed: also by a service that said otherwise. */
  readonly executions: 0 | 1;
}

export interface FailurePoint {
  readonly effect: Effect;
  /** What goes wrong, in a few words; with effect and variant it is the point's identity. */
  readonly name: string;
  /** What that means, in a sentence. */
  readonly description: string;
  readonly variant: Variant;
  readonly expected: Expected;
  /** Makes it happen to the instruction of the scene, which has not been delivered yet. */
  readonly happens: (scene: Scene) => Promise<void>;
  /** What differs from the usual scene: see `SceneOptions`. */
  readonly scene?: SceneOptions;
}

export interface SceneOptions {
  /** What is sent: a withdrawal of 2.25 BTC that a rule proposed, or a trade of 0.1 BTC that a person
   * asks for. @default 'withdrawal' */
  readonly subject?: 'withdrawal' | 'trade';
  /** The run is still to come: the instruction is what it decides. */
  readonly undecided?: boolean;
  /** Seconds past nine o'clock at which the instruction is proposed. @default 1 */
  readonly proposedAfterSeconds?: number;
  /** Parts of the ledger that may change beside the instruction, its lanes and what it confirms. */
  readonly alsoTouches?: readonly ('policy' | 'audit' | 'decisions' | 'other lanes' | 'trades')[];
  /** Limits of its account and of the day count the withdrawal, in one item. */
  readonly limits?: boolean;
  /** The ledger is a restored one: it cannot know what was executed after the backup. */
  readonly ledgerForgot?: boolean;
}

export function identityOf({ effect, name, variant }: FailurePoint): string {
  return `${effect}: ${name}: ${variant}`;
}

export const APPROVED: EndState = { instruction: 'approved', lane: 'idle' };
export const CONFIRMED: EndState = { instruction: 'confirmed', lane: 'idle' };
export const SENDING: EndState = { instruction: 'sending', lane: 'sending' };
/** Before a run has decided; or of a trade, of which nothing is on record before its claim. */
export const NONE: EndState = { instruction: 'none', lane: 'idle' };

export function cancelled(because: string): EndState {
  return { instruction: 'cancelled', because, lane: 'idle' };
}
export function notSent(because: string): EndState {
  return { instruction: 'not-sent', because, lane: 'idle' };
}
export function unknown(because: string): EndState {
  return { instruction: 'unknown', because, lane: 'unknown' };
}
export function anomaly(because: string): EndState {
  return { instruction: 'anomaly', because, lane: 'anomaly' };
}
export function rejected(status: number, lane: 'rejected' | 'idle' = 'rejected'): EndState {
  return { instruction: 'rejected', because: String(status), lane };
}

/** Nothing left, and a later delivery does it: the usual end of what fails before the claim. */
export const DONE_LATER: Expected = {
  atFirst: APPROVED,
  inTheEnd: CONFIRMED,
  posts: 1,
  executions: 1,
};

/** As if nothing had gone wrong. */
export const DONE_AT_ONCE: Expected = { ...DONE_LATER, atFirst: CONFIRMED };

/** Stays as it is until people settle it. */
export function stays(endState: EndState, posts: 0 | 1, executions: 0 | 1): Expected {
  return { atFirst: endState, inTheEnd: endState, posts, executions };
}

/** Makes the points of one effect, which meet variants of it; `scene` is what all of them differ in. */
export function variantsOf(effect: Effect, scene: SceneOptions = {}) {
  return (
    name: string,
    description: string,
    variant: Variant,
    expected: Expected,
    happens: FailurePoint['happens'],
  ): FailurePoint => ({ effect, name, description, variant, expected, happens, scene });
}

/** Makes the points of one effect and one variant; a point may have a scene of its own. */
export function pointsOf(effect: Effect, variant: Variant, scene: SceneOptions = {}) {
  return (
    name: string,
    description: string,
    expected: Expected,
    happens: FailurePoint['happens'],
    own: SceneOptions = scene,
  ): FailurePoint => variantsOf(effect, own)(name, description, variant, expected, happens);
}
