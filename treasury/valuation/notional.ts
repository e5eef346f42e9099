import { ROUNDING } from '../money/decimal.ts';
import {
  decimalOf,
  formatDecimal,
  isDecimalText,
  MAX_FRACTION_DIGITS,
  parseDecimalText,
} from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import type { BelievedValues } from './believed-values.ts';
import { valueOfAmount } from './value-of-amount.ts';

/**
 * The most that the trade takes from the account: base when selling, price x amount of quote when buying, rounded up
 * if it has more fraction digits than decimal text.
 */
export function paidBy(request: TradeRequest): { currency: string; amount: string } {
  const [base = '', quote = ''] = request.instrument.split('/');
  if (request.side === 'sell') return { currency: base, amount: request.amount };
  const cost = decimalOf(request.price).times(decimalOf(request.amount));
  const amount = formatDecimal(cost.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up));
  return { currency: quote, amount };
}

/** One side of a trade and its worth; decimal text, `value` in the reporting currency. */
export interface ValuedSide {
  readonly currency: string;
  readonly amount: string;
  readonly value: string;
}

export type Notional =
  | { readonly known: true; readonly side: ValuedSide }
  /** There is no price for it into the reporting currency, or none that can be believed. */
  | { readonly known: false; readonly currency: string; readonly amount: string };

/**
 * The value of a trade in the reporting currency: the traded amount at the mid price or, if a purchase offers more
 * than that, its possible cost: the service is free to fill it at the offered price.
 */
export function notionalOf(
  request: TradeRequest,
  values: BelievedValues,
  reportingCurrency: string,
): Notional {
  const base = request.instrument.split('/')[0] ?? '';
  const traded = { currency: base, amount: request.amount };
  const sides = request.side === 'sell' ? [traded] : [traded, paidBy(request)];
  let highest: ValuedSide | null = null;
  for (const { currency, amount } of sides) {
    const value = worthOf(currency, amount, values, reportingCurrency);
    if (value === null) return { known: false, currency, amount };
    if (highest === null || decimalOf(value).greaterThan(decimalOf(highest.value))) {
      highest = { currency, amount, value };
    }
  }
  if (highest === null) throw new Error('a trade has at least one side');
  return { known: true, side: highest };
}

/** Price x amount may have more integer digits than decimal text: such a cost cannot be valued. */
function worthOf(
  currency: string,
  amount: string,
  values: BelievedValues,
  reportingCurrency: string,
): string | null {
  if (!parseDecimalText(amount).ok) return null;
  const value = valueOfAmount(values, currency, amount, reportingCurrency);
  return value === null || !isDecimalText(value) ? null : value;
}
