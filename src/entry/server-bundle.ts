/** What the launchers of the service's bundle start. */
export const ENTRIES = {
  program: () => import('./server/program.ts'),
  worker: () => import('./server/worker.ts'),
};
