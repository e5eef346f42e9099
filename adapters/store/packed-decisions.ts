import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { bytesOf } from './packed-snapshot.ts';

/*
 * The decisions of a run as one binary attribute: a byte with the version of the layout, then their JSON, compressed by
 * Brotli. The sentences of fifty decisions differ in their numbers alone: 94 kB become 3. Nothing is left out, unknown
 * fields included.
 */

/** The one layout there is so far. A new one gets a number of its own; this one stays readable. */
const VERSION = 1;

/** A level above takes thirty times as long and saves three bytes in a hundred; one below, ten bytes more. */
const QUALITY = 5;
/** As a power of two: 1 MB, in which the decisions of 200 rules refer to each other. */
const WINDOW_BITS = 20;

/** Bytes that one attribute unpacks to at most: 200 decisions of 2 kB each, ten times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

export function packDecisions(decisions: DecisionRun['decisions']): Uint8Array {
  const text = Buffer.from(JSON.stringify(decisions));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return Buffer.concat([Buffer.of(VERSION), brotliCompressSync(text, { params })]);
}

/** @throws Error where the bytes are not what `packDecisions` makes. */
export function unpackDecisions(attribute: Uint8Array | string): unknown {
  const bytes = bytesOf(attribute);
  if (bytes[0] !== VERSION) throw new Error(`layout ${bytes[0]} is not known; known: ${VERSION}`);
  const text = brotliDecompressSync(bytes.subarray(1), { maxOutputLength: MAX_UNPACKED_BYTES });
  return JSON.parse(text.toString('utf8'));
}
