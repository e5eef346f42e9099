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
 * column is wrapped, or stands below its row if it would be too narrow, with whatever else does not fit before it; a
 * null width wraps nothing.
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
  if (width - before < MIN_SENTENCE_CHARACTERS) {
    const beside = columnsThatFit(widths, width);
    const head = (row: readonly string[]): string =>
      rowOf(columns.slice(0, beside), widths, row.slice(0, beside));
    const folded = cells.map((row) => {
      const below = row.slice(beside).filter((cell) => cell !== '');
      if (below.length === 0) return head(row);
      return `${head(row)}\n${hangingText(GAP, below.join(', '), width)}`;
    });
    return [head(titles), head(rules), ...folded].join('\n');
  }
  const fitted = rules.with(-1, '─'.repeat(Math.min(MAX_RULE_CHARACTERS, width - before)));
  const wrapped = cells.map((row) => {
    const sentence = row.at(-1) ?? '';
    const first = line(row.with(-1, ''));
    return sentence === '' ? first : hangingText(first.padEnd(before), sentence, width);
  });
  return [line(titles), line(fitted), ...wrapped].join('\n');
}

/** How many columns stand beside each other: the last one never, where it has no room, and always the first. */
function columnsThatFit(widths: readonly number[], width: number): number {
  let beside = 1;
  let taken = widths[0] ?? 0;
  for (const each of widths.slice(1, -1)) {
    taken += GAP.length + each;
    if (taken > width) break;
    beside += 1;
  }
  return beside;
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
