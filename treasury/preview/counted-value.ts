import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { PastReading } from './history.ts';
import type { CountedValue } from './shown-values.ts';
import type { WorldRules } from './world.ts';

/**
 * As every report values it, over a third currency too. `seen`: before the controls say which values permit anything. Where no
 * manual rate is concerned, only believed values are read of the past: they are the same prices.
 */
export function countedValue(
  { controls, shownAt }: Pick<WorldRules, 'controls' | 'shownAt'>,
  seen: PastReading,
  currency: string,
  amount: string,
): CountedValue {
  const value = valueOfAmount(seen.values, currency, amount, controls.reportingCurrency);
  if (shownAt === undefined) return { value };
  // A snapshot that kept no prices has the values that it recorded by them, and no rate takes their place.
  if (value !== null && Object.keys(seen.market?.prices ?? {}).length === 0) return { value };
  const shown = shownAt(seen);
  const found = shown.of(currency, amount);
  if (found !== null) return found;
  const refusedRate = value === null ? shown.refused(currency) : null;
  return { value, ...(refusedRate !== null && { refusedRate }) };
}
