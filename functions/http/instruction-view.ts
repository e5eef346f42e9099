import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';

/**
 * An instruction as it is shown. Without a claim's nonce: whoever knows it could speak for the sender.
 * While it waits for people, with the digest that an approval has to name.
 */
export function instructionView(instruction: Instruction): object {
  const { status } = instruction;
  if (status.state === 'awaiting-approval') {
    return { ...instruction, contentDigest: contentDigest(instruction) };
  }
  if (!('claim' in status)) return instruction;
  const { nonce: _, ...claim } = status.claim;
  return { ...instruction, status: { ...status, claim } };
}
