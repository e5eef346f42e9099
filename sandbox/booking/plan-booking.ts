import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import { decimalsOf } from '../market/currencies.ts';
import type { BookedPart, BookingMode } from './booking-mode.ts';

const PERCENT = 100;

/** When the balances show an amount that is executed now; undefined: at once. */
export function planBooking(
  { delayMs, steps, totalLagMs }: BookingMode,
  { currency, amount }: { readonly currency: string; readonly amount: Decimal },
  now: number,
): BookedPart[] | undefined {
  if (delayMs === 0 && totalLagMs === 0) return undefined;
  const share = amount.div(steps).toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_DOWN);
  return Array.from({ length: steps }, (_, index) => {
    const last = index === steps - 1;
    const availableMs = now + Math.round((delayMs * (index + 1)) / steps);
    return {
      amount: formatDecimal(last ? amount.minus(share.times(steps - 1)) : share),
      availableFrom: new Date(availableMs).toISOString(),
      totalFrom: new Date(availableMs + totalLagMs).toISOString(),
    };
  });
}

/** The cost of a withdrawal on top of its amount; rounded up to the smallest unit. */
export function feeOf(
  { feeAbsolute, feePercent }: BookingMode,
  currency: string,
  amount: Decimal,
): Decimal {
  return amount
    .times(feePercent)
    .div(PERCENT)
    .plus(feeAbsolute[currency] ?? 0)
    .toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_UP);
}
