import { appendFileSync, renameSync, statSync } from 'node:fs';
import { PRIVATE_FILE } from '../data-folder/write-atomically.ts';

/** Beyond this the log begins anew; the one before is kept beside it. Some days of demonstrating. */
const MAX_BYTES = 10 * 1024 * 1024;

/** How often the size is looked at, in lines: a look costs as much as a line. */
const LINES_PER_LOOK = 500;

export type LogLine = (functionName: string, line: string) => void;

/** Writes the functions' output into a file, one line each, led by the function's name. */
export function fileLog(file: string): LogLine {
  let lines = 0;
  return (functionName, line) => {
    if (lines % LINES_PER_LOOK === 0) turnOver(file);
    lines += 1;
    appendFileSync(file, `${functionName} ${line}\n`, { mode: PRIVATE_FILE });
  };
}

function turnOver(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.1`);
}
