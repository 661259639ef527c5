import { EXIT, onHeavyWork, PRODUCT } from '../model/index.ts';

/** A program may set V8's flags, which apply to the whole process; the library may not. */
function program(run: () => Promise<void>): () => Promise<void> {
  return async () => {
    onHeavyWork(setFlags);
    process.once('beforeExit', failUnfinished);
    await run();
    process.off('beforeExit', failUnfinished);
  };
}

async function setFlags(flags: readonly string[]): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
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
  record: program(async () => (await import('./actions/record.ts')).recordAction()),
  simulate: program(async () => (await import('./actions/simulate.ts')).simulateAction()),
};
