import { type Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';

/** What a service's answer calls the amount: as it was asked for, or less the fee that it took of it. */
export const ANSWERED_AS = ['gross', 'net'] as const;

/** How the service states the amount of a withdrawal, as the policy says. */
export interface AmountTerms {
  /** Absent: the policy does not say. */
  readonly amounts?: (typeof ANSWERED_AS)[number];
  /** Fraction digits that the service cuts an amount to, and carries out no more. Absent: the policy does not say. */
  readonly digits?: number;
  /** The largest fee of this amount; decimal text. */
  readonly largestFee: string;
}

/**
 * same: as the terms say; `taken` is what leaves the balance, cut or not. net, cut: a fee, or cutting to fewer digits, would explain it,
 * and the policy does not say that the service answers so. other: neither does.
 */
export type AmountComparison =
  | { readonly kind: 'same'; readonly taken: string; readonly isCut: boolean }
  | { readonly kind: 'net' }
  | { readonly kind: 'cut'; readonly digits: number }
  | { readonly kind: 'other' };

/** Compares the amount of an answer, of all its withdrawals together, with the one that was asked for. */
export function compareAmount(
  asked: string,
  answered: Decimal,
  terms: AmountTerms,
): AmountComparison {
  const wanted = decimalOf(asked);
  if (answered.equals(wanted)) return { kind: 'same', taken: formatDecimal(wanted), isCut: false };
  const { digits } = terms;
  const carriedOut = digits === undefined ? wanted : cut(wanted, digits);
  const taken = formatDecimal(carriedOut);
  const isCut = !carriedOut.equals(wanted);
  if (answered.equals(carriedOut)) return { kind: 'same', taken, isCut };
  const least = carriedOut.minus(decimalOf(terms.largestFee));
  const isNet =
    answered.greaterThanOrEqualTo(digits === undefined ? least : cut(least, digits)) &&
    answered.lessThan(carriedOut);
  if (isNet && terms.amounts === 'net') return { kind: 'same', taken, isCut };
  const fewer = digits === undefined ? digitsThatExplain(wanted, answered) : null;
  if (fewer !== null) return { kind: 'cut', digits: fewer };
  return { kind: isNet && terms.amounts === undefined ? 'net' : 'other' };
}

/** The most digits to which the amount asked for would be cut to become the answered one; null if there are none. */
function digitsThatExplain(wanted: Decimal, answered: Decimal): number | null {
  const digits = answered.decimalPlaces();
  return digits < wanted.decimalPlaces() && cut(wanted, digits).equals(answered) ? digits : null;
}

function cut(amount: Decimal, digits: number): Decimal {
  return amount.toDecimalPlaces(digits, ROUNDING.down);
}
