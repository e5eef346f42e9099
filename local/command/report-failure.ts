import { EXIT, type ExitName } from '../../bin/sluice/exit-codes.ts';
import { fatalLine } from '../fatal-condition.ts';
import { LocalStackError } from '../stack-error.ts';
import { terminal } from '../terminal/terminal.ts';

/** With this variable set, a failure is shown whole, for finding its cause. */
const DEBUG_VARIABLE = 'SLUICE_DEBUG';

/** A failure for programs, in the shape that the command line has for its own. */
export function failureJson(
  message: string,
  kind: ExitName,
  problems: readonly string[] = [],
): string {
  return JSON.stringify({ error: { message, kind, exitCode: EXIT[kind].code, problems } });
}

/** Says why a command failed, in one line, or in a line for each problem of what a person wrote, and makes its exit code say so too. */
export function fail(command: string, error: unknown, { json }: { readonly json: boolean }): void {
  const kind = error instanceof LocalStackError ? error.exit : 'failed';
  process.exitCode = EXIT[kind].code;
  if (process.env[DEBUG_VARIABLE] === '1') {
    terminal.complain(error instanceof Error ? String(error.stack) : String(error));
    if (error instanceof Error && error.cause !== undefined) terminal.complain(String(error.cause));
    return;
  }
  const message = fatalLine(error) ?? (error instanceof Error ? error.message : String(error));
  const [line = ''] = message.split('\n');
  const isExplained = error instanceof LocalStackError || fatalLine(error) !== null;
  if (json) {
    const problems = error instanceof LocalStackError ? error.problems : [];
    terminal.complain(failureJson(line, kind, problems));
    return;
  }
  const hint = isExplained ? '' : ` (${DEBUG_VARIABLE}=1 shows where)`;
  terminal.complain(`${command}: ${line}${hint}`);
  if (!(error instanceof LocalStackError)) return;
  for (const problem of error.problems) terminal.complain(`  ${problem}`);
}
