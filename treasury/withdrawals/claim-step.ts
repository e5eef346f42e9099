import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import type { AskedWithdrawal } from '../outcomes/judge-withdrawal.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { Instant } from '../time/instant.ts';

/** The result of one delivery of an approved withdrawal. */
export type SendResult =
  /** `answered`: the judgement on the service's answer; the ledger may say otherwise by then. */
  | {
      readonly result: 'concluded';
      readonly instruction: Instruction;
      readonly answered: Outcome<Confirmation>['state'];
    }
  | { readonly result: 'cancelled'; readonly instruction: Instruction }
  /** Nothing was changed; a later delivery decides again. */
  | { readonly result: 'deferred'; readonly reason: string; readonly explanation: string }
  /** The instruction is gone past `approved`: a repeated delivery, or another invocation was quicker. */
  | { readonly result: 'not-open'; readonly state: string };

/** What one attempt to claim came to. */
export type ClaimStep =
  | {
      readonly kind: 'claimed';
      readonly asked: AskedWithdrawal;
      readonly instructionId: string;
      readonly nonce: string;
      readonly claimedAt: Instant;
      readonly sendBy: string;
      readonly haltGeneration: number;
    }
  | { readonly kind: 'done'; readonly result: SendResult }
  | { readonly kind: 'again' }
  /** A claim of another currency came first, and both count against the same floor or limit. */
  | { readonly kind: 'room-taken' };

/** Nothing was changed; a later delivery decides again. */
export function deferred(reason: string, explanation: string): ClaimStep {
  return { kind: 'done', result: { result: 'deferred', reason, explanation } };
}

/** A later delivery asks the key again. */
export function unverified(explanation: string): ClaimStep {
  return deferred('seal-unverified', explanation);
}
