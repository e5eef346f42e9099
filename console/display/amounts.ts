import { FRACTION_DIGITS } from '@sluice/client';
import { Decimal } from 'decimal.js';

/*
 * Amounts are decimal text from the API to the screen. They are formatted from their text, and compared and added with
 * decimal.js; no JavaScript number ever holds one.
 */

/** Digits behind the point that an amount has at most (docs/api.md); nothing is ever cut off on a screen. */
const MOST_DECIMALS = 30;

/** Digits behind the point of a currency that is no country's: what Bitcoin counts in. */
const DECIMALS_OF_OTHERS = 8;

/** Enough for the longest sum: 30 digits before the point, 30 behind it, and a carry. */
const Exact = Decimal.clone({ precision: 80, toExpNeg: -MOST_DECIMALS - 1, toExpPos: 60 });

/** Digits behind the point that a currency is shown with, at least: one scale per currency. */
export function decimalsOf(currency: string): number {
  return FRACTION_DIGITS[currency] ?? DECIMALS_OF_OTHERS;
}

export interface FormatOptions {
  /** Of the currency, unless the text has more of them. */
  readonly decimals?: number;
  /** Rounds to the currency's decimals, half to even: for values, which are estimates; never for amounts. */
  readonly isRounded?: boolean;
  /** Writes a plus before what is more than zero: for changes. */
  readonly isSigned?: boolean;
  readonly locale?: string;
}

/** Decimal text as people of the locale write it. All digits are shown, but where rounding is asked for. */
export function formatAmount(
  amount: string,
  currency: string,
  {
    decimals = decimalsOf(currency),
    isRounded = false,
    isSigned = false,
    locale,
  }: FormatOptions = {},
): string {
  const text = isRounded ? roundedTo(amount, decimals) : amount;
  return formatterOf(locale, decimals, isSigned).format(text as Intl.StringNumericLiteral);
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(
  locale: string | undefined,
  decimals: number,
  isSigned: boolean,
): Intl.NumberFormat {
  const key = `${locale} ${decimals} ${isSigned}`;
  const made = formatters.get(key);
  if (made !== undefined) return made;
  const formatter = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(MOST_DECIMALS, decimals),
    // Zero has no sign, however it was written: "-0.00" says that something is owed.
    signDisplay: isSigned ? 'exceptZero' : 'negative',
  });
  formatters.set(key, formatter);
  return formatter;
}

function roundedTo(amount: string, decimals: number): string {
  return new Exact(amount).toDecimalPlaces(decimals, Decimal.ROUND_HALF_EVEN).toFixed(decimals);
}

/** Percent as decimal text, shown with one digit behind the point. */
export function formatPercent(
  percent: string,
  { isSigned = false, locale }: Pick<FormatOptions, 'isSigned' | 'locale'> = {},
): string {
  const rounded = roundedTo(percent, 1);
  return `${formatterOf(locale, 1, isSigned).format(rounded as Intl.StringNumericLiteral)} %`;
}

export function compareAmounts(left: string, right: string): number {
  return new Exact(left).comparedTo(right);
}

export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed();
}

export function differenceOf(left: string, right: string): string {
  return new Exact(left).minus(right).toFixed();
}

/** -1, 0 or 1. */
export function signOf(amount: string): -1 | 0 | 1 {
  const sign = new Exact(amount).comparedTo(0);
  return sign < 0 ? -1 : sign > 0 ? 1 : 0;
}

/** How much of the whole a part is, in percent with one digit: for bars, which are drawn and not booked. */
export function percentOf(part: string, whole: string): string {
  const divisor = new Exact(whole);
  if (divisor.isZero()) return '0';
  return new Exact(part).div(divisor).times(100).toDecimalPlaces(1).toFixed();
}

/** Where on a chart an amount stands. A drawing is the one place for which it becomes a number. */
export function chartValue(amount: string): number {
  return Number.parseFloat(amount);
}

/** Digits behind the point that a text has. */
export function decimalsIn(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}

/** The decimals of every amount of a column: the most that one of them has, and the currency's own at least. */
export function columnDecimals(amounts: readonly string[], currency: string): number {
  return Math.max(decimalsOf(currency), ...amounts.map(decimalsIn));
}
