import type { InstructionState } from '../instructions/instruction.ts';
import type { ClaimWindow } from './claim-window.ts';

/** A claim whose outcome was not settled when its interval was reconciled, or that had not shown, and its state then. */
export interface AwaitedClaim extends ClaimWindow {
  readonly state: InstructionState;
}

/** What has to be looked at again once it is settled. One per client. */
export interface Awaited {
  readonly client: string;
  readonly claims: readonly AwaitedClaim[];
  readonly version: number;
}
