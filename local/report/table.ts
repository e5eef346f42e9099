import { hangingText } from '../terminal/wrap-text.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Characters of a cell at most: a sentence with its numbers fits, a flood does not. */
const MAX_CELL_CHARACTERS = 240;

/** Characters of the line under a title at most: under a long sentence, a short one is enough. */
const MAX_RULE_CHARACTERS = 40;

/** Characters that a sentence needs at least to stand in a column of its own. */
const MIN_SENTENCE_CHARACTERS = 30;

const GAP = '  ';

/**
 * Rows under their titles, in columns as wide as their widest cell. Where that is wider than the terminal, the last
 * column is wrapped, or stands below its row if it would be too narrow; a null width wraps nothing.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | null = null,
): string {
  const cells = rows.map((row) => columns.map((_, index) => shortened(row[index] ?? '')));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const all = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  const line = (row: readonly string[]): string => rowOf(columns, widths, row);
  const titles = columns.map(({ title }) => title);
  const rules = widths.map((each) => '─'.repeat(Math.min(each, MAX_RULE_CHARACTERS)));
  if (width === null || all <= width) {
    return [line(titles), line(rules), ...cells.map(line)].join('\n');
  }
  const before = all - (widths.at(-1) ?? 0);
  const isBelow = width - before < MIN_SENTENCE_CHARACTERS;
  const narrow = isBelow ? columns.slice(0, -1) : columns;
  const fitted = rules.with(
    -1,
    '─'.repeat(Math.min(MAX_RULE_CHARACTERS, Math.max(1, width - before))),
  );
  const row = (of: readonly string[]): string => rowOf(narrow, widths, of.slice(0, narrow.length));
  const wrapped = cells.map((each) => {
    const sentence = each.at(-1) ?? '';
    const first = rowOf(columns, widths, each.with(-1, ''));
    if (sentence === '') return first;
    if (isBelow) return `${first}\n${hangingText(GAP, sentence, width)}`;
    return hangingText(first.padEnd(before), sentence, width);
  });
  return [row(titles), row(fitted), ...wrapped].join('\n');
}

function rowOf(
  columns: readonly Column[],
  widths: readonly number[],
  row: readonly string[],
): string {
  return columns
    .map(({ align }, index) => {
      const cell = row[index] ?? '';
      const width = widths[index] ?? 0;
      return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
    })
    .join(GAP)
    .trimEnd();
}

function shortened(cell: string): string {
  return cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS - 1)}…` : cell;
}
