import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { madeOnce } from '../../lib/made-once.ts';
import { UNCHECKED_VARIABLE } from '../../lib/unchecked.ts';
import { LocalStackError } from '../stack-error.ts';
import { sourceDigest } from './source-digest.ts';

const run = promisify(execFile);

/** How long the app may take. It takes a few seconds; a busy machine may need a minute. */
const SYNTHESIS_TIMEOUT_MS = 180_000;

const cdkJson = z.object({
  app: z.string().startsWith('node ', 'the app is run by node'),
  context: z.record(z.string(), z.unknown()).default({}),
});

/** What the app says while it bundles. */
const BUNDLED = /bundled (\d+) of (\d+) functions/g;

/** Characters of the digest in a folder's name: enough that two never meet. */
const NAME_CHARACTERS = 16;

/** After so long a work folder is abandoned: its process was killed. */
const ABANDONED_MS = 2 * SYNTHESIS_TIMEOUT_MS;

/**
 * The assembly of the project's sources as `cdk synth` makes it, kept in `.sluice/assembly` until a source changes.
 * `onWork` is told when it has to be made anew, which takes a few seconds, and then how far that is.
 * @throws LocalStackError if the app does not synthesise.
 */
export async function synthesise(
  projectRoot: string,
  onWork: (progress?: string) => void,
): Promise<string> {
  const assembly = {
    parent: path.join(projectRoot, '.sluice', 'assembly'),
    name: sourceDigest(projectRoot).slice(0, NAME_CHARACTERS),
    abandonedAfterMs: ABANDONED_MS,
  };
  return await madeOnce(assembly, async (work) => {
    onWork();
    await runApp(projectRoot, work, onWork);
  });
}

/** Runs the CDK app as the CDK's command line does: its settings travel in the environment. */
async function runApp(
  projectRoot: string,
  outputFolder: string,
  onWork: (progress: string) => void,
): Promise<void> {
  const { app, context } = cdkJson.parse(
    JSON.parse(readFileSync(path.join(projectRoot, 'cdk.json'), 'utf8')),
  );
  const args = app.split(' ').slice(1);
  try {
    const running = run(process.execPath, args, {
      cwd: projectRoot,
      timeout: SYNTHESIS_TIMEOUT_MS,
      env: {
        ...process.env,
        CDK_OUTDIR: outputFolder,
        // The next change of a source finds the CDK's own modules compiled.
        NODE_COMPILE_CACHE: path.join(projectRoot, '.sluice', 'compile-cache'),
        CDK_CONTEXT_JSON: JSON.stringify(context),
        [UNCHECKED_VARIABLE]: '1',
      },
    });
    running.child.stderr?.on('data', (chunk: string) => {
      const last = [...String(chunk).matchAll(BUNDLED)].at(-1);
      if (last !== undefined) onWork(`${last[1]} of ${last[2]} functions bundled`);
    });
    await running;
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new LocalStackError(`the templates cannot be synthesised: ${errorIn(said)}`, { cause });
  }
}

/** The line of an output that names the failure; the rest is for SLUICE_DEBUG. */
function errorIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error/i.test(line))?.trim() ?? lines.at(-1)?.trim() ?? 'no output';
}
