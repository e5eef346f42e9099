import * as z from 'zod/mini';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, decimalText, formatDecimal } from '../money/decimal-text.ts';
import type { Stored } from '../records/record.ts';
import { BoundedCache } from '../schedules/bounded-cache.ts';
import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/*
 * Spent amounts, in buckets of whole hours or whole UTC days, or in one for ever. A window counts every bucket that
 * reaches into it, so it covers 24 to 25 hours, or 30 to 31 days: never more leaves than allowed.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Buckets {
  readonly bucketMs: number;
  readonly windowMs: number;
  /**
   * Past its end by this much, a bucket is dropped: one bucket later than it stops counting, so that a clock which
   * runs a little behind still finds it.
   */
  readonly keptMs: number;
}

export const HOURS: Buckets = { bucketMs: HOUR_MS, windowMs: DAY_MS, keptMs: DAY_MS + HOUR_MS };
export const DAYS: Buckets = { bucketMs: DAY_MS, windowMs: 30 * DAY_MS, keptMs: 31 * DAY_MS };

/** One bucket, which reaches to the last moment that a text of 24 characters can say. It never ends, and is never dropped. */
export const EVER: Buckets = {
  bucketMs: Date.parse('9999-12-31T23:59:59.999Z'),
  windowMs: 0,
  keptMs: 0,
};

/** The windows that counters have: the hours of a day, the days of a month, and all time. */
export const WINDOWS = { hours: HOURS, days: DAYS, ever: EVER } as const;

export type WindowName = keyof typeof WINDOWS;

/** Start of a bucket -> decimal text spent in it. */
export const bucketAmountsSchema = z.record(instant, decimalText);
export type BucketAmounts = Stored<typeof bucketAmountsSchema>;

/** More than the buckets of all rules of a currency: a function that decides often reads the same ones again. */
const MAX_AMOUNTS_READ = 3_000;
const read = new BoundedCache<Decimal>(MAX_AMOUNTS_READ);

export function sumWithin(amounts: BucketAmounts, buckets: Buckets, now: Instant): Decimal {
  // The order of the texts is the order of the moments: none of them needs to be read as a time.
  const after = countsAfter(buckets, now);
  return Object.entries(amounts)
    .filter(([start]) => start > after)
    .reduce((sum, [, amount]) => sum.plus(read.get(amount, () => decimalOf(amount))), ZERO);
}

/** No bucket that began then or before reaches into the window. */
export function countsAfter({ bucketMs, windowMs }: Buckets, now: Instant): Instant {
  return instantOf(epochMsOf(now) - bucketMs - windowMs);
}

/**
 * The first moment, not before `now`, at which the window holds no more than `room`, if nothing else is spent until
 * then. Null if `room` is less than zero: it never will.
 */
export function momentWithRoom(
  amounts: BucketAmounts,
  buckets: Buckets,
  room: Decimal,
  now: Instant,
): Instant | null {
  // A bucket that no longer counts has left no more room at its end than there is now.
  const ends = endsOf(amounts, buckets).toSorted();
  const hasRoom = (at: Instant) => sumWithin(amounts, buckets, at).lessThanOrEqualTo(room);
  return [now, ...ends].find(hasRoom) ?? null;
}

/** The moments from which each bucket counts no more; none of one that counts for ever. */
export function endsOf(amounts: BucketAmounts, buckets: Buckets): readonly Instant[] {
  if (buckets === EVER) return [];
  return Object.keys(amounts).map((start) =>
    instantOf(epochMsOf(start) + buckets.bucketMs + buckets.windowMs),
  );
}

/** Buckets that no window reaches any more are dropped. */
export function keptAt(amounts: BucketAmounts, buckets: Buckets, at: Instant): BucketAmounts {
  const keptFrom = epochMsOf(at) - buckets.keptMs;
  const kept = Object.entries(amounts).filter(
    ([start]) => epochMsOf(start) + buckets.bucketMs > keptFrom,
  );
  return Object.fromEntries(kept);
}

export function withDebit(
  amounts: BucketAmounts,
  buckets: Buckets,
  amount: Decimal,
  at: Instant,
): BucketAmounts {
  const start = bucketOf(at, buckets);
  const before = decimalOf(amounts[start] ?? '0');
  return { ...keptAt(amounts, buckets, at), [start]: formatDecimal(before.plus(amount)) };
}

export function withRefund(
  amounts: BucketAmounts,
  buckets: Buckets,
  amount: Decimal,
  at: Instant,
): BucketAmounts {
  const start = bucketOf(at, buckets);
  const { [start]: before, ...others } = amounts;
  if (before === undefined) return amounts;
  const left = decimalOf(before).minus(amount);
  return left.greaterThan(0) ? { ...others, [start]: formatDecimal(left) } : others;
}

function bucketOf(at: Instant, { bucketMs }: Buckets): Instant {
  return instantOf(Math.floor(epochMsOf(at) / bucketMs) * bucketMs);
}
