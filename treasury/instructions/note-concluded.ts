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
  const { outcome, amount, currency, by } = concluded;
  const fact = { code: 'unbooked-concluded', outcome, amount, currency, by } as const;
  const line = { at: concluded.at, state: status.state, fact };
  return { ...bare, concluded, history: [...history, line], version: version + 1 };
}
