import { setFlagsFromString } from 'node:v8';

// PostgreSQL's grammar is WebAssembly. Compiling all of it twice, for speed that only hours of parsing would pay back,
// costs more than most runs take: its baseline code is enough.
setFlagsFromString('--liftoff-only');

/** What the launchers in dist/ start: one bundle, of which each run loads only its own part. */
export const ENTRIES = {
  check: () => import('./check-action.ts'),
  cli: () => import('./cli.ts'),
};
