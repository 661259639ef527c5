import { defineConfig } from 'vitest/config';

// `npm run full`: tests with real databases that wait for deadlines, or kill programs again and again, for minutes.
export default defineConfig({
  test: {
    include: ['test/databases/**/*.full.test.ts'],
    globalSetup: ['test/build-bundles.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // They measure times.
    fileParallelism: false,
  },
});
