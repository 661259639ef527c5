import { runStoreThread } from '../../server/index.ts';

// The thread of the embedded store.

await runStoreThread();
