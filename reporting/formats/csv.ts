import { stringify } from 'csv-stringify/sync';
import { parseDecimalText } from '../../treasury/money/decimal-text.ts';
import { cellOf } from './cells.ts';
import type { Part } from './report.ts';

/** Rows that are turned into text at once: some tens of kilobytes. */
const ROWS_PER_CHUNK = 500;

/**
 * The beginnings that a spreadsheet reads as a formula, also in its full-width forms, and with the apostrophes that
 * an escape has put before it already.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/** Where a spreadsheet of some languages begins a cell of its own, quoted or not: before a formula and its apostrophes. */
const BEHIND_A_SEMICOLON = /;["\s]*(?='*[=+\-@＝＋－＠])/gu;

/**
 * A text that no spreadsheet runs: one that would begin a formula gets an apostrophe before it. A decimal text such
 * as "-1.5" is no formula and stays as it is. Reversible: of a cell that begins with apostrophes before one of those
 * characters, also behind a semicolon, take one away.
 */
export function formulaSafe(text: string): string {
  if (parseDecimalText(text).ok) return text;
  const within = text.replace(BEHIND_A_SEMICOLON, "$&'");
  return FORMULA.test(within) ? `'${within}` : within;
}

/** Records as CSV (RFC 4180): CRLF after each, quotes where needed. No byte-order mark. */
export function csvText(records: readonly (readonly string[])[]): string {
  const safe = records.map((record) => record.map(formulaSafe));
  // A lone CR or LF is no delimiter to the library, but ends a line for many a reader.
  return stringify(safe, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** One part as CSV, the keys of its columns first. Amounts are the exact decimals, as text. */
export async function* renderCsv({ columns, rows }: Part): AsyncGenerator<string> {
  let records: string[][] = [columns.map(({ key }) => key)];
  for await (const row of rows) {
    if (records.length === ROWS_PER_CHUNK) {
      yield csvText(records);
      records = [];
    }
    records.push(columns.map((column) => String(cellOf(row, column) ?? '')));
  }
  yield csvText(records);
}
