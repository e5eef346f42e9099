import * as z from 'zod/mini';
import { Decimal } from './decimal.ts';

/** Integer digits accepted in decimal text: 10^30 of any currency is beyond every supply there is. */
export const MAX_INTEGER_DIGITS = 30;
/** Fraction digits accepted: the finest unit in use has 18 (wei), 30 leaves room for derived prices. */
export const MAX_FRACTION_DIGITS = 30;

const UNSIGNED = `(?:0|[1-9]\\d{0,${MAX_INTEGER_DIGITS - 1}})(?:\\.\\d{1,${MAX_FRACTION_DIGITS}})?`;

/** Decimal text as the documents of the API show it. */
export const DECIMAL_PATTERN = `^-?${UNSIGNED}$`;
const UNSIGNED_PATTERN = `^${UNSIGNED}$`;

const DECIMAL_TEXT = new RegExp(DECIMAL_PATTERN);

/** The same, with any number of digits: too many of them are another fault than another syntax. */
const DECIMAL_SYNTAX = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export const ACCEPTED_DECIMAL_TEXT = `decimal text such as "12.5": at most ${MAX_INTEGER_DIGITS} integer and ${MAX_FRACTION_DIGITS} fraction digits, no exponent, no leading zeros, no separators`;

export type DecimalTextParse =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly code: 'not-decimal-text'; readonly seen: string };

/** Characters of an unacceptable value that an error repeats: enough to recognise it, never a flood. */
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

/** Whether a text can be read again: decimal text has a bound on its digits. */
export function isDecimalText(text: string): boolean {
  return DECIMAL_TEXT.test(text);
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

/** The problem for every unacceptable amount, on every route; `reason` says what is wrong with it. */
export const AMOUNT_INVALID = 'amount-invalid';
export type AmountFault = 'decimal-syntax' | 'too-many-digits' | 'negative' | 'not-positive';

function fault(reason: AmountFault) {
  return { problem: AMOUNT_INVALID, reason };
}

function isDecimalSyntax(seen: unknown): boolean {
  return typeof seen === 'string' && DECIMAL_SYNTAX.test(seen);
}

const EXAMPLE = '12.5';
const MESSAGE = `expected ${ACCEPTED_DECIMAL_TEXT}`;

/**
 * Zod schema of decimal text at an edge. The value stays text: text in, text out. It checks the type itself, so that
 * a JSON number is reported as the same problem as "1e3".
 */
export const decimalText = z
  .custom<string>(isDecimalSyntax, { error: MESSAGE, params: fault('decimal-syntax'), abort: true })
  .check(
    z.refine((text) => DECIMAL_TEXT.test(text), {
      error: MESSAGE,
      params: fault('too-many-digits'),
      abort: true,
    }),
    z.meta({ type: 'string', pattern: DECIMAL_PATTERN, examples: [EXAMPLE] }),
  );

const unsigned = z.meta({ type: 'string', pattern: UNSIGNED_PATTERN, examples: [EXAMPLE] });

export const nonNegativeDecimalText = decimalText.check(
  z.refine((text) => !text.startsWith('-'), {
    error: 'expected zero or more',
    params: fault('negative'),
    abort: true,
  }),
  unsigned,
);

export const positiveDecimalText = decimalText.check(
  z.refine((text) => !text.startsWith('-') && /[1-9]/.test(text), {
    error: 'expected more than zero',
    params: fault('not-positive'),
  }),
  unsigned,
);

/** Whether a field of this schema is decimal text: other text may look like it, such as the code of an account. */
export function isDecimalTextSchema(schema: z.core.$ZodType): boolean {
  const { pattern } = z.globalRegistry.get(schema) ?? {};
  return pattern === DECIMAL_PATTERN || pattern === UNSIGNED_PATTERN;
}
