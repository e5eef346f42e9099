/** Mutation testing of the domain: `npm run test:mutation`, see docs/mutation.md. */
export default {
  mutate: ['treasury/**/*.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Tests are chosen by what they cover, so there is no need to ask Vite which ones are related.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Tables and limits are evaluated once, at import. They are where most decisions stand.
  ignoreStatic: false,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  concurrency: 2,
  // The tests of one mutant take a second or two; this allows for a machine that has other work.
  timeoutMS: 15_000,
  // TypeScript 7 has no interface that Stryker could read a tsconfig through, and nothing here needs one.
  ignorePatterns: ['tsconfig.json', 'cdk.out', '.sluice', '.vitest', 'docs', 'contract', 'reports'],
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  // What counts is judged by test/mutation/survivors.ts: a percentage hides the one that matters.
  thresholds: { high: 100, low: 90, break: null },
  allowEmpty: false,
};
