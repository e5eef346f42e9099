import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { absentIn, type Balance, type Balances, statedIn } from './balance.ts';
import type { Prices } from './price.ts';
import { pricePath, valueAt } from './price-path.ts';
import type { CurrencyValue, Valuation } from './valuation.ts';

/**
 * Values from here on are not believed: 10^27 leaves room for a thousand of them in the 30 integer digits of the
 * total, and is beyond all the money there is. Such a currency is unvalued.
 */
const UNBELIEVABLE_VALUE = new Decimal(10).pow(27);

/**
 * Values balances in the reporting currency at mid prices (reference, 2.1). The total of a balance counts, available
 * or not. Each value says its price and the instruments that gave it: value = total x price before its rounding, rounded half to
 * even at 30 fraction digits (so exact in practice), or at 18 if the price took a division. The total is the exact sum of the
 * values. A currency without a usable path is listed as unvalued, never as zero. One that the answer does not state has its
 * last value apart.
 */
export function valueBalances(
  balances: Balances,
  prices: Prices,
  reportingCurrency: string,
): Valuation {
  const values: [string, CurrencyValue][] = [];
  const unvalued: string[] = [];
  let total = ZERO;
  for (const [currency, balance] of statedIn(balances).toSorted(byName)) {
    const value = valueOne(currency, balance, prices, reportingCurrency);
    if (value === null) unvalued.push(currency);
    else {
      values.push([currency, value]);
      total = total.plus(decimalOf(value.value));
    }
  }
  return {
    reportingCurrency,
    total: formatDecimal(total),
    values: Object.fromEntries(values),
    unvalued,
    ...valuesApart(balances, prices, reportingCurrency),
  };
}

function valuesApart(
  balances: Balances,
  prices: Prices,
  reportingCurrency: string,
): Pick<Valuation, 'apart'> {
  const apart = absentIn(balances).flatMap(([currency, { last }]) => {
    const value = last === undefined ? null : valueOne(currency, last, prices, reportingCurrency);
    return value === null ? [] : [[currency, value] as const];
  });
  return apart.length === 0 ? {} : { apart: Object.fromEntries(apart) };
}

function valueOne(
  currency: string,
  { total }: Balance,
  prices: Prices,
  reportingCurrency: string,
): CurrencyValue | null {
  const found = pricePath(currency, reportingCurrency, prices);
  if (found === null) return null;
  const { price, path, instruments } = found;
  const value = valueAt(found, decimalOf(total));
  if (isUnbelievable(value) || isUnbelievable(price)) return null;
  return { value: formatDecimal(value), price: formatDecimal(price), path, instruments };
}

/** By code unit: the same order on every machine, whatever its language. */
function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isUnbelievable(value: Decimal): boolean {
  return value.abs().greaterThanOrEqualTo(UNBELIEVABLE_VALUE);
}
