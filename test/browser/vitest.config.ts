import { defineConfig } from 'vitest/config';
import { TIMEOUTS } from '../timeouts.ts';
import { VARIANT } from '../variant-tag.ts';

// `npm run browser`: all tests of the dashboard in a browser, also those that take minutes.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    tags: [VARIANT],
    globalSetup: ['test/build-bundles.ts'],
    ...TIMEOUTS,
    // A browser and a service at a time: times are measured.
    fileParallelism: false,
  },
});
