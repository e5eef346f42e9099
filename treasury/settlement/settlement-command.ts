import type { ExecutedAmounts } from '../outcomes/outcome.ts';

/** What one person says became of a request. */
export interface SettlementCommand {
  readonly tenant: string;
  readonly instructionId: string;
  readonly by: string;
  readonly executed: boolean;
  /** The service's id of the withdrawal, in lower case, where the person knows it. */
  readonly withdrawalId?: string;
  /** What of a trade was executed; of one that was, people state it, since it may be less than was asked for. */
  readonly fill?: ExecutedAmounts;
  readonly words: string;
  /** Digest of the evidence that the person has seen. */
  readonly evidence: string;
  /** Of the request that carried the command, for the audit. */
  readonly requestId: string;
}

/** Hours for which a first person's word waits for a second one. Over a long weekend, no longer: who
 * agrees should be able to ask the one who said it. */
export const SETTLEMENT_PROPOSAL_HOURS = 96;
