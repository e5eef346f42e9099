import { packByBrotli, unpackByBrotli } from './brotli-text.ts';
import { templated } from './decision-templates.ts';
import { packedBytes } from './packed-attribute.ts';
import { byTemplate, NEXT_TEMPLATE, rowsIn } from './rows-by-template.ts';

/*
 * Spans of decisions as one binary attribute: a byte with the version of the packing, then text, compressed by Brotli. The
 * JSON of spans differs in moments and numbers alone: the text has it once, as a template, and then every value of a place
 * beside those of the other spans, which takes three quarters of the bytes. Nothing is left out, unknown fields included.
 */

/** The one packing there is so far. A new one gets a number of its own; this one stays readable. */
const VERSION = 1;

/** Bytes that one attribute unpacks to at most: a month of 25 spans a day, each of 1 kB, five times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

/** Between a template and its values. */
const END_OF_TEMPLATE = '\n';

/** `nameOf`: a name that differs from span to span. */
export function packSpans<Row extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | null = () => null,
): Uint8Array {
  const { order, groups } = byTemplate(
    rows.map((row) => {
      const name = nameOf(row);
      return templated(JSON.stringify(row), new Set(name === null ? [] : [name]));
    }),
  );
  const parts = groups.map(({ template, columns }) =>
    columns === '' ? template : `${template}${END_OF_TEMPLATE}${columns}`,
  );
  const text = [order, ...parts].join(NEXT_TEMPLATE);
  return packByBrotli(VERSION, text);
}

/** @throws Error where the attribute is not what `packSpans` makes. */
export function unpackSpans(attribute: unknown): readonly unknown[] {
  const bytes = packedBytes(attribute, 'spans');
  const text = unpackByBrotli(VERSION, bytes, MAX_UNPACKED_BYTES);
  const [order = '', ...parts] = text.split(NEXT_TEMPLATE);
  const groups = parts.map((part) => {
    const [template = '', ...columns] = part.split(END_OF_TEMPLATE);
    return { template, columns: columns.join(END_OF_TEMPLATE) };
  });
  return rowsIn({ order, groups });
}
