import * as z from 'zod/mini';
import { CONVENTIONS } from '../calendars/calendar.ts';
import { cutOffSchema } from '../calendars/cut-off.ts';
import { decimalText } from '../money/decimal-text.ts';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { record, type Stored } from '../records/record.ts';
import { scheduleSchema } from '../schedules/schedule.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';
import { limitSchema } from './limit.ts';
import { DEFAULT_LATEST_START_SECONDS } from './policy-limits.ts';
import { splitSchema } from './split-schema.ts';

export const allocationSchema = z.discriminatedUnion('kind', [
  record(() => ({ kind: z.literal('all'), basis: z.literal('surplus') })),
  record(() => ({
    kind: z.literal('percentage'),
    basis: z.literal('surplus'),
    percent: decimalText,
  })),
  record(() => ({ kind: z.literal('fixed'), basis: z.literal('amount'), amount: decimalText })),
]);

/** The part of the surplus (balance minus keep) that a sweep takes. */
export type Allocation = Stored<typeof allocationSchema>;

const budgetsSchema = record(() => ({
  per24Hours: z.exactOptional(limitSchema),
  per30Days: z.exactOptional(limitSchema),
}));

/** Upper bounds on what one rule may withdraw. */
export type RollingBudgets = Stored<typeof budgetsSchema>;

const backoffSchema = record(() => ({
  firstSeconds: z.int().check(z.positive()),
  maximumSeconds: z.int().check(z.positive()),
}));

/** How long a rule pauses after a failure: doubling from the first to the last. */
export type FailureBackoff = Stored<typeof backoffSchema>;

/** What a rule does with a surplus, if it does not sweep it. */
export const RULE_KINDS = ['convert'] as const;

/** The fields of a rule that people set. The permitted values are narrower: see `policy-schema.ts`. */
export const ruleDraftSchema = record(() => ({
  id: z.string(),
  label: z.string(),
  /** Why the rule is there, for people; it decides nothing. */
  purpose: z.exactOptional(z.string()),
  /** Who answers for the rule: a person or a team, for people; it permits nothing. */
  owner: z.exactOptional(z.string()),
  currency: z.string(),
  /** Absent: it sweeps. A function that does not know a kind leaves the rule alone. */
  kind: z.exactOptional(z.enum(RULE_KINDS)),
  /** The account that a sweep pays to. A rule that converts pays to none. */
  withdrawalAccountId: z.exactOptional(z.string()),
  /** Divides each sweep among several accounts, the one above first. Absent: it gets all. */
  split: z.exactOptional(splitSchema),
  /** The currency that a rule converts into. */
  into: z.exactOptional(z.string()),
  /** BASE/QUOTE; absent: the one permitted instrument of the two currencies. */
  instrument: z.exactOptional(z.string()),
  /** Absent: as the instrument has it. Only one side gives the currency away. */
  side: z.exactOptional(z.enum(TRADE_SIDES)),
  /** A balance below this raises an alert. It buys nothing. */
  low: z.exactOptional(decimalText),
  /** The rule fires when the balance is above this, not at it. */
  threshold: limitSchema,
  /** The part that stays, whatever else the rule says. Never more than the threshold. */
  keep: limitSchema,
  allocation: allocationSchema,
  /** A sweep smaller than this does not happen. */
  minimum: limitSchema,
  /** A sweep is never larger than this. */
  maximum: z.exactOptional(limitSchema),
  /** Amounts are multiples of this, rounded down. */
  step: decimalText,
  budgets: budgetsSchema,
  /** How often it withdraws at most in rolling 24 hours; each part of a run is a withdrawal. Absent: as often as it is due. */
  withdrawalsPer24Hours: z.exactOptional(z.int().check(z.positive())),
  /** Seconds between a claim of this rule and its next sweep. */
  cooldownSeconds: z.int().check(z.nonnegative()),
  schedule: scheduleSchema,
  /** For a cron schedule only: seconds after an occurrence until which it may be decided. */
  latestStartSeconds: z.exactOptional(z.int().check(z.positive())),
  /**
   * Ids of calendars of the policy, or of those that are built in. Nothing leaves by this rule on a day that one of them
   * closes, or does not know. Absent: every day is as good.
   */
  calendars: z.exactOptional(z.array(z.string())),
  /** What becomes of an occurrence of the schedule on a closed day. Absent: it is skipped. */
  convention: z.exactOptional(z.enum(CONVENTIONS)),
  /** An occurrence that has not started before this time of its day is not started any more. */
  cutOff: z.exactOptional(cutOffSchema),
  /** The oldest balance, in seconds, that this rule may act on. */
  maximumBalanceAgeSeconds: z.int().check(z.positive()),
  backoff: backoffSchema,
  /** Among the rules of one currency, the lowest number decides first; ties go by id. */
  priority: z.int(),
  /**
   * A sweep waits for an approval if more than this would go to the account without one in rolling 24 hours. Absent:
   * none is needed.
   */
  approvalAbove: z.exactOptional(limitSchema),
  enabled: z.boolean(),
}));

export const ruleSchema = record(() => ({
  ...ruleDraftSchema.shape,
  /** Counts the accepted changes of this rule, from 1. */
  version: z.int().check(z.positive()),
  /** The start of this version: earlier occurrences of its schedule do not concern it. */
  activeSince: instant,
  /** Set if it was deleted; then it is switched off, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Over this version, by the function that wrote it; without one it sends nothing. */
  seal: z.exactOptional(sealSchema),
}));

/**
 * A sweep rule: when the balance of `currency` is above `threshold`, withdraw the part above `keep` to a registered
 * account, within the rule's limits. Amounts are decimal text in `currency`; a limit may be a value in the reporting
 * currency instead, which the prices of each snapshot turn into an amount.
 */
export type SweepRule = Stored<typeof ruleSchema>;

/** Seconds after an occurrence until which a scheduled rule may start. */
export function latestStartOf({
  latestStartSeconds = DEFAULT_LATEST_START_SECONDS,
}: {
  readonly latestStartSeconds?: number | undefined;
}): number {
  return latestStartSeconds;
}
