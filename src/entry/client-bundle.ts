import { setFlagsFromString } from 'node:v8';

// PostgreSQL's grammar is WebAssembly. Compiling its largest functions a second time, for speed that only hours of parsing
// would pay back, takes 0.4 s of CPU: its baseline code is enough. A flag set this late no longer implies the other two.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

/** What the launchers in dist/ start: one bundle, of which each run loads only its own part. */
export const ENTRIES = {
  check: () => import('./actions/check.ts'),
  cli: () => import('./cli/program.ts'),
  historyWorker: () => import('./cli/history-worker.ts'),
  simulate: () => import('./actions/simulate.ts'),
};
