/*
 * Loaded before every test file: puts on record what comes out of it, and fails the file where a token
 * of the tests is in there. Where tokens are planted on purpose, and where there are none, only the
 * recording goes on.
 */
import path from 'node:path';
import { afterAll, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { forgetWatched } from './canary.ts';
import { findings, record } from './record.ts';
import { tap } from './tap.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folders whose tests handle a token. */
const SEARCHED =
  /^test\/(?:integration|failure-points|crash|e2e|generative|simulation|canary\/leaking)\//;

const { untap } = tap();

// Registered first, so it runs last: after everything that the file itself does at its end.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the first parameter and wants a pattern.
afterAll(({}, { file }: RunnerTestSuite) => {
  untap();
  if (!SEARCHED.test(path.relative(ROOT, file.filepath).replaceAll(path.sep, '/'))) return;
  record('names and messages of tests', told(file));
  const found = findings();
  forgetWatched();
  if (found.length > 0) throw new Error(`the token came out: ${found.join('; ')}`);
});

/** What the reporter writes of a file: names, and messages of failures. */
function told(suite: RunnerTestSuite | RunnerTestFile): string {
  const lines = suite.tasks.flatMap((task) => [
    task.name,
    ...(task.result?.errors ?? []).map(({ message, diff }) => `${message}\n${diff ?? ''}`),
    ...(task.type === 'suite' ? [told(task)] : []),
  ]);
  return lines.join('\n');
}
