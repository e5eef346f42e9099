import type { Evidence } from './evidence.ts';
import type { InstructionStatus } from './instruction.ts';

/** An instruction, as far as its outcome is known. */
export interface WithOutcome {
  readonly status: InstructionStatus;
  readonly evidence?: Evidence | undefined;
}

/** Why a currency is not free. */
export interface WhyBlockedFact {
  readonly code: 'being-sent' | 'refused-unproven' | 'outcome-unknown' | 'answered-otherwise';
  readonly instructionId: string;
  /** The instruction that holds it. Null: it cannot be found. */
  readonly holder: WithOutcome | null;
  /** Further currencies that it holds. */
  readonly others: readonly string[];
}
