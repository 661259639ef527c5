import { mkdir } from 'node:fs/promises';
import { ConfigError } from '../../model/index.ts';
import { assertStoreFolder } from './check-folder.ts';
import {
  type Database,
  type Queryable,
  type StatementLimit,
  StoreError,
  sqlState,
  type Transaction,
} from './database.ts';
import { DatabaseStopped } from './fail-stop.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { parameterTexts } from './parameters.ts';
import { StoreThread } from './store-thread.ts';
import { withTimeout } from './timeout.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { Turns } from './turns.ts';

/** The embedded store in a folder. */
export interface FolderOptions {
  readonly folder: string;
  /** False: nothing waits for the disk, so a crash of the machine damages it. For data that is not kept. */
  readonly durable?: boolean | undefined;
}

/** Bytes of WAL after which a checkpoint runs: the embedded PostgreSQL has no checkpointer process. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_MS = 30_000;

/**
 * Opens the embedded store in a folder, which is created (mode 0700) if necessary. Raises ConfigError if another
 * process is using the folder, or if the folder cannot be used, is open to other users, or holds something else.
 */
export async function openEmbedded({ folder, durable = true }: FolderOptions): Promise<Database> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await assertStoreFolder(folder);
  } catch (error) {
    throw error instanceof ConfigError ? error : unusable(folder, error);
  }
  const lock = await lockFolder(folder);
  try {
    return new EmbeddedDatabase(await StoreThread.start({ folder, durable }), lock);
  } catch (error) {
    await lock.release();
    if (error instanceof Error && 'code' in error && 'syscall' in error) throw unusable(folder, error);
    throw error;
  }
}

/** The embedded store in memory, for tests. `image`: a file with its initial content (`imageInMemory`). */
export async function openInMemory(image?: string): Promise<Database> {
  return new EmbeddedDatabase(await StoreThread.start({ memory: true, image }), undefined);
}

function unusable(folder: string, error: unknown): ConfigError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new ConfigError(`cannot use the folder \`${folder}\` (${code}): name one that this user can write`);
}

class EmbeddedDatabase implements Database {
  readonly kind = 'embedded';
  readonly failed: Promise<StoreError>;
  readonly #thread: StoreThread;
  readonly #lock: FolderLock | undefined;
  readonly #guard = new TransactionGuard();
  readonly #turns = new Turns();
  readonly #timer: NodeJS.Timeout | undefined;
  #checkpointAt = 0;
  #broken: StoreError | undefined;
  #isClosed = false;
  #reportFailed: (error: StoreError) => void = () => undefined;

  constructor(thread: StoreThread, lock: FolderLock | undefined) {
    this.#thread = thread;
    this.#lock = lock;
    this.failed = new Promise((resolve) => {
      this.#reportFailed = resolve;
    });
    if (lock) this.#timer = setInterval(() => void this.#checkpoint().catch(() => undefined), CHECKPOINT_MS).unref();
  }

  /** No other process has the folder, and nothing else uses the connection meanwhile. */
  async exclusively<T extends object>(
    _lock: number,
    work: (alone: Queryable, held: Queryable) => Promise<T>,
  ): Promise<T | undefined> {
    this.#guard.check();
    const only: Queryable = { query: async (sql, parameters) => this.#query(sql, parameterTexts(parameters)) };
    return this.#take('none', () => this.#guard.run(() => work(only, only)));
  }

  async query<Row extends object>(sql: string, parameters?: readonly unknown[]) {
    this.#guard.check();
    const texts = parameterTexts(parameters);
    return this.#take('request', () => this.#query<Row>(sql, texts));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, limit: StatementLimit = 'request'): Promise<T> {
    this.#guard.check();
    return this.#take(limit, async () => {
      await this.#script('BEGIN');
      try {
        const result = await this.#guard.run(() =>
          work({
            query: async (sql, parameters) => this.#query(sql, parameterTexts(parameters)),
            script: (sql) => this.#script(sql),
          }),
        );
        const { count } = await this.#thread.run({ kind: 'commit' });
        if (count === 0) throw new RolledBack();
        return result;
      } catch (error) {
        if (!(error instanceof DatabaseStopped) && !(error instanceof RolledBack)) await this.#script('ROLLBACK');
        throw error;
      }
    });
  }

  async ping(milliseconds: number): Promise<void> {
    await withTimeout(
      milliseconds,
      this.#take('request', () => this.#query('SELECT 1', [])),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      await this.#turns.take('request', async () => {
        if (this.#broken) return;
        // Without a checkpoint, the next start would replay the whole WAL.
        if (this.#lock) await this.#script('CHECKPOINT');
        await this.#thread.run({ kind: 'close' });
      });
    } finally {
      await this.#thread.terminate();
      await this.#lock?.release();
    }
  }

  async #query<Row extends object>(sql: string, texts: readonly (string | null)[]) {
    const { rows, count } = await this.#thread.run({ kind: 'query', sql, texts });
    return { rows: rows as Row[], count };
  }

  async #script(sql: string): Promise<void> {
    await this.#thread.run({ kind: 'script', sql });
  }

  async #checkpoint(): Promise<void> {
    const sql = `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS at`;
    const { rows } = await this.#take('bulk', () => this.#query<{ at: number }>(sql, []));
    const at = rows[0]?.at ?? 0;
    if (at - this.#checkpointAt < CHECKPOINT_BYTES) return;
    await this.#take('bulk', () => this.#script('CHECKPOINT'));
    this.#checkpointAt = at;
  }

  /**
   * Uses the connection. Once PostgreSQL itself has failed (a full disk, a broken page), every query fails until a
   * restart.
   */
  async #take<T>(limit: StatementLimit, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(limit, async () => {
      if (this.#broken) throw this.#broken;
      if (this.#isClosed) throw new StoreError('the store is closed');
      try {
        return await work();
      } catch (error) {
        throw this.#asStoreError(error);
      }
    });
  }

  #asStoreError(error: unknown): unknown {
    if (error instanceof DatabaseStopped) {
      this.#broken ??= new StoreError('the embedded store has failed; restart the server', { cause: error });
      this.#reportFailed(this.#broken);
      return this.#broken;
    }
    if (sqlState(error).startsWith('53'))
      return new StoreError(`the store has run out of resources: ${(error as Error).message}`, { cause: error });
    return error;
  }
}

/** COMMIT rolled back, because a statement in the transaction had failed and its error was ignored. */
class RolledBack extends Error {
  /** SQLSTATE: in failed SQL transaction. */
  readonly code = '25P02';

  constructor() {
    super('the transaction was rolled back, since a statement in it had failed');
  }
}
