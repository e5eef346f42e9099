import { Decimal, ROUNDING, type RoundingMode } from './decimal.ts';
import { decimalOf, formatDecimal } from './decimal-text.ts';

/** An amount with its currency attached. Amounts of different currencies never meet. */
export interface Money {
  readonly currency: string;
  readonly amount: Decimal;
}

/** Thrown if two currencies are about to be mixed: always a defect in Sluice, never bad input. */
export class CurrencyMismatchDefect extends Error {
  override readonly name = 'CurrencyMismatchDefect';
  constructor(left: string, right: string) {
    super(`amounts of ${left} and ${right} cannot be combined`);
  }
}

export function money(currency: string, amount: string | Decimal): Money {
  return { currency, amount: typeof amount === 'string' ? decimalOf(amount) : amount };
}

export function zero(currency: string): Money {
  return { currency, amount: new Decimal(0) };
}

export function add(left: Money, right: Money): Money {
  return { currency: sharedCurrency(left, right), amount: left.amount.plus(right.amount) };
}

export function subtract(left: Money, right: Money): Money {
  return { currency: sharedCurrency(left, right), amount: left.amount.minus(right.amount) };
}

/** -1, 0 or 1, as left is less than, equal to or more than right. */
export function compare(left: Money, right: Money): -1 | 0 | 1 {
  sharedCurrency(left, right);
  const order = left.amount.comparedTo(right.amount);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

export function smaller(left: Money, right: Money): Money {
  return {
    currency: sharedCurrency(left, right),
    amount: Decimal.min(left.amount, right.amount),
  };
}

export function isPositive(value: Money): boolean {
  return value.amount.greaterThan(0);
}

/**
 * Rounds to a multiple of `step` (decimal, more than zero) by the named mode. Exact for every
 * amount that decimal text can hold: the quotient is rounded to an integer by the mode itself.
 */
export function roundToStep(value: Money, step: Decimal, mode: RoundingMode): Money {
  if (!step.greaterThan(0)) throw new RangeError(`step must be more than zero: ${step.toFixed()}`);
  return { currency: value.currency, amount: value.amount.toNearest(step, ROUNDING[mode]) };
}

export function sum(currency: string, values: readonly Money[]): Money {
  return values.reduce(add, zero(currency));
}

export function formatMoney(value: Money): string {
  return `${formatDecimal(value.amount)} ${value.currency}`;
}

function sharedCurrency(left: Money, right: Money): string {
  if (left.currency !== right.currency) {
    throw new CurrencyMismatchDefect(left.currency, right.currency);
  }
  return left.currency;
}
