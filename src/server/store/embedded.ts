import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { ConfigError } from '../../model/index.ts';
import { assertStoreFolder } from './check-folder.ts';
import { type Database, StoreError, sqlState, type Transaction } from './database.ts';
import { DURABLE_SETTINGS, durableFiles, syncPath, syncTree } from './durable-files.ts';
import { DatabaseStopped, failStop } from './fail-stop.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { NEW_STORE_FOLDER, STORE_FOLDER } from './names.ts';
import { parameterTexts } from './parameters.ts';
import { withTimeout } from './timeout.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { PARSERS } from './values.ts';

/** Bytes of WAL after which a checkpoint runs: the embedded PostgreSQL has no checkpointer process. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_MS = 30_000;

/** Parameters and results are PostgreSQL's text format, as with a server. */
const AS_TEXT = {
  serializers: new Proxy({}, { get: () => (text: string) => text }),
  parsers: Object.fromEntries(PARSERS),
};

/** PostgreSQL settings, so that both stores read and write values in the same way. */
const SETTINGS = ['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO,MDY', '-c', 'bytea_output=hex'];

/**
 * Opens the embedded store in a folder, which is created (mode 0700) if necessary. Raises ConfigError if another
 * process is using the folder, or if the folder cannot be used, is open to other users, or holds something else.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await assertStoreFolder(folder);
  } catch (error) {
    throw error instanceof ConfigError ? error : unusable(folder, error);
  }
  const lock = await lockFolder(folder);
  try {
    const path = join(folder, STORE_FOLDER);
    if (!existsSync(path)) await make(folder, path);
    return new EmbeddedDatabase(await start(path), lock);
  } catch (error) {
    await lock.release();
    if (error instanceof Error && 'code' in error && 'syscall' in error) throw unusable(folder, error);
    throw error;
  }
}

/** The embedded store in memory, for tests. `image`: its initial content (`imageInMemory`). */
export async function openInMemory(image?: Blob): Promise<Database> {
  const { PGlite } = await load();
  return new EmbeddedDatabase(
    await PGlite.create({ ...options(PGlite, []), ...(image && { loadDataDir: image }) }),
    undefined,
  );
}

/** A new store as an image (tar): starting from it takes a seventh of the time. */
export async function imageInMemory(): Promise<Blob> {
  const { PGlite } = await load();
  const pg = await PGlite.create(options(PGlite, []));
  try {
    return await pg.dumpDataDir('none');
  } finally {
    await pg.close();
  }
}

function unusable(folder: string, error: unknown): ConfigError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new ConfigError(`cannot use the folder \`${folder}\` (${code}): name one that this user can write`);
}

async function load() {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import(/* webpackIgnore: true */ '@electric-sql/pglite'),
    import(/* webpackIgnore: true */ '@electric-sql/pglite/nodefs'),
  ]);
  return { PGlite, NodeFS };
}

function options(Program: typeof PGlite, more: readonly string[]): PGliteOptions {
  return { startParams: [...Program.defaultStartParams, ...SETTINGS, ...more] };
}

/** Starts PostgreSQL on an existing store. Raises ConfigError if it cannot start. */
async function start(path: string): Promise<PGlite> {
  const { PGlite, NodeFS } = await load();
  try {
    return failStop(await PGlite.create({ ...options(PGlite, DURABLE_SETTINGS), fs: durableFiles(NodeFS, path) }));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    // PGlite does not pass on the message of PostgreSQL.
    throw new ConfigError(
      `cannot start the store in \`${path}\`: its files are damaged or the disk is full; free disk space, or restore the folder from a backup`,
    );
  }
}

/** Starts PostgreSQL for a new store. Its files are on disk only after `syncTree`. */
async function startFresh(path: string): Promise<PGlite> {
  const { PGlite, NodeFS } = await load();
  return PGlite.create({ ...options(PGlite, []), fs: new NodeFS(path) });
}

/**
 * Creates a new store next to its final place, and renames it once it is complete and on disk. Leftovers of a crash are
 * removed.
 */
async function make(folder: string, path: string): Promise<void> {
  const fresh = join(folder, NEW_STORE_FOLDER);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await (await startFresh(fresh)).close();
  syncTree(fresh);
  await rename(fresh, path);
  syncPath(folder);
  syncPath(dirname(folder));
}

class EmbeddedDatabase implements Database {
  readonly kind = 'embedded';
  readonly failed: Promise<StoreError>;
  readonly #pg: PGlite;
  readonly #lock: FolderLock | undefined;
  readonly #guard = new TransactionGuard();
  readonly #timer: NodeJS.Timeout | undefined;
  #checkpointAt = 0;
  #broken: StoreError | undefined;
  #reportFailed: (error: StoreError) => void = () => undefined;

  constructor(pg: PGlite, lock: FolderLock | undefined) {
    this.#pg = pg;
    this.#lock = lock;
    this.failed = new Promise((resolve) => {
      this.#reportFailed = resolve;
    });
    if (lock) this.#timer = setInterval(() => void this.#checkpoint().catch(() => undefined), CHECKPOINT_MS).unref();
  }

  async query<Row extends object>(sql: string, parameters?: readonly unknown[]) {
    this.#guard.check();
    const texts = parameterTexts(parameters);
    return this.#guarded(() => run<Row>(this.#pg, sql, texts));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#guard.check();
    return this.#guarded(() =>
      this.#pg.transaction((tx) =>
        this.#guard.run(() =>
          work({
            query: async (sql, parameters) => run(tx, sql, parameterTexts(parameters)),
            script: async (sql) => void (await tx.exec(sql)),
          }),
        ),
      ),
    );
  }

  async ping(milliseconds: number): Promise<void> {
    await withTimeout(
      milliseconds,
      this.#guarded(() => run(this.#pg, 'SELECT 1', [])),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#pg.closed) return;
    try {
      if (this.#broken) return;
      // Without a checkpoint, the next start would replay the whole WAL.
      if (this.#lock) await this.#pg.exec('CHECKPOINT');
      await this.#pg.close();
    } finally {
      await this.#lock?.release();
    }
  }

  async #checkpoint(): Promise<void> {
    const sql = `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS at`;
    const { rows } = await this.#guarded(() => run<{ at: number }>(this.#pg, sql, []));
    const at = rows[0]?.at ?? 0;
    if (at - this.#checkpointAt < CHECKPOINT_BYTES) return;
    await this.#guarded(() => this.#pg.exec('CHECKPOINT'));
    this.#checkpointAt = at;
  }

  /**
   * Runs a query. Once PostgreSQL itself has failed (a full disk, a broken page), every query fails until a restart.
   */
  async #guarded<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#broken) throw this.#broken;
    if (this.#pg.closed) throw new StoreError('the store is closed');
    try {
      return await ask();
    } catch (error) {
      if (error instanceof DatabaseStopped) {
        this.#broken ??= new StoreError('the embedded store has failed; restart the server', { cause: error });
        this.#reportFailed(this.#broken);
        throw this.#broken;
      }
      if (sqlState(error).startsWith('53'))
        throw new StoreError(`the store has run out of resources: ${(error as Error).message}`, { cause: error });
      throw error;
    }
  }
}

async function run<Row extends object>(
  on: Pick<PGlite, 'query'>,
  sql: string,
  texts: (string | null)[],
): Promise<{ readonly rows: Row[]; readonly count: number }> {
  const { rows, rowCount = 0 } = await on.query<Row>(sql, texts, AS_TEXT);
  return { rows, count: rowCount };
}
