/** Entry points of the service bundle. */
export const ENTRIES = {
  program: () => import('./server/program.ts'),
  worker: () => import('./server/worker.ts'),
  proxyWorker: () => import('./server/proxy-worker.ts'),
  storeWorker: () => import('./server/store-worker.ts'),
  scratchDatabase: () => import('./server/scratch-database.ts'),
};
