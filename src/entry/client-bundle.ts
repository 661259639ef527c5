import { setFlagsFromString } from 'node:v8';

// PostgreSQL's grammar is WebAssembly. Compiling its largest functions a second time, for speed that only hours of parsing
// would pay back, takes 0.4 s of CPU: its baseline code is enough. A flag set this late no longer implies the other two.
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** A program may set V8's flags, which apply to the whole process; the library may not. */
function program(load: () => Promise<unknown>): () => Promise<unknown> {
  return () => {
    for (const flag of FLAGS) setFlagsFromString(flag);
    return load();
  };
}

/** What the launchers in dist/ start: one bundle, of which each run loads only its own part. */
export const ENTRIES = {
  check: program(() => import('./actions/check.ts')),
  cli: program(() => import('./cli/program.ts')),
  historyWorker: program(() => import('./cli/history-worker.ts')),
  library: () => import('../library/index.ts'),
  simulate: program(() => import('./actions/simulate.ts')),
};
