import type { ApprovalCount } from './instruction.ts';

/** Stands before the client of a program: no person's name begins like this. */
export const PROGRAM_PREFIX = 'program:';

/**
 * People who have to approve a request: another person; two, if a program asked. A program's secret is
 * no person's word, so it is never the first of two people.
 */
export function approvalsOfRequest(requestedBy: string): ApprovalCount {
  return requestedBy.startsWith(PROGRAM_PREFIX) ? 2 : 1;
}
