export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Characters of a cell at most: a sentence with its numbers fits, a flood does not. */
const MAX_CELL_CHARACTERS = 240;

/** Characters of the line under a title at most: under a long sentence, a short one is enough. */
const MAX_RULE_CHARACTERS = 40;

/** Rows under their titles, in columns as wide as their widest cell. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const cells = rows.map((row) => columns.map((_, index) => shortened(row[index] ?? '')));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const cell = row[index] ?? '';
        const width = widths[index] ?? 0;
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  const rules = widths.map((width) => '─'.repeat(Math.min(width, MAX_RULE_CHARACTERS)));
  return [line(titles), line(rules), ...cells.map(line)].join('\n');
}

function shortened(cell: string): string {
  return cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS - 1)}…` : cell;
}
