import type { RequestLabels } from '../instructions/request-labels.ts';
import type { WithdrawalDetails } from '../outcomes/outcome.ts';
import type { MissedOccurrence } from './missed-occurrence.ts';

/** A withdrawal as a person requests it, validated in form. */
export interface WithdrawalCommand extends WithdrawalDetails, RequestLabels {
  readonly tenant: string;
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  /** The occurrence of a rule that it stands for, if a rule missed one. */
  readonly missed?: MissedOccurrence;
  readonly comment: string;
  readonly requestId: string;
}
