import * as z from 'zod/mini';
import type { FullExportFormat } from '../../adapters/exports/export-format.ts';
import { LIST_ORDERS } from '../../treasury/ports/list-order.ts';
import { isTimeZone } from '../../treasury/schedules/wall-clock.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** Items of a page by default: a screenful for a person. */
const DEFAULT_LIMIT = 50;
/** Items of a page at most: with snapshots of 5 kB it stays far below Lambda's 6 MB answer. */
const MAX_LIMIT = 200;
/** Characters of a cursor: the longest sort key, encoded, and 55 for its signature. */
const MAX_CURSOR_CHARACTERS = 400;

/** The moments that exist here: before the first there was no money of this kind, behind the last a year has five digits. */
const FIRST_MOMENT = '1970-01-01T00:00:00.000Z';
const LAST_MOMENT = '9999-12-31T23:59:59.999Z';

const OFFSET = 'or with an offset, whose + is %2B in an address: 2026-01-31T10:00:00%2B01:00';
const MOMENT = `expected an RFC 3339 time such as 2026-01-31T09:00:00Z, ${OFFSET}`;
const BOUND = `expected a date such as 2026-01-31, or an RFC 3339 time such as 2026-01-31T09:00:00Z, ${OFFSET}`;
const WITHIN = `expected a time that is, in UTC, between ${FIRST_MOMENT} and ${LAST_MOMENT}`;

const inCapitals = z.iso.datetime({ offset: true });
/** RFC 3339 writes its "T" and "Z" in either case. */
const isMoment = (seen: unknown): seen is string =>
  typeof seen === 'string' && inCapitals.safeParse(seen.toUpperCase()).success;
const form = z
  .custom<string>(isMoment, { error: MOMENT })
  .check(z.meta({ type: 'string', format: 'date-time' }));
const within = z.refine<string>((text) => isWithin(epochMs(text)), WITHIN);
const toInstant = z.transform((text: string) => instantOf(epochMs(text)));

function epochMs(text: string): number {
  return Date.parse(text.toUpperCase());
}

/** A moment with whatever offset, as the same moment in UTC. */
export const moment = z.pipe(form.check(within), toInstant);

/** A date, or a moment; for documents alone. */
const BOUND_FORM =
  '^\\d{4}-\\d{2}-\\d{2}([Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2}))?$';

/**
 * A bound of a range: a moment, or a date, which is one by the time it is read here (`requests/range-dates.ts`).
 * Everywhere, `from` belongs to the range and `to` does not.
 */
export const bound = z.pipe(
  z
    .custom<string>(isMoment, { error: BOUND })
    .check(within, z.meta({ type: 'string', pattern: BOUND_FORM })),
  toInstant,
);

function isWithin(epochMs: number): boolean {
  // A text that is no time at all is refused as such.
  return !(epochMs < Date.parse(FIRST_MOMENT) || epochMs > Date.parse(LAST_MOMENT));
}

/** No sign, no exponent, no blanks, no zeros in front: a number is said in one way. */
const WHOLE = /^(?:0|[1-9]\d{0,15})$/;

/** A whole number in a query, where everything is text. */
export function wholeNumber(minimum: number, maximum: number) {
  const error = `expected ${minimum} to ${maximum}, in digits alone`;
  const isWithin = (seen: unknown): boolean =>
    typeof seen === 'string' &&
    WHOLE.test(seen) &&
    Number(seen) >= minimum &&
    Number(seen) <= maximum;
  return z.pipe(
    z.custom<string>(isWithin, { error }).check(z.meta({ type: 'integer', minimum, maximum })),
    z.transform(Number),
  );
}

export const timeZone = z
  .string()
  .check(z.refine(isTimeZone, 'expected an IANA time zone such as "Europe/Zurich"'));

/** Formats of a list's pages, which have `limit` and `cursor`. */
export const PAGE_FORMATS = ['json', 'csv'] as const satisfies readonly FullExportFormat[];
export type PageFormat = (typeof PAGE_FORMATS)[number];

export const paging = {
  limit: z._default(wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT),
  cursor: z.exactOptional(
    z.string().check(z.maxLength(MAX_CURSOR_CHARACTERS, 'expected a cursor of this list')),
  ),
};

/** Codes are read in any case in a query, and only there: a body says what is stored and sealed. */
function capitals(form: z.ZodMiniString) {
  return z.pipe(
    form,
    z.transform((text: string) => text.toUpperCase()),
  );
}

export const currency = capitals(
  z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/, 'expected a currency code')),
);

/** The currency that values are in; absent: the reporting currency. */
export const valuedIn = { in: z.exactOptional(currency) };
export const valuedInQuery = z.strictObject(valuedIn);

export const instrument = capitals(
  z.string().check(z.regex(/^[A-Za-z0-9._-]{1,20}\/[A-Za-z0-9._-]{1,20}$/, 'expected BASE/QUOTE')),
);

/** One of some small-letter codes, in any case. */
export function code<const Values extends readonly string[]>(
  values: Values,
  error: string = `expected one of ${values.join(', ')}`,
) {
  const isKnown = (seen: unknown): boolean =>
    typeof seen === 'string' && values.includes(seen.toLowerCase());
  return z.pipe(
    z.custom<string>(isKnown, { error }).check(z.meta({ type: 'string', enum: [...values] })),
    z.transform((seen: string) => seen.toLowerCase() as Values[number]),
  );
}

/** Several of them at once: `state=sent&state=unknown`, which arrives as `state=sent,unknown` and may be sent so. */
export function codes<const Values extends readonly string[]>(values: Values) {
  const error = `expected one or several of ${values.join(', ')}`;
  const parts = (seen: unknown): readonly string[] =>
    typeof seen === 'string' ? seen.toLowerCase().split(',') : [''];
  return z.pipe(
    z
      .custom<string>((seen) => parts(seen).every((each) => values.includes(each)), { error })
      .check(z.meta({ type: 'array', items: { type: 'string', enum: [...values] } })),
    z.transform((seen: string) => [...new Set(parts(seen))] as readonly Values[number][]),
  );
}

/** The orders that the keys of a list by time are in, read forwards or backwards. No other order has an index. */
export const sort = z._default(code(LIST_ORDERS), 'newest');

/** Characters of a text that is searched for: fewer fit nearly everything. */
const MIN_TEXT = 2;
const MAX_TEXT = 100;
const TEXT = `expected ${MIN_TEXT} to ${MAX_TEXT} characters`;

/** Part of a label, an id, a reference or a comment, in any case. */
export const searchText = z
  .string()
  .check(z.minLength(MIN_TEXT, TEXT), z.maxLength(MAX_TEXT, TEXT));

/** Lists that are at hand whole, at most 200 items each: without a limit they come whole. */
export const wholePaging = { ...paging, limit: z._default(wholeNumber(1, MAX_LIMIT), MAX_LIMIT) };
