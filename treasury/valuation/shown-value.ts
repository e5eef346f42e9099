import { valueAtShown } from './price-path.ts';
import type { Valuation } from './valuation.ts';

/**
 * What an amount is worth by a snapshot's valuation, as people are shown it: a price over a third currency counts, and one
 * that is new. Nothing that permits or sizes anything takes it. Null without a price.
 */
export function shownValue(
  { reportingCurrency, values }: Pick<Valuation, 'reportingCurrency' | 'values'>,
  currency: string,
  amount: string,
  into: string,
): string | null {
  const value = Object.hasOwn(values, currency) ? values[currency] : undefined;
  if (reportingCurrency !== into || value === undefined) return null;
  return valueAtShown(amount, value.price);
}
