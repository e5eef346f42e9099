import type { Actor } from '../facts/actor.ts';
import type { ApprovalCount, Instruction } from './instruction.ts';

/** Stands before the client of a program: no person's name begins like this. */
export const PROGRAM_PREFIX = 'program:';

/**
 * People who have to approve a request: another person; two, if a program asked. A program's secret is
 * no person's word, so it is never the first of two people.
 */
export function approvalsOfRequest(requestedBy: string): ApprovalCount {
  return requestedBy.startsWith(PROGRAM_PREFIX) ? 2 : 1;
}

/** Who asked for it: the rule that decided it, a person or a program. */
export function askedBy({ origin }: Pick<Instruction, 'origin'>): Actor {
  return origin.kind === 'sweep' ? { code: 'rule', ruleId: origin.ruleId } : origin.requestedBy;
}
