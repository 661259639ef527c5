import { runHistoryWorker } from '../../commands/index.ts';

// A worker thread of `querygate history collect`, started by src/entry/cli/history.ts.

/** Ends with the thread's work. Not a top-level `await`: the bundle is CommonJS. */
export const done = runHistoryWorker();
