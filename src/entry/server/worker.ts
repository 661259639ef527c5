import { runEngineWorker } from '../../server/index.ts';

// A worker thread of the engine of `querygate serve`.

await runEngineWorker();
