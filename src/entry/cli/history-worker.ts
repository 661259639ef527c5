import { runHistoryWorker } from '../../commands/index.ts';

// A worker thread of `querygate history collect`, started by src/entry/cli/history.ts.

await runHistoryWorker();
