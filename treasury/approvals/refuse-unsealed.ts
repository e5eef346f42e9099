import type { StopFact } from '../facts/stop-fact.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { judgeInstruction } from '../sealing/instruction-seals.ts';
import { NOT_SEALED, SEAL_INVALID } from '../sealing/tampering.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

/** An instruction that no person can approve, and that is cancelled instead. */
export interface Unsealed {
  readonly code: typeof NOT_SEALED | typeof SEAL_INVALID;
  readonly why: StopFact;
}

/**
 * Null if exactly this was decided in this ledger. An approver's seal covers what they approve: if another program
 * had written it, the approver's seal would make it genuine.
 */
export async function refuseUnsealed(
  verifier: SealVerifier,
  epoch: string,
  instruction: Instruction,
  now: Instant,
): Promise<Unsealed | null> {
  const verdict = await judgeInstruction(verifier, epoch, instruction, now);
  switch (verdict) {
    case 'valid':
    // Its approval has the same expiry, which was judged before.
    case 'expired':
      return null;
    case 'invalid':
      return { code: SEAL_INVALID, why: { code: 'seal-broken', instructionId: instruction.id } };
    default:
      return { code: NOT_SEALED, why: { code: 'not-decided-here', instructionId: instruction.id } };
  }
}
