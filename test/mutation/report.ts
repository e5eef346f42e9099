import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type AreaName, reportOf } from './areas.ts';

const place = z.object({ line: z.int(), column: z.int() });
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string(),
          status: z.string(),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
});

/** One change that was tried, told by what can be read: lines move, words stay. */
export interface Mutant {
  readonly file: string;
  readonly mutator: string;
  /** The line it begins in, without its indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  /** As Stryker calls it: Killed, Timeout, Survived, NoCoverage, RuntimeError, CompileError, Ignored. */
  readonly status: string;
  readonly lineNumber: number;
}

/** Every mutant of an area's latest run. Throws where there was none or the report is none. */
export function mutantsOf(area: AreaName): readonly Mutant[] {
  const report = reportSchema.parse(JSON.parse(readFileSync(reportOf(area), 'utf8')));
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ mutatorName, replacement, status, location }) => ({
      file,
      mutator: mutatorName,
      line: (lines[location.start.line - 1] ?? '').trim(),
      original: cut(lines, location),
      replacement,
      status,
      lineNumber: location.start.line,
    }));
  });
}

type Place = z.output<typeof place>;

/** The text from one place to another; lines and columns are counted from one. */
function cut(lines: readonly string[], { start, end }: { start: Place; end: Place }): string {
  const within = lines.slice(start.line - 1, end.line);
  const last = (within.at(-1) ?? '').slice(0, end.column - 1);
  return [...within.slice(0, -1), last].join('\n').slice(start.column - 1);
}
