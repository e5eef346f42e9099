import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the commands that tests start compile the same modules over and over: half of what it takes
// to start one. Whoever runs the tests elsewhere may choose another place.
process.env.NODE_COMPILE_CACHE ??= path.resolve(
  import.meta.dirname,
  'node_modules/.cache/node-compile',
);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Whatever comes out of a test is searched for the token that it ran with.
    setupFiles: ['test/canary/setup.ts'],
    // Integration tests start engines and servers of their own; with two cores, two at a time.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
