import { Command, InvalidArgumentError } from 'commander';
import type { Stack } from '../local/stack.ts';
import { cold, RUNS } from './cold/cold.ts';
import { consoleFigures } from './console/console.ts';
import { growth } from './growth/growth.ts';
import { localFigures } from './local/local.ts';
import { machine } from './report/machine.ts';
import { writeSection } from './report/page.ts';
import { sayRunning } from './report/running.ts';
import { asMarkdown, printed, type Table } from './report/table.ts';
import { openBenchStack } from './stack/open.ts';
import { apiRates } from './warm/api.ts';
import { evaluations } from './warm/evaluate.ts';
import { recordedRuns } from './warm/runs.ts';
import { sweeps } from './warm/sweep.ts';
import { ticksAtOnce } from './warm/ticks.ts';

/*
 * What Sluice costs in time, beside what the same would cost bare, in the same run and in turns: a ratio says
 * the same on every machine.
 *
 *   npm run bench                      everything; docs/performance.md has it afterwards
 *   npm run bench -- cold --runs 31    one section, measured more often
 *   npm run bench -- evaluate --no-write   printed only
 *   npm run bench -- runs              bytes of the record of a run, and the time to decide, to write and to read it
 *   npm run bench -- ticks             how many tenants' ticks a second, and the processor time of each
 *   npm run bench -- growth            read units with a history, and with ten times as much
 *   npm run bench -- local             start, one round and memory of the local stack; empties its caches in .sluice
 *   npm run bench -- console --lighthouse  the console in a browser, with Lighthouse's scores
 */

/** A sandbox that makes no deposits of its own. */
const QUIET = { activity: false };

const SECTIONS: Readonly<Record<string, (runs: number) => Promise<readonly Table[]>>> = {
  cold: async (runs) =>
    await onStack({}, async (stack) => {
      return await cold(stack, runs, (line) => process.stderr.write(`${line}\n`));
    }),
  evaluate: async (runs) => evaluations(runs),
  runs: async (runs) => recordedRuns(runs),
  sweep: async (runs) => await onStack(QUIET, async (stack) => await sweeps(stack, runs)),
  api: async (runs) => await onStack(QUIET, async (stack) => await apiRates(stack, runs)),
  ticks: async (runs) => await ticksAtOnce(runs),
  growth: async () => await growth(),
  local: async (runs) => await localFigures(runs),
  console: async (runs) => await consoleFigures({ runs, lighthouse }),
};

const command: Command = new Command('npm run bench --')
  .description('Measures, prints, and writes docs/performance.md')
  .argument('[sections...]', `of ${Object.keys(SECTIONS).join(', ')}; all where none is named`)
  .option(
    '--runs <number>',
    `runs that a median is taken of; fewer than ${RUNS} are not written`,
    count,
    RUNS,
  )
  .option('--lighthouse', 'console: with Lighthouse, which npx fetches (176 MB)', false)
  .option('--no-write', 'print only')
  .parse();
const { runs, write, lighthouse } = command.opts<{
  readonly runs: number;
  readonly write: boolean;
  readonly lighthouse: boolean;
}>();
if (write && runs < RUNS) {
  command.error(`error: the page is written from ${RUNS} runs; with fewer, say --no-write`);
}
const chosen = command.args.length === 0 ? Object.keys(SECTIONS) : command.args;

for (const name of chosen) {
  const measure = SECTIONS[name];
  if (measure === undefined) command.error(`error: there is no section ${name}`);
  sayRunning(`measuring ${name}, ${runs} runs each`);
  const tables = await measure(runs);
  for (const table of tables) process.stdout.write(printed(table));
  if (write) await writeSection(name, [machine(), '', ...tables.map(asMarkdown)].join('\n'));
}
process.exit(0);

function count(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1.');
}

async function onStack<T>(
  options: Parameters<typeof openBenchStack>[0],
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  const stack = await openBenchStack(options);
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}
