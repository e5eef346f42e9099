import * as z from 'zod/mini';
import { UNBOOKED_BUDGETS, UNBOOKED_OUTCOMES, unbookedEntrySchema } from '../booking/booking.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';

/** Earlier conclusions of a currency that the books may not have looked at yet: people conclude once in days, and the next
 * snapshot looks. */
export const MAX_EARLIER_CONCLUSIONS = 8;

const pastConclusionSchema = record(() => ({ outcome: z.enum(UNBOOKED_OUTCOMES), at: instant }));

export type PastConclusion = Stored<typeof pastConclusionSchema>;

const said = {
  tenant: z.string(),
  currency: z.string(),
  digest: z.string(),
  /** The amount that was seen; decimal text. */
  amount: decimalText,
  entries: z.array(
    record(
      () => z.pick(unbookedEntrySchema, { instructionId: true, amount: true, at: true }).shape,
    ),
  ),
  by: z.string(),
  at: instant,
  /** The statement of the service's own records, and where it was looked up. */
  comment: z.string(),
  expiresAt: instant,
  /** Set by the second person. */
  concluded: z.exactOptional(record(() => ({ by: z.string(), at: instant, comment: z.string() }))),
  /** Of the same currency, oldest first. */
  earlier: z.array(pastConclusionSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Of the first person's word: without a valid one it counts for nothing. */
  seal: z.exactOptional(sealSchema),
};

const bookedOutcome = record(() => ({ outcome: z.literal(UNBOOKED_OUTCOMES[0]) }));
const notExecutedOutcome = record(() => ({
  outcome: z.literal(UNBOOKED_OUTCOMES[1]),
  budget: z.enum(UNBOOKED_BUDGETS),
}));

/**
 * The statement of the service's own records about everything unbooked in a lane. "not executed" also states what
 * happens to the claims' debits: giving back or keeping is always a decision, never an oversight.
 */
export type UnbookedOutcome = Stored<typeof bookedOutcome> | Stored<typeof notExecutedOutcome>;

export const unbookedSchema = z.discriminatedUnion('outcome', [
  record(() => ({ ...bookedOutcome.shape, ...said })),
  record(() => ({ ...notExecutedOutcome.shape, ...said })),
]);

/**
 * One person's word about a lane's unbooked amounts, and the person who agreed. One per currency; the audit log keeps
 * the rest.
 */
export type UnbookedConclusion = Stored<typeof unbookedSchema>;

/** All conclusions that are on record, oldest first. */
export function conclusionsIn(conclusion: UnbookedConclusion | null): readonly PastConclusion[] {
  if (conclusion === null) return [];
  const { outcome, concluded, earlier } = conclusion;
  return concluded === undefined ? earlier : [...earlier, { outcome, at: concluded.at }];
}
