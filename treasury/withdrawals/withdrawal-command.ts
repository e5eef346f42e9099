import type { RequestLabels } from '../instructions/request-labels.ts';
import type { WithdrawalDetails } from '../outcomes/outcome.ts';
import type { MissedOccurrence } from './missed-occurrence.ts';

/** A withdrawal as it is judged, validated in form. */
export interface AskedWithdrawal extends WithdrawalDetails, RequestLabels {
  readonly tenant: string;
  readonly requestedBy: string;
  /** The occurrence of a rule that it stands for, if a rule missed one. */
  readonly missed?: MissedOccurrence;
}

/** A withdrawal as a person requests it. */
export interface WithdrawalCommand extends AskedWithdrawal {
  readonly idempotencyKey: string;
  readonly comment: string;
  readonly requestId: string;
}
