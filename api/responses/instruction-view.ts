import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';

/**
 * An instruction as it is shown. Without a claim's nonce: whoever knows it could speak for the sender.
 * While it waits for people, with the digest that an approval has to name.
 */
export function instructionView(stored: Instruction): object {
  const { settlement, ...rest } = withoutSeal(stored);
  const said = settlement === undefined ? {} : { settlement: withoutSeal(settlement) };
  const instruction = { ...rest, ...said };
  const { status } = instruction;
  if (status.state === 'awaiting-approval') {
    return { ...instruction, contentDigest: contentDigest(instruction) };
  }
  if (status.state === 'released') {
    // Always a list, whoever said it: clients of most languages have no type for "a list, or a text".
    return { ...instruction, status: { ...status, by: [status.by].flat() } };
  }
  if (!('claim' in status)) return instruction;
  const { nonce: _, ...claim } = status.claim;
  return { ...instruction, status: { ...status, claim } };
}
