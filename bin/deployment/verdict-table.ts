import type { Part, State, Verdict } from './check.ts';

const SHOWN: Readonly<Record<State, string>> = {
  ok: 'ok',
  failed: 'FAILED',
  'not-applicable': 'not applicable here',
};

const HEADINGS = ['check', 'what it proves', 'result', 'detail'] as const;

/** A line for each check, below it the parts that say something of their own, and a line that sums up. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.name,
    verdict.proves,
    SHOWN[verdict.state],
    summaryOf(verdict),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const body = rows.flatMap((row, index) => [line(row), ...asides(verdicts[index])]);
  return [line(HEADINGS), ...body, '', sum(verdicts)].join('\n');
}

/** The detail of a check of one part; of more, how many came to what. */
function summaryOf({ parts }: Verdict): string {
  const [only, ...others] = parts;
  if (only === undefined) return '';
  if (others.length === 0) return detailOf(only);
  return (['ok', 'failed', 'not-applicable'] as const)
    .map((state) => ({ state, count: parts.filter((part) => part.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${SHOWN[state]}`)
    .join(', ');
}

/** Of a check of several parts, each with what there is to say of it. */
function asides(verdict: Verdict | undefined): readonly string[] {
  const parts = verdict?.parts ?? [];
  if (parts.length < 2) return [];
  return parts.map((part) => `  ${SHOWN[part.state]}: ${detailOf(part)}`);
}

function detailOf({ of, detail }: Part): string {
  return `${of}: ${detail}`;
}

function sum(verdicts: readonly Verdict[]): string {
  const failed = verdicts.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const seen = verdicts.filter(({ state }) => state === 'ok').length;
  const rest = verdicts.length - seen - failed.length;
  const end = failed.length === 0 ? '' : ` (${failed.join(', ')})`;
  return `${seen} ok, ${failed.length} failed${end}, ${rest} not applicable here`;
}
