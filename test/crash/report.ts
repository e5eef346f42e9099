import type { PointResult } from './run-point.ts';

const HEADINGS = ['point', 'POSTs', 'executed', 'recorded', 'verdict'] as const;

export interface CrashReport {
  readonly ok: boolean;
  readonly ms: number;
  readonly results: readonly PointResult[];
}

/** The table of points and results, and what is wrong below it. */
export function formatReport({ ok, ms, results }: CrashReport): string {
  const rows = [HEADINGS, ...results.map(rowOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const failed = results.filter(({ problems }) => problems.length > 0);
  const seconds = (ms / 1_000).toFixed(0);
  const verdict = ok
    ? `ok: ${results.length} points; no instruction has two POSTs, journal and ledger agree to the last digit, the token is nowhere; ${seconds} s`
    : `FAILED: ${failed.length} of ${results.length} points, in ${seconds} s`;
  return `${[lines[0], rule, ...lines.slice(1), ...failed.flatMap(problemLines), '', verdict].join('\n')}\n`;
}

function rowOf({ name, ending, problems }: PointResult): readonly string[] {
  const numbers = ending === null ? ['?', '?', '?'] : Object.values(ending).map(String);
  return [name, ...numbers, problems.length === 0 ? 'agree' : 'DISAGREE'];
}

function problemLines({ name, message, problems }: PointResult): readonly string[] {
  return ['', `${name}: ${message}`, ...problems.map((problem) => `  ${problem}`)];
}
