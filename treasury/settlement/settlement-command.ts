import type { ExecutedAmounts } from '../outcomes/outcome.ts';

/** One person's word about the outcome of a request. */
export interface SettlementCommand {
  readonly tenant: string;
  readonly instructionId: string;
  readonly by: string;
  readonly executed: boolean;
  /** The service's id of the withdrawal, in lower case, if the person knows it. */
  readonly withdrawalId?: string;
  /** The executed part of a trade; people state it if there is one, since it may be less than was requested. */
  readonly fill?: ExecutedAmounts;
  readonly comment: string;
  /** Digest of the evidence that the person has seen. */
  readonly evidence: string;
  /** Id of the request that carried the command, for the audit. */
  readonly requestId: string;
}

/**
 * Hours for which a first person's word waits for a second one. Over a long weekend, no longer: the second person
 * should be able to ask the first.
 */
export const SETTLEMENT_PROPOSAL_HOURS = 96;
