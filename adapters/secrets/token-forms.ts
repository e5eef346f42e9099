import { keptWhileUsed } from './kept-while-used.ts';
import { originOf, type TextView, viewsOf, withoutCase } from './token-views.ts';

/** The replacement for the token in a text. */
export const REDACTED = '[token]';

/**
 * Removes a secret from texts of outside sources, which may have written it in any of the ways in which a program
 * could: as it is, in other casing, backwards, in base64 at every alignment, base32, hex, numbers, escapes of any
 * kind, UTF-16, with separators or line ends within, or one of these within another. A secret that an attacker
 * encrypts or compresses is beyond this; so is a part of it.
 */
export function scrubberOf(secret: string): (text: string) => string {
  const forms = formsOfLast(secret);
  return (text) => {
    const { plain, numbers } = viewsOf(text);
    const parts = [
      ...plain.flatMap((view) => partsWith(view, forms.texts)),
      ...numbers.flatMap((view) => partsWith(view, forms.numbers)),
    ];
    return parts.length === 0 ? text : redacted(text, parts);
  };
}

type Part = readonly [start: number, end: number];

function partsWith(view: TextView, forms: readonly string[]): readonly Part[] {
  return forms.flatMap((form) => {
    const found: Part[] = [];
    for (let at = view.text.indexOf(form); at >= 0; at = view.text.indexOf(form, at + 1)) {
      // The commas around a row of numbers say where they begin and end; they are not part of it.
      const around = form.startsWith(',') ? 1 : 0;
      found.push(originOf(view, at + around, at + form.length - around));
    }
    return found;
  });
}

function redacted(text: string, parts: readonly Part[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const [start, end] of [...parts].sort(([a], [b]) => a - b)) {
    // Parts that overlap are one.
    if (start >= done) pieces.push(text.slice(done, start), REDACTED);
    done = Math.max(done, end);
  }
  return pieces.join('') + text.slice(done);
}

interface Forms {
  /** Looked for among characters, and among digits. */
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

/**
 * The secret is read again every few minutes, and is nearly always the same as before: its forms take a millisecond.
 */
const formsOfLast = keptWhileUsed(formsOf);

function formsOf(secret: string): Forms {
  const bytes = Buffer.from(secret);
  // Without the last NUL: then it is in the other order of bytes as well.
  const wide = Buffer.from(secret, 'utf16le').subarray(0, -1);
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const encoded = [bytes, wide, ...[hex, base64, encodeURIComponent(secret)].map(bytesOf)];
  const texts = [
    secret,
    turned(secret),
    base32(bytes),
    ...[0, 1, 2].flatMap((offset) => encoded.flatMap((each) => base64Cores(each, offset))),
  ];
  const digits = [bytes, wide, bytesOf(base64)].map((each) => each.toString('hex'));
  return {
    texts: bothWays(texts),
    numbers: [...bothWays(digits), ...[bytes, wide].map((each) => `,${[...each].join(',')},`)],
  };
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text);
}

function bothWays(forms: readonly string[]): readonly string[] {
  const folded = forms.map(withoutCase);
  return [...new Set([...folded, ...folded.map((form) => [...form].reverse().join(''))])];
}

/**
 * The base64 form of the token within any text. Three bytes become four characters, so there are three alignments;
 * characters at both ends that also depend on the neighbours are left out.
 */
function base64Cores(value: Buffer, offset: number): readonly string[] {
  const bits = (offset + value.length) * 8;
  const bytes = Buffer.concat([Buffer.alloc(offset), value]);
  const whole = bytes.toString('base64').slice(0, Math.floor(bits / 6));
  const core = whole.slice(Math.ceil((offset * 8) / 6));
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}

const BASE32_DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

/** For the token alone, without a last digit that would depend on the text after it. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{5}/g) ?? [];
  return fives.map((five) => BASE32_DIGITS.charAt(Number.parseInt(five, 2))).join('');
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** By thirteen letters. */
function turned(text: string): string {
  return withoutCase(text).replaceAll(/[a-z]/g, (letter) =>
    ALPHABET.charAt((ALPHABET.indexOf(letter) + 13) % ALPHABET.length),
  );
}
