import type { Missed } from '../schedules/missed.ts';
import type { Instant } from '../time/instant.ts';

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

/** One limit that was checked: what was seen, what is accepted, and whether it held. */
export interface LimitCheck {
  readonly limit: LimitName;
  readonly holds: boolean;
  /** The value found, as text, with its unit where it is not an amount in the rule's currency. */
  readonly seen: string;
  /** What the limit asks for, in the same words and units. */
  readonly accepted: string;
}

interface RuleDecisionBase {
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly currency: string;
  readonly withdrawalAccountId: string;
  readonly decidedAt: Instant;
  /** The occurrence of the rule's schedule that this decision answers. */
  readonly occurrence: Instant;
  /** True where this decision uses the occurrence up: it will not be looked at again. */
  readonly consumesOccurrence: boolean;
  /** Occurrences that became too old before they could be decided; they are used up with this decision. */
  readonly missed?: Missed;
  readonly checks: readonly LimitCheck[];
  /** One sentence a finance person understands, with the numbers. */
  readonly explanation: string;
}

export type RuleDecision =
  | (RuleDecisionBase & {
      readonly outcome: 'sweep';
      /** Decimal text in `currency`. */
      readonly amount: string;
      readonly needsApproval: boolean;
    })
  | (RuleDecisionBase & {
      readonly outcome: 'no-sweep';
      readonly reason: NoSweepReason;
      /** With reason dry-run: what would have been withdrawn. */
      readonly wouldSweep?: string;
    });

/** The last occurrence that a decision uses up; null where it uses none. */
export function lastUsedBy({
  consumesOccurrence,
  occurrence,
  missed,
}: Pick<RuleDecision, 'consumesOccurrence' | 'occurrence' | 'missed'>): Instant | null {
  return consumesOccurrence ? occurrence : (missed?.last ?? null);
}
