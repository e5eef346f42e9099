import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/*
 * What is large, as one binary attribute: a byte that names its codec, then plain JSON, compressed by Brotli. A kind of item counts
 * its codecs by itself: bytes of a codec that it does not know are refused, and nothing else is.
 */

/** A level above takes ten times as long and saves one byte in a hundred; one below, as long, and loses three or more. */
const QUALITY = 5;
/** As a power of two: 1 MB, in which all parts of one text refer to each other. */
const WINDOW_BITS = 20;

/**
 * Bytes of JSON of one attribute at most: twice a day's totals of every minute, each of which names 800 currencies without a value.
 * Everything else takes a tenth of that. Without an end, the 400 kB of an item could unpack to more than a function's memory.
 */
export const MAX_UNPACKED_BYTES = 16_000_000;

/** @throws RangeError if the value has more bytes than would be read back. */
export function packJson(codec: number, value: unknown): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(value));
  if (bytes.length > MAX_UNPACKED_BYTES) {
    throw new RangeError(`${bytes.length} bytes of JSON; at most ${MAX_UNPACKED_BYTES} are packed`);
  }
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return Buffer.concat([Buffer.of(codec), brotliCompressSync(bytes, { params })]);
}

/**
 * `attribute`: bytes as the SDK gives them, or base64 as the events of streams do.
 * @throws Error, in a sentence that says why, if `packJson` of this codec does not make such an attribute
 */
export function unpackJson(codec: number, attribute: unknown): unknown {
  if (!(attribute instanceof Uint8Array) && typeof attribute !== 'string') {
    throw new Error('the packed bytes are missing');
  }
  const bytes = typeof attribute === 'string' ? Buffer.from(attribute, 'base64') : attribute;
  if (bytes[0] !== codec) throw new Error(`codec ${bytes[0]} is not known; known: ${codec}`);
  return JSON.parse(decompressed(bytes.subarray(1)));
}

function decompressed(bytes: Uint8Array): string {
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8');
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new Error(
      isTooLarge
        ? `the packed bytes are more than ${MAX_UNPACKED_BYTES} of JSON`
        : 'the packed bytes are not compressed by Brotli',
      { cause: error },
    );
  }
}
