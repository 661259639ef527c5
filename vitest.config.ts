import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Path for a JSON copy of the results, which .ci/run counts.
const results = process.env['QUERYGATE_TEST_RESULTS'];

export default defineConfig({
  test: {
    // Use every core: many tests only wait for programs that they start.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/docs/**', 'test/servers/**'],
          // On two shared cores, a test that starts git or loads a grammar takes seconds.
          testTimeout: 60_000,
          // Opening a store takes seconds too.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // Tests that run dist/ or other programs.
          include: ['test/e2e/**/*.test.ts', 'test/docs/**/*.test.ts'],
          globalSetup: ['test/e2e/build-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'servers',
          // Tests that start database servers, if they are installed.
          include: ['test/servers/**/*.test.ts'],
          globalSetup: ['test/e2e/build-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
