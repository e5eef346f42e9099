import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { bytesOf } from './packed-snapshot.ts';

/*
 * Spans of decisions as one binary attribute: a byte with the version of the packing, then their JSON, compressed by Brotli.
 * They differ in their moments and numbers alone. Nothing is left out, unknown fields included.
 */

/** The one packing there is so far. A new one gets a number of its own; this one stays readable. */
const VERSION = 1;

/** A level above takes ten times as long and saves one byte in a hundred; one below, as long, and loses three. */
const QUALITY = 5;
/** As a power of two: 1 MB, in which the spans of a month refer to each other. */
const WINDOW_BITS = 20;

/** Bytes that one attribute unpacks to at most: a month of 25 spans a day, each of 1 kB, five times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

export function packJson(value: object): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return Buffer.concat([Buffer.of(VERSION), brotliCompressSync(text, { params })]);
}

/** @throws Error where the attribute is not what `packJson` makes. */
export function unpackJson(attribute: unknown): unknown {
  if (!(attribute instanceof Uint8Array || typeof attribute === 'string')) {
    throw new Error('the packed content is missing');
  }
  const bytes = bytesOf(attribute);
  if (bytes[0] !== VERSION) throw new Error(`packing ${bytes[0]} is not known; known: ${VERSION}`);
  const text = brotliDecompressSync(bytes.subarray(1), { maxOutputLength: MAX_UNPACKED_BYTES });
  return JSON.parse(text.toString('utf8'));
}
