import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../../test/databases/program.ts';

/** Milliseconds from a start until a process must be ready. */
const READY_WITHIN = 90_000;

/** A program that the load kills and restarts. */
export interface Killable {
  readonly name: string;
  /** Raises Error if it is not ready in time. */
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export interface KillableOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly account?: Account;
  readonly isReady: () => Promise<boolean>;
  /**
   * Whether it may refuse to start at first: PostgreSQL does so until the last process of its killed predecessor has
   * noticed that it is alone, MariaDB until the files are unlocked.
   */
  readonly retries?: boolean;
}

/** One process that is killed and started again with the same arguments. */
export class KillableProcess implements Killable {
  readonly name: string;
  readonly #options: KillableOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'querygate-log-'));
  #child: ChildProcess | undefined;

  constructor(options: KillableOptions) {
    this.name = options.name;
    this.#options = options;
    // No process outlives the run, however it ends.
    process.on('exit', () => {
      this.#child?.kill('SIGKILL');
      this.forget();
    });
  }

  /** All output of this process and the earlier ones. */
  get log(): string {
    return readFileSync(this.#logPath, 'utf8');
  }

  get #logPath(): string {
    return join(this.#folder, 'log');
  }

  /** Deletes its log. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async start(): Promise<void> {
    const { name, isReady, retries = false } = this.#options;
    const until = performance.now() + READY_WITHIN;
    this.#spawn();
    while (!(await isReady())) {
      if (!this.#isRunning) {
        if (!retries) throw new Error(`${name} ended: ${this.log.slice(-2000)}`);
        this.#spawn();
      }
      if (performance.now() > until) throw new Error(`${name} was not ready in time: ${this.log.slice(-2000)}`);
      await sleep(100);
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  get #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  #spawn(): void {
    const { program, args, env, cwd, account = {} } = this.#options;
    // Into a file: with a pipe, the process would have to wait for the reader, which is the load itself.
    const log = openSync(this.#logPath, 'a', 0o600);
    this.#child = spawn(program, args, { ...account, cwd, env, stdio: ['ignore', log, log] });
    closeSync(log);
  }
}
