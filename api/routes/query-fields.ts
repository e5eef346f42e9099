import * as z from 'zod/mini';
import type { FullExportFormat } from '../../adapters/exports/export-format.ts';
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

const MOMENT =
  'expected an ISO-8601 time such as 2026-01-31T09:00:00Z, or with an offset, whose + is %2B in an address: 2026-01-31T10:00:00%2B01:00';
const WITHIN = `expected a time that is, in UTC, between ${FIRST_MOMENT} and ${LAST_MOMENT}`;

/** A moment with whatever offset, as the same moment in UTC. */
export const moment = z.pipe(
  z.iso
    .datetime({ offset: true, error: MOMENT })
    .check(z.refine((text) => isWithin(Date.parse(text)), WITHIN)),
  z.transform((text) => instantOf(Date.parse(text))),
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

/** Formats of a list's pages, which have `limit` and `cursor`. */
export const PAGE_FORMATS = ['json', 'csv'] as const satisfies readonly FullExportFormat[];
export type PageFormat = (typeof PAGE_FORMATS)[number];

export const paging = {
  limit: z._default(wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT),
  cursor: z.exactOptional(
    z.string().check(z.maxLength(MAX_CURSOR_CHARACTERS, 'expected a cursor of this list')),
  ),
};

export const currency = z
  .string()
  .check(z.regex(/^[A-Z0-9]{1,20}$/, 'expected a currency code in capitals'));
