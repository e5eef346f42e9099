import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import { ROUNDING } from '../../treasury/money/decimal.ts';
import { decimalOf, MAX_FRACTION_DIGITS } from '../../treasury/money/decimal-text.ts';
import { cellOf, writableInXml } from './cells.ts';
import { type Cell, type Column, FormatLimitError, type Part, type Report } from './report.ts';
import { XLSX_MAX_CELL_CHARACTERS, XLSX_MAX_CELLS, XLSX_MAX_ROWS } from './xlsx-limits.ts';
import { STYLED } from './xlsx-styles.ts';

/** Excel's limits on a sheet's name. */
const MAX_SHEET_NAME_CHARACTERS = 31;

/** Decimal digits that every double holds: beyond them the rounded number would show made-up ones. */
const DOUBLE_DIGITS = 15;

/** As many fraction digits as decimal text has, and as a format of Excel takes: no amount is shown as zero that is none. */
const ALL_DIGITS = `#,##0.00${'#'.repeat(MAX_FRACTION_DIGITS - 2)}`;

/** Fraction digits of a value, which is an estimate. */
const CENTS = 2;

const FORMATS = {
  amount: ALL_DIGITS,
  value: '#,##0.00',
  price: ALL_DIGITS,
  instant: 'yyyy-mm-dd hh:mm:ss.000',
  date: 'yyyy-mm-dd',
  integer: '0',
} as const;

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

type Sheet = CellObject[][];

/**
 * A report as a workbook, one sheet per part, its heading frozen. Excel keeps numbers as doubles, so an amount or
 * value is two columns: the exact decimal as text, and beside it a number rounded half-even to 15 digits to calculate
 * with. Times are dates of Excel, in UTC. No cell is ever a formula.
 * @throws FormatLimitError if a sheet or a cell is beyond Excel's limits; nothing is cut off.
 */
export async function renderXlsx(
  { parts }: Report,
  maxCells: number = XLSX_MAX_CELLS,
): Promise<Buffer> {
  const names = sheetNames(parts);
  const room = { cells: maxCells };
  const sheets = [];
  for (const [index, part] of parts.entries()) {
    sheets.push({
      sheet: names[index] ?? part.name,
      stickyRowsCount: 1,
      columns: part.columns.flatMap(widthsOf),
      data: await rowsOf(part, room),
    });
  }
  return await writeXlsxFile(sheets, STYLED).toBuffer();
}

async function rowsOf(part: Part, room: { cells: number }): Promise<Sheet> {
  const { columns, rows, title } = part;
  const data: Sheet = [columns.flatMap(headingsOf)];
  for await (const row of rows) {
    room.cells -= columns.length;
    if (data.length === XLSX_MAX_ROWS || room.cells < 0) throw tooManyRows(title, data.length - 1);
    data.push(columns.flatMap((column) => cellsOf(cellOf(row, column), column)));
  }
  return data;
}

function tooManyRows(title: string, rows: number): FormatLimitError {
  return new FormatLimitError(
    'xlsx-too-many-rows',
    `"${title}" is more than a workbook takes: it was full after ${rows} rows (a sheet has ${XLSX_MAX_ROWS} rows, a workbook here ${XLSX_MAX_CELLS} cells); ask for CSV or JSON, or for a shorter range`,
  );
}

function headingsOf({ title, type }: Column): CellObject[] {
  const heading = (value: string): CellObject => ({ value, type: String, fontWeight: 'bold' });
  if (isDecimal(type)) {
    return [heading(`${title} (exact)`), heading(`${title} (rounded)`)];
  }
  return [heading(type === 'instant' ? `${title} (UTC)` : title)];
}

function widthsOf({ type }: Column): { readonly width: number }[] {
  const width = { width: WIDTHS[type] };
  return isDecimal(type) ? [width, width] : [width];
}

/** Types whose cells are an exact text and a number beside it. */
function isDecimal(type: Column['type']): type is 'amount' | 'price' | 'value' {
  return type === 'amount' || type === 'price' || type === 'value';
}

function cellsOf(cell: Cell, { type, key }: Column): CellObject[] {
  const twice = isDecimal(type);
  if (cell === null) return twice ? [{}, {}] : [{}];
  switch (type) {
    case 'text':
      return [textCell(String(cell), key)];
    case 'instant':
    case 'date':
      return [{ value: new Date(cell), type: Date, format: FORMATS[type] }];
    case 'integer':
      return [{ value: Number(cell), type: Number, format: FORMATS.integer }];
    case 'amount':
    case 'price':
    case 'value': {
      const text = String(cell);
      const exact: CellObject = { value: withoutSignOfZero(text), type: String, align: 'right' };
      const format = type === 'value' ? valueFormat(text) : FORMATS[type];
      return [exact, { value: rounded(text), type: Number, format }];
    }
    default:
      return type satisfies never;
  }
}

/** Cents, but where they would say "0.00" or "-0.00" of what is not nothing. */
function valueFormat(text: string): string {
  const value = decimalOf(text);
  const isLost = !value.isZero() && value.toDecimalPlaces(CENTS, ROUNDING.halfUp).isZero();
  return isLost ? ALL_DIGITS : FORMATS.value;
}

function withoutSignOfZero(text: string): string {
  return decimalOf(text).isZero() ? text.replace('-', '') : text;
}

/** The only place where an amount becomes a number: beside its exact text, in a file for people. */
function rounded(text: string): number {
  return decimalOf(text).toSignificantDigits(DOUBLE_DIGITS, ROUNDING.halfEven).toNumber();
}

function textCell(text: string, key: string): CellObject {
  const value = escapedForExcel(writableInXml(text));
  if (value.length <= XLSX_MAX_CELL_CHARACTERS) return { value, type: String };
  throw new FormatLimitError(
    'xlsx-cell-too-long',
    `a text of ${value.length} characters in ${key} is more than a cell takes (${XLSX_MAX_CELL_CHARACTERS}); ask for CSV or JSON`,
  );
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
