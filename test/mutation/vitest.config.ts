import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { AREAS, areaOfThisRun } from './areas.ts';

// Mutants are tried by whole properties, not by the share of `npm test`; fast-check.ts bounds their runs.
process.env.SLOW_TESTS = '1';

const FAST_CHECK = path.resolve('test/mutation/fast-check.ts');
const { tests } = AREAS[areaOfThisRun()];

/** A first failure ends a trial, so the tests that are likeliest to fail and quick to run go first. */
class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const file = path.relative(process.cwd(), moduleId);
  return tests.findIndex((glob) => path.matchesGlob(file, glob));
}

/** The tests that mutants are tried against: those that need no engine and no socket. */
export default defineConfig({
  plugins: [
    {
      name: 'fewer-runs-from-one-seed',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === 'fast-check' && importer !== FAST_CHECK ? FAST_CHECK : null,
    },
  ],
  test: {
    include: [...tests],
    // A mutant is tried in a worker of its own, so its tests may share what they have loaded.
    isolate: false,
    maxWorkers: 1,
    // A busy machine must not pass for a test that fails.
    testTimeout: 60_000,
    sequence: { sequencer: LikeliestFirst },
  },
});
