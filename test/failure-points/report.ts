import { type FailurePoint, identityOf } from './failure-point.ts';

/** The table of a run: point, variant, and whether it came out as the catalogue says. */
export function printedTable(
  catalogue: readonly FailurePoint[],
  results: ReadonlyMap<string, string>,
): string {
  const rows = catalogue.map((point) => [
    `${point.effect}: ${point.name}`,
    point.variant,
    `${point.expected.posts} POST, ${point.expected.executions} executed`,
    results.get(identityOf(point)) ?? 'not run',
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  const good = rows.filter((row) => row.at(-1) === 'as expected').length;
  return `${lines.join('\n')}\n${good} of ${rows.length} failure points as expected\n`;
}
