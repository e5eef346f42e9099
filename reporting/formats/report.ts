import type { ExportFormatLimit } from '../../adapters/exports/export-format.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/**
 * The type of a column:
 * - text: words of people and names; the only type that may hold anything
 * - instant: ISO-8601 in UTC with milliseconds, as everywhere in Sluice
 * - date: YYYY-MM-DD
 * - amount: decimal text in the currency of its row
 * - value: decimal text in the reporting currency
 * - price: decimal text, units of one currency for one of another; never rounded to cents: 0.00001234 is one
 * - integer: a whole number that a double holds exactly
 */
export type ColumnType = 'text' | 'instant' | 'date' | 'amount' | 'value' | 'price' | 'integer';

export interface Column {
  /** Name in JSON and CSV. */
  readonly key: string;
  /** Heading in XLSX. */
  readonly title: string;
  readonly type: ColumnType;
}

/** A cell is text, save for integers; null is an empty one, which is not the same as an empty text. */
export type Cell = string | number | null;

/** The cells of a row by column key. A key that it does not have is an empty cell. */
export type Row = Readonly<Record<string, Cell>>;

/** One table. Rows may come as they are read, so that no report has to fit into memory. */
export interface Part {
  /** Name of the part, as `?part=` has it: small letters, digits and hyphens. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
}

/** The source that every format is rendered from. */
export interface Report {
  /** Small letters, digits and hyphens; it becomes the file's name. */
  readonly name: string;
  readonly tenant: string;
  readonly generatedAt: Instant;
  readonly parts: readonly Part[];
  /** Part that a format of one table (CSV) takes by default; the first one if absent. */
  readonly mainPart?: string;
}

/** A report that a format cannot carry whole; nothing is cut off to make it fit. */
export class FormatLimitError extends Error {
  override readonly name = 'FormatLimitError';
  readonly code: FormatLimitCode;
  constructor(code: FormatLimitCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type FormatLimitCode = ExportFormatLimit | 'part-unknown';

/** The part of that name; without one, the report's main part. @throws FormatLimitError */
export function partOf(report: Report, name: string | undefined): Part {
  const wanted = name ?? report.mainPart ?? report.parts[0]?.name;
  const part = report.parts.find((each) => each.name === wanted);
  if (part !== undefined) return part;
  const names = report.parts.map((each) => each.name).join(', ');
  throw new FormatLimitError('part-unknown', `seen ${wanted}; accepted: one of ${names}`);
}
