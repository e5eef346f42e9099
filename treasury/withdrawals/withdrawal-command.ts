import type { WithdrawalDetails } from '../outcomes/outcome.ts';
import type { MissedOccurrence } from './missed-occurrence.ts';

/** A withdrawal as a person asks for it, validated in form. */
export interface WithdrawalCommand extends WithdrawalDetails {
  readonly tenant: string;
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  /** The occurrence of a rule that it stands for, where a rule missed one. */
  readonly missed?: MissedOccurrence;
  readonly words: string;
  readonly requestId: string;
}
