import type { Instant } from '../time/instant.ts';

/** What the claim of an unbooked amount debited: people who find that it was never executed may give it back. */
export interface EntryDebits {
  /** What was claimed as a whole: of a part that is unbooked, that part is given back. Decimal text. */
  readonly claimed: string;
  /** Of a rule's budgets. */
  readonly budget?: { readonly ruleId: string; readonly amount: string; readonly at: Instant };
  /** Of the rolling limits of trades. */
  readonly trade?: {
    readonly by: string;
    readonly amount: string;
    readonly currency: string;
    readonly at: Instant;
  };
  /** Of what leaves with the approval of few: the account's room, and the tiers. Absent in claims from before it was kept. */
  readonly approval?: {
    readonly accountId: string;
    readonly amount: string;
    readonly people: 0 | 1;
    /** In the reporting currency; absent where the controls had no tiers. */
    readonly value?: { readonly amount: string; readonly currency: string };
    readonly at: Instant;
  };
}
