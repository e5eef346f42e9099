import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { openedForEachTest } from './opened.ts';

/** A folder that goes with the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty folder for each test, asked for within it. */
export function folderForEachTest(): () => string {
  const all = temporaryFolder();
  return openedForEachTest(() => mkdtempSync(path.join(all, 'test-')));
}
