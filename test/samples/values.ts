import type { Instant } from '../../treasury/time/instant.ts';
import {
  type BelievedValues,
  type CrossedPrices,
  valuesOf,
} from '../../treasury/valuation/believed-values.ts';
import { judgeValues, READINGS_OF_A_NEW_LEVEL } from '../../treasury/valuation/judge-values.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import type { UnitValues } from '../../treasury/valuation/unit-value.ts';
import type { PriceReading } from '../../treasury/value-limits/price-of-limits.ts';

/** What is on record once as many readings have agreed on the prices as a first one takes. */
export function agreedValues(prices: Prices, into = 'USD'): UnitValues {
  let agreed: UnitValues = {};
  for (let reading = 0; reading < READINGS_OF_A_NEW_LEVEL; reading++) {
    agreed = judgeValues(prices, agreed, into);
  }
  return agreed;
}

/** The values of prices that were agreed on. */
export function believedAt(
  prices: Prices,
  into = 'USD',
  controls: CrossedPrices = {},
): BelievedValues {
  const valuation = { reportingCurrency: into };
  return valuesOf({ prices, unitValues: agreedValues(prices, into), valuation }, controls);
}

export function readingOf(prices: Prices, readAt: Instant, into = 'USD'): PriceReading {
  return { values: believedAt(prices, into), readAt };
}

/** Of one price each, as an instrument with the reporting currency quotes it. */
export function unitValuesOf(each: Readonly<Record<string, string>>, into = 'USD'): BelievedValues {
  const prices = Object.entries(each)
    .filter(([currency]) => currency !== into)
    .map(([currency, price]) => [`${currency}/${into}`, { bid: price, ask: price }] as const);
  return believedAt(Object.fromEntries(prices), into);
}
