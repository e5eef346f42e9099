import { ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { CurrencyValue } from './valuation.ts';

/** The value of one unit of each currency at a moment: the part of a valuation that this needs. */
export interface UnitPrices {
  readonly reportingCurrency: string;
  readonly values: Readonly<Record<string, Pick<CurrencyValue, 'price'>>>;
}

/**
 * The value of an amount at the prices of a snapshot, decimal text in the reporting currency, rounded up at 30
 * fraction digits so that no limit is passed by rounding. Null if there is no price, or if the snapshot was valued in
 * another currency.
 */
export function valueOfAmount(
  valuation: UnitPrices,
  currency: string,
  amount: string,
  reportingCurrency: string,
): string | null {
  if (valuation.reportingCurrency !== reportingCurrency) return null;
  const value = Object.hasOwn(valuation.values, currency) ? valuation.values[currency] : undefined;
  if (value === undefined) return null;
  const worth = decimalOf(amount).times(decimalOf(value.price));
  return formatDecimal(worth.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up));
}
