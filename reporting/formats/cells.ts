import { parseDecimalText } from '../../treasury/money/decimal-text.ts';
import type { Cell, Column, ColumnType, Row } from './report.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The form of a typed cell. None of it can begin a formula, so typed cells need no escape. */
const IS: Readonly<Record<ColumnType, (cell: string | number) => boolean>> = {
  text: (cell) => typeof cell === 'string',
  instant: (cell) => typeof cell === 'string' && INSTANT.test(cell),
  date: (cell) => typeof cell === 'string' && DATE.test(cell),
  amount: (cell) => parseDecimalText(cell).ok,
  value: (cell) => parseDecimalText(cell).ok,
  price: (cell) => parseDecimalText(cell).ok,
  integer: (cell) => Number.isSafeInteger(cell),
};

/**
 * The cell of a row in a column. The maker of a report keeps to its columns; a cell of another type is a defect, and
 * readers of the file would misread it.
 */
export function cellOf(row: Row, { key, type }: Column): Cell {
  const cell = row[key] ?? null;
  if (cell === null || IS[type](cell)) return cell;
  throw new TypeError(`column ${key} holds ${type}, not ${JSON.stringify(cell).slice(0, 60)}`);
}

/** Characters that XML 1.0 does not take, or that writers of it drop in silence. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffd-\uffff]|\p{Cs}|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}]/gu;

/** The text with every character that XML cannot carry written out: "⟨U+0007⟩". Nothing is dropped. */
export function writableInXml(text: string): string {
  return text.replace(UNWRITABLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
