import { defineConfig } from 'vitest/config';
import { TIMEOUTS } from './test/timeouts.ts';
import { VARIANT } from './test/variant-tag.ts';

// `npm run full`: tests that wait for deadlines or repeat for minutes, and variants of those that `npm run test:all` runs. Those of
// the dashboard have `npm run browser`.
export default defineConfig({
  test: {
    include: ['test/**/*.full.test.ts'],
    exclude: ['test/browser/**'],
    tags: [VARIANT],
    globalSetup: ['test/build-bundles.ts'],
    ...TIMEOUTS,
    // Some measure times.
    fileParallelism: false,
  },
});
