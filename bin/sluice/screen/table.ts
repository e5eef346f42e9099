import type { Screen } from './screen.ts';
import { padEnd, padStart, plain, widthOf, wrapped } from './text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly align?: 'right';
  /** Sentences: broken into lines where the table is too wide. Everything else stays whole, so that it can be copied. */
  readonly wraps?: true;
  /** Left out where the table is too wide, the highest number first. `--json` has it always. */
  readonly spare?: number;
  readonly paint?: (row: Row) => Parameters<Screen['paint']>[0] | null;
}

const GAP = '  ';
/** Columns in which a sentence can still be read. */
const NARROWEST_SENTENCE = 24;

/** Rows under their titles; on a terminal too narrow for that, each row as a block of lines. */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): readonly string[] {
  const shown = fitting(columns, rows, screen.width);
  return shown === null ? blocks(columns, rows, screen) : lines(shown, rows, screen);
}

interface Fitted<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

/** The columns with their widths, as many as fit; null if not even those do that cannot be left out. */
function fitting<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): readonly Fitted<Row>[] | null {
  const natural = columns.map((column) => ({
    column,
    width: Math.max(...[column.title, ...rows.map((row) => cell(column, row))].map(widthOf)),
  }));
  const spares = [...new Set(columns.flatMap(({ spare = 0 }) => spare))].sort((a, b) => b - a);
  for (const limit of [Number.POSITIVE_INFINITY, ...spares.filter((spare) => spare > 0)]) {
    const kept = natural.filter(({ column: { spare = 0 } }) => spare < limit);
    const fitted = squeezed(kept, width);
    if (fitted !== null) return fitted;
  }
  return null;
}

function squeezed<Row>(
  columns: readonly Fitted<Row>[],
  width: number,
): readonly Fitted<Row>[] | null {
  const gaps = GAP.length * (columns.length - 1);
  const firm = columns
    .filter(({ column }) => !column.wraps)
    .reduce((sum, each) => sum + each.width, gaps);
  const sentences = columns.filter(({ column }) => column.wraps);
  if (sentences.length === 0) return firm <= width ? columns : null;
  const whole = sentences.reduce((sum, each) => sum + each.width, firm);
  if (whole <= width) return columns;
  const widths = shared(
    sentences.map((each) => each.width),
    width - firm,
  );
  if (widths === null) return null;
  const left = [...widths];
  return columns.map((each) =>
    each.column.wraps ? { ...each, width: left.shift() ?? each.width } : each,
  );
}

/** Room for sentences: those that need less than an equal share leave the rest to the others. */
function shared(wanted: readonly number[], room: number): readonly number[] | null {
  const byWidth = wanted
    .map((width, index) => ({ width, index }))
    .sort((a, b) => a.width - b.width);
  const given: number[] = [];
  let left = room;
  for (const [place, { width, index }] of byWidth.entries()) {
    const share = Math.floor(left / (byWidth.length - place));
    if (share < Math.min(width, NARROWEST_SENTENCE)) return null;
    given[index] = Math.min(width, share);
    left -= given[index];
  }
  return given;
}

function lines<Row>(
  columns: readonly Fitted<Row>[],
  rows: readonly Row[],
  screen: Screen,
): readonly string[] {
  const titles = columns.map(({ column: { title, align }, width }) =>
    screen.paint('bold', (align === 'right' ? padStart : padEnd)(title, width)),
  );
  const body = rows.flatMap((row) => {
    const cells = columns.map(({ column, width }) => wrapped(cell(column, row), width));
    const height = Math.max(...cells.map((each) => each.length));
    return Array.from({ length: height }, (_, index) =>
      columns
        .map(({ column, width }, place) => {
          const text = cells[place]?.[index] ?? '';
          return painted(
            column,
            row,
            (column.align === 'right' ? padStart : padEnd)(text, width),
            screen,
          );
        })
        .join(GAP)
        .trimEnd(),
    );
  });
  return [titles.join(GAP).trimEnd(), ...body];
}

function blocks<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): readonly string[] {
  const titles = Math.max(...columns.map(({ title }) => widthOf(title)));
  const room = Math.max(NARROWEST_SENTENCE, screen.width - titles - GAP.length);
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...columns
      .filter((column) => cell(column, row) !== '')
      .flatMap((column) =>
        wrapped(cell(column, row), room).map((text, line) => {
          const title =
            line === 0 ? screen.paint('bold', padEnd(column.title, titles)) : ' '.repeat(titles);
          return `${title}${GAP}${painted(column, row, text, screen)}`;
        }),
      ),
  ]);
}

function cell<Row>(column: Column<Row>, row: Row): string {
  return plain(column.of(row));
}

function painted<Row>(column: Column<Row>, row: Row, text: string, screen: Screen): string {
  const style = column.paint?.(row) ?? null;
  return style === null ? text : screen.paint(style, text);
}

/** A name and its value; an absent value has no line. */
export type Field = readonly [
  name: string,
  value: string | undefined,
  style?: Parameters<Screen['paint']>[0] | undefined,
];

/** Names and values, one below the other. */
export function fieldsOf(fields: readonly Field[], screen: Screen): readonly string[] {
  const present = fields.filter(([, value]) => value !== undefined);
  const names = Math.max(0, ...present.map(([name]) => widthOf(name)));
  const room = Math.max(NARROWEST_SENTENCE, screen.width - names - GAP.length);
  return present.flatMap(([name, value = '', style]) => {
    const text = plain(value);
    const painted = (line: string) => (style === undefined ? line : screen.paint(style, line));
    // An id or an address is copied: where it does not fit beside its name, it stands below, whole.
    if (Math.max(...text.split(' ').map(widthOf)) > room) {
      const below = wrapped(text, screen.width - GAP.length);
      return [screen.paint('bold', name), ...below.map((line) => `${GAP}${painted(line)}`)];
    }
    return wrapped(text, room).map((part, line) => {
      const title = line === 0 ? screen.paint('bold', padEnd(name, names)) : ' '.repeat(names);
      return `${title}${GAP}${painted(part)}`.trimEnd();
    });
  });
}
