import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import { type HttpResponse, json } from '../problems/problem.ts';
import { etagOfTag } from '../requests/etag.ts';

/**
 * An instruction as shown. Without a claim's nonce: a caller who knows it could pose as the sender. While it waits
 * for people, with the digest that an approval has to name.
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
    // Always a list, whatever the source: clients of most languages have no type for "a list, or a text".
    return { ...instruction, status: { ...status, by: [status.by].flat() } };
  }
  if (!('claim' in status)) return instruction;
  const { nonce: _, ...claim } = status.claim;
  return { ...instruction, status: { ...status, claim } };
}

/**
 * The basis of a decision about an instruction, as its ETag: the content while it waits for people, later the
 * evidence of its outcome. Null if there is nothing to decide. An approval or a first word leaves it as it is: the
 * next person decides about the same.
 */
export function instructionTag(instruction: Instruction): string | null {
  return instruction.status.state === 'awaiting-approval'
    ? contentDigest(instruction)
    : (instruction.evidence?.digest ?? null);
}

/** One instruction as an answer, with its ETag. `beside`: what the request asked for beside it. */
export function instructionAnswer(
  status: number,
  instruction: Instruction,
  headers: Readonly<Record<string, string>> = {},
  beside: object = {},
): HttpResponse {
  const tag = instructionTag(instruction);
  return json(
    status,
    { ...instructionView(instruction), ...beside },
    {
      ...headers,
      ...(tag === null ? {} : etagOfTag(tag)),
    },
  );
}
