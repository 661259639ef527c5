import { defineConfig } from 'vitest/config';
import { TIMEOUTS } from '../timeouts.ts';

// `npm run slurm:test`. Not part of `npm run test:all`: it needs root, and Slurm of Debian.
export default defineConfig({
  test: {
    include: ['test/slurm/**/*.test.ts'],
    globalSetup: ['test/build-bundles.ts'],
    ...TIMEOUTS,
  },
});
