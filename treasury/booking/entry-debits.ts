import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** What a claim debited, to be given back if nothing left. */

export const budgetDebitSchema = record({ ruleId: z.string(), amount: decimalText, at: instant });

/** From a rule's budgets. */
export type BudgetDebit = Stored<typeof budgetDebitSchema>;

export const tradeDebitSchema = record({
  by: z.string(),
  /** Decimal text in `currency`, the reporting currency of that moment. */
  amount: decimalText,
  currency: z.string(),
  at: instant,
  /** Set where another person approved it: it does not count against the limit of what nobody does. */
  approved: z.exactOptional(z.literal(true)),
});

/** What a trade's claim debited from the rolling limits of its tenant and of whoever asked for it. */
export type TradeDebit = Stored<typeof tradeDebitSchema>;

export const approvalDebitSchema = record({
  accountId: z.string(),
  /** Decimal text in the lane's currency. */
  amount: decimalText,
  /** People who approved it. */
  people: z.union([z.literal(0), z.literal(1)]),
  /** What it is worth in the reporting currency; absent where the controls have no tiers. */
  value: z.exactOptional(record({ amount: decimalText, currency: z.string() })),
  at: instant,
});

/** What a claim lets leave with the approval of fewer people than there can be. */
export type ApprovalDebit = Stored<typeof approvalDebitSchema>;

export const entryDebitsSchema = record({
  /** What was claimed as a whole: of a part that is unbooked, that part is given back. Decimal text. */
  claimed: decimalText,
  budget: z.exactOptional(budgetDebitSchema),
  trade: z.exactOptional(tradeDebitSchema),
  /** The account's room, and the tiers. Absent in claims from before it was kept. */
  approval: z.exactOptional(approvalDebitSchema),
});

/** What the claim of an unbooked amount debited: people who find that it was never executed may give it back. */
export type EntryDebits = Stored<typeof entryDebitsSchema>;
