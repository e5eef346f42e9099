import path from 'node:path';
import { buildConsole } from '../lib/console/console-build.ts';
import { synthesise } from '../local/synthesis/synthesise.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Makes the templates and the console once, before the tests that start whole machines: each of those would otherwise make
 * them for itself, all at the same time.
 */
export async function setup(): Promise<void> {
  await Promise.all([
    synthesise(PROJECT_ROOT, () => undefined),
    // A machine comes up without its console; the tests of the console say what is wrong with it.
    buildConsole(PROJECT_ROOT).catch(() => undefined),
  ]);
}
