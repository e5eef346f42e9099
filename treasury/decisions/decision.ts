import * as z from 'zod/mini';
import { checkFactSchema, refusalFactSchema } from '../facts/check-fact.ts';
import { decidedTradeSchema } from '../facts/decided-trade.ts';
import { sizedSweepSchema } from '../facts/sweep-fact.ts';
import { valuedLimitSchema } from '../facts/valued-limit.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { missedSchema } from '../schedules/missed.ts';
import type { UsedOccurrence } from '../schedules/used-occurrence.ts';
import { instant } from '../time/instant-schema.ts';

/** The effects of a reason beside stopping: unless stated here, the occurrence stays due and nothing is cancelled. */
interface ReasonTraits {
  /** It uses up the scheduled occurrence: the balance or the limits have refused. */
  readonly usesUp?: true;
  /** Only an earlier decision can run into it. */
  readonly decidedEarlier?: true;
  /** An earlier decision waits for it to pass; any other reason ends an instruction. */
  readonly isWaitedFor?: true;
  /**
   * What an instruction that it ends at the claim says about its rule; absent: it counts, since nothing has left and nothing
   * says that the next will. people: they brought it about, or it is told by itself. ordinary: there was less to send by then.
   * follows: another end, which counts, began it.
   */
  readonly inARow?: 'people' | 'ordinary' | 'follows';
}

const REASONS = {
  disarmed: { inARow: 'people' },
  halted: { inARow: 'people' },
  'newer-version': { isWaitedFor: true },
  unreadable: {},
  'rule-changed': { decidedEarlier: true, inARow: 'people' },
  'split-differs': { decidedEarlier: true, inARow: 'people' },
  disabled: { inARow: 'people' },
  'account-not-active': { inARow: 'people' },
  'account-cooling-off': { inARow: 'people' },
  'currency-mismatch': { inARow: 'people' },
  'conversion-circle': { inARow: 'people' },
  'instrument-not-allowed': { inARow: 'people' },
  'currency-not-held': { usesUp: true, inARow: 'ordinary' },
  // It may be there: the occurrence stays due, and an instruction waits.
  'balance-not-stated': { isWaitedFor: true },
  'stale-balance': {},
  'price-unusable': {},
  'not-scheduled': {},
  missed: { usesUp: true },
  // Used up by the day itself: the occurrence was not meant for another one.
  holiday: { usesUp: true },
  'outside-calendar': {},
  'after-cut-off': { usesUp: true },
  uncertain: { isWaitedFor: true },
  'in-flight': { isWaitedFor: true },
  backoff: { inARow: 'follows' },
  cooldown: { usesUp: true, inARow: 'follows' },
  // The occurrence stays due: the rule waits for room.
  'withdrawals-exhausted': {},
  'no-price': {},
  'stale-price': {},
  'price-jumped': {},
  'keep-above-threshold': {},
  'below-threshold': { usesUp: true, inARow: 'ordinary' },
  'nothing-left-by-earlier-rule': { usesUp: true, inARow: 'ordinary' },
  'exceeds-surplus': { decidedEarlier: true, inARow: 'ordinary' },
  'above-maximum': { decidedEarlier: true },
  'approval-missing': { decidedEarlier: true },
  'price-moved': { decidedEarlier: true },
  'budget-exhausted': { usesUp: true },
  'trade-limit-exhausted': { usesUp: true },
  'limit-unknown': { isWaitedFor: true },
  'liquidity-floor': { usesUp: true, inARow: 'ordinary' },
  'account-limit': { usesUp: true },
  'counterparty-limit': { usesUp: true },
  'outflow-limit': { usesUp: true },
  'below-minimum': { usesUp: true, inARow: 'ordinary' },
  'dry-run': { usesUp: true, inARow: 'people' },
} as const satisfies Readonly<Record<string, ReasonTraits>>;

/** The reason that stops a sweep, or an existing instruction. */
export type RefusalReason = keyof typeof REASONS;

/** Why a rule did not sweep. */
export type NoSweepReason = {
  [Reason in RefusalReason]: (typeof REASONS)[Reason] extends { readonly decidedEarlier: true }
    ? never
    : Reason;
}[RefusalReason];

/** In order of precedence: the first that applies is the reason. */
export const REFUSAL_REASONS = Object.keys(REASONS) as readonly RefusalReason[];

/**
 * In the same order, the reasons of a decision. The list is closed; each decision still carries every check that
 * could be computed.
 */
export const NO_SWEEP_REASONS = REFUSAL_REASONS.filter(isNoSweepReason);

export function isNoSweepReason(reason: RefusalReason): reason is NoSweepReason {
  return traitsOf(reason).decidedEarlier === undefined;
}

export function isRefusalReason(reason: string): reason is RefusalReason {
  return Object.hasOwn(REASONS, reason);
}

export function traitsOf(reason: RefusalReason): ReasonTraits {
  return REASONS[reason];
}

export const recordedCheckSchema = record(() => ({
  fact: checkFactSchema,
  holds: z.boolean(),
  /** For a limit by value: what it was turned into, and how. */
  valued: z.exactOptional(valuedLimitSchema),
}));

/** One limit that was checked: what was found and what is required, and whether it passed. */
export type RecordedCheck = Stored<typeof recordedCheckSchema>;

const decidedPartSchema = record(() => ({
  /** Its place in the rule's split, from 1. */
  part: z.int().check(z.positive()),
  withdrawalAccountId: z.string(),
  /** Decimal text in the decision's currency. */
  amount: decimalText,
  needsApproval: z.boolean(),
  /** Absent if nothing is withdrawn. */
  instructionId: z.exactOptional(z.string()),
}));

/** One part of a decided amount. */
export type DecidedPart = Stored<typeof decidedPartSchema>;

/** What is shown of a decision as it is stored. */
export const decided = {
  ruleId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  currency: z.string(),
  /** Of a rule that sweeps. */
  withdrawalAccountId: z.exactOptional(z.string()),
  /** Of a rule that converts: the other currency. */
  into: z.exactOptional(z.string()),
  decidedAt: instant,
  /** The occurrence of the rule's schedule that this decision answers. */
  occurrence: instant,
  /** The last time of the schedule that the occurrence stands for, if the rule's calendars have moved it there. */
  lastScheduled: z.exactOptional(instant),
  /** Of a rule or calendars that changed after the last occurrence: times of the schedule up to this one were used up before. */
  usedBefore: z.exactOptional(instant),
  /** True if this decision uses the occurrence up: it will not be looked at again. */
  consumesOccurrence: z.boolean(),
  /** Occurrences that became too old before they could be decided; they are used up with this decision. */
  missed: z.exactOptional(missedSchema),
  /** For a rule with a split: how the amount is divided, without parts of zero. */
  parts: z.exactOptional(z.array(decidedPartSchema)),
};

export const swept = () => ({
  outcome: z.literal('sweep'),
  /** Decimal text in `currency`. */
  amount: decimalText,
  needsApproval: z.boolean(),
  /** Of a rule that converts: the trade that does it. */
  trade: z.exactOptional(decidedTradeSchema),
});

export const notSwept = () => ({
  outcome: z.literal('no-sweep'),
  reason: z.enum(NO_SWEEP_REASONS),
  /** With reason dry-run: the amount that would have been withdrawn. */
  wouldSweep: z.exactOptional(decimalText),
});

const checks = z.array(recordedCheckSchema);

export const ruleDecisionSchema = z.discriminatedUnion('outcome', [
  record(() => ({ ...decided, checks, ...swept(), sweep: sizedSweepSchema })),
  record(() => ({
    ...decided,
    checks,
    ...notSwept(),
    why: refusalFactSchema,
    /** With reason dry-run: how the amount came about, and the trade that would have done it. */
    otherwise: z.exactOptional(
      record(() => ({ ...sizedSweepSchema.shape, trade: z.exactOptional(decidedTradeSchema) })),
    ),
  })),
]);

export type RuleDecision = Stored<typeof ruleDecisionSchema>;

/** Whether an amount of it needs an approval. */
export function asksForApproval({ checks }: Pick<RuleDecision, 'checks'>): boolean {
  return checks.some(
    ({ fact: { limit }, holds }) => (limit === 'approval' || limit === 'trade-approval') && !holds,
  );
}

/** The last occurrence that a decision uses up; null if it uses none. */
export function lastUsedBy({
  consumesOccurrence,
  occurrence,
  lastScheduled,
  missed,
  usedBefore,
}: Pick<
  RuleDecision,
  'consumesOccurrence' | 'occurrence' | 'lastScheduled' | 'missed' | 'usedBefore'
>): UsedOccurrence | null {
  const before = usedBefore === undefined ? {} : { usedBefore };
  if (consumesOccurrence) {
    return { last: occurrence, lastScheduled: lastScheduled ?? occurrence, ...before };
  }
  if (missed === undefined) return null;
  return { last: missed.last, lastScheduled: missed.lastScheduled ?? missed.last, ...before };
}
