import { parentPort, Worker, workerData } from 'node:worker_threads';
import { ConfigError, type ErrorPlace, InternalError } from '../../model/index.ts';
import { type CollectTools, collectPart, type PartRequest, type PartResult } from './part.ts';

/** Message from a worker: its progress, its result, or why it failed. */
type Message =
  | { readonly kind: 'progress'; readonly consumed: number }
  | ({ readonly kind: 'done' } & Omit<PartResult, 'rest'>)
  | { readonly kind: 'config'; readonly message: string; readonly place: ErrorPlace | undefined }
  | { readonly kind: 'defect'; readonly message: string; readonly stack: string | undefined };

const PROGRESS_MS = 100;

/**
 * Runs each part in a thread of its own. If one fails, all are stopped, because the rest would be an incomplete
 * history.
 *
 * @param url module that calls `runHistoryWorker`
 */
export async function collectInWorkers(
  requests: readonly PartRequest[],
  url: URL,
  onProgress: (part: number, consumed: number) => void,
): Promise<readonly PartResult[]> {
  const workers: Worker[] = [];
  try {
    return await Promise.all(
      requests.map((request) => {
        const worker = new Worker(url, { workerData: request, resourceLimits: limitsOf(request) });
        workers.push(worker);
        return resultOf(worker, (consumed) => onProgress(request.part.index, consumed));
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/**
 * Without limits, V8 lets garbage grow to hundreds of megabytes in each thread. Live memory is the table, which sorting
 * doubles, about 100 MB that the fact readers cache, and the longest statement while it is read. With a smaller young
 * generation, collecting garbage takes an eighth of all time more.
 */
function limitsOf({ memory }: PartRequest) {
  return { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: Math.ceil(512 + (3 * memory) / (1024 * 1024)) };
}

function resultOf(worker: Worker, onProgress: (consumed: number) => void): Promise<PartResult> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Message) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.consumed);
        case 'done':
          return resolve({ tallies: message.tallies, files: message.files, names: message.names, rest: [] });
        case 'config':
          return reject(new ConfigError(message.message, message.place));
        case 'defect': {
          const error = new Error(message.message);
          if (message.stack !== undefined) error.stack = message.stack;
          return reject(error);
        }
      }
    });
    worker.on('error', (error) => reject(errorOf(error)));
    worker.on('messageerror', reject);
    worker.on('exit', (code) => reject(new Error(`a log worker exited before it finished (code ${code})`)));
  });
}

function errorOf(error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ConfigError('a worker ran out of memory: lower `--workers` or `--memory`');
  return error instanceof Error ? error : new Error(String(error));
}

/** Entry point of a worker thread. */
export async function runHistoryWorker(tools: CollectTools): Promise<void> {
  const port = parentPort;
  if (!port) throw new InternalError('this module must be started as a worker');
  const request = workerData as PartRequest;
  const post = (message: Message): void => port.postMessage(message);
  let lastProgress = 0;
  try {
    const { tallies, files, names } = await collectPart(request, tools, (consumed) => {
      const now = performance.now();
      if (now - lastProgress < PROGRESS_MS) return;
      lastProgress = now;
      post({ kind: 'progress', consumed });
    });
    post({ kind: 'done', tallies, files, names });
  } catch (error) {
    if (error instanceof ConfigError) post({ kind: 'config', message: error.message, place: error.place });
    else if (error instanceof Error) post({ kind: 'defect', message: error.message, stack: error.stack });
    else post({ kind: 'defect', message: String(error), stack: undefined });
  }
}
