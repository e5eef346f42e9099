import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Goal, goalsTable } from '../report/goal.ts';
import { sayRunning } from '../report/running.ts';
import { median } from '../report/statistics.ts';
import type { Table } from '../report/table.ts';
import { measureStart, type Started } from './started.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** What a start keeps for the next one. */
const CACHES = ['assembly', 'console', 'compile-cache'] as const;

/** Runs at most, whatever is asked for: each of the first kind takes more than a minute. */
const MOST_STARTS = 5;
const MOST_FROM_NONE = 3;

/** Seconds, and megabytes: what a person may wait for, and give away to a program beside their work. */
const GOALS = { cached: 2.5, fromNone: 10, once: 2, residentMb: 300 } as const;

const run = promisify(execFile);

/** The local stack against its goals: how soon it is ready, and what it takes. Nothing else may use the project's caches. */
export async function localFigures(runs: number): Promise<readonly Table[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-local-'));
  try {
    const data = folders(folder);
    const none = await repeated(Math.min(runs, MOST_FROM_NONE), async () => {
      sayRunning('npm start from no cache');
      for (const cache of CACHES) {
        await rm(path.join(PROJECT_ROOT, '.sluice', cache), { recursive: true, force: true });
      }
      return await measureStart(PROJECT_ROOT, data(), { withMemory: false });
    });
    const cached = await repeated(Math.min(runs, MOST_STARTS), async () => {
      sayRunning('npm start from the caches, and a minute more');
      return await measureStart(PROJECT_ROOT, data(), { withMemory: true });
    });
    const onces = await onceSeconds(Math.min(runs, MOST_STARTS), data());
    return [tableOf({ none, cached, ...onces })];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Figures {
  readonly none: readonly Started[];
  readonly cached: readonly Started[];
  /** Seconds of a round on nothing, and of one in a folder that has its demo data. */
  readonly empty: readonly number[];
  readonly kept: readonly number[];
}

/** A new data folder each time. */
function folders(parent: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return path.join(parent, String(count));
  };
}

async function repeated<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  while (results.length < times) results.push(await work());
  return results;
}

async function onceSeconds(
  runs: number,
  dataFolder: string,
): Promise<Pick<Figures, 'empty' | 'kept'>> {
  sayRunning('npm run once');
  // The first writes the demo data.
  await once(['--data', dataFolder]);
  return {
    empty: await repeated(runs, async () => await once(['--memory', '--no-demo'])),
    kept: await repeated(runs, async () => await once(['--data', dataFolder])),
  };
}

/** Seconds of one round, from the command to its end. */
async function once(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  await run('npm', ['run', '-s', 'once', '--', ...args], { cwd: PROJECT_ROOT });
  return (performance.now() - begun) / 1_000;
}

function tableOf({ none, cached, empty, kept }: Figures): Table {
  const resident = cached.map(({ residentMb }) => residentMb ?? Number.NaN);
  const goals: readonly Goal[] = [
    seconds('npm start ready, from no cache, s', GOALS.fromNone, none.map(ready)),
    seconds('its first line about the start, s', null, none.map(firstLine)),
    seconds('npm start ready, from the caches, s', GOALS.cached, cached.map(ready)),
    seconds('its first line about the start, s', null, cached.map(firstLine)),
    {
      ...{ goal: 'memory of its main process a minute later, MB', bound: 'at most' },
      ...{ limit: GOALS.residentMb, measured: Math.round(median(resident)) },
    },
    seconds('npm run once -- --memory --no-demo, s', GOALS.once, empty),
    seconds('npm run once, in a folder with demo data, s', GOALS.once, kept),
  ];
  return goalsTable(
    `The local stack against its goals (medians of ${cached.length}; from no cache of ${none.length})`,
    goals,
    [
      'From the command until `ready`, npm included, each time with a new data folder and 90 days of demo data. No cache: without `.sluice/assembly`, `.sluice/console` and `.sluice/compile-cache`, as after `npm ci`; the console is built beside the start, which does not wait for it. Memory: the resident set of the process that runs `bin/start.ts`, 60 s after it was ready, with a tick every 10 s; the engine is another process. A missed goal is marked with *.',
    ],
  );
}

const ready = ({ readySeconds }: Started): number => readySeconds;
const firstLine = ({ firstLineSeconds }: Started): number => firstLineSeconds;

function seconds(goal: string, limit: number | null, measured: readonly number[]): Goal {
  return { goal, bound: 'at most', limit, measured: Number(median(measured).toFixed(2)) };
}
