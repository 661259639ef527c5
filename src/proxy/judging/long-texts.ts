import { Worker } from 'node:worker_threads';
import type { Dialect } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import { createFactReader } from '../../traffic/index.ts';
import type { ReadFacts } from './query-judge.ts';

/** A text to read, in UTF-8. */
export interface LongText {
  readonly bytes: Uint8Array;
  readonly binds: readonly (string | null)[] | undefined;
  readonly mode: LexicalMode | undefined;
}

/** The text was not read. The message says why, and can be shown. */
export class NotRead extends Error {}

export interface LongTextOptions {
  /** Module that calls `runLongTextThread`. */
  readonly workerUrl: URL;
  readonly dialect: Dialect;
  /** Milliseconds for one text. A text that takes longer is not read at all. */
  readonly timeout: number;
  /** Maximum number of texts that wait for one thread. */
  readonly waiting: number;
  /** Megabytes of a thread's heap. */
  readonly memory: number;
}

interface Job {
  readonly text: LongText;
  readonly done: (facts: ReadFacts) => void;
  readonly failed: (error: NotRead) => void;
}

/** Bytes above which a text may take longer than half a second, and does not hold up the shorter ones. */
const HUGE = 1 << 16;

/**
 * Reads long texts in other threads, so that they hold up only the connections that sent them. Huge ones, which take
 * seconds, have a thread of their own: the others do not wait for them.
 */
export class LongTextReader {
  readonly #long: ReadingThread;
  readonly #huge: ReadingThread;

  constructor(options: LongTextOptions) {
    this.#long = new ReadingThread(options);
    this.#huge = new ReadingThread(options);
  }

  /** Raises NotRead. */
  read(text: LongText): Promise<ReadFacts> {
    return (text.bytes.length > HUGE ? this.#huge : this.#long).read(text);
  }

  async close(): Promise<void> {
    await Promise.all([this.#long.close(), this.#huge.close()]);
  }
}

/**
 * Reads texts one after the other in a thread, which the first text starts. A text that takes too long or too much
 * memory ends the thread, and the next text gets a new one.
 */
class ReadingThread {
  readonly #options: LongTextOptions;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #running: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LongTextOptions) {
    this.#options = options;
  }

  /** Raises NotRead. */
  read(text: LongText): Promise<ReadFacts> {
    return new Promise((done, failed) => {
      if (this.#closed) return failed(new NotRead('the proxy is shutting down'));
      if (this.#waiting.length >= this.#options.waiting)
        return failed(new NotRead('too many long texts are waiting to be read'));
      this.#waiting.push({ text, done, failed });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { failed } of this.#waiting.splice(0)) failed(new NotRead('the proxy is shutting down'));
    const worker = this.#worker;
    this.#end('the proxy is shutting down');
    await worker?.terminate();
  }

  #next(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    this.#worker ??= this.#start();
    const seconds = this.#options.timeout / 1000;
    this.#timer = setTimeout(() => this.#end(`it takes longer than ${seconds} s to read`), this.#options.timeout);
    this.#worker.postMessage(job.text);
  }

  #start(): Worker {
    const { workerUrl, dialect, memory } = this.#options;
    const worker = new Worker(workerUrl, { workerData: dialect, resourceLimits: { maxOldGenerationSizeMb: memory } });
    worker.unref();
    worker.on('message', (answer: ReadFacts | { readonly problem: string }) => {
      const job = this.#running;
      this.#settle();
      if ('problem' in answer) job?.failed(new NotRead(answer.problem));
      else job?.done(answer);
      this.#next();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#worker !== worker) return;
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#end(isMemory ? `it takes more than ${memory} MB to read` : `it could not be read (${error.message})`);
    });
    return worker;
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#running = undefined;
  }

  /** Ends the thread, and with it the text that it reads. */
  #end(reason: string): void {
    const job = this.#running;
    const worker = this.#worker;
    this.#settle();
    this.#worker = undefined;
    void worker?.terminate();
    job?.failed(new NotRead(reason));
    if (!this.#closed) this.#next();
  }
}

/** Entry point of the thread. */
export async function runLongTextThread(): Promise<void> {
  const { parentPort, workerData } = await import('node:worker_threads');
  const reader = await createFactReader(workerData as Dialect);
  parentPort?.on('message', ({ bytes, binds, mode }: LongText) => {
    try {
      const read = reader.read({
        bytes,
        start: 0,
        end: bytes.length,
        at: Number.NaN,
        calls: 1,
        user: undefined,
        application: undefined,
        database: undefined,
        // What the session created is not known in this thread.
        session: '',
        binds,
        truncated: false,
        normalised: false,
        mode,
      });
      const facts: ReadFacts = {
        read: { tuples: read.tuples, concernsSession: read.concernsSession },
        tags: reader.tags(),
        tagsInPart: reader.tagsInPart?.() === true,
      };
      parentPort.postMessage(facts);
    } catch (error) {
      parentPort.postMessage({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
}
