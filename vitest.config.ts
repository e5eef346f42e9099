import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { STATELESS } from './test/stateless-modules.ts';

// Workers and the commands that tests start compile the same modules over and over: half of what it takes
// to start one. Whoever runs the tests elsewhere may choose another place.
process.env.NODE_COMPILE_CACHE ??= path.resolve(
  import.meta.dirname,
  'node_modules/.cache/node-compile',
);

// Files that tests and their commands put into the system's temporary folder go with the run, also after a run that
// was cut off, and those in folders that the CDK makes unasked.
const temporary = mkdtempSync(path.join(tmpdir(), 'sluice-tests-'));
process.env.TMPDIR = temporary;
// Which data folder is which is kept outside of them: of the tests' folders, not among those of the person.
process.env.XDG_STATE_HOME = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const PROPERTIES = 'test/property/**/*.test.ts';

/** Tests of what has no state, no clock and no world of its own. */
const PURE = ['test/unit/**/*.test.ts', PROPERTIES];

/** Tests that start whole machines. */
const APART = ['test/{e2e,crash,generative,model}/**/*.test.ts'];

/** Tests of what the others saw. */
const AFTER = ['test/integration/after/**/*.test.ts'];

/** Whole machines for minutes, by `npm run test:slow` and in CI: `npm test` is for every change, and stays short. */
const SLOW = [
  'test/e2e/{bench,start,operations,killed,once,planted-failures,started-stack,verify-deployment,walkthrough,integrating,drill,new-user,go-client}.test.ts',
  'test/crash/crash.test.ts',
  'test/integration/client/foreign-project.test.ts',
  'test/integration/deployment/moto.test.ts',
  'test/integration/functions/exports.test.ts',
  'test/integration/command-line/widths.test.ts',
  'test/integration/protocol/hundred-ticks.test.ts',
  'test/integration/secrets/{running-functions,token-command}.test.ts',
  'test/integration/local/demo-data.test.ts',
  'test/integration/store/reporting-capacity.test.ts',
  'test/cdk/reproducible.test.ts',
];
/**
 * Quick tests as well that `npm test` leaves to `npm run test:slow`, since it has three minutes: races, faults and lists
 * in full over what other tests already try once, and what runs beside the functions.
 */
const SECOND_LINE = [
  'test/canary/places.test.ts',
  'test/integration/analytics/named-queries.test.ts',
  'test/integration/authorisation/two-people.test.ts',
  'test/integration/command-line/{calendar-import,diagnose,policy-as-files,stage}.test.ts',
  'test/integration/functions/{alarms,many-breaks,rearming,recent-sign-in,request-labels,tenants}.test.ts',
  'test/integration/functions/{class-is-no-evidence,late-booking,policy-races,unbooked}.test.ts',
  'test/integration/functions/{list-filters,registers,untrusted-rates,values-in,walked-lists}.test.ts',
  'test/integration/local/{copied-folder,functions,starting-policy,streams}.test.ts',
  'test/integration/protocol/{late-booking,rolling-limits,run-parts}.test.ts',
  'test/integration/questions/{demo-backtests,demo-chain,questions,recorded-day}.test.ts',
  'test/integration/sandbox/faults.test.ts',
  'test/integration/seals/{counts-writer,halt-writer,restored-counts}.test.ts',
  'test/integration/settlement/settling.test.ts',
  'test/integration/store/{decision-lists,decision-runs,halt,rebuild-rollups,verify-books,verify-statements}.test.ts',
  'test/integration/trading-service/{post-faults,sandbox-faults}.test.ts',
  'test/integration/webhooks/{acts-on-record,deliveries,first-policy,functions}.test.ts',
];

/** Slow as well, and without a neighbour: sixty callers take both processors, and the seconds that are allowed need them. */
const ALONE = ['test/integration/authorisation/halt-under-attack.test.ts'];

/** A watched run loads again what was changed. */
const isWatched = !process.argv.includes('run');

const shared = {
  // Whatever comes out of a test is searched for the token that it ran with.
  setupFiles: ['test/canary/setup.ts'],
  // Ten times what all but a few take on an idle machine: on a busy one slow is not wrong.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is waited for comes within a second, but for a machine that has others to serve as well.
  expect: { poll: { timeout: 10_000 } },
  server: { deps: { external: isWatched ? [] : STATELESS } },
};

/** The console in a real browser: what `npm test` tries of it, and all of it by `npm run test:slow` and in CI. */
const CONSOLE = ['test/console/**/*.test.ts'];
const CONSOLE_SHARE = ['test/console/sign-in.test.ts'];
const consoleProject = {
  ...shared,
  name: 'console',
  globalSetup: ['test/console/started-once.ts'],
  // One browser and one stack serve them all, after what takes both processors.
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

/** What `npm test` tries a share of, and `npm run test:slow` the whole (test/thoroughness.ts). */
const SHARED = [
  PROPERTIES,
  'test/{contract,simulation,model}/**/*.test.ts',
  'test/integration/store/{rebuild-rollups,spans}.test.ts',
  'test/integration/local/copied-folder.test.ts',
  'test/integration/outgoing/later-evidence.test.ts',
  'test/integration/functions/{inbox-agreement,walked-lists}.test.ts',
];
const SYNTHESISED = ['test/synthesised-first.ts'];
const isSlow = process.env.SLOW_TESTS === '1';

export default defineConfig({
  test: {
    // Integration tests start engines and servers of their own: two workers and their engines fill two cores, and a third
    // loads the same modules once more (226 s of processor instead of 180 for all tests).
    maxWorkers: 2,
    projects: isSlow
      ? [
          { test: { ...shared, name: 'slow', include: SLOW, globalSetup: SYNTHESISED } },
          { test: { ...shared, name: 'thorough', include: SHARED } },
          { test: { ...shared, name: 'second-line', include: SECOND_LINE, isolate: false } },
          { test: { ...shared, name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
          { test: { ...consoleProject, include: CONSOLE } },
        ]
      : [
          // What these share they have for the whole run anyway, so they need no worker each: that halves what
          // it takes to load them.
          { test: { ...shared, name: 'pure', include: PURE, isolate: false } },
          {
            test: {
              ...shared,
              name: 'world',
              include: ['test/**/*.test.ts'],
              exclude: [...PURE, ...APART, ...AFTER, ...SLOW, ...ALONE, ...CONSOLE, ...SECOND_LINE],
              isolate: false,
            },
          },
          { test: { ...shared, name: 'apart', include: APART, exclude: SLOW } },
          // Once all the others have run.
          { test: { ...shared, name: 'after', include: AFTER, sequence: { groupOrder: 1 } } },
          { test: { ...consoleProject, include: CONSOLE_SHARE } },
        ],
  },
});
