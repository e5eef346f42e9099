import type { Instruction } from '../instructions/instruction.ts';
import { judgeInstruction } from '../sealing/instruction-seals.ts';
import { NOT_SEALED, SEAL_INVALID } from '../sealing/tampering.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

/** An instruction that no person can approve, and that is cancelled instead. */
export interface Unsealed {
  readonly code: typeof NOT_SEALED | typeof SEAL_INVALID;
  readonly message: string;
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
    case 'invalid': {
      const message = `The seal of ${instruction.id} does not hold: something other than Sluice has written to the ledger. It is cancelled, and everything is halted.`;
      return { code: SEAL_INVALID, message };
    }
    default: {
      const message = `${instruction.id} was not decided in this ledger as it stands, or before there were seals. It is cancelled: ask for it again.`;
      return { code: NOT_SEALED, message };
    }
  }
}
