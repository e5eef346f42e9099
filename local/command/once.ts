import path from 'node:path';
import { type RoundReport, renderRound } from '../report/round-report.ts';
import { runRound } from '../report/run-round.ts';
import { openStack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { synthesise } from '../synthesis/synthesise.ts';
import { terminal } from '../terminal.ts';
import { type CommandOptions, commandOptions } from './command-options.ts';
import { exitOf } from './exit-of.ts';
import { fail } from './report-failure.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** `npm run once`: one round, its report, and an exit code that says whether all of it worked. */
export async function runOnce(argv: readonly string[]): Promise<void> {
  const options = commandOptions('once', 'one snapshot, one sweep run, its sends', argv);
  try {
    const report = await round(options);
    terminal.say(options.json ? JSON.stringify(report, null, 2) : renderRound(report));
    const { code, failure } = exitOf(report);
    process.exitCode = code;
    if (failure !== undefined) throw new LocalStackError(failure);
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
      feed: () => undefined,
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
