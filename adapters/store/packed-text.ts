import { deflateRawSync, inflateRawSync } from 'node:zlib';

/*
 * A text as a binary attribute: a byte with the version of its layout, then the text, deflated. An item costs by the
 * byte, to write and to read for ever.
 */

/** Bytes that one attribute unpacks to at most: three times what a snapshot may have as JSON when it is taken. */
export const MAX_UNPACKED_BYTES = 1_000_000;

/** `phrases`: text that is expected in it, which then takes next to nothing. To be read with the very same. */
export function packText(version: number, text: string, phrases?: Uint8Array): Uint8Array {
  const packed = deflateRawSync(text, { level: 9, ...dictionaryOf(phrases) });
  return Buffer.concat([Buffer.of(version), packed]);
}

/** @throws Error if `packText` of this version does not make such bytes. */
export function unpackText(version: number, bytes: Uint8Array, phrases?: Uint8Array): string {
  refuseOtherPacking(version, bytes);
  const text = inflateRawSync(bytes.subarray(1), {
    maxOutputLength: MAX_UNPACKED_BYTES,
    ...dictionaryOf(phrases),
  });
  return text.toString('utf8');
}

/** @throws Error if the first byte is another version of a packing that has one. */
export function refuseOtherPacking(version: number, bytes: Uint8Array): void {
  if (bytes[0] !== version) throw new Error(`packing ${bytes[0]} is not known; known: ${version}`);
}

function dictionaryOf(phrases: Uint8Array | undefined) {
  return phrases === undefined ? {} : { dictionary: phrases };
}
