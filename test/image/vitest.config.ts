import { defineConfig } from 'vitest/config';

// `npm run image:test`. Not part of `npm test`: it needs root, buildah, mmdebstrap, and Debian's package server.
export default defineConfig({
  test: {
    include: ['test/image/**/*.test.ts'],
    globalSetup: ['test/build-bundles.ts', 'test/image/buildah.ts'],
    // Images share one storage.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
