import { LocalStackError } from '../stack-error.ts';
import { terminal } from '../terminal.ts';

/** With this variable set, a failure is shown whole, for finding its cause. */
const DEBUG_VARIABLE = 'SLUICE_DEBUG';

/** Says in one line why a command failed, and makes its exit code say so too. */
export function fail(command: string, error: unknown): void {
  process.exitCode = 1;
  if (process.env[DEBUG_VARIABLE] === '1') {
    terminal.complain(error instanceof Error ? String(error.stack) : String(error));
    if (error instanceof Error && error.cause !== undefined) terminal.complain(String(error.cause));
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split('\n');
  const hint = error instanceof LocalStackError ? '' : ` (${DEBUG_VARIABLE}=1 shows where)`;
  terminal.complain(`${command}: ${line}${hint}`);
}
