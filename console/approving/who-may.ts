import type { components, operations } from '@sluice/client';
import { approvalsOf, type Instruction, listOf, personName } from './instruction.ts';

type Me = components['schemas']['Me'];

export type Act = 'approve' | 'decline' | 'cancel';

const OPERATIONS = {
  withdrawals: {
    approve: 'approveWithdrawal',
    decline: 'declineWithdrawal',
    cancel: 'cancelWithdrawal',
  },
  trades: { approve: 'approveTrade', decline: 'declineTrade', cancel: 'cancelTrade' },
} as const satisfies Record<string, Record<Act, keyof operations>>;

/**
 * Why a person may not take a decision about an instruction, in one sentence; null if the API can be asked for it. The
 * API decides: this only keeps people from filling in a form for nothing.
 */
export function whyNot(
  act: Act,
  instruction: Instruction,
  { id, kind, operations }: Pick<Me, 'id' | 'kind' | 'operations'>,
  now: Date,
): string | null {
  const { status, origin, names } = instruction;
  const isOpen = status.state === 'awaiting-approval';
  if (act === 'cancel') {
    if (!isOpen && status.state !== 'approved')
      return 'Only what has not been sent can be cancelled.';
  } else if (status.state !== 'awaiting-approval') {
    return `It waits for no approval: it is ${status.state.replaceAll('-', ' ')}.`;
  } else if (new Date(status.expiresAt) <= now) {
    return 'The time for an approval is over.';
  }
  if (kind === 'program') return 'A program approves nothing: it takes a person.';
  if (!operations.includes(OPERATIONS[listOf(instruction)][act])) {
    return `None of your roles may ${act} this.`;
  }
  if (act !== 'approve') return null;
  if (origin.kind === 'request' && origin.requestedBy === id) {
    return 'You asked for it yourself: another person has to approve it.';
  }
  const { given, required } = approvalsOf(instruction);
  if (given.some(({ by }) => by === id)) {
    const others = required - given.length;
    return `You have approved it, ${personName(names, id)}; ${others} more ${others === 1 ? 'person has' : 'people have'} to.`;
  }
  return null;
}
