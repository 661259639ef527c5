import { defineConfig } from 'vitest/config';
import { VARIANT } from './test/variant-tag.ts';

// `npm run full`: tests that wait for deadlines or repeat for minutes, and variants of those that `npm test` runs. Those of
// the dashboard have `npm run browser`.
export default defineConfig({
  test: {
    include: ['test/**/*.full.test.ts'],
    exclude: ['test/browser/**'],
    tags: [VARIANT],
    globalSetup: ['test/build-bundles.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Some measure times.
    fileParallelism: false,
  },
});
