import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { ConfigError } from '../../model/index.ts';
import { type Database, StoreError, sqlState, type Transaction } from './database.ts';
import { DURABLE_SETTINGS, durableFiles, syncPath, syncTree } from './durable-files.ts';
import { DatabaseStopped, failStop } from './fail-stop.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { NEW_STORE_FOLDER, STORE_FOLDER } from './names.ts';
import { assertStoreFolder } from './own-folder.ts';
import { parameterTexts } from './parameters.ts';
import { withTimeout } from './timeout.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { PARSERS } from './values.ts';

/** WAL (bytes) after which a checkpoint is made: the embedded PostgreSQL has no process that makes them by itself. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_MS = 30_000;

/** Parameters come as PostgreSQL's text, and results leave as such, as with a server. */
const AS_TEXT = {
  serializers: new Proxy({}, { get: () => (text: string) => text }),
  parsers: Object.fromEntries(PARSERS),
};

/** PostgreSQL's own settings, so that both stores read and write values alike. */
const SETTINGS = ['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO,MDY', '-c', 'bytea_output=hex'];

/**
 * The embedded store in a folder of its own, made (mode 0700) where there is none. Raises ConfigError where another process
 * has it, or the folder cannot be used, is open to others, or holds something else.
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

/** The same in memory, for tests: it ends with the process. `image`: what it holds from the beginning (`imageInMemory`). */
export async function openInMemory(image?: Blob): Promise<Database> {
  const { PGlite } = await load();
  return new EmbeddedDatabase(
    await PGlite.create({ ...options(PGlite, []), ...(image && { loadDataDir: image }) }),
    undefined,
  );
}

/** A new store as an image (tar): to begin with it takes a seventh of the time. */
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

/** Raises ConfigError where PostgreSQL cannot start on what is there. */
async function start(path: string): Promise<PGlite> {
  const { PGlite, NodeFS } = await load();
  try {
    return failStop(await PGlite.create({ ...options(PGlite, DURABLE_SETTINGS), fs: durableFiles(NodeFS, path) }));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    // Whatever PostgreSQL has to say of it, pglite tells by an error of its own, or none.
    throw new ConfigError(
      `the store in \`${path}\` does not start, since its files are damaged or its disk is full: make room, or put back a copy of the folder from before`,
    );
  }
}

/** What it writes is on disk only once `syncTree` has put it there. */
async function startFresh(path: string): Promise<PGlite> {
  const { PGlite, NodeFS } = await load();
  return PGlite.create({ ...options(PGlite, []), fs: new NodeFS(path) });
}

/** A new store takes its place once it is whole and on disk: what a crash leaves half made is thrown away. */
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
  #tellFailed: (error: StoreError) => void = () => undefined;

  constructor(pg: PGlite, lock: FolderLock | undefined) {
    this.#pg = pg;
    this.#lock = lock;
    this.failed = new Promise((resolve) => {
      this.#tellFailed = resolve;
    });
    if (lock) this.#timer = setInterval(() => void this.#checkpoint().catch(() => undefined), CHECKPOINT_MS).unref();
  }

  async query<Row extends object>(sql: string, parameters?: readonly unknown[]) {
    this.#guard.check();
    const texts = parameterTexts(parameters);
    return this.#answered(() => run<Row>(this.#pg, sql, texts));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#guard.check();
    return this.#answered(() =>
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
      this.#answered(() => run(this.#pg, 'SELECT 1', [])),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#pg.closed) return;
    try {
      if (this.#broken) return;
      // Without it the next start would read the whole WAL again.
      if (this.#lock) await this.#pg.exec('CHECKPOINT');
      await this.#pg.close();
    } finally {
      await this.#lock?.release();
    }
  }

  async #checkpoint(): Promise<void> {
    const sql = `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS at`;
    const { rows } = await this.#answered(() => run<{ at: number }>(this.#pg, sql, []));
    const at = rows[0]?.at ?? 0;
    if (at - this.#checkpointAt < CHECKPOINT_BYTES) return;
    await this.#answered(() => this.#pg.exec('CHECKPOINT'));
    this.#checkpointAt = at;
  }

  /** Once PostgreSQL itself has failed (a full disk, a broken page) nothing more can be asked of this process. */
  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#broken) throw this.#broken;
    if (this.#pg.closed) throw new StoreError('the store is closed');
    try {
      return await ask();
    } catch (error) {
      if (error instanceof DatabaseStopped) {
        this.#broken ??= new StoreError('the embedded store has failed: start the server again', { cause: error });
        this.#tellFailed(this.#broken);
        throw this.#broken;
      }
      if (sqlState(error).startsWith('53'))
        throw new StoreError(`the store has no room: ${(error as Error).message}`, { cause: error });
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
