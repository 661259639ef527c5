import { defineConfig } from 'vitest/config';

// `npm run image:test`. Not part of `npm test`: it needs root, buildah, mmdebstrap, and Debian's package server.
export default defineConfig({
  test: { include: ['test/image/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
});
