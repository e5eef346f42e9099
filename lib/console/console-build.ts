import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PAGE } from '../../runtime/console/console-files.ts';
import { madeOnce } from '../made-once.ts';
import { digestOf } from '../source-digest.ts';

/** Everything that the console's files are made of. */
export const CONSOLE_SOURCES = [
  'console',
  'clients/typescript',
  'lib/licence-notices.ts',
  'package-lock.json',
] as const;

/** A folder with a build of the console, for a synthesis that is not to make one. */
export const CONSOLE_FOLDER_VARIABLE = 'SLUICE_CONSOLE_FOLDER';

/** The settings of the build, from the project's root. */
const VITE_CONFIG = 'console/vite.config.ts';

/** How long a build may take. It takes some ten seconds; a busy machine may need a minute. */
const BUILD_TIMEOUT_MS = 300_000;

/** Characters of the digest in a folder's name: enough that two never meet. */
const NAME_CHARACTERS = 16;

/** After so long a work folder is abandoned: its process was killed. */
const ABANDONED_MS = 2 * BUILD_TIMEOUT_MS;

/** A build of the console that failed; its message is one line. */
export class ConsoleBuildError extends Error {
  override readonly name = 'ConsoleBuildError';
}

export interface ConsoleBuild {
  /** The folder with the page and its files. */
  readonly folder: string;
  /** Changes when a build would give something else. */
  readonly digest: string;
}

export interface BuildSettings {
  /** Told once if the files have to be made anew. */
  readonly onWork?: () => void;
  /** Leaves the processor to everything else, as long as anything else wants it. */
  readonly inBackground?: boolean;
  /** Ends the build. */
  readonly signal?: AbortSignal;
}

/**
 * The console's files, built by Vite and kept in `.sluice/console` until a source changes.
 * @throws ConsoleBuildError if the build fails.
 */
export async function buildConsole(
  projectRoot: string,
  settings: BuildSettings = {},
): Promise<ConsoleBuild> {
  const digest = sourcesDigest(projectRoot);
  const builds = {
    parent: path.join(projectRoot, '.sluice', 'console'),
    name: digest,
    abandonedAfterMs: ABANDONED_MS,
  };
  const folder = await madeOnce(builds, async (work) => {
    settings.onWork?.();
    await runVite(projectRoot, work, settings);
    if (!existsSync(path.join(work, PAGE))) throw new ConsoleBuildError(`it made no ${PAGE}`);
  });
  return { folder, digest };
}

function sourcesDigest(projectRoot: string): string {
  if (!existsSync(path.join(projectRoot, VITE_CONFIG))) {
    throw new ConsoleBuildError(`there is no ${VITE_CONFIG}`);
  }
  return digestOf(projectRoot, CONSOLE_SOURCES).slice(0, NAME_CHARACTERS);
}

async function runVite(
  projectRoot: string,
  outDir: string,
  { inBackground = false, signal }: BuildSettings,
): Promise<void> {
  const args = ['build', '--config', VITE_CONFIG, '--outDir', outDir, '--emptyOutDir'];
  const options = {
    cwd: projectRoot,
    timeout: BUILD_TIMEOUT_MS,
    env: { ...process.env, NODE_ENV: 'production' },
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const running = promisify(execFile)(process.execPath, [viteOf(projectRoot), ...args], options);
    if (inBackground) giveWay(running.child.pid);
    await running;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ConsoleBuildError(errorIn(cause), { cause });
  }
}

/** Vite's own program: as npx would find it, without npx. */
function viteOf(projectRoot: string): string {
  const resolve = createRequire(path.join(projectRoot, 'package.json')).resolve;
  return path.join(path.dirname(resolve('vite/package.json')), 'bin', 'vite.js');
}

function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // A system that knows no priorities builds with the rest.
  }
}

/** The line of an output that names the failure; the rest is for SLUICE_DEBUG. */
function errorIn(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const said = 'stderr' in cause ? String(cause.stderr) : '';
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const [first = cause.message.split('\n')[0] ?? ''] = lines.filter((line) => /error/i.test(line));
  return first.trim();
}
