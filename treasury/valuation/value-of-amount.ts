import { ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import { type BelievedValues, unitValue } from './believed-values.ts';

/**
 * What an amount is worth for tiers, limits, floors and trades: decimal text in the reporting currency, rounded up at 30
 * fraction digits so that no limit is passed by rounding. Null if nothing believed says so.
 */
export function valueOfAmount(
  values: BelievedValues,
  currency: string,
  amount: string,
  reportingCurrency: string,
): string | null {
  const unit = unitValue(values, currency, reportingCurrency);
  if (!unit.known) return null;
  const worth = decimalOf(amount).times(decimalOf(unit.price));
  return formatDecimal(worth.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up));
}
