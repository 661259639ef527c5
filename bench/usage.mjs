// Loaded into a measured process with `--import`: at its end it says what it took, its threads included.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.QUERYGATE_BENCH_USAGE;
if (isMainThread && path) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(path, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS * 1024 }));
  });
}
