import { Decimal } from 'decimal.js';
import { decimalsIn, decimalsOf, type FormatOptions } from './amounts.ts';

/*
 * A price is no amount: cents say nothing of 0.00001234, and 30 digits of a price that took a division nothing of 0.9. It is
 * shown by significant digits.
 */

/** Significant digits of a price on a screen, at most; its title and its copy keep all of them. */
const PRICE_DIGITS = 8;

/** Digits behind the point that a price is shown with: those of its currency at least, and no digit before the point is cut off. */
export function priceDecimals(price: string, currency: string): number {
  const exact = new Decimal(price);
  const whole = exact.toSignificantDigits(PRICE_DIGITS, Decimal.ROUND_HALF_EVEN);
  return Math.max(decimalsOf(currency), exact.isZero() ? 0 : whole.decimalPlaces());
}

/** How a price is written: rounded half to even at its significant digits. */
export function priceFormat(
  price: string,
  currency: string,
): Required<Pick<FormatOptions, 'decimals' | 'isRounded'>> {
  const decimals = priceDecimals(price, currency);
  return { decimals, isRounded: decimalsIn(price) > decimals };
}
