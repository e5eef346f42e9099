import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { record } from '../../canary/record.ts';
import { type Engine, startEngine } from '../store/engine.ts';
import { type Deployed, deployFunctions } from './deployed-functions.ts';

/**
 * One engine for the file, functions of their own for every test, and all that they write to the
 * standard outputs. Asked for within a test.
 */
export function deployedForEachTest(otherwise: Readonly<Record<string, string>> = {}): {
  readonly deployed: () => Deployed;
  readonly output: () => string;
} {
  let engine: Engine;
  let deployed: Deployed;
  let output: string;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });
  beforeEach(async () => {
    output = '';
    const keep = (chunk: unknown) => {
      output += String(chunk);
      record('what the functions write', String(chunk));
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(keep);
    vi.spyOn(process.stderr, 'write').mockImplementation(keep);
    deployed = await deployFunctions(engine, otherwise);
  });
  afterEach(async () => {
    await deployed.stop();
    vi.restoreAllMocks();
  });
  return { deployed: () => deployed, output: () => output };
}
