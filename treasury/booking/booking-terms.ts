import { type Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';

/**
 * Seconds after which a confirmed amount should show in the balances, if the controls do not say: a weekend, in which
 * banks and networks may book nothing, and a day.
 */
export const DEFAULT_BOOKING_BOUND_SECONDS = 3 * 86_400;

/** The controls' statement about how the service books one currency. */
export interface BookingTerms {
  readonly boundSeconds: number;
  /** The largest fee that may be taken beside a withdrawal or trade of this amount. */
  readonly largestFee: (amount: Decimal) => Decimal;
}

export function bookingTerms(
  controls: Pick<Controls, 'bookingBoundSeconds' | 'feeBound'> | null,
  currency: string,
): BookingTerms {
  const { absolute = {}, percent = '0' } = controls?.feeBound ?? {};
  const fixed = Object.hasOwn(absolute, currency) ? decimalOf(absolute[currency] ?? '0') : ZERO;
  const rate = decimalOf(percent).dividedBy(100);
  return {
    boundSeconds: controls?.bookingBoundSeconds ?? DEFAULT_BOOKING_BOUND_SECONDS,
    largestFee: (amount) =>
      fixed.plus(amount.times(rate)).toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up),
  };
}
