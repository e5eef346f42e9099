import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { filledIn, templated } from './decision-templates.ts';
import { bytesOf } from './packed-snapshot.ts';

/*
 * Spans of decisions as one binary attribute: a byte with the version of the packing, then text, compressed by Brotli. The
 * JSON of spans differs in moments and numbers alone: the text has it once, as a template, and then every value of a place
 * beside those of the other spans, which takes three quarters of the bytes. Nothing is left out, unknown fields included.
 */

/** The one packing there is so far. A new one gets a number of its own; this one stays readable. */
const VERSION = 1;

/** A level above takes ten times as long and saves one byte in a hundred; one below, as long, and loses three. */
const QUALITY = 5;
/** As a power of two: 1 MB, in which the spans of a month refer to each other. */
const WINDOW_BITS = 20;

/** Bytes that one attribute unpacks to at most: a month of 25 spans a day, each of 1 kB, five times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

/** Between spans of one place, between places of one template, and between templates. A value has none of them. */
const [NEXT, NEXT_PLACE, NEXT_TEMPLATE] = [' ', '\n', '\t'];

/** `nameOf`: a name that differs from span to span. */
export function packSpans<Row extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | null = () => null,
): Uint8Array {
  const split = rows.map((row) => {
    const name = nameOf(row);
    return templated(JSON.stringify(row), new Set(name === null ? [] : [name]));
  });
  const groups = [...Map.groupBy(split, ({ template }) => template)];
  const places = new Map(groups.map(([template], index) => [template, index]));
  const order = split.map(({ template }) => places.get(template)).join(NEXT);
  const parts = groups.map(([template, group]) => {
    const [first] = group;
    const columns = first?.values.map((_, place) => group.map(({ values }) => values[place]));
    return [template, ...(columns ?? []).map((each) => each.join(NEXT))].join(NEXT_PLACE);
  });
  const text = Buffer.from([order, ...parts].join(NEXT_TEMPLATE));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return Buffer.concat([Buffer.of(VERSION), brotliCompressSync(text, { params })]);
}

/** @throws Error where the attribute is not what `packSpans` makes. */
export function unpackSpans(attribute: unknown): readonly unknown[] {
  if (!(attribute instanceof Uint8Array || typeof attribute === 'string')) {
    throw new Error('the packed spans are missing');
  }
  const bytes = bytesOf(attribute);
  if (bytes[0] !== VERSION) throw new Error(`packing ${bytes[0]} is not known; known: ${VERSION}`);
  const options = { maxOutputLength: MAX_UNPACKED_BYTES };
  const text = brotliDecompressSync(bytes.subarray(1), options).toString('utf8');
  const [order = '', ...parts] = text.split(NEXT_TEMPLATE);
  if (order === '') return [];
  const groups = parts.map((part) => {
    const [template = '', ...columns] = part.split(NEXT_PLACE);
    return { template, columns: columns.map((each) => each.split(NEXT)), taken: 0 };
  });
  return order.split(NEXT).map((index): unknown => {
    const group = groups[Number(index)];
    if (group === undefined) throw new Error(`the packed spans have no template ${index}`);
    const row = group.taken++;
    const values = group.columns.flatMap((column) => column[row] ?? []);
    return JSON.parse(filledIn(group.template, values));
  });
}
