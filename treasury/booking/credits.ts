import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { type BookingCredit, feeOf, type UnbookedEntry, withFee } from './booking.ts';

/** The part of a fall that is attributed to one entry. */
export interface TakenPart {
  readonly amount: Decimal;
  /** When that was claimed. */
  readonly claimedAt: Instant;
}

/** The parts of a fall that are attributed to unbooked entries, oldest first. */
export function takeFromEntries(
  entries: readonly UnbookedEntry[],
  fall: Decimal,
): {
  readonly entries: readonly UnbookedEntry[];
  readonly parts: readonly TakenPart[];
  /** The part of it that may have been fees: that much is not booked for certain. */
  readonly fee: Decimal;
} {
  let left = fall;
  const parts: TakenPart[] = [];
  const kept: UnbookedEntry[] = [];
  for (const entry of entries) {
    const amount = decimalOf(entry.amount);
    const part = Decimal.min(amount, left);
    left = left.minus(part);
    if (part.greaterThan(0)) parts.push({ amount: part, claimedAt: entry.at });
    const rest = amount.minus(part);
    if (rest.greaterThan(0)) kept.push({ ...entry, amount: formatDecimal(rest) });
  }
  // Any of these requests may have been charged for by this fall, whichever of them it books.
  const fees = entries.reduce((sum, entry) => sum.plus(feeOf(entry)), ZERO);
  const fee = Decimal.min(fees, fall.minus(left));
  return { entries: withFees(kept, fees.minus(fee)), parts, fee };
}

/** Fees that no fall was attributed to yet stay with the remaining entries, all with the oldest. */
function withFees(entries: readonly UnbookedEntry[], fees: Decimal): readonly UnbookedEntry[] {
  return entries.map((entry, index) => withFee(entry, index === 0 ? fees : ZERO));
}

/**
 * One credit of exactly this fall, or several consecutive ones that add up to it: a replica that has not had these
 * bookings differs by this amount. The latest are tried first; null if none match.
 */
export function creditsMaking<C extends Pick<BookingCredit, 'fall'>>(
  credits: readonly C[],
  rise: Decimal,
): readonly C[] | null {
  for (let end = credits.length; end > 0; end--) {
    let sum = ZERO;
    for (let start = end - 1; start >= 0; start--) {
      sum = sum.plus(decimalOf(credits[start]?.fall ?? '0'));
      if (sum.equals(rise)) return credits.slice(start, end);
    }
  }
  return null;
}
