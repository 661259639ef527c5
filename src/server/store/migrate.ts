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
  /** See WORKS_WITH; undefined: no former version. */
  readonly worksWith: string | undefined;
}

/** The files of the folder, in order. */
interface Migrations {
  /** Those of the subfolder `former`, which made the tables that the first of `current` makes at once. */
  readonly former: readonly Migration[];
  readonly current: readonly Migration[];
}

interface Applied {
  readonly name: string;
  readonly hash: string;
  readonly works_with: string | null;
}

/** In two steps: otherwise the bundler would treat the folder as an asset. */
const MODULE_URL = import.meta.url;
/** Next to this module, in the sources and in the bundle. */
const BESIDE = new URL('./migrations/', MODULE_URL);
/** Key of the advisory lock: any number that no other program uses in this database. */
const LOCK = 7_264_301_155;

/** Folder of the files that only a store from before the baseline has. */
const FORMER = 'former';

/** Suffix of files whose statements cannot run in a transaction. Each of them must be safe to repeat. */
const CONCURRENTLY = '_concurrently';

/**
 * First line of a migration: the oldest version that may start on a store with it, named by the last migration that this
 * version knows; or `none`. Former versions cannot read the file, so the store keeps the name.
 */
const WORKS_WITH = /^-- works-with: (?!none\n)(\S+)\n/;

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
 * start if it was interrupted. One process at a time. A new store begins with the first file of the folder, the baseline;
 * one that began with those of `former` goes on with these, and is then marked with the baseline. Returns the names of the
 * newly applied files.
 * Raises ConfigError if an applied file was edited, or if a newer version made a change that does not work with this one.
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

/** The migrations of the store that only newer versions know, in order. */
export async function newerMigrations(db: Queryable, folder: URL = BESIDE): Promise<readonly string[]> {
  const { former, current } = await readMigrations(folder);
  const known = new Set([...former, ...current].map(({ name }) => name));
  return (await readApplied(db)).flatMap(({ name }) => (known.has(name) ? [] : name));
}

async function readMigrations(folder: URL): Promise<Migrations> {
  const names = await readdir(folder);
  const former = names.includes(FORMER) ? await readFiles(new URL(`${FORMER}/`, folder)) : [];
  const current = await readFiles(folder);
  if (current.length === 0) throw new InternalError('the SQL files of the store are missing');
  return { former, current };
}

async function readFiles(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      return { name: name.slice(0, -'.sql'.length), sql, hash, worksWith: WORKS_WITH.exec(sql)?.[1] };
    }),
  );
}

/** Applies the next migration if it runs in a transaction, and returns it. */
async function applyNext(tx: Transaction, known: Migrations): Promise<Migration | undefined> {
  const next = await readNext(tx, known);
  if (!next || next.name.endsWith(CONCURRENTLY)) return next;
  if (next.sql !== NOTHING) await tx.script(next.sql);
  await record(tx, next);
  return next;
}

async function readNext(tx: Transaction, known: Migrations): Promise<Migration | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await tx.script(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)',
  );
  return firstMissing(tx, known);
}

async function firstMissing(db: Queryable, known: Migrations): Promise<Migration | undefined> {
  const applied = await readApplied(db);
  const migrations = migrationsOf(applied, known);
  const names = new Set([...known.former, ...known.current].map(({ name }) => name));
  checkApplied(applied, migrations, names);
  return migrations[applied.length];
}

/** SQL of the baseline for a store that has its tables. */
const NOTHING = '';

/** The migrations that make a store, by the first that it has. */
function migrationsOf([first]: readonly Applied[], { former, current }: Migrations): readonly Migration[] {
  if (first === undefined || first.name !== former[0]?.name) return current;
  const [baseline, ...others] = current;
  return [...former, ...(baseline ? [{ ...baseline, sql: NOTHING }] : []), ...others];
}

async function readApplied(db: Queryable): Promise<readonly Applied[]> {
  // Older stores have no column `works_with` yet.
  const { rows } = await db.query<Applied>(
    `SELECT name, hash, to_jsonb(m)->>'works_with' AS works_with FROM schema_migrations m ORDER BY name COLLATE "C"`,
  );
  return rows;
}

/**
 * False if another process has applied it meanwhile. Without the lock, a slower process would drop the indexes of a
 * faster one, which has recorded them as created.
 */
async function applyConcurrently(db: Database, migration: Migration, known: Migrations): Promise<boolean> {
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

async function record(tx: Queryable, { name, hash, worksWith }: Migration): Promise<void> {
  await tx.query('INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, $2, now())', [name, hash]);
  if (worksWith !== undefined)
    await tx.query('UPDATE schema_migrations SET works_with = $2 WHERE name = $1', [name, worksWith]);
}

/**
 * The applied migrations must be the first of those of the store, unchanged. If they are all of these, newer ones may
 * follow, each of which works with this version.
 *
 * @param known names of all files
 */
function checkApplied(
  applied: readonly Applied[],
  migrations: readonly Migration[],
  known: ReadonlySet<string | null>,
): void {
  for (const [at, { name, hash, works_with }] of applied.entries()) {
    const migration = migrations[at];
    if (!known.has(name) && !migration && known.has(works_with)) continue;
    if (!known.has(name))
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
