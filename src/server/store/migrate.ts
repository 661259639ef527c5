import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, InternalError } from '../../model/index.ts';
import type { Database, Queryable, Transaction } from './database.ts';

interface Migration {
  /** File name without `.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

interface Applied {
  readonly name: string;
  readonly hash: string;
}

/** In two steps: otherwise the bundler would treat the folder as an asset. */
const MODULE_URL = import.meta.url;
/** Next to this module, in the sources and in the bundle. */
const BESIDE = new URL('./migrations/', MODULE_URL);
/** Key of the advisory lock: any number that no other program uses in this database. */
const LOCK = 7_264_301_155;

/** Suffix of files whose statements cannot run in a transaction. Each of them must be safe to repeat. */
const CONCURRENTLY = '_concurrently';

/** Key of the advisory lock of the process that runs such a file. */
const CONCURRENTLY_LOCK = LOCK + 1;

/** Milliseconds between two checks whether another process is done with such a file. */
const POLL_MS = 500;

/**
 * Tries of such a file. The last statement of a killed process continues to run on the server: the same statement of
 * the next process waits for it, and either can be the victim of a deadlock.
 */
const TRIES = 10;

/**
 * Migrates the tables of the store: applies the SQL files of the folder in the order of their names, each in one
 * transaction; `…_concurrently.sql`, which creates indexes of tables in use, statement by statement, and again from the
 * start if it was interrupted. One process at a time. Returns the names of the newly applied files.
 * Raises ConfigError if an applied file was edited, or if the store was migrated by a newer version.
 */
export async function migrate(db: Database, folder: URL = BESIDE): Promise<readonly string[]> {
  const known = await readMigrations(folder);
  const done: string[] = [];
  for (;;) {
    // No limit: waiting for the migration of another server, or creating an index, can take long.
    const next = await db.transaction((tx) => applyNext(tx, known), 'none');
    if (next === undefined) return done;
    if (!next.name.endsWith(CONCURRENTLY) || (await applyConcurrently(db, next, known))) done.push(next.name);
  }
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  if (names.length === 0) throw new InternalError('the SQL files of the store are missing');
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name: name.slice(0, -'.sql'.length), sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Applies the next migration if it runs in a transaction, and returns it. */
async function applyNext(tx: Transaction, known: readonly Migration[]): Promise<Migration | undefined> {
  const next = await readNext(tx, known);
  if (!next || next.name.endsWith(CONCURRENTLY)) return next;
  await tx.script(next.sql);
  await record(tx, next);
  return next;
}

async function readNext(tx: Transaction, known: readonly Migration[]): Promise<Migration | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await tx.script(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)',
  );
  return firstMissing(tx, known);
}

async function firstMissing(db: Queryable, known: readonly Migration[]): Promise<Migration | undefined> {
  const { rows } = await db.query<Applied>('SELECT name, hash FROM schema_migrations ORDER BY name COLLATE "C"');
  checkApplied(rows, known);
  return known[rows.length];
}

/**
 * False if another process has applied it meanwhile. Without the lock, a slower process would drop the indexes of a
 * faster one, which has recorded them as created.
 */
async function applyConcurrently(db: Database, migration: Migration, known: readonly Migration[]): Promise<boolean> {
  for (let tries = 1; ; ) {
    try {
      const outcome = await db.exclusively(CONCURRENTLY_LOCK, async (alone, held) => {
        // Not `held`, whose transaction must have no snapshot while the indexes are created.
        if ((await firstMissing(alone, known))?.name !== migration.name) return { applied: false };
        for (const statement of migration.sql.split(';\n')) if (statement.trim() !== '') await alone.query(statement);
        await record(held, migration);
        return { applied: true };
      });
      if (outcome) return outcome.applied;
    } catch (error) {
      if (tries++ === TRIES) throw error;
    }
    await sleep(POLL_MS);
  }
}

async function record(tx: Queryable, { name, hash }: Migration): Promise<void> {
  await tx.query('INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, $2, now())', [name, hash]);
}

/** The applied migrations must be the first of the known ones, unchanged. */
function checkApplied(applied: readonly Applied[], known: readonly Migration[]): void {
  for (const [at, { name, hash }] of applied.entries()) {
    const migration = known[at];
    if (!known.some((each) => each.name === name))
      throw new ConfigError(
        `the store has the migration \`${name}\`, which this version of querygate does not know; update querygate to the version that made it, or a newer one`,
      );
    if (migration?.name !== name)
      throw new ConfigError(
        `the migration \`${migration?.name ?? ''}\` should come before \`${name}\`, which is already applied; use the version of querygate that made this store, or a newer one`,
      );
    if (migration.hash !== hash)
      throw new ConfigError(`the migration \`${name}\` was edited after it was applied; restore the original file`);
  }
}
