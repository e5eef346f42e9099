import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { judgeValues } from './judge-values.ts';
import { isNear } from './near.ts';
import type { PriceDoubt, Prices } from './price.ts';
import { DIVIDED_SCALE, midPrice } from './price-path.ts';
import type { UnitValues } from './unit-value.ts';
import type { Valuation } from './valuation.ts';

/** The part of a snapshot that the next reading of the prices is judged by. */
export interface ValuesOnRecord {
  readonly unitValues?: UnitValues;
  readonly valuation: Pick<Valuation, 'reportingCurrency'>;
}

export interface JudgedPrices {
  /** What each currency is worth by this reading, and what stays on record of it. */
  readonly unitValues: UnitValues;
  /** Prices to value reports with. */
  readonly trusted: Prices;
  /** Instruments whose price is not what the values of its currencies say. */
  readonly doubted: readonly PriceDoubt[];
}

/**
 * Judges the prices of a reading by the values that the last snapshot left on record; null if there is none. Values on
 * record in another reporting currency compare with nothing. Pure.
 */
export function judgePrices(
  prices: Prices,
  before: ValuesOnRecord | null,
  into: string,
): JudgedPrices {
  const unitValues = judgeValues(prices, valuesIn(before, into), into);
  const doubted = Object.entries(prices).flatMap(([instrument, price]) => {
    const mid = midPrice(price);
    return mid === null ? [] : doubtsOf(instrument, mid, unitValues, into);
  });
  const names = new Set(doubted.map(({ instrument }) => instrument));
  const trusted = Object.entries(prices).filter(([instrument]) => !names.has(instrument));
  return { unitValues, trusted: Object.fromEntries(trusted), doubted };
}

/** The values that a snapshot left on record, in this reporting currency. */
export function valuesIn(before: ValuesOnRecord | null, into: string): UnitValues {
  const isSame = before?.valuation.reportingCurrency === into;
  return (isSame ? before.unitValues : undefined) ?? {};
}

/** A price is doubted where it is far from the quotient of what its two currencies are worth by what is believed. */
function doubtsOf(
  instrument: string,
  mid: Decimal,
  values: UnitValues,
  into: string,
): readonly PriceDoubt[] {
  const [base = '', quote = ''] = instrument.split('/');
  const [ofBase, ofQuote] = [lastOf(base, values, into), lastOf(quote, values, into)];
  if (ofBase === null || ofQuote === null) return [];
  const from = ofBase.dividedBy(ofQuote).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.halfEven);
  if (from.isZero() || isNear(mid, from)) return [];
  const readings = Math.max(readingsOf(base, values), readingsOf(quote, values), 1);
  return [{ instrument, from: formatDecimal(from), readings }];
}

function lastOf(currency: string, values: UnitValues, into: string): Decimal | null {
  if (currency === into) return new Decimal(1);
  const value = Object.hasOwn(values, currency) ? values[currency] : undefined;
  const last = value?.crossed?.last ?? value?.last;
  return last === undefined ? null : decimalOf(last);
}

function readingsOf(currency: string, values: UnitValues): number {
  const value = Object.hasOwn(values, currency) ? values[currency] : undefined;
  return (value?.crossed ?? value)?.level?.readings ?? 0;
}
