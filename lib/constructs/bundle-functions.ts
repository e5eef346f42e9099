/*
 * Bundles functions, a few at a time, each by an esbuild of its own: `bundle-functions.ts FOLDER NAME...` writes
 * FOLDER/NAME/index.mjs and what lies beside it. An esbuild that serves several builds collects garbage between
 * them, which takes it half as much again; one that ends after its build does not.
 */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildConsole, CONSOLE_FOLDER_VARIABLE } from '../console/console-build.ts';
import { bundledFiles, licenceNotices, NOTICES_FILE } from '../licence-notices.ts';
import { UNCHECKED_VARIABLE } from '../unchecked.ts';
import { BUNDLE_OPTIONS } from './bundle-settings.ts';
import { esbuildArguments } from './esbuild-arguments.ts';
import { writeFilesBeside } from './files-beside.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');
const ESBUILD = createRequire(import.meta.url).resolve('esbuild/bin/esbuild');

/** Each takes 170 MB while it works: more of them at once would fill a machine that has many processors. */
const MAX_AT_ONCE = 8;

/** The function that holds the console's build. */
const CONSOLE_WRITER = 'deploy-console';

/** Templates for one machine, whose stack serves the console itself. */
const isUnchecked = process.env[UNCHECKED_VARIABLE] === '1';

const [folder = '', ...names] = process.argv.slice(2);
const waiting = [...names];
let done = 0;

/** The synthesis that waited for them has ended: nothing is to be left behind. */
const abandoned = new AbortController();
process.once('SIGTERM', () => abandoned.abort());

async function bundleNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    await bundle(name, path.join(folder, name));
    done += 1;
    process.stderr.write(`bundled ${done} of ${names.length} functions\n`);
  }
}

async function bundle(name: string, outdir: string): Promise<void> {
  const metafile = `${outdir}.json`;
  const { stderr } = await promisify(execFile)(
    ESBUILD,
    [
      ...esbuildArguments({
        ...BUNDLE_OPTIONS,
        entryPoints: [path.join('functions', name, 'handler.ts')],
        outdir,
        logLevel: 'warning',
      }),
      `--metafile=${metafile}`,
    ],
    { cwd: PROJECT_ROOT, signal: abandoned.signal },
  );
  process.stderr.write(stderr);
  writeFilesBeside(name, outdir);
  await writeNotices(metafile, outdir);
  if (name === CONSOLE_WRITER && !isUnchecked) await addConsole(outdir);
}

/** Beside the code, where nothing parses it. */
async function writeNotices(metafile: string, outdir: string): Promise<void> {
  const files = bundledFiles(JSON.parse(readFileSync(metafile, 'utf8')));
  rmSync(metafile);
  writeFileSync(path.join(outdir, NOTICES_FILE), await licenceNotices(PROJECT_ROOT, files));
}

/** The console lies beside the function that writes it: built meanwhile, or as it was built last. */
async function addConsole(outdir: string): Promise<void> {
  const given = process.env[CONSOLE_FOLDER_VARIABLE];
  const folder = given ?? (await buildConsole(PROJECT_ROOT, { signal: abandoned.signal })).folder;
  cpSync(folder, path.join(outdir, 'console'), { recursive: true });
}

try {
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), MAX_AT_ONCE) }, bundleNext),
  );
} catch (error) {
  if (abandoned.signal.aborted) rmSync(folder, { recursive: true, force: true });
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  if (!abandoned.signal.aborted) process.stderr.write(said);
  process.exitCode = 1;
}
