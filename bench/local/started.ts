import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../local/network/free-port.ts';
import { mainProcess } from './main-process.ts';

/** When the memory is read: by then what only a start needs is gone. */
const SETTLED_MS = 60_000;

const SCRIPT = 'bin/start.ts';

/** What begins a line about the start, and what says that it is over. */
const PROGRESS = 'starting: ';
const READY = 'ready in ';

export interface Started {
  /** Seconds from the command until its first line about the start, and until it is ready. */
  readonly firstLineSeconds: number;
  readonly readySeconds: number;
  /** Megabytes of the main process a minute later; null where they were not asked for. */
  readonly residentMb: number | null;
}

/** One `npm start`, from the command to its end. */
export async function measureStart(
  projectRoot: string,
  dataFolder: string,
  { withMemory }: { readonly withMemory: boolean },
): Promise<Started> {
  const port = String(await freePort());
  const args = ['start', '--', '--no-open', '--port', port, '--data', dataFolder];
  const begun = performance.now();
  const child = spawn('npm', args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const times = await timesOf(child, () => (performance.now() - begun) / 1_000);
    if (withMemory) await sleep(SETTLED_MS);
    return { ...times, residentMb: withMemory ? running(child).residentMb : null };
  } finally {
    await end(child);
  }
}

/** @throws where it ends before it is ready. */
async function timesOf(
  { stdout }: ChildProcess,
  seconds: () => number,
): Promise<Pick<Started, 'firstLineSeconds' | 'readySeconds'>> {
  if (stdout === null) throw new Error('npm start has no output');
  let firstLineSeconds: number | null = null;
  // Read to its end: a full pipe would hold the stack up.
  const lines = createInterface({ input: stdout });
  const readySeconds = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith(PROGRESS)) firstLineSeconds ??= seconds();
      if (line.startsWith(READY)) resolve(seconds());
    });
    lines.once('close', () => reject(new Error('npm start ended before it was ready')));
  });
  return { firstLineSeconds: firstLineSeconds ?? readySeconds, readySeconds };
}

function running({ pid = 0 }: ChildProcess) {
  const main = mainProcess(pid, SCRIPT);
  if (main === null) throw new Error('npm start has ended');
  return main;
}

/** Ends the stack itself, which then closes its folder: a signal to npm ends only the shell between. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, 'close');
  process.kill(running(child).pid, 'SIGTERM');
  await closed;
}
