import * as z from 'zod/mini';
import { Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { allocate } from '../policy/allocate.ts';
import { type Allocation, allocationSchema } from '../policy/sweep-rule.ts';
import { record, type Stored } from '../records/record.ts';
import { type Absent, notListedSchema, unreadableSchema } from '../valuation/balance.ts';
import { fact } from './fact.ts';
import { numberIn, numberText } from './number-in.ts';

export const holdingSchema = record(() => ({
  balance: numberText,
  /** By instructions that are still open. */
  committed: numberText,
  /** By amounts that have left, or may have, and that the service has not booked yet. */
  unbooked: numberText,
}));

/** A balance and the committed parts of it; decimal text in one currency. */
export type HoldingFact = Stored<typeof holdingSchema>;

/** The part that is not committed. */
export function freeIn({ balance, committed, unbooked }: HoldingFact): Decimal {
  return numberIn(balance).minus(numberIn(committed)).minus(numberIn(unbooked));
}

const approvalSchema = record(() => ({
  amount: numberText,
  /** Null: no rule with this destination asks for approvals. */
  above: z.nullable(numberText),
  /** Claimed before without one, in 24 hours. */
  unapproved: numberText,
}));

/** How much more may go to an account without an approval; decimal text. */
export type ApprovalFact = Stored<typeof approvalSchema>;

export const budgetSchema = record(() => ({ cap: numberText, spent: numberText }));

export type BudgetFact = Stored<typeof budgetSchema>;

const notStatedSchema = z.discriminatedUnion('kind', [
  record(() => ({ kind: z.literal('not-listed'), away: z.nullable(notListedSchema) })),
  record(() => ({ kind: z.literal('unreadable'), unreadable: unreadableSchema })),
]);

type NotStatedReading = Stored<typeof notStatedSchema>;

const ofCurrency = () => ({ currency: z.string() });
const ofAmount = () => ({ ...ofCurrency(), amount: numberText });

export const AMOUNT_FACTS = [
  fact('threshold', 'not-held', ofCurrency),
  fact('threshold', 'not-stated', () => ({
    ...ofCurrency(),
    reading: notStatedSchema,
  })),
  fact('threshold', 'threshold', () => ({
    ...ofCurrency(),
    threshold: numberText,
    ...holdingSchema.shape,
  })),
  fact('keep', 'keep', () => ({ ...ofAmount(), keep: numberText, ...holdingSchema.shape })),
  fact('allocation', 'taken', () => ({
    ...ofCurrency(),
    surplus: numberText,
    allocation: allocationSchema,
  })),
  fact('allocation', 'allocation', () => ({
    ...ofAmount(),
    /** As it is now, which may be less than at the decision. */
    surplus: numberText,
    allocation: allocationSchema,
  })),
  fact('maximum', 'maximum', () => ({ ...ofAmount(), maximum: z.nullable(numberText) })),
  fact(['budget-24h', 'budget-30d'], 'budget', () => ({
    ...ofCurrency(),
    needed: numberText,
    budget: z.nullable(budgetSchema),
  })),
  fact('step', 'step', () => ({ ...ofAmount(), step: numberText })),
  fact('minimum', 'minimum', () => ({ ...ofAmount(), minimum: numberText, step: numberText })),
  fact('approval', 'approval', () => ({ ...ofCurrency(), ...approvalSchema.shape })),
  fact('approval', 'approvals', () => ({
    ...ofCurrency(),
    parts: z.array(record(() => ({ part: z.int(), ...approvalSchema.shape }))),
  })),
  fact('low', 'low', () => ({ ...ofCurrency(), balance: numberText, low: numberText })),
] as const;

/** An amount of a currency against the limits of its own rule; decimal text in `currency`. */
export type AmountFact = Stored<(typeof AMOUNT_FACTS)[number]>;

/** What stays after the amount. */
export function staysIn(fact: HoldingFact & { readonly amount: string }): string {
  return formatDecimal(freeIn(fact).minus(numberIn(fact.amount)));
}

export function allocatedIn({
  allocation,
  surplus,
}: {
  readonly allocation: Allocation;
  readonly surplus: string;
}): string {
  return formatDecimal(allocate(allocation, numberIn(surplus)));
}

/** Never less than zero. */
export function leftOfBudget({ cap, spent }: BudgetFact): string {
  return formatDecimal(Decimal.max(numberIn(cap).minus(numberIn(spent)), ZERO));
}

export function isMoreThanZero(amount: string): boolean {
  return numberIn(amount).greaterThan(0);
}

/** Null: no answer has ever listed it. */
export function absentOf(reading: NotStatedReading): Absent | null {
  return reading.kind === 'unreadable' ? reading.unreadable : reading.away;
}
