import cluster, { type Worker } from 'node:cluster';
import { EXIT } from '../../model/index.ts';
import { printToStderr } from './log.ts';

/** Milliseconds before a worker that ended is started again. */
const RESTART_MS = 1_000;

/** The number of this worker, from 1; undefined in a process that is not a worker. */
export function workerNumber(): number | undefined {
  const number = Number(process.env['QUERYGATE_PROXY_WORKER']);
  return cluster.isWorker && Number.isInteger(number) && number > 0 ? number : undefined;
}

/**
 * Runs the command again in that many processes, which share the port. Passes signals on, and starts a worker again
 * that ends on its own; one that ends before all have started ends the others, since its settings are wrong.
 */
export function runWorkers(count: number): void {
  const workers = new Map<number, Worker>();
  let stopping = false;
  let status: number = 0;
  const start = (number: number, isFirst: boolean) => {
    const worker = cluster.fork({ QUERYGATE_PROXY_WORKER: String(number) });
    let hasStarted = false;
    worker.once('listening', () => {
      hasStarted = true;
    });
    workers.set(number, worker);
    worker.once('exit', (code, signal) => {
      workers.delete(number);
      const hasFailedToStart = !stopping && isFirst && !hasStarted;
      // A worker that was started again does not make the command fail.
      if (code !== 0 && (stopping || hasFailedToStart)) status = code ?? EXIT.internal;
      if (hasFailedToStart) stop('SIGTERM');
      if (stopping) {
        if (workers.size === 0) process.exit(status);
        return;
      }
      printToStderr(`querygate: worker ${number} ended (${signal ?? code}) and is started again`);
      setTimeout(() => !stopping && start(number, false), RESTART_MS);
    });
  };
  const stop = (signal: NodeJS.Signals) => {
    stopping = true;
    for (const worker of workers.values()) worker.process.kill(signal);
    if (workers.size === 0) process.exit(status);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.on('SIGHUP', () => {
    for (const worker of workers.values()) worker.process.kill('SIGHUP');
  });
  for (let number = 1; number <= count; number++) start(number, true);
}
