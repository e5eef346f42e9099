import type { SweepSchedule } from '../schedules/schedule.ts';
import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { DEFAULT_LATEST_START_SECONDS } from './policy-limits.ts';

/** What part of the surplus (balance minus keep) a sweep takes. */
export type Allocation =
  | { readonly kind: 'all'; readonly basis: 'surplus' }
  | { readonly kind: 'percentage'; readonly basis: 'surplus'; readonly percent: string }
  | { readonly kind: 'fixed'; readonly basis: 'amount'; readonly amount: string };

/** Upper bounds on what one rule may withdraw; decimal text in the rule's currency. */
export interface RollingBudgets {
  readonly per24Hours?: string;
  readonly per30Days?: string;
}

/** How long a rule pauses after a failure: doubling from the first to the last. */
export interface FailureBackoff {
  readonly firstSeconds: number;
  readonly maximumSeconds: number;
}

/**
 * A sweep rule: when the balance of `currency` is above `threshold`, withdraw what is above `keep`
 * to a registered account, within the rule's limits. Amounts are decimal text in `currency`.
 */
export interface SweepRule {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly withdrawalAccountId: string;
  /** The rule fires when the balance is above this, not at it. */
  readonly threshold: string;
  /** What stays, whatever else the rule says. Never more than the threshold. */
  readonly keep: string;
  readonly allocation: Allocation;
  /** A sweep smaller than this does not happen. */
  readonly minimum: string;
  /** A sweep is never larger than this. */
  readonly maximum?: string;
  /** Amounts are multiples of this, rounded down. */
  readonly step: string;
  readonly budgets: RollingBudgets;
  /** Seconds between a claim of this rule and its next sweep. */
  readonly cooldownSeconds: number;
  readonly schedule: SweepSchedule;
  /** Of a cron schedule only: seconds after an occurrence until which it may be decided. */
  readonly latestStartSeconds?: number;
  /** The oldest balance, in seconds, that this rule may act on. */
  readonly maximumBalanceAgeSeconds: number;
  readonly backoff: FailureBackoff;
  /** Among the rules of one currency, the lowest number decides first; ties go by id. */
  readonly priority: number;
  /** What goes to the account above this, without approval in rolling 24 hours, waits for one. Absent: none is needed. */
  readonly approvalAbove?: string;
  readonly enabled: boolean;
  /** Counts the accepted changes of this rule, from 1. */
  readonly version: number;
  /** From when this version counts: occurrences of its schedule before it are none of its business. */
  readonly activeSince: Instant;
  /** Set where it was deleted; then it is switched off, and only its history is shown. */
  readonly deletedAt?: Instant;
  /** Over this version, by whoever wrote it; without one it sends nothing. */
  readonly seal?: Seal;
}

/** Seconds after an occurrence until which a scheduled rule may start. */
export function latestStartOf({
  latestStartSeconds = DEFAULT_LATEST_START_SECONDS,
}: {
  readonly latestStartSeconds?: number | undefined;
}): number {
  return latestStartSeconds;
}
