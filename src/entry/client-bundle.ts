import { beforeWebAssembly, EXIT, PRODUCT } from '../model/index.ts';

// PostgreSQL's grammar is WebAssembly. Compiling its largest functions a second time, for speed that only hours of parsing
// would pay back, takes 0.4 s of CPU: its baseline code is enough. A flag set this late no longer implies the other two.
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** A program may set V8's flags, which apply to the whole process; the library may not. */
function program(run: () => Promise<void>): () => Promise<void> {
  return async () => {
    beforeWebAssembly(setFlags);
    process.once('beforeExit', failUnfinished);
    await run();
    process.off('beforeExit', failUnfinished);
  };
}

async function setFlags(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  for (const flag of FLAGS) setFlagsFromString(flag);
}

/** Node.js exits with 0 when nothing is left to wait for, even if the run has not finished. */
function failUnfinished(): void {
  process.stderr.write(
    `querygate: internal error in querygate ${PRODUCT.version}: the run stopped before its end; please report it\n`,
  );
  process.exitCode = EXIT.internal;
}

/** The bundle that the launchers in dist/ start. Each run loads only the parts that it needs. */
export const ENTRIES = {
  check: program(async () => (await import('./actions/check.ts')).checkAction()),
  cli: program(async () => (await import('./cli/program.ts')).runClient()),
  historyWorker: program(async () => (await import('./cli/history-worker.ts')).done),
  library: () => import('../library/index.ts'),
  simulate: program(async () => (await import('./actions/simulate.ts')).simulateAction()),
};
