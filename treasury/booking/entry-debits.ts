import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** The amounts that a claim debited, to be given back if nothing left. */

export const budgetDebitSchema = record(() => ({
  ruleId: z.string(),
  amount: decimalText,
  at: instant,
  /** The part of a run that is divided among several accounts; absent if it is not. */
  part: z.exactOptional(
    record(() => ({ number: z.int().check(z.positive()), occurrence: instant })),
  ),
}));

/** From a rule's budgets. */
export type BudgetDebit = Stored<typeof budgetDebitSchema>;

export const tradeDebitSchema = record(() => ({
  by: z.string(),
  /** Decimal text in `currency`, the reporting currency of that moment. */
  amount: decimalText,
  currency: z.string(),
  at: instant,
  /** Set if another person approved it: then it does not count against the limit of unapproved trades. */
  approved: z.exactOptional(z.literal(true)),
}));

/**
 * The amounts that a trade's claim debited from the rolling limits of its tenant and of the person who requested it.
 */
export type TradeDebit = Stored<typeof tradeDebitSchema>;

export const approvalDebitSchema = record(() => ({
  accountId: z.string(),
  /** Decimal text in the lane's currency. */
  amount: decimalText,
  /** People who approved it. */
  people: z.union([z.literal(0), z.literal(1)]),
  /** Its value in the reporting currency; absent if the controls have no tiers. */
  value: z.exactOptional(record(() => ({ amount: decimalText, currency: z.string() }))),
  at: instant,
}));

/** An amount that leaves by a claim with the approval of fewer people than the maximum. */
export type ApprovalDebit = Stored<typeof approvalDebitSchema>;

export const outflowDebitSchema = record(() => ({
  at: instant,
  /** Its own currency's amount, if the account has limits. */
  account: z.exactOptional(
    record(() => ({ id: z.string(), amount: decimalText, currency: z.string() })),
  ),
  /** Its value in the reporting currency of that moment, if a limit by value counts it. */
  value: z.exactOptional(record(() => ({ amount: decimalText, currency: z.string() }))),
  /** The counterparty whose limits count the value. */
  counterparty: z.exactOptional(z.string()),
  /** Set if the limit of all withdrawals of a day counts the value. */
  total: z.exactOptional(z.literal(true)),
}));

/** The amounts that a withdrawal's claim debited from the limits of its account, its counterparty and the day. */
export type OutflowDebit = Stored<typeof outflowDebitSchema>;

export const entryDebitsSchema = record(() => ({
  /** The whole claimed amount: if a part is unbooked, that part is given back. Decimal text. */
  claimed: decimalText,
  budget: z.exactOptional(budgetDebitSchema),
  trade: z.exactOptional(tradeDebitSchema),
  /** The account's room, and the tiers. Absent in claims that were made before this was stored. */
  approval: z.exactOptional(approvalDebitSchema),
  /** The limits of accounts, counterparties and of the day. Absent: none of them counted it. */
  outflow: z.exactOptional(outflowDebitSchema),
}));

/** The debits of an unbooked amount's claim: two people who find that it was never executed may give them back. */
export type EntryDebits = Stored<typeof entryDebitsSchema>;
