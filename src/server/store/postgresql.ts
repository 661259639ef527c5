import pg from 'pg';
import { ConfigError } from '../../model/index.ts';
import { type Database, StoreError, sqlState, type Transaction } from './database.ts';
import { parameterTexts } from './parameters.ts';
import { withTimeout } from './timeout.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { parserOf } from './values.ts';

export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`; TLS as its `sslmode` says. */
  readonly url: string;
  /** Maximum connections. Default: 10. */
  readonly connections?: number | undefined;
  /** Timeout of one statement in milliseconds. Default: 60,000. */
  readonly statementMilliseconds?: number | undefined;
}

const CONNECT_MS = 10_000;
/** A transaction that is idle longer has been abandoned. */
const IDLE_MS = 60_000;
const ATTEMPTS = 3;
const SETTINGS = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'bytea_output=hex',
  'default_transaction_isolation=read\\ committed',
];
/** Serialization failure, deadlock. */
const TRY_AGAIN = new Set(['40001', '40P01']);

/**
 * Opens a PostgreSQL store. It connects on first use, so this does not fail if the server is down. Raises ConfigError.
 */
export function openPostgresql({ url, connections = 10, statementMilliseconds = 60_000 }: PostgresqlOptions): Database {
  const connectionString = withSettings(url);
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: 'querygate',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMilliseconds,
    idle_in_transaction_session_timeout: IDLE_MS,
    keepAlive: true,
    types: { getTypeParser: (oid: number) => parserOf(oid) as never },
  });
  // A broken idle connection leaves the pool by itself; the next query opens another.
  pool.on('error', () => undefined);
  return new PostgresqlDatabase(pool);
}

/** Appends our session settings to those of the URL. Raises ConfigError, which never contains the password. */
function withSettings(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError('the database URL is malformed; write `postgres://user:password@host:5432/database`');
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    throw new ConfigError(
      `the database URL begins with \`${url.protocol}\`; write \`postgres://user:password@host:5432/database\``,
    );
  const settings = SETTINGS.map((setting) => `-c ${setting}`).join(' ');
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${settings}`.trim());
  return url.href;
}

class PostgresqlDatabase implements Database {
  readonly kind = 'postgresql';
  readonly #pool: pg.Pool;
  readonly #guard = new TransactionGuard();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async query<Row extends object>(sql: string, parameters?: readonly unknown[]) {
    this.#guard.check();
    return run<Row>(this.#pool, sql, parameterTexts(parameters));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#guard.check();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        const again = TRY_AGAIN.has(sqlState(error)) || (error instanceof StoreError && !(error instanceof LostCommit));
        if (!again || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await connected(this.#pool);
    // While checked out, a broken connection emits `error`, which without a listener would end the process.
    const ignore = () => undefined;
    client.on('error', ignore);
    let failed: unknown;
    try {
      await run(client, 'BEGIN', []);
      const result = await this.#guard.run(() =>
        work({
          query: async (sql, parameters) => run(client, sql, parameterTexts(parameters)),
          script: async (sql) => void (await run(client, sql, undefined)),
        }),
      );
      await commit(client);
      return result;
    } catch (error) {
      failed = error;
      if (!(error instanceof StoreError))
        await run(client, 'ROLLBACK', []).catch((other: unknown) => {
          failed = other;
        });
      throw error;
    } finally {
      client.off('error', ignore);
      // A failed connection is discarded: its state is unknown.
      client.release(failed instanceof StoreError);
    }
  }

  async ping(milliseconds: number): Promise<void> {
    await withTimeout(milliseconds, run(this.#pool, 'SELECT 1', []));
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

/** The connection broke during COMMIT: it may have succeeded, so a retry could apply the work twice. */
class LostCommit extends StoreError {}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    // If a statement failed, COMMIT rolls back, which it reports without an error.
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back, since a statement in it had failed');
  } catch (error) {
    const found = asStoreError(error);
    throw found instanceof StoreError ? new LostCommit(found.message, { cause: error }) : found;
  }
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asStoreError(error);
  }
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  sql: string,
  texts: (string | null)[] | undefined,
): Promise<{ readonly rows: Row[]; readonly count: number }> {
  try {
    const { rows, rowCount } = await on.query<Row & pg.QueryResultRow>(sql, texts);
    return { rows, count: rowCount ?? 0 };
  } catch (error) {
    throw asStoreError(error);
  }
}

/**
 * Classes and states in which the server, not the statement, is at fault: broken connection (08), no room (53),
 * stopping or starting (57P), a time limit (57014, 25P03), a standby (25006), wrong password or no such database (28,
 * 3D000).
 */
const STORE_STATES = /^(08|53|57P|57014|25P03|25006|28|3D000)/;

/** Errors that are not the server's response to a statement are connection errors. */
function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof pg.DatabaseError) {
    if (!STORE_STATES.test(error.code ?? '')) return error;
    return new StoreError(`the store does not answer (SQLSTATE ${error.code})`, { cause: error });
  }
  if (!(error instanceof Error) || error.name === 'InternalError') return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return new StoreError(`the store cannot be reached (${code})`, { cause: error });
}
