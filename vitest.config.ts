import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// A machine-readable copy of the results, for who counts them (.ci/run).
const results = process.env['QUERYGATE_TEST_RESULTS'];

export default defineConfig({
  test: {
    // Many tests wait for programs that they start: a processor that is kept free would be idle.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/docs/**', 'test/servers/**'],
          // A test that starts git or a grammar takes seconds where two cores are shared.
          testTimeout: 60_000,
          // So does opening a store.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // What runs dist/, or other programs.
          include: ['test/e2e/**/*.test.ts', 'test/docs/**/*.test.ts'],
          globalSetup: ['test/e2e/build-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'servers',
          // What starts database servers, where they are installed.
          include: ['test/servers/**/*.test.ts'],
          globalSetup: ['test/e2e/build-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
