/*
 * Text that is nearly all digits, two characters to a byte: digits and the signs between them are one of
 * fifteen; anything else is the sixteenth followed by its byte of UTF-8.
 */

const SIGNS = '0123456789.-|,;';
const OTHER = SIGNS.length;

export function toNibbles(text: string): Uint8Array {
  const nibbles: number[] = [];
  for (const byte of Buffer.from(text, 'utf8')) {
    const sign = SIGNS.indexOf(String.fromCharCode(byte));
    if (sign >= 0) nibbles.push(sign);
    else nibbles.push(OTHER, byte >> 4, byte & 0xf);
  }
  // An escape with nothing behind it fills the last byte.
  if (nibbles.length % 2 === 1) nibbles.push(OTHER);
  return Uint8Array.from({ length: nibbles.length / 2 }, (_, index) => {
    const [high = 0, low = 0] = nibbles.slice(2 * index, 2 * index + 2);
    return (high << 4) | low;
  });
}

export function fromNibbles(packed: Uint8Array): string {
  const bytes: number[] = [];
  const end = packed.length * 2;
  const nibble = (at: number) => {
    const byte = packed[at >> 1] ?? 0;
    return at % 2 === 0 ? byte >> 4 : byte & 0xf;
  };
  for (let at = 0; at < end; at++) {
    const sign = nibble(at);
    if (sign !== OTHER) bytes.push(SIGNS.charCodeAt(sign));
    else if (at + 2 < end) {
      bytes.push((nibble(at + 1) << 4) | nibble(at + 2));
      at += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
}
