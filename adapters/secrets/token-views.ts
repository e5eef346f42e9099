/**
 * A text as a reader sees it after undoing an encoding: each character knows which part of the original it came from.
 * `from` and `to` are absent if the text is the original, but for the case of its letters.
 */
export interface TextView {
  readonly text: string;
  readonly from?: Uint32Array;
  readonly to?: Uint32Array;
}

/** Levels of escapes within escapes that are undone: JSON in JSON in a URL is as deep as texts get by accident. */
const MAX_LEVELS = 4;

/** One way to write a character by its number, or with a sign before it. One of the groups holds the original. */
const ESCAPE =
  /\\u\{([0-9a-f]{1,6})\}|[\\%]u([0-9a-f]{4})|\\x([0-9a-f]{2})|[%=]([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|\\([0-7]{2,3})|\\([\s\S])|&(amp);/g;

/** The meaning of each group: the radix of a number, or null if it is the character itself. */
const RADIX = [16, 16, 16, 16, 16, 10, 8, null, null] as const;

/** Letters that stand for another character after a backslash. */
const BACKSLASHED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', amp: '&' };

const LARGEST_CODE_POINT = 0x10ffff;

/** Every reading of a text: as it is and with its escapes undone, each also without mere separators. */
export function viewsOf(text: string): {
  readonly plain: TextView[];
  readonly numbers: TextView[];
} {
  const plain: TextView[] = [];
  const numbers: TextView[] = [];
  let view: TextView | null = { text: withoutCase(text) };
  for (let level = 0; view !== null && level < MAX_LEVELS; level++) {
    plain.push(picked(view, keepVisible));
    numbers.push(picked(view, keepHex), picked(view, keepDecimals));
    view = unescaped(view);
  }
  return { plain, numbers };
}

/** Letters of ASCII only: others change the length of a text with their case. */
export function withoutCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The part of the original that a part of a view came from. */
export function originOf(
  { from, to }: TextView,
  start: number,
  end: number,
): readonly [number, number] {
  return [from?.[start] ?? start, to?.[end - 1] ?? end];
}

/** Null if there is nothing to undo. */
function unescaped(view: TextView): TextView | null {
  const parts: string[] = [];
  const from = new Uint32Array(view.text.length);
  const to = new Uint32Array(view.text.length);
  let length = 0;
  let position = 0;
  const add = (text: string, start: number, end: number) => {
    parts.push(text);
    for (let n = 0; n < text.length; n++) {
      // A run that is copied maps one to one; an escaped character comes from the whole escape.
      const isCopy = text.length === end - start;
      [from[length], to[length]] = originOf(
        view,
        isCopy ? start + n : start,
        isCopy ? start + n + 1 : end,
      );
      length++;
    }
  };
  for (const match of view.text.matchAll(ESCAPE)) {
    add(view.text.slice(position, match.index), position, match.index);
    position = match.index + match[0].length;
    add(meantBy(match), match.index, position);
  }
  if (position === 0) return null;
  add(view.text.slice(position), position, view.text.length);
  return { text: withoutCase(parts.join('')), from, to };
}

function meantBy(match: RegExpExecArray): string {
  const group = match.slice(1).findIndex((held) => held !== undefined);
  const held = match[group + 1] ?? '';
  const radix = RADIX[group];
  if (radix == null) return BACKSLASHED[held] ?? held;
  const code = Number.parseInt(held, radix);
  return code <= LARGEST_CODE_POINT ? String.fromCodePoint(code) : '';
}

/** The character that a view keeps at a position, or null if it leaves it out. */
type Keep = (text: string, position: number, kept: string) => string | null;

/** Blanks, line ends, NULs of UTF-16 and invisible characters only separate. */
const SEPARATING = /[\s\0\p{Cf}]/u;
const keepVisible: Keep = (text, position) => {
  const character = text.charAt(position);
  const isPlain = character > ' ' && character < '\u007f';
  return isPlain || !SEPARATING.test(character) ? character : null;
};

/** Digits of hex alone: everything between them is dropped, the 0 of 0x included. */
const keepHex: Keep = (text, position) => {
  const character = text.charAt(position);
  const isDigit = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
  const isPrefix = character === '0' && text.charAt(position + 1) === 'x';
  return isDigit && !isPrefix ? character : null;
};

/** Numbers with one comma between them. */
const keepDecimals: Keep = (text, position, before) => {
  const character = text.charAt(position);
  if (character >= '0' && character <= '9') return character;
  return before === ',' ? null : ',';
};

function picked(view: TextView, keep: Keep): TextView {
  const { length } = view.text;
  const codes = new Uint16Array(length);
  const from = new Uint32Array(length);
  const to = new Uint32Array(length);
  let kept = 0;
  let before = '';
  for (let position = 0; position < length; position++) {
    const character = keep(view.text, position, before);
    if (character === null) continue;
    before = character;
    codes[kept] = character.charCodeAt(0);
    [from[kept], to[kept]] = originOf(view, position, position + 1);
    kept++;
  }
  return { text: Buffer.from(codes.buffer, 0, kept * 2).toString('utf16le'), from, to };
}
