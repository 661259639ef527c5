import { defineConfig } from 'vitest/config';
import { TIMEOUTS } from '../timeouts.ts';

// `npm run image:test`. Not part of `npm run test:all`: it needs root, buildah, mmdebstrap, and Debian's package server.
export default defineConfig({
  test: {
    include: ['test/image/**/*.test.ts'],
    globalSetup: ['test/build-bundles.ts', 'test/image/buildah.ts'],
    // Images share one storage.
    fileParallelism: false,
    ...TIMEOUTS,
  },
});
