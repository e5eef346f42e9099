import path from 'node:path';
import type { ItemsProcess } from '../demo-data/items-process.ts';
import { FatalCondition } from '../fatal-condition.ts';
import { type RoundReport, renderRound } from '../report/round-report.ts';
import { runRound } from '../report/run-round.ts';
import { openStack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { synthesise } from '../synthesis/synthesise.ts';
import { Progress } from '../terminal/progress.ts';
import { terminal } from '../terminal/terminal.ts';
import type { CommandOptions } from './command-options.ts';
import { confirmLive } from './confirm-live.ts';
import { exitOf } from './exit-of.ts';
import { fail } from './report-failure.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** How long a process that failed may take to close what it had opened. */
const LEFTOVERS_MS = 3_000;

/** `npm run once`: one round, its report, and an exit code that says whether all of it worked. */
export async function runOnce(
  options: CommandOptions,
  demoData: ItemsProcess | null,
): Promise<void> {
  try {
    const report = await round(options, demoData);
    terminal.say(
      options.json ? JSON.stringify(report, null, 2) : renderRound(report, terminal.width),
    );
    const { code, failure } = exitOf(report);
    process.exitCode = code;
    if (failure !== undefined) throw new LocalStackError(failure);
  } catch (error) {
    fail('once', error, options);
    // Whatever is still open of a stack that did not come up must not keep the process.
    setTimeout(() => process.exit(), LEFTOVERS_MS).unref();
  }
}

async function round(
  { stack: options, verbose, json, yes }: CommandOptions,
  demoData: ItemsProcess | null,
): Promise<RoundReport> {
  // In a pipe, the report alone: whoever waits for it sees the steps only on a terminal.
  const progress = new Progress(!json && terminal.isInteractive);
  const say = (line: string): void => {
    if (verbose) terminal.complain(line);
  };
  const fatal = new FatalCondition();
  fatal.takeUncaught();
  const ended = fatal.reached.then((line) => {
    throw new LocalStackError(line);
  });
  const opening = openStack(
    options,
    () => synthesise(PROJECT_ROOT, (detail) => progress.step('synthesis', detail)),
    {
      feed: () => undefined,
      notice: say,
      log: (name, line) => say(`${name} ${line}`),
      progress: (step) => progress.step(step),
      beforeLive: async (plan) => {
        progress.end();
        await confirmLive(plan, yes);
      },
      fatal,
      demoData,
      roundFollows: true,
    },
  );
  const stack = await Promise.race([opening, ended]);
  progress.step('round');
  try {
    await stack.start({ schedules: false });
    return await Promise.race([runRound(stack, options.everyMs), ended]);
  } finally {
    progress.end();
    await stack.stop();
  }
}
