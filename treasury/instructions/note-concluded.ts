import { IllegalTransitionDefect } from './illegal-transition-defect.ts';
import type { ConcludedUnbooked, Instruction } from './instruction.ts';

/**
 * The instruction with two people's conclusion about its unbooked part. It stays confirmed, as the service answered:
 * its history is added to, not rewritten, and readers see both.
 */
export function noteConcluded(instruction: Instruction, concluded: ConcludedUnbooked): Instruction {
  const { status, history, version } = instruction;
  if (status.state !== 'confirmed') {
    throw new IllegalTransitionDefect(
      `instruction ${instruction.id}`,
      status.state,
      'note what was concluded',
    );
  }
  // A seal is over one version, and nothing of this one is sent any more.
  const { seal: _, ...bare } = instruction;
  const line = { at: concluded.at, state: status.state, message: concludedMessage(concluded) };
  return { ...bare, concluded, history: [...history, line], version: version + 1 };
}

function concludedMessage({ outcome, amount, currency, by }: ConcludedUnbooked): string {
  const what = outcome === 'booked' ? 'was booked' : 'was not executed';
  return `${amount} ${currency} of it ${what}, as ${by.join(' and ')} concluded`;
}
