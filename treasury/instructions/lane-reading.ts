import { type BookedReading, committedOf, isWatching } from '../booking/booking.ts';
import { bookingTerms } from '../booking/booking-terms.ts';
import { readBalance } from '../booking/read-balance.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import type { Controls } from '../policy/controls.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, balanceOf } from '../valuation/balance.ts';
import type { Lane } from './lane.ts';

/**
 * A lane with one more balance taken into account: the credited part of the fall, and the doubts. Its version is as
 * read: the caller that writes it increments it. A currency that the response does not state is not read: it may have
 * been left out.
 */
export function withReading(
  lane: Lane,
  balances: Balances,
  readAt: Instant,
  controls: Controls | null,
): Lane {
  const { booking, currency } = lane;
  const reading = balanceOf(balances, currency);
  if (reading.kind !== 'stated') return lane;
  const { boundSeconds } = bookingTerms(controls, currency);
  const read = readBalance(booking, reading.balance, readAt, boundSeconds);
  return read === booking ? lane : { ...lane, booking: read };
}

/** The same, if it is to be stored: null if nothing is on its way that a balance could show. */
export function readingToKeep(
  lane: Lane,
  balances: Balances,
  readAt: Instant,
  controls: Controls | null,
): Lane | null {
  if (!isWatching(lane.booking, readAt)) return null;
  const read = withReading(lane, balances, readAt, controls);
  return read === lane ? null : { ...read, version: lane.version + 1 };
}

/** The lane's own last reading, where it is newer than the snapshot's: after a withdrawal it is. */
export function readSince({ booking }: Lane, takenAt: Instant): BookedReading | null {
  const { reading } = booking;
  return reading !== undefined && reading.at > takenAt ? reading : null;
}

/** The amounts that every decision about the currency has to leave alone. */
export function unbookedIn(lane: Lane | null | undefined, now: Instant): Decimal {
  return lane == null ? ZERO : committedOf(lane.booking, now);
}

/**
 * The earliest time of a reading that an amount may be computed from: not before the last reading that counted, and
 * not before an outcome was recorded. Undefined if nothing was ever read or recorded.
 */
export function readNotBefore({ booking, concludedAt }: Lane): Instant | undefined {
  const read = booking.reading?.at;
  if (read === undefined || concludedAt === undefined) return read ?? concludedAt;
  return read > concludedAt ? read : concludedAt;
}
