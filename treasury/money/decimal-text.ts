import * as z from 'zod/mini';
import { Decimal } from './decimal.ts';

/** Integer digits accepted in decimal text: 10^30 of any currency is beyond every supply there is. */
export const MAX_INTEGER_DIGITS = 30;
/** Fraction digits accepted: the finest unit in use has 18 (wei), 30 leaves room for derived prices. */
export const MAX_FRACTION_DIGITS = 30;

const DECIMAL_TEXT = new RegExp(
  `^-?(?:0|[1-9]\\d{0,${MAX_INTEGER_DIGITS - 1}})(?:\\.\\d{1,${MAX_FRACTION_DIGITS}})?$`,
);

export const ACCEPTED_DECIMAL_TEXT = `decimal text such as "12.5": at most ${MAX_INTEGER_DIGITS} integer and ${MAX_FRACTION_DIGITS} fraction digits, no exponent, no leading zeros, no separators`;

export type DecimalTextParse =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly code: 'not-decimal-text'; readonly seen: string };

/** What of an unacceptable value is repeated in an error: enough to recognise it, never a flood. */
const MAX_SEEN_CHARACTERS = 60;

/**
 * Parses decimal text as the service writes it (reference, part 1: all amounts and prices are
 * strings). Numbers are refused: a JSON number has already been through floating point.
 */
export function parseDecimalText(seen: unknown): DecimalTextParse {
  if (typeof seen === 'string' && DECIMAL_TEXT.test(seen)) {
    return { ok: true, value: new Decimal(seen) };
  }
  const shown = typeof seen === 'string' ? JSON.stringify(seen) : `${typeof seen} ${String(seen)}`;
  return { ok: false, code: 'not-decimal-text', seen: shown.slice(0, MAX_SEEN_CHARACTERS) };
}

/** Decimal text of a value, without exponent, trailing zeros or a negative zero: "0.1", "-3", "1200". */
export function formatDecimal(value: Decimal): string {
  return value.toFixed();
}

/** Reads decimal text that this process validated before; anything else is a broken invariant. */
export function decimalOf(text: string): Decimal {
  const parsed = parseDecimalText(text);
  if (!parsed.ok) throw new TypeError(`not decimal text: ${parsed.seen}`);
  return parsed.value;
}

/** Zod schema of decimal text at an edge. The value stays text: text in, text out. */
export const decimalText = z
  // The words of the string hold for its refinement too.
  .string(`expected ${ACCEPTED_DECIMAL_TEXT}`)
  .check(z.refine((text) => DECIMAL_TEXT.test(text)));

export const nonNegativeDecimalText = decimalText.check(
  z.refine((text) => !text.startsWith('-'), {
    message: 'expected zero or more',
  }),
);

export const positiveDecimalText = nonNegativeDecimalText.check(
  z.refine((text) => /[1-9]/.test(text), {
    message: 'expected more than zero',
  }),
);
