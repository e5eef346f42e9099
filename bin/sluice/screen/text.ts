import stringWidth from 'fast-string-width';

/** Columns that a text takes: none for colours, two for a wide character. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/**
 * A text of another party (a label, a comment, an answer of the service) for a terminal: what would move its cursor,
 * colour it or hide something becomes visible, bidirectional controls included.
 */
export function plain(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t'
      ? ' '
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** An amount with its currency, and any other word. */
const UNITS = /[-+]?\d[\d,.]*\d*(?: %| [A-Z][A-Z0-9]{1,19}\b)[^\s\w]*|\S+/g;

/**
 * A text in lines of at most so many columns, broken at blanks but not between an amount and its currency, and within a
 * word only if it is longer than a line.
 */
export function wrapped(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of (text.match(UNITS) ?? []).flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (widthOf(piece + character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
