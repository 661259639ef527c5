import { runHistoryWorker } from '../../../src/history/collect/workers.ts';
import { TOOLS } from './fake-tools.ts';

await runHistoryWorker(TOOLS);
