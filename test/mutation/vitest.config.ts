import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const FAST_CHECK = path.resolve('test/mutation/fast-check.ts');

/**
 * What is tested, the innermost first, so that a mutant meets the tests that were written for it before
 * those that only pass through it; a first failure ends the trial.
 */
const SUBJECTS = [
  'money',
  'outcomes',
  'rules',
  'instructions',
  'evidence',
  'valuation',
  'policy',
  'lanes',
  'audit',
  'snapshots',
  'settlement',
  'trades',
  'sweeps',
];

class InnermostFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const [, subject = ''] = /\/test\/unit\/([^/]+)\//.exec(moduleId) ?? [];
  const at = SUBJECTS.indexOf(subject);
  return at === -1 ? SUBJECTS.length : at;
}

/** The tests that mutants of treasury/ are tried against: those that need no engine and no socket. */
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
    include: [`test/unit/{${SUBJECTS.join(',')}}/**/*.test.ts`, 'test/property/**/*.test.ts'],
    // A mutant is tried in a worker of its own, so its tests may share what they have loaded.
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: InnermostFirst },
  },
});
