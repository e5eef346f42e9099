import { defineConfig } from 'vitest/config';

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
