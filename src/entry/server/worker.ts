import { runEngineWorker } from '../../server/index.ts';

// One thread of the engine of `querygate serve`.

await runEngineWorker();
