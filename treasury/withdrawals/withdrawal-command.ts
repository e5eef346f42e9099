import type { MissedOccurrence } from './missed-occurrence.ts';

/** A withdrawal as a person asks for it, validated in form. */
export interface WithdrawalCommand {
  readonly tenant: string;
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  readonly withdrawalAccountId: string;
  /** Decimal text in the account's currency. */
  readonly amount: string;
  /** The occurrence of a rule that it stands for, where a rule missed one. */
  readonly missed?: MissedOccurrence;
  readonly words: string;
  readonly requestId: string;
}
