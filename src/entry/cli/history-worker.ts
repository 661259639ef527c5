import { runHistoryWorker } from '../../commands/index.ts';

// One thread of `querygate history collect`: src/entry/cli/history.ts starts it.

await runHistoryWorker();
