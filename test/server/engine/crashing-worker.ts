import { parentPort } from 'node:worker_threads';
import { runEngineWorker } from '../../../src/server/index.ts';

// An engine thread that crashes on a text with these words. No known text crashes a real thread.

parentPort?.on('message', (order) => {
  if (JSON.stringify(order).includes('end this thread')) process.exit(7);
});
await runEngineWorker();
