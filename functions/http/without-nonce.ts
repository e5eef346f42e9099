import type { Instruction } from '../../treasury/instructions/instruction.ts';

/** An instruction as it is shown: whoever knows a claim's nonce could speak for its sender. */
export function withoutNonce(instruction: Instruction): object {
  const { status } = instruction;
  if (!('claim' in status)) return instruction;
  const { nonce: _, ...claim } = status.claim;
  return { ...instruction, status: { ...status, claim } };
}
