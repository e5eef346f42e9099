/** A withdrawal as a person asks for it, validated in form. */
export interface WithdrawalWish {
  readonly client: string;
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  readonly withdrawalAccountId: string;
  /** Decimal text in the account's currency. */
  readonly amount: string;
  readonly words: string;
  readonly requestId: string;
}
