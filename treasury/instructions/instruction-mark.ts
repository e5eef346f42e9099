import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import type { Instruction } from './instruction.ts';

/**
 * How an instruction left the states in which it can still be sent. An approved or awaiting instruction whose old item
 * is put back into the table has a seal that holds until it expires; its mark says that it is over.
 */
export const instructionMarkSchema = record(() => ({
  instructionId: z.string(),
  left: z.enum(['sending', 'cancelled', 'declined', 'expired']),
}));

export type InstructionMark = Stored<typeof instructionMarkSchema>;

/** The mark of an instruction that a claim, a person or its age has just taken out of those states. */
export function markOf({ id, status: { state } }: Instruction): InstructionMark {
  const left = instructionMarkSchema.shape.left.safeParse(state);
  if (!left.success) throw new Error(`instruction ${id} has not left: it is ${state}`);
  return { instructionId: id, left: left.data };
}
