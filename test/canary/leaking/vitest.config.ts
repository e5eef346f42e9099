import { defineConfig } from 'vitest/config';

/** Runs the files here, which leak on purpose and must fail. */
export default defineConfig({
  test: {
    include: ['test/canary/leaking/*.leak.ts'],
    setupFiles: ['test/canary/setup.ts'],
    maxWorkers: 1,
  },
});
