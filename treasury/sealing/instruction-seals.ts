import { APPROVED_EXPIRY_SECONDS } from '../instructions/approval-age.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import type { Sealer, SealVerifier } from '../seals/ports.ts';
import { type Authorisation, type InstructionSeal, SEAL_FORMAT } from '../seals/seal.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { instructionDigest, withoutSeal } from './messages.ts';
import { judged, type PieceVerdict } from './policy-seals.ts';

/** The statements of a seal over an instruction besides the instruction itself. */
export interface InstructionTerms {
  readonly epoch: string;
  readonly at: Instant;
  /** The pieces of policy that it rests on, verified by the deciding function. */
  readonly pins: Omit<Authorisation, 'approvalsRequired'> & Partial<Authorisation>;
}

export type InstructionVerdict = PieceVerdict | 'expired';

/** The instruction with a seal over it. Throws if none can be made: then nothing is written. */
export async function sealedInstruction(
  sealer: Sealer,
  instruction: Instruction,
  { epoch, at: sealedAt, pins }: InstructionTerms,
): Promise<Instruction> {
  const expiresAt = expiryOf(instruction);
  const approvalsRequired = pins.approvalsRequired ?? approvalsRequiredBy(instruction);
  const authorisation = { ...pins, approvalsRequired };
  const bare = withoutSeal(instruction);
  const terms = { format: SEAL_FORMAT, epoch, sealedAt, expiresAt, authorisation };
  const mac = await sealer.seal(instructionDigest(bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

/** With its approval; or with its own age, once it is approved. */
function expiryOf({ id, status }: Instruction): Instant {
  if (status.state === 'awaiting-approval') return status.expiresAt;
  if (status.state === 'approved') return plusSeconds(status.at, APPROVED_EXPIRY_SECONDS);
  throw new Error(`${id} is ${status.state}: nothing is sent of it that could be sealed`);
}

/** The approvals that a decision made just now requires; each approval carries the number on. */
function approvalsRequiredBy({ status }: Instruction): 0 | ApprovalCount {
  return status.state === 'awaiting-approval' ? (status.approvalsRequired ?? 1) : 0;
}

/** Whether exactly this was decided in this ledger, and is valid now. The expiry is read from a valid seal only. */
export async function judgeInstruction(
  verifier: SealVerifier,
  epoch: string,
  instruction: Instruction & { readonly seal?: InstructionSeal },
  now: Instant,
): Promise<InstructionVerdict> {
  const { seal } = instruction;
  const verdict = await judged(epoch, seal, async (sealed) =>
    verifier.verify(instructionDigest(instruction, sealed), sealed),
  );
  return verdict === 'valid' && seal !== undefined && now >= seal.expiresAt ? 'expired' : verdict;
}
