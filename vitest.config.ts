import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the commands that tests start compile the same modules over and over: half of what it takes
// to start one. Whoever runs the tests elsewhere may choose another place.
process.env.NODE_COMPILE_CACHE ??= path.resolve(
  import.meta.dirname,
  'node_modules/.cache/node-compile',
);

/** Tests of what has no state, no clock and no world of its own. */
const PURE = ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts'];

const shared = {
  // Whatever comes out of a test is searched for the token that it ran with.
  setupFiles: ['test/canary/setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 30_000,
};

export default defineConfig({
  test: {
    // Integration tests start engines and servers of their own; with two cores, two at a time.
    maxWorkers: 2,
    projects: [
      // Nothing of one file can reach another here, so they need no worker each: half of their time.
      { test: { ...shared, name: 'pure', include: PURE, isolate: false } },
      { test: { ...shared, name: 'world', include: ['test/**/*.test.ts'], exclude: PURE } },
    ],
  },
});
