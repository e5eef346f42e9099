import { type Decimal, ROUNDING } from '../../../treasury/money/decimal.ts';
import { ISO_4217 } from '../../../treasury/money/iso-4217.ts';
import { FormatLimitError } from '../report.ts';

/** Fraction digits and digits in all of an amount (ActiveOrHistoricCurrencyAndAmount). */
const MAX_FRACTION_DIGITS = 5;
const MAX_DIGITS = 18;

/**
 * Fraction digits of amounts in a currency: those of ISO 4217, which receivers of the message check; of another code
 * of three letters, all that the message takes.
 * @throws FormatLimitError if the code is not three capital letters.
 */
export function scaleOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new FormatLimitError(
      'camt053-currency',
      `camt.053 names currencies by three capital letters, and the reporting currency is ${currency}; ask for JSON, CSV or XLSX`,
    );
  }
  return ISO_4217.get(currency) ?? MAX_FRACTION_DIGITS;
}

/** @throws FormatLimitError unless ISO 4217 has the currency: banks have accounts in no other. */
export function requireFiat(currency: string): void {
  if (ISO_4217.has(currency)) return;
  throw new FormatLimitError(
    'camt053-currency',
    `an account in camt.053 is in a currency of ISO 4217, and ${currency} is none; leave currency out, or ask for JSON, CSV or XLSX`,
  );
}

/** A signed amount as the message has it: an amount without sign, and which way it goes. */
export interface BookedAmount {
  readonly text: string;
  readonly indicator: 'CRDT' | 'DBIT';
}

/** Half-even, as every value in reports. The rest goes to the rounding entry. */
export function atScale(exact: Decimal, scale: number): Decimal {
  return exact.toDecimalPlaces(scale, ROUNDING.halfEven);
}

/** @throws FormatLimitError if an amount has more digits than the message takes. */
export function booked(amount: Decimal, scale: number): BookedAmount {
  const text = amount.abs().toFixed(scale);
  if (text.replace('.', '').length > MAX_DIGITS) {
    throw new FormatLimitError(
      'camt053-amount',
      `camt.053 takes amounts of ${MAX_DIGITS} digits, and ${text} has more; ask for JSON, CSV or XLSX`,
    );
  }
  return { text, indicator: amount.isNegative() && !amount.isZero() ? 'DBIT' : 'CRDT' };
}
