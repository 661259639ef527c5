import { Worker } from 'node:worker_threads';
import { DatabaseStopped } from './fail-stop.ts';
import {
  receiveError,
  type ThreadReply,
  type ThreadRequest,
  type ThreadRows,
  type ThreadStart,
} from './thread-messages.ts';

/** In two steps: otherwise the bundler would treat the file as an asset. */
const MODULE_URL = import.meta.url;

/** The module that the thread starts with: of the sources, or of the bundle. */
function workerUrl(): URL {
  return new URL(MODULE_URL.endsWith('.ts') ? '../../entry/server/store-worker.ts' : '../store-worker.js', MODULE_URL);
}

interface Waiting {
  resolve(rows: ThreadRows): void;
  reject(error: Error): void;
}

/**
 * The thread in which the embedded PostgreSQL runs. Its statements would otherwise stop the thread that answers
 * requests.
 */
export class StoreThread {
  readonly #worker: Worker;
  /** In the order of the requests, which is the order of the replies. */
  readonly #waiting: Waiting[] = [];
  #ended: DatabaseStopped | undefined;

  private constructor(start: ThreadStart) {
    // No environment: keeps secrets out of the thread.
    this.#worker = new Worker(workerUrl(), { workerData: start, env: {} });
    this.#worker.on('message', (reply: ThreadReply) => {
      const waiting = this.#waiting.shift();
      if (reply.ok) waiting?.resolve(reply);
      else waiting?.reject(receiveError(reply.error));
      this.#referTo();
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(undefined));
  }

  /** Starts the store. Raises the error with which it does not start. */
  static async start(start: ThreadStart): Promise<StoreThread> {
    const thread = new StoreThread(start);
    try {
      await thread.#reply();
      return thread;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  /** Raises DatabaseStopped once the thread or PostgreSQL in it has ended, else errors of PostgreSQL with `code`. */
  async run(request: ThreadRequest): Promise<ThreadRows> {
    if (this.#ended) throw this.#ended;
    this.#worker.postMessage(request);
    return this.#reply();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #reply(): Promise<ThreadRows> {
    const reply = new Promise<ThreadRows>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.#referTo();
    return reply;
  }

  /** An idle thread does not keep the process alive; one with a request does. */
  #referTo(): void {
    if (this.#waiting.length > 0) this.#worker.ref();
    else this.#worker.unref();
  }

  #end(cause: unknown): void {
    this.#ended ??= new DatabaseStopped('the thread of the embedded store has ended', { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
