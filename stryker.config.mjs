import { AREAS, areaOfThisRun, reportOf } from './test/mutation/areas.ts';

const area = areaOfThisRun();

/** Mutation testing of the domain, one area at a time: `npm run test:mutation`, docs/mutation.md. */
export default {
  mutate: AREAS[area].mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Tests are chosen by what they cover, so there is no need to ask Vite which ones are related.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Tables and limits are evaluated once, at import. They are where most decisions stand.
  ignoreStatic: false,
  incremental: true,
  incrementalFile: `reports/mutation/${area}.incremental.json`,
  concurrency: 2,
  // Seconds at most; this allows for a machine that has other work. Endless loops are counted, not timed.
  timeoutMS: 60_000,
  // TypeScript 7 has no interface that Stryker could read a tsconfig through; nothing here needs one.
  ignorePatterns: [
    'tsconfig.json',
    '.stryker-tmp',
    'cdk.out',
    '.sluice',
    '.vitest',
    'docs',
    'reports',
  ],
  tempDirName: `.stryker-tmp/${area}`,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: reportOf(area) },
  warnings: { slow: false },
  // What counts is judged afterwards, one by one: a percentage hides the mutant that matters.
  thresholds: { high: 100, low: 90, break: null },
};
