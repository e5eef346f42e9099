import { afterEach, beforeEach, vi } from 'vitest';
import { recordOutput } from '../../canary/record-output.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { type Deployed, deployFunctions } from './deployed-functions.ts';

/**
 * One engine for the file, functions of their own for every test, and all that they write to the
 * standard outputs. Asked for within a test. `agreed`: readings before have agreed on the sandbox's prices.
 */
export function deployedForEachTest(
  otherwise: Readonly<Record<string, string>> = {},
  prices?: 'agreed',
): {
  readonly deployed: () => Deployed;
  readonly output: () => string;
} {
  const engine = engineForTests();
  let output: () => string;
  beforeEach(() => {
    output = recordOutput();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const deployed = openedForEachTest(
    () => deployFunctions(engine(), otherwise, prices),
    (each) => each.stop(),
  );
  return { deployed, output: () => output() };
}
