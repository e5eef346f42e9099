import path from 'node:path';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { type RoundReport, renderRound } from '../report/round-report.ts';
import { runRound } from '../report/run-round.ts';
import { openStack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { synthesise } from '../synthesis/synthesise.ts';
import { terminal } from '../terminal.ts';
import { type CommandOptions, commandOptions } from './command-options.ts';
import { fail } from './failing.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** What `npm run once` ends with while a currency is held, unknown, disarmed or halted. */
export const STUCK_EXIT_CODE = 3;

/** States in which a withdrawal of this very round did not go well. */
const FAILED: readonly Instruction['status']['state'][] = [
  'not-sent',
  'rejected',
  'unknown',
  'anomaly',
];

/** `npm run once`: one round, its report, and an exit code that says whether all of it worked. */
export async function runOnce(argv: readonly string[]): Promise<void> {
  const options = commandOptions('once', 'one snapshot, one sweep run, its sends', argv);
  try {
    const report = await round(options);
    terminal.say(options.json ? JSON.stringify(report, null, 2) : renderRound(report));
    // 1 where the round itself failed, as any command; 3 where it went well and something stays stuck.
    if (report.stuck.length > 0) process.exitCode = STUCK_EXIT_CODE;
    refuseFailures(report);
  } catch (error) {
    fail('once', error);
  }
}

async function round({ stack: options, verbose }: CommandOptions): Promise<RoundReport> {
  const say = (line: string): void => {
    if (verbose) terminal.complain(line);
  };
  const stack = await openStack(
    options,
    () => synthesise(PROJECT_ROOT, () => say('synthesising the templates, once')),
    {
      narrate: () => undefined,
      notice: say,
      log: (name, line) => say(`${name} ${line}`),
    },
  );
  try {
    await stack.start({ schedules: false });
    return await Promise.race([
      runRound(stack, options.everyMs),
      stack.engineFailed.then((said) => {
        throw new LocalStackError(`the database engine ended by itself: ${said}`);
      }),
    ]);
  } finally {
    await stack.stop();
  }
}

/** What went wrong is in the report; the exit code and one line say that it is. */
function refuseFailures({ snapshot, withdrawals }: RoundReport): void {
  if (snapshot.kind === 'missed') {
    throw new LocalStackError(`no snapshot could be taken: ${snapshot.reason}`);
  }
  const failed = withdrawals.filter(
    ({ origin, status }) =>
      origin.kind === 'sweep' &&
      origin.snapshot === snapshot.scheduledFor &&
      FAILED.includes(status.state),
  );
  if (failed.length === 0) return;
  const which = failed.map(({ id, status }) => `${id} is ${status.state}`).join(', ');
  throw new LocalStackError(`not every withdrawal of this round went through: ${which}`);
}
