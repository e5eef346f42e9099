import type { UnbookedEntry } from '../booking/booking.ts';
import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';

/**
 * What the service's own records say of everything unbooked in a lane. "not executed" also says what becomes of what the
 * claims debited: nothing is given back, or kept, because nobody thought of it.
 */
export type UnbookedOutcome =
  | { readonly outcome: 'booked' }
  | { readonly outcome: 'not-executed'; readonly budget: 'give-back' | 'keep' };

/** Earlier conclusions of a currency that the books may not have looked at yet: people conclude once in days, and the next
 * snapshot looks. */
export const MAX_EARLIER_CONCLUSIONS = 8;

export interface PastConclusion {
  readonly outcome: UnbookedOutcome['outcome'];
  readonly at: Instant;
}

/** What one person said of a lane's unbooked amounts, and who agreed. One of a currency; the audit log keeps the rest. */
export type UnbookedConclusion = UnbookedOutcome & {
  readonly client: string;
  readonly currency: string;
  readonly digest: string;
  /** What was seen; decimal text. */
  readonly amount: string;
  readonly entries: readonly Pick<UnbookedEntry, 'instructionId' | 'amount' | 'at'>[];
  readonly by: string;
  readonly at: Instant;
  /** What the service's own records say, and where that was looked up. */
  readonly comment: string;
  readonly expiresAt: Instant;
  /** Set by the second person. */
  readonly concluded?: { readonly by: string; readonly at: Instant; readonly comment: string };
  /** Of the same currency, oldest first. */
  readonly earlier: readonly PastConclusion[];
  /** Grows with every write. */
  readonly version: number;
  /** Of the first person's word: without one that holds it counts for nothing. */
  readonly seal?: Seal;
};

/** All conclusions that are on record, oldest first. */
export function conclusionsIn(conclusion: UnbookedConclusion | null): readonly PastConclusion[] {
  if (conclusion === null) return [];
  const { outcome, concluded, earlier } = conclusion;
  return concluded === undefined ? earlier : [...earlier, { outcome, at: concluded.at }];
}
