import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLER = path.join(import.meta.dirname, 'bundle-functions.ts');

/** Folders under functions/, one for each function. */
export const FUNCTIONS_FOLDER = path.join(PROJECT_ROOT, 'functions');

/** The bundles of this process, once they are made. */
const made: { folder: string | null } = { folder: null };

/**
 * Begins to bundle the functions, all of them by default, beside this process: a synthesis cannot wait for anything, so the bundles stand
 * ready before it. Until then this process can load what it needs.
 */
export function beginBundling(
  names: readonly string[] = readdirSync(FUNCTIONS_FOLDER),
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bundles-'));
  const bundler = spawn(process.execPath, [BUNDLER, folder, ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A synthesis that fails ends at once, and leaves nothing behind.
  process.once('exit', () => {
    bundler.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return once(bundler, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('the functions cannot be bundled');
    made.folder = folder;
  });
}

/** The folder with the bundle of functions/NAME. @throws Error unless bundling was begun and awaited. */
export function bundleFolder(name: string): string {
  if (made.folder === null) throw new Error(`functions/${name} is not bundled yet`);
  return path.join(made.folder, name);
}
