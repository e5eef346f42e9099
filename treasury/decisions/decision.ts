import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { missedSchema } from '../schedules/missed.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/**
 * Why a rule did not sweep, in order of precedence: the first that holds is the reason. The list is
 * closed; each decision still carries every check that could be worked out.
 */
export const NO_SWEEP_REASONS = [
  'disarmed',
  'halted',
  'disabled',
  'account-not-active',
  'account-cooling-off',
  'currency-mismatch',
  'currency-not-held',
  'stale-balance',
  'not-scheduled',
  'missed',
  'uncertain',
  'in-flight',
  'backoff',
  'cooldown',
  'below-threshold',
  'nothing-left-by-earlier-rule',
  'budget-exhausted',
  'below-minimum',
  'dry-run',
] as const;
export type NoSweepReason = (typeof NO_SWEEP_REASONS)[number];

/** The limits a rule is checked against, in the order in which they are worked out. */
export const LIMIT_NAMES = [
  'mode',
  'rule',
  'enabled',
  'account',
  'cooling-off',
  'currency',
  'balance-age',
  'schedule',
  'lane',
  'backoff',
  'cooldown',
  'threshold',
  'keep',
  'allocation',
  'maximum',
  'budget-24h',
  'budget-30d',
  'step',
  'minimum',
  'approval',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export const limitCheckSchema = record({
  limit: z.enum(LIMIT_NAMES),
  holds: z.boolean(),
  /** The value found, as text, with its unit where it is not an amount in the rule's currency. */
  seen: z.string(),
  /** What the limit asks for, in the same words and units. */
  accepted: z.string(),
});

/** One limit that was checked: what was seen, what is accepted, and whether it held. */
export type LimitCheck = Stored<typeof limitCheckSchema>;

const decided = {
  ruleId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  currency: z.string(),
  withdrawalAccountId: z.string(),
  decidedAt: instant,
  /** The occurrence of the rule's schedule that this decision answers. */
  occurrence: instant,
  /** True where this decision uses the occurrence up: it will not be looked at again. */
  consumesOccurrence: z.boolean(),
  /** Occurrences that became too old before they could be decided; they are used up with this decision. */
  missed: z.exactOptional(missedSchema),
  checks: z.array(limitCheckSchema),
  /** One sentence a finance person understands, with the numbers. */
  explanation: z.string(),
};

export const ruleDecisionSchema = z.discriminatedUnion('outcome', [
  record({
    ...decided,
    outcome: z.literal('sweep'),
    /** Decimal text in `currency`. */
    amount: decimalText,
    needsApproval: z.boolean(),
  }),
  record({
    ...decided,
    outcome: z.literal('no-sweep'),
    reason: z.enum(NO_SWEEP_REASONS),
    /** With reason dry-run: what would have been withdrawn. */
    wouldSweep: z.exactOptional(decimalText),
  }),
]);

export type RuleDecision = Stored<typeof ruleDecisionSchema>;

/** The last occurrence that a decision uses up; null where it uses none. */
export function lastUsedBy({
  consumesOccurrence,
  occurrence,
  missed,
}: Pick<RuleDecision, 'consumesOccurrence' | 'occurrence' | 'missed'>): Instant | null {
  return consumesOccurrence ? occurrence : (missed?.last ?? null);
}
