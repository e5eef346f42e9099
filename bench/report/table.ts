import { type Column, renderTable } from '../../local/report/table.ts';

/** A measured table: printed in a terminal as it is written into a page. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The notes that a reader needs. */
  readonly notes?: readonly string[];
}

export function printed({ title, columns, rows, notes = [] }: Table): string {
  return ['', title, renderTable(columns, rows), ...notes, ''].join('\n');
}

export function asMarkdown({ title, columns, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `### ${title}`,
    '',
    line(columns.map((column) => column.title)),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, index) => row[index] ?? ''))),
    ...notes.flatMap((note) => ['', note]),
    '',
  ].join('\n');
}

export function left(title: string): Column {
  return { title };
}

export function right(title: string): Column {
  return { title, align: 'right' };
}
