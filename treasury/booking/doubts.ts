import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { epochMsOf, type Instant, instantOf, later } from '../time/instant.ts';
import { type BookingDoubt, sumOf } from './booking.ts';

/**
 * Seconds for which Sluice does not trust a rise soon after a credited fall, if the amounts differ: it may be a
 * lagging replica and a deposit at once. Replicas of one service agree sooner, and three snapshots of the usual
 * interval lie within it.
 */
export const RISE_DOUBT_SECONDS = 900;

/**
 * Doubts that end within the same part of their time are merged: so many parts, so that a lane holds few of them
 * however often its balance moves, and none lasts much longer than it has to.
 */
const DOUBT_PARTS = 6;

/** One doubt per kind and end: ends are rounded up to a part of the time that such a doubt lasts. */
export function withDoubt(
  doubts: readonly BookingDoubt[],
  doubt: BookingDoubt,
  boundSeconds: number,
): readonly BookingDoubt[] {
  if (!decimalOf(doubt.amount).greaterThan(0)) return doubts;
  const seconds = doubt.kind === 'rise' ? RISE_DOUBT_SECONDS : boundSeconds;
  const partMs = Math.ceil((seconds * 1000) / DOUBT_PARTS);
  const until = instantOf(Math.ceil(epochMsOf(doubt.until) / partMs) * partMs);
  const isSame = (each: BookingDoubt) => each.kind === doubt.kind && each.until === until;
  const amount = formatDecimal(sumOf([doubt, ...doubts.filter(isSame)]));
  return [...doubts.filter((each) => !isSame(each)), { ...doubt, amount, until }];
}

/**
 * The doubts that a fall clears. A fee is in doubt because a fall may be larger than what was booked, so no fall
 * clears it.
 */
export function takeFromDoubts(
  doubts: readonly BookingDoubt[],
  fall: Decimal,
): {
  readonly doubts: readonly BookingDoubt[];
  readonly taken: Decimal;
  /** When the last of those would have ended; null if there are none. */
  readonly until: Instant | null;
} {
  let left = fall;
  let until: Instant | null = null;
  const kept: BookingDoubt[] = [];
  for (const doubt of doubts) {
    const amount = decimalOf(doubt.amount);
    const part = doubt.kind === 'fee' ? ZERO : Decimal.min(amount, left);
    left = left.minus(part);
    if (part.greaterThan(0)) until = later(doubt.until, until ?? doubt.until);
    const rest = amount.minus(part);
    if (rest.greaterThan(0)) kept.push({ ...doubt, amount: formatDecimal(rest) });
  }
  return { doubts: kept, taken: fall.minus(left), until };
}

/** Clears as much as was credited, earliest end first; does not apply to a rise that is not trusted for a while. */
export function extendDoubts(
  doubts: readonly BookingDoubt[],
  credited: Decimal,
  until: Instant,
  boundSeconds: number,
): readonly BookingDoubt[] {
  let left = credited;
  let all: readonly BookingDoubt[] = [];
  for (const doubt of [...doubts].sort((a, b) => (a.until < b.until ? -1 : 1))) {
    const amount = decimalOf(doubt.amount);
    const part = doubt.kind === 'rise' ? ZERO : Decimal.min(amount, left);
    left = left.minus(part);
    const longer = { ...doubt, amount: formatDecimal(part), until: later(doubt.until, until) };
    const rest = { ...doubt, amount: formatDecimal(amount.minus(part)) };
    all = withDoubt(withDoubt(all, longer, boundSeconds), rest, boundSeconds);
  }
  return all;
}
