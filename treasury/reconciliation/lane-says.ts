import type { Booking } from '../booking/booking.ts';
import { readBalance } from '../booking/read-balance.ts';
import { isUnreadable, type Lane } from '../instructions/lane.ts';
import type { Instant } from '../time/instant.ts';
import { type Balance, balanceOf } from '../valuation/balance.ts';
import type { LaneSays } from './explain-currency.ts';
import type { KnownMovement } from './movement.ts';
import type { Reading } from './reading.ts';

/**
 * The word of a currency's lane about its confirmed movements, after the readings that are explained: it was read
 * more often than there are snapshots, above all right after an outcome was recorded, and so knows of a booking that
 * a deposit in the same interval hides. It credits the oldest first, so every claim since its oldest unbooked amount
 * is unbooked. A lane that has seen more than these readings, or another figure than their totals, has no word about
 * them. Readings that do not state the currency are none.
 */
export function laneSays(
  lane: Lane | undefined,
  readings: readonly Reading[],
  boundSeconds: number,
): (movement: KnownMovement) => LaneSays {
  if (lane === undefined || isUnreadable(lane)) return () => 'either';
  const stated = statedReadings(readings, lane.currency);
  const last = stated.at(-1)?.takenAt;
  const read = lane.booking.reading?.at;
  if (last === undefined) return () => 'either';
  const booking = stated.reduce(
    (before, reading) => withReading(before, reading, boundSeconds),
    lane.booking,
  );
  const unbookedSince = booking.entries[0]?.at;
  const isAhead = read === undefined || read > last;
  const isOtherFigure = stated.some(holdsSome);
  return ({ from, most }) => {
    if (most.greaterThan(0)) return 'either';
    if (isSince(from, unbookedSince)) return 'unbooked';
    return isAhead || isOtherFigure ? 'either' : 'shown';
  };
}

/** Whether a lane still waits for something that was claimed at this moment. */
export function isUnbookedIn(lane: Lane | undefined, claimedAt: Instant): boolean {
  return isSince(claimedAt, lane?.booking.entries[0]?.at);
}

function isSince(claimedAt: Instant, unbookedSince: Instant | undefined): boolean {
  return unbookedSince !== undefined && claimedAt >= unbookedSince;
}

interface StatedReading {
  readonly takenAt: Instant;
  readonly balance: Balance;
}

function statedReadings(readings: readonly Reading[], currency: string): readonly StatedReading[] {
  return readings.flatMap(({ takenAt, balances }) => {
    const reading = balanceOf(balances, currency);
    return reading.kind === 'stated' ? [{ takenAt, balance: reading.balance }] : [];
  });
}

function withReading(
  booking: Booking,
  { takenAt, balance }: StatedReading,
  boundSeconds: number,
): Booking {
  if (booking.reading === undefined || takenAt <= booking.reading.at) return booking;
  return readBalance(booking, balance, takenAt, boundSeconds);
}

/** The available part differs from the total: the withheld part may be on its way out. */
function holdsSome({ balance: { total, available = total } }: StatedReading): boolean {
  return available !== total;
}
