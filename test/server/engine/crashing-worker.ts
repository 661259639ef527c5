import { parentPort } from 'node:worker_threads';
import { runEngineWorker } from '../../../src/server/index.ts';

// A thread of the engine that ends by itself over a text with these words in it, as no text that is known makes it do.

parentPort?.on('message', (order) => {
  if (JSON.stringify(order).includes('end this thread')) process.exit(7);
});
await runEngineWorker();
