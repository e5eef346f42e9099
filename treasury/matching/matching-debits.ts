import { type BucketAmounts, type Buckets, withDebit, withRefund } from '../counters/windows.ts';
import type { BreakMatch } from '../ledger/break.ts';
import { type MatchingUsage, matchingUsageSchema } from '../ledger/matching-usage.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import type { Expectation, Fit } from './expected-movement.ts';

/*
 * What a rule explained in rolling 24 hours, by the time at which its movements were read. A snapshot may come late, so the
 * day before a movement counts, and the day after it: no 24 hours ever hold more than the rule allows.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Kept for three days: a movement that is read at most two days late still finds the day before it whole. */
const KEPT: Buckets = { bucketMs: HOUR_MS, windowMs: DAY_MS, keptMs: 3 * DAY_MS };
const LATEST_MS = 2 * DAY_MS;

/** What one explanation takes from the rule's bounds; null if there is no room for it. */
export function roomFor(
  usage: MatchingUsage | null,
  rule: Expectation,
  fit: Fit,
  movement: { readonly currency: string; readonly readAt: Instant },
): Pick<BreakMatch, 'counted' | 'occurrence'> | null {
  const occurrence = fit.occurrences.find((at) => !isTaken(usage, at, movement.currency));
  if (rule.schedule !== undefined && occurrence === undefined) return null;
  const taken = occurrence === undefined ? {} : { occurrence };
  if (rule.per24Hours === undefined) return taken;
  const used = usedAround(usage, fit.unit, movement.readAt);
  if (used === null || used.plus(fit.size).greaterThan(decimalOf(rule.per24Hours))) return null;
  const counted = { amount: formatDecimal(fit.size), unit: fit.unit, at: movement.readAt };
  return { ...taken, counted };
}

function isTaken(usage: MatchingUsage | null, at: Instant, currency: string): boolean {
  return usage?.occurrences.some((each) => each.at === at && each.currency === currency) ?? false;
}

/** Null if it cannot be told: the movement is too old, or other amounts are counted in another unit. */
function usedAround(usage: MatchingUsage | null, unit: string, at: Instant) {
  const moment = epochMsOf(at);
  const buckets = Object.entries(usage?.hours ?? {}).map(
    ([start, amount]) => [epochMsOf(start), amount] as const,
  );
  if (buckets.some(([start]) => start - moment > LATEST_MS)) return null;
  const around = buckets.filter(
    ([start]) => start > moment - DAY_MS - HOUR_MS && start <= moment + DAY_MS,
  );
  if (around.length > 0 && usage?.unit !== unit) return null;
  return around.reduce((sum, [, amount]) => sum.plus(decimalOf(amount)), ZERO);
}

/** Whether an explanation has anything to count. */
export function isCounted({ counted, occurrence }: Pick<BreakMatch, 'counted' | 'occurrence'>) {
  return counted !== undefined || occurrence !== undefined;
}

type Taken = Pick<BreakMatch, 'ruleId' | 'counted' | 'occurrence'>;

/** With one more explanation; the version stays, as the caller counts one for each write. */
export function withTaken(
  usage: MatchingUsage | null,
  tenant: string,
  currency: string,
  { ruleId, counted, occurrence }: Taken,
): MatchingUsage {
  const before = usage ?? { tenant, ruleId, unit: '', hours: {}, occurrences: [], version: 0 };
  const hours = hoursWith(before, counted);
  const taken = occurrence === undefined ? [] : [{ at: occurrence, currency }];
  const occurrences = keptOf([...before.occurrences, ...taken]);
  const unit = counted?.unit ?? before.unit;
  return withUnknown(matchingUsageSchema, usage, { ...before, unit, hours, occurrences });
}

/** Amounts of another unit that no day reaches any more are left out. */
function hoursWith({ unit, hours }: MatchingUsage, counted: BreakMatch['counted']): BucketAmounts {
  if (counted === undefined) return hours;
  return withDebit(unit === counted.unit ? hours : {}, KEPT, decimalOf(counted.amount), counted.at);
}

/** Without one that does not hold any more. */
export function withoutTaken(
  usage: MatchingUsage,
  currency: string,
  { counted, occurrence }: Taken,
): MatchingUsage {
  const hours =
    counted === undefined || counted.unit !== usage.unit
      ? usage.hours
      : withRefund(usage.hours, KEPT, decimalOf(counted.amount), counted.at);
  const occurrences = usage.occurrences.filter(
    (each) => each.at !== occurrence || each.currency !== currency,
  );
  return { ...usage, hours, occurrences };
}

function keptOf(occurrences: MatchingUsage['occurrences']): MatchingUsage['occurrences'] {
  const newest = Math.max(...occurrences.map(({ at }) => epochMsOf(at)));
  const keptFrom = Number.isFinite(newest) ? instantOf(newest - KEPT.keptMs) : '';
  return occurrences.filter(({ at }) => at > keptFrom);
}
