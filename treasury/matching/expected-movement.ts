import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { ExpectedHours, MatchingRule } from '../policy/matching-rule.ts';
import { cronOf } from '../policy/matching-rule-checks.ts';
import { occurrencesBetween } from '../schedules/schedule.ts';
import { offsetMsAt } from '../schedules/wall-clock.ts';
import { WEEKDAYS } from '../time/calendar-date.ts';
import { epochMsOf, type Instant, justBefore, plusSeconds } from '../time/instant.ts';

/** A movement between two readings that no instruction accounts for. */
export interface UnexplainedMovement {
  readonly currency: string;
  /** Signed decimal text: incoming amounts are positive. */
  readonly unexplained: string;
  readonly sinceReadAt: Instant;
  readonly readAt: Instant;
  /** Reporting currency per unit; null without a price path. */
  readonly price: string | null;
  readonly reportingCurrency: string;
}

/** How a movement counts for a rule that expects it. */
export interface Fit {
  /** Without its sign, in `unit`: the currency, or the reporting currency of a rule for every currency. */
  readonly size: Decimal;
  readonly unit: string;
  /** For a rule with a schedule: the occurrences that it may be, oldest first. */
  readonly occurrences: readonly Instant[];
}

/** The content of a rule that says which movements it expects. */
export type Expectation = Omit<MatchingRule, 'version' | 'activeSince' | 'seal' | 'deletedAt'>;

/** Occurrences looked at: as many as there are minutes in a day, the widest tolerance and both sides of it. */
const MAX_OCCURRENCES = 1_440;

/**
 * Whether a rule expects a movement; null if it does not. A movement happened at some moment between two readings, so all
 * of that time must lie within the hours, and within the tolerance of one occurrence: a longer interval, such as one
 * with missed snapshots, is for a person to look at.
 */
export function fitOf(rule: Expectation, movement: UnexplainedMovement): Fit | null {
  const amount = decimalOf(movement.unexplained);
  if (!rule.enabled || amount.isNegative() !== (rule.direction === 'outflow')) return null;
  if (amount.isNegative() && !isBounded(rule)) return null;
  const sized = sizeOf(rule, movement, amount.abs());
  if (sized === null || !isWithinBounds(rule, sized.size)) return null;
  if (rule.hours !== undefined && !isWithinHours(rule.hours, movement)) return null;
  const occurrences = rule.schedule === undefined ? [] : occurrencesOf(rule.schedule, movement);
  if (rule.schedule !== undefined && occurrences.length === 0) return null;
  return { ...sized, occurrences };
}

/**
 * What goes out needs every bound, whatever the table holds: the policy refuses a rule without one, and a gap there must
 * not explain a theft here.
 */
function isBounded({ currency, maximum, repeats, per24Hours }: Expectation): boolean {
  const hasMost = maximum !== undefined || repeats !== undefined;
  return currency !== undefined && hasMost && per24Hours !== undefined;
}

function sizeOf(
  { currency }: Expectation,
  movement: UnexplainedMovement,
  amount: Decimal,
): Pick<Fit, 'size' | 'unit'> | null {
  if (currency !== undefined) {
    return currency === movement.currency ? { size: amount, unit: currency } : null;
  }
  // Without a price, nothing bounds it.
  if (movement.price === null) return null;
  return { size: amount.times(decimalOf(movement.price)), unit: movement.reportingCurrency };
}

function isWithinBounds({ minimum, maximum, repeats }: Expectation, size: Decimal): boolean {
  if (repeats !== undefined) {
    const distance = size.minus(decimalOf(repeats.amount)).abs();
    return distance.lessThanOrEqualTo(decimalOf(repeats.tolerance));
  }
  return (
    (minimum === undefined || size.greaterThanOrEqualTo(decimalOf(minimum))) &&
    (maximum === undefined || size.lessThanOrEqualTo(decimalOf(maximum)))
  );
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Days of an interval that are looked at: one that is longer lies in no hours that a person would set. */
const MAX_DAYS = 8;

/** On the clock of the wall, day by day: each part of the interval lies within the hours of its own day. */
function isWithinHours(
  { timeZone, from, to, weekdays }: ExpectedHours,
  { sinceReadAt, readAt }: UnexplainedMovement,
): boolean {
  const [begin, end] = [sinceReadAt, readAt].map((at) => onWallMs(at, timeZone));
  if (begin === undefined || end === undefined || end <= begin) return false;
  const first = Math.floor(begin / DAY_MS);
  const last = Math.floor((end - 1) / DAY_MS);
  if (last - first >= MAX_DAYS) return false;
  for (let day = first; day <= last; day++) {
    const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7];
    const midnight = day * DAY_MS;
    const [opens, closes] = [midnight + msOfDay(from), midnight + msOfDay(to)];
    const isListed = weekday !== undefined && weekdays.includes(weekday);
    const isInside =
      Math.max(begin, midnight) >= opens && Math.min(end, midnight + DAY_MS) <= closes;
    if (!isListed || !isInside) return false;
  }
  return true;
}

function onWallMs(at: Instant, timeZone: string): number {
  const epochMs = epochMsOf(at);
  return epochMs + offsetMsAt(epochMs, timeZone);
}

/** "08:30". */
function msOfDay(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The occurrences whose tolerance covers the whole interval. */
function occurrencesOf(
  schedule: Expectation['schedule'] & object,
  { sinceReadAt, readAt }: UnexplainedMovement,
): readonly Instant[] {
  const { toleranceSeconds } = schedule;
  const from = plusSeconds(readAt, -toleranceSeconds);
  const to = plusSeconds(sinceReadAt, toleranceSeconds);
  return from > to
    ? []
    : occurrencesBetween(cronOf(schedule), justBefore(from), to, MAX_OCCURRENCES);
}
