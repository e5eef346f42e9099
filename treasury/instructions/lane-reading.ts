import { committedOf, isWatching } from '../booking/booking.ts';
import { bookingTerms } from '../booking/booking-terms.ts';
import { readBalance } from '../booking/read-balance.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import type { Controls } from '../policy/controls.ts';
import { isNewer } from '../records/newer-version.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { Lane } from './lane.ts';

/**
 * A lane with one more balance taken into account: what of the fall was credited, what is in doubt. Its version is as
 * read: whoever writes it counts on. A currency that the answer does not list says nothing: it may have been left out.
 */
export function withReading(
  lane: Lane,
  balances: Balances,
  readAt: Instant,
  controls: Controls | null,
): Lane {
  const { booking, currency } = lane;
  const balance = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  if (booking === undefined || balance === undefined) return lane;
  const { boundSeconds } = bookingTerms(controls, currency);
  const read = readBalance(booking, balance, readAt, boundSeconds);
  return read === booking ? lane : { ...lane, booking: read };
}

/** The same, where it is to be written down: null where nothing is on its way that a balance could show. */
export function readingToKeep(
  lane: Lane,
  balances: Balances,
  readAt: Instant,
  controls: Controls | null,
): Lane | null {
  if (isNewer(lane) || lane.booking === undefined || !isWatching(lane.booking, readAt)) return null;
  const read = withReading(lane, balances, readAt, controls);
  return read === lane ? null : { ...read, version: lane.version + 1 };
}

/** What every decision about the currency has to leave alone; nothing where no lane says so: that alone stops a decision. */
export function unbookedIn(lane: Lane | null | undefined, now: Instant): Decimal {
  return lane?.booking === undefined ? ZERO : committedOf(lane.booking, now);
}

/** When the balances must have been read at least, to be sized on: not before the last one that counted, and not before
 * an outcome was recorded. Undefined where nothing was ever read or recorded. */
export function readNotBefore({ booking, concludedAt }: Lane): Instant | undefined {
  const read = booking?.reading?.at;
  if (read === undefined || concludedAt === undefined) return read ?? concludedAt;
  return read > concludedAt ? read : concludedAt;
}
