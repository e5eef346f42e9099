import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Outline } from './outline.ts';

/*
 * Which routes answered with which status, made of what, over all test files of one run: each worker writes a file of its own into
 * the run's temporary folder. `test/integration/after` reads them once all others have run.
 */

const FOLDER = path.join(tmpdir(), 'answers-seen');

interface Answer {
  readonly routeKey: string;
  readonly status: number;
  /** What a JSON answer was made of. */
  readonly outline?: Outline;
}

/** What one test file saw, by its name; without an answer: it deployed the functions. */
interface Seen {
  readonly by: string;
  readonly answer?: Answer;
}

export function noteAnswer(answer?: Answer): void {
  mkdirSync(FOLDER, { recursive: true });
  const by = path.basename(expect.getState().testPath ?? '');
  const seen: Seen = answer === undefined ? { by } : { by, answer };
  appendFileSync(path.join(FOLDER, String(process.pid)), `${JSON.stringify(seen)}\n`);
}

export function answersSeen(): readonly Seen[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).flatMap((name) =>
    readFileSync(path.join(FOLDER, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Seen),
  );
}
