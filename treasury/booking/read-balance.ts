import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type Instant, later, plusSeconds } from '../time/instant.ts';
import { type Balance, withdrawable } from '../valuation/balance.ts';
import {
  type BookedReading,
  type Booking,
  type BookingCredit,
  type BookingDoubt,
  MAX_BOOKING_CREDITS,
  sumOf,
} from './booking.ts';
import { creditsMaking, takeFromEntries } from './credits.ts';
import { extendDoubts, RISE_DOUBT_SECONDS, takeFromDoubts, withDoubt } from './doubts.ts';

/**
 * The booking after one more balance. A fall is credited to unbooked amounts, oldest first, never more than there is:
 * a deposit cannot lower a balance, so at least as much has left. A rise by exactly a credited fall takes the credit
 * back. A reading from before the last one is ignored. Pure.
 */
export function readBalance(
  booking: Booking,
  balance: Balance,
  at: Instant,
  boundSeconds: number,
): Booking {
  const { reading } = booking;
  if (reading !== undefined && at < reading.at) return booking;
  const next: BookedReading = { at, ...balance };
  const known = withoutExpired(booking, at);
  if (reading === undefined) return { ...known, reading: next };
  const moved = moveBetween(reading, next);
  if (moved.isZero()) return booking;
  const changed = moved.isNegative()
    ? credited(known, moved.abs(), at, boundSeconds)
    : doubted(known, moved, at, boundSeconds);
  return { ...changed, reading: next };
}

/**
 * Compares the same figure: the available amount if both readings have it, else the total. If only one reading has
 * it, a fall is a fall of the totals, and a rise is anything that would let more be withdrawn than before.
 */
function moveBetween(before: BookedReading, after: BookedReading): Decimal {
  const both = before.available !== undefined && after.available !== undefined;
  const change = decimalOf(withdrawable(after)).minus(decimalOf(withdrawable(before)));
  if (both || (before.available === undefined && after.available === undefined)) return change;
  const ofTotals = decimalOf(after.total).minus(decimalOf(before.total));
  if (change.isPositive() && !change.isZero()) return change;
  return ofTotals.isNegative() ? Decimal.max(ofTotals, change) : ZERO;
}

function withoutExpired(booking: Booking, now: Instant): Booking {
  const live = ({ until }: { readonly until: Instant }) => until > now;
  return {
    ...booking,
    credits: booking.credits.filter(live),
    doubts: booking.doubts.filter(live),
  };
}

/**
 * Unbooked amounts fall first, then those in doubt. As much of the remaining doubt as was credited may now stand for
 * that: the fall may have been the one that was in doubt. It lasts for as long as the doubt about the new credit may.
 */
function credited(booking: Booking, fall: Decimal, at: Instant, boundSeconds: number): Booking {
  const { entries, parts, fee } = takeFromEntries(booking.entries, fall);
  const taken = parts.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  const cleared = takeFromDoubts(booking.doubts, fall.minus(taken));
  const until = parts
    .map(({ claimedAt }) => plusSeconds(claimedAt, boundSeconds))
    .reduce(later, at);
  const credits = parts.map(({ amount }) => creditOf(at, amount, until));
  if (cleared.until !== null)
    credits.push(creditOf(at, cleared.taken, later(until, cleared.until)));
  const last = credits.pop();
  if (last === undefined) return booking;
  // A fall beyond the expected amount belongs to the same fall: a replica without it is higher by all of it.
  const beyond = fall.minus(taken).minus(cleared.taken);
  credits.push({ ...last, fall: formatDecimal(decimalOf(last.fall).plus(beyond)) });
  const doubts = extendDoubts(cleared.doubts, taken, until, boundSeconds);
  const ofFee: BookingDoubt = { kind: 'fee', amount: formatDecimal(fee), until };
  return {
    ...booking,
    entries,
    credits: [...booking.credits, ...credits].slice(-MAX_BOOKING_CREDITS),
    doubts: withDoubt(doubts, ofFee, boundSeconds),
  };
}

function creditOf(at: Instant, amount: Decimal, until: Instant): BookingCredit {
  const text = formatDecimal(amount);
  return { at, fall: text, amount: text, until };
}

/**
 * A rise by exactly one credited fall, or by several consecutive ones: another replica answered, and as far as Sluice
 * can tell the credited amount is unbooked, until the bound says that all replicas must show it. Any other rise soon
 * after a fall is not trusted for a while either: it may be such a replica and a deposit at once.
 */
function doubted(booking: Booking, rise: Decimal, at: Instant, boundSeconds: number): Booking {
  const contradicted = creditsMaking(booking.credits, rise);
  if (contradicted !== null) {
    const until = contradicted.map((credit) => credit.until).reduce(later, at);
    const amount = formatDecimal(sumOf(contradicted));
    const doubt: BookingDoubt = { kind: 'contradicted', amount, until };
    const credits = booking.credits.filter((credit) => !contradicted.includes(credit));
    return { ...booking, credits, doubts: withDoubt(booking.doubts, doubt, boundSeconds) };
  }
  const recent = booking.credits.filter(
    (credit) => plusSeconds(credit.at, RISE_DOUBT_SECONDS) > at,
  );
  const known = sumOf(booking.doubts.filter(({ kind }) => kind === 'rise'));
  const room = Decimal.max(sumOf(recent).minus(known), ZERO);
  const amount = formatDecimal(Decimal.min(rise, room));
  const until = plusSeconds(at, RISE_DOUBT_SECONDS);
  const doubt: BookingDoubt = { kind: 'rise', amount, until };
  return { ...booking, doubts: withDoubt(booking.doubts, doubt, boundSeconds) };
}
