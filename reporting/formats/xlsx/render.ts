import { ROUNDING } from '../../../treasury/money/decimal.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { cellOf, writableInXml } from '../cells.ts';
import { type Cell, type Column, FormatLimitError, type Part, type Report } from '../report.ts';
import { escapedXml } from './escaped-xml.ts';
import { XLSX_MAX_CELL_CHARACTERS, XLSX_MAX_ROWS } from './limits.ts';
import {
  type CellStyle,
  SHEET_END,
  sheetBegin,
  sheetPath,
  styleNumber,
  workbookEntries,
} from './workbook.ts';
import { ZipTooLargeError, zipped } from './zip.ts';

/** Excel's limits on a sheet's name. */
const MAX_SHEET_NAME_CHARACTERS = 31;

/** Decimal digits that every double holds: beyond them the rounded number would show made-up ones. */
const DOUBLE_DIGITS = 15;

/** Widths in characters, enough for what such columns usually hold. */
const WIDTHS = {
  text: 24,
  instant: 24,
  date: 12,
  amount: 22,
  value: 22,
  price: 22,
  integer: 10,
} as const;

/** Characters of a sheet that are passed on at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A cell of a row; null is an empty one. */
type XlsxCell = { readonly style: CellStyle } & (
  | { readonly text: string }
  | { readonly number: number }
);

/**
 * A report as a workbook, one sheet per part, its heading frozen, row by row as they are read. Excel keeps numbers as
 * doubles, so an amount or value is two columns: the exact decimal as text, and beside it a number rounded half-even to 15
 * digits to calculate with. Times are dates of Excel, in UTC. No cell is ever a formula.
 * @throws FormatLimitError if a sheet or a cell is beyond Excel's limits; nothing is cut off.
 */
export async function* renderXlsx({ parts }: Report): AsyncGenerator<Buffer> {
  const sheets = parts.map((part, index) => ({
    name: sheetPath(index + 1),
    content: sheetOf(part),
  }));
  try {
    yield* zipped([...workbookEntries(sheetNames(parts)), ...sheets]);
  } catch (error) {
    if (!(error instanceof ZipTooLargeError)) throw error;
    throw tooMuch('the report is more than a file of 4 GB holds');
  }
}

async function* sheetOf({ columns, rows, title }: Part): AsyncGenerator<string> {
  const headings = columns.flatMap(headingsOf);
  const names = headings.map((_, index) => columnName(index));
  let text = sheetBegin(columns.flatMap(widthsOf)) + rowXml(headings, 1, names);
  let count = 1;
  for await (const row of rows) {
    if (count === XLSX_MAX_ROWS) {
      throw tooMuch(`"${title}" is more than the ${XLSX_MAX_ROWS} rows that a sheet takes`);
    }
    count += 1;
    const cells = columns.flatMap((column) => cellsOf(cellOf(row, column), column));
    text += rowXml(cells, count, names);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text + SHEET_END;
}

function tooMuch(what: string): FormatLimitError {
  const message = `${what}; ask for CSV or JSON, or for a shorter range`;
  return new FormatLimitError('xlsx-too-many-rows', message);
}

function rowXml(
  cells: readonly (XlsxCell | null)[],
  row: number,
  names: readonly string[],
): string {
  let text = `<row r="${row}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const head = `<c r="${names[index]}${row}" s="${styleNumber(cell.style)}"`;
    text +=
      'number' in cell
        ? `${head}><v>${cell.number}</v></c>`
        : `${head} t="inlineStr"><is><t xml:space="preserve">${escapedXml(cell.text)}</t></is></c>`;
  }
  return `${text}</row>`;
}

const LETTERS = 26;

/** A, B, ..., Z, AA, ... */
function columnName(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? last : `${columnName(Math.floor(index / LETTERS) - 1)}${last}`;
}

function headingsOf({ title, type }: Column): XlsxCell[] {
  const heading = (text: string): XlsxCell => ({ style: 'heading', text: excelText(text) });
  if (isDecimal(type)) {
    return [heading(`${title} (exact)`), heading(`${title} (rounded)`)];
  }
  return [heading(type === 'instant' ? `${title} (UTC)` : title)];
}

function widthsOf({ type }: Column): readonly number[] {
  const width = WIDTHS[type];
  return isDecimal(type) ? [width, width] : [width];
}

/** Types whose cells are an exact text and a number beside it. */
function isDecimal(type: Column['type']): type is 'amount' | 'price' | 'value' {
  return type === 'amount' || type === 'price' || type === 'value';
}

/** Day 0 of Excel's dates is that many days before 1970, and a day is 1. */
const DAYS_BEFORE_1970 = 25_569;
const DAY_MS = 86_400_000;

function cellsOf(cell: Cell, { type, key }: Column): (XlsxCell | null)[] {
  if (cell === null) return isDecimal(type) ? [null, null] : [null];
  switch (type) {
    case 'text':
      return [textCell(String(cell), key)];
    case 'instant':
    case 'date':
      return [{ style: type, number: Date.parse(String(cell)) / DAY_MS + DAYS_BEFORE_1970 }];
    case 'integer':
      return [{ style: type, number: Number(cell) }];
    case 'amount':
    case 'price':
    case 'value':
      return decimalCells(String(cell), type);
    default:
      return type satisfies never;
  }
}

function decimalCells(text: string, type: 'amount' | 'price' | 'value'): XlsxCell[] {
  const style = type === 'value' ? valueStyle(text) : type;
  return [
    { style: 'exact', text: withoutSignOfZero(text) },
    { style, number: rounded(text) },
  ];
}

/** Fraction digits of a value, which is an estimate. */
const CENTS = 2;

/** Cents, but where they would say "0.00" or "-0.00" of what is not nothing. */
function valueStyle(text: string): CellStyle {
  const value = decimalOf(text);
  const isLost = !value.isZero() && value.toDecimalPlaces(CENTS, ROUNDING.halfUp).isZero();
  return isLost ? 'amount' : 'value';
}

function withoutSignOfZero(text: string): string {
  return decimalOf(text).isZero() ? text.replace('-', '') : text;
}

/** The only place where an amount becomes a number: beside its exact text, in a file for people. */
function rounded(text: string): number {
  return decimalOf(text).toSignificantDigits(DOUBLE_DIGITS, ROUNDING.halfEven).toNumber();
}

/** An empty text is an empty cell. */
function textCell(written: string, key: string): XlsxCell | null {
  const text = excelText(written);
  if (text === '') return null;
  if (text.length <= XLSX_MAX_CELL_CHARACTERS) return { style: 'plain', text };
  throw new FormatLimitError(
    'xlsx-cell-too-long',
    `a text of ${text.length} characters in ${key} is more than a cell takes (${XLSX_MAX_CELL_CHARACTERS}); ask for CSV or JSON`,
  );
}

function excelText(text: string): string {
  return escapedForExcel(writableInXml(text));
}

/** A text that a reader would take for a character of its own: "_x0041_" is read as "A". */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Readers of XML turn a carriage return into a line feed: it is kept in Excel's own form. */
function escapedForExcel(text: string): string {
  return text.replace(LOOKS_ESCAPED, '_x005F_').replaceAll('\r', '_x000D_');
}

/** Titles as Excel takes them: without its seven characters, at most 31, each once. */
function sheetNames(parts: readonly Part[]): readonly string[] {
  const taken = new Set<string>();
  return parts.map(({ title }) => {
    const plain = title.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Sheet';
    let name = plain.slice(0, MAX_SHEET_NAME_CHARACTERS);
    for (let count = 2; taken.has(name.toLowerCase()); count++) {
      const ending = ` ${count}`;
      name = plain.slice(0, MAX_SHEET_NAME_CHARACTERS - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}
