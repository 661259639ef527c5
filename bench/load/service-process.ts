import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bundle, type Store, storeEnvironment } from './bundle.ts';

/** Milliseconds that a server may take to be ready: it may have to recover its store, on a busy machine. */
const READY_WITHIN = 180_000;

/** One server as a process, which can be killed and restarted on the same port. */
export class ServiceProcess {
  readonly name: string;
  readonly url: string;
  readonly #bundle: Bundle;
  readonly #store: Store;
  readonly #port: number;
  readonly #nodeOptions: readonly string[];
  readonly #serveOptions: readonly string[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'querygate-log-'));
  #child: ChildProcess | undefined;
  /** Number of starts; if an answer is lost and this has not grown, a living server lost it. */
  starts = 0;
  #ready = false;

  constructor(
    name: string,
    bundle: Bundle,
    options: {
      readonly store: Store;
      readonly port: number;
      readonly nodeOptions?: readonly string[];
      readonly serveOptions?: readonly string[];
    },
  ) {
    this.name = name;
    this.#bundle = bundle;
    this.#store = options.store;
    this.#port = options.port;
    this.#nodeOptions = options.nodeOptions ?? [];
    this.#serveOptions = options.serveOptions ?? [];
    this.url = `http://127.0.0.1:${options.port}`;
    // No process outlives the run, however it ends.
    process.on('exit', this.#end);
  }

  readonly #end = (): void => {
    this.#child?.kill('SIGKILL');
    this.forget();
  };

  /** Deletes its log. It must have ended. */
  forget(): void {
    process.off('exit', this.#end);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Whether it reported that it is ready, and was not stopped since. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** All output of this process and the earlier ones. */
  get log(): string {
    return readFileSync(this.#logPath, 'utf8');
  }

  get #logPath(): string {
    return join(this.#folder, 'log');
  }

  /** Raises Error if it ends, or is not ready in time. */
  async start(): Promise<void> {
    const args = [
      this.#bundle.program,
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(this.#port),
      ...this.#serveOptions,
    ];
    // Into a file: with a pipe, the server would have to wait for the reader, which is the load itself.
    const log = openSync(this.#logPath, 'a', 0o600);
    const child = spawn(this.#bundle.node, [...this.#nodeOptions, ...args], {
      env: storeEnvironment(this.#store),
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.on('exit', () => {
      if (this.#child === child) this.#ready = false;
    });
    this.starts++;
    const until = performance.now() + READY_WITHIN;
    while (!(await isReady(this.url))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(
          `server ${this.name} ended with ${child.exitCode ?? child.signalCode}: ${this.log.slice(-2000)}`,
        );
      if (performance.now() > until)
        throw new Error(`server ${this.name} was not ready in time: ${this.log.slice(-2000)}`);
      await sleep(50);
    }
    this.#ready = true;
  }

  /** Stops it; with SIGKILL, without warning. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#ready = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    // Requests that wait for its answer check whether it was restarted: from now on it counts as another.
    this.starts++;
    child.kill(signal);
    await once(child, 'exit');
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
