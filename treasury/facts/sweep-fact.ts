import * as z from 'zod/mini';
import { Decimal, ZERO } from '../money/decimal.ts';
import { allocate } from '../policy/allocate.ts';
import { allocationSchema } from '../policy/sweep-rule.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { budgetSchema, freeIn, holdingSchema } from './amount-facts.ts';
import { amountIn } from './amount-in.ts';
import { boundSchema } from './bound-facts.ts';
import { refusalFactSchema } from './check-fact.ts';
import { tradeScope } from './conversion-facts.ts';
import { decidedTradeSchema } from './decided-trade.ts';
import { numberIn, numberText } from './number-in.ts';
import { valuesFactSchema } from './price-of-limits-facts.ts';
import { missedFactSchema } from './schedule-facts.ts';

const capSchema = z.discriminatedUnion('code', [
  record(() => ({ code: z.literal('maximum'), maximum: numberText })),
  record(() => ({
    code: z.literal('budget'),
    limit: z.enum(['budget-24h', 'budget-30d']),
    ...budgetSchema.shape,
  })),
  record(() => ({
    code: z.literal('trade-limit'),
    scope: tradeScope,
    cap: numberText,
    currency: z.string(),
    room: amountIn,
  })),
  record(() => ({ code: z.literal('bound'), ...boundSchema.shape })),
]);

export type CapFact = Stored<typeof capSchema>;

const sweptPart = record(() => ({
  /** From 1. */
  part: z.int(),
  /** The account's label. */
  to: z.string(),
  amount: numberText,
  /** Null: none is needed. */
  approval: z.nullable(record(() => ({ above: numberText, unapproved: numberText }))),
}));

export const sizedSweepSchema = record(() => ({
  holding: holdingSchema,
  keep: numberText,
  allocation: allocationSchema,
  step: numberText,
  /** What cut the amount; null if nothing did. */
  cap: z.nullable(capSchema),
  parts: z.array(sweptPart),
  /** Parts of the rule's split; null without one. */
  split: z.nullable(z.int()),
}));

/** How an amount came about, and where it goes; decimal text in the rule's currency. */
export type SizedSweep = Stored<typeof sizedSweepSchema>;

const sweepFactSchema = record(() => ({
  ...sizedSweepSchema.shape,
  currency: z.string(),
  amount: numberText,
  /** The currency that it is converted into, and by which trade; absent: it is withdrawn. */
  conversion: z.exactOptional(
    record(() => ({ into: z.string(), trade: z.exactOptional(decidedTradeSchema) })),
  ),
}));

/** How much a rule sweeps, how it came to that, and where it goes; decimal text in `currency`. */
export type SweepFact = Stored<typeof sweepFactSchema>;

/** Above the kept and the committed amounts; never less than zero. */
export function surplusIn({ holding, keep }: Pick<SweepFact, 'holding' | 'keep'>): Decimal {
  return Decimal.max(freeIn(holding).minus(numberIn(keep)), ZERO);
}

const decision = () => ({
  currency: z.string(),
  /** The limits by value. */
  valued: valuesFactSchema,
  /** Null: no occurrence was missed. */
  missed: z.nullable(missedFactSchema),
});

export const decidedSweepSchema = coded('sweep', () => ({ ...decision(), sweep: sweepFactSchema }));

const decisionFactSchema = z.discriminatedUnion('code', [
  decidedSweepSchema,
  coded('no-sweep', () => ({
    ...decision(),
    why: refusalFactSchema,
    /** In a dry-run. */
    otherwise: z.exactOptional(sweepFactSchema),
  })),
]);

/** A decision on a rule: the sweep, or why there is none. */
export type DecisionFact = Stored<typeof decisionFactSchema>;

/** The parts of the split that get nothing, from 1. */
export function emptyParts({ parts, split }: SweepFact): readonly number[] {
  const all = Array.from({ length: split ?? 0 }, (_, index) => index + 1);
  return all.filter((part) => !parts.some((one) => one.part === part));
}

/** Whether less is swept than the rule takes, by its step alone. */
export function isRounded({ amount, allocation, ...sweep }: SweepFact): boolean {
  return numberIn(amount).lessThan(allocate(allocation, surplusIn(sweep)));
}
