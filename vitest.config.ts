import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/longest-first.ts';
import { QUICK_RUNS, readPart, SLOW_UNIT_TESTS } from './test/quick.ts';
import { TIMEOUTS } from './test/timeouts.ts';
import { VARIANT } from './test/variant-tag.ts';

// A machine-readable copy of the results, which .ci/run counts.
const results = process.env['QUERYGATE_TEST_RESULTS'];

const part = readPart(process.env['QUERYGATE_TESTS']);

/** Builds client and service as programs, once for all projects that start them. */
const globalSetup = ['test/build-bundles.ts'];

export default defineConfig({
  test: {
    // One more than there are processors, since many tests wait for programs that they start.
    maxWorkers: availableParallelism() + 1,
    tags: [VARIANT],
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          // Needs no program but git. Runs first, because it fails fastest.
          include: part === 'rest' ? [...SLOW_UNIT_TESTS] : ['test/**/*.test.ts'],
          exclude: [
            'test/{browser,databases,docs,e2e,entry,image,server,slurm}/**',
            '**/*.{full,slow}.test.ts',
            ...(part === 'quick' ? SLOW_UNIT_TESTS : []),
          ],
          // Importing the same modules for each file would take as long as half of the tests.
          isolate: false,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'server',
          // The service in this process, with its threads and stores.
          include: ['test/server/**/*.test.ts'],
          exclude: ['**/*.mocks.test.ts'],
          globalSetup: [...globalSetup, 'test/server/start-postgresql.ts'],
          setupFiles: ['test/server/cheap-passwords.ts'],
          // Importing the service takes as long as most files' tests.
          isolate: false,
          // Many embedded stores come and go in one process. Node.js 24 crashed once as V8 freed their code.
          execArgv: ['--no-wasm-code-gc'],
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'server-mocks',
          // Tests that replace modules, each in a process of its own.
          include: ['test/server/**/*.mocks.test.ts'],
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'e2e',
          // The programs as users start them, dist/ as a CI runner starts it, the dashboard in a browser, the commands of the docs.
          include: part === 'quick' ? [QUICK_RUNS] : ['test/{browser,docs,e2e,entry}/**/*.test.ts'],
          exclude: ['**/*.full.test.ts', ...(part === 'rest' ? [QUICK_RUNS] : [])],
          globalSetup,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'slow',
          // Megabytes of hostile SQL, and real database servers where they are installed.
          include: ['test/databases/**/*.test.ts', 'test/**/*.slow.test.ts'],
          // Those that wait or repeat for minutes: `npm run full`.
          exclude: ['**/*.full.test.ts'],
          globalSetup,
          ...TIMEOUTS,
        },
      },
    ],
  },
});
