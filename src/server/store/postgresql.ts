import { ConfigError, InternalError } from '../../model/index.ts';
import { type Connection, Connections, LateAnswer } from './connections.ts';
import {
  type Database,
  type Queryable,
  ReadOnlyStore,
  type StatementKind,
  type StatementLimit,
  StoreError,
  sqlState,
  type Transaction,
} from './database.ts';
import { parameterTexts } from './parameters.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { withTimeout } from './timeout.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { parserOf } from './values.ts';

export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`; TLS as its `sslmode` says. */
  readonly url: string;
  /** Maximum connections. Default: 10. */
  readonly connections?: number | undefined;
  /** Timeout of one statement of a request in milliseconds. Default: 10,000. */
  readonly statementMilliseconds?: number | undefined;
  /** Timeout of opening a connection, or waiting for a free one, in milliseconds. Default: 5,000. */
  readonly connectMilliseconds?: number | undefined;
}

const CONNECT_MS = 5_000;
/** Milliseconds that the server has to cancel a statement on its own, before the connection is closed. */
const GRACE_MS = 2_000;
/** Milliseconds before TCP tests an idle connection. */
const KEEP_ALIVE_MS = 10_000;
/** A transaction that is idle longer has been abandoned. */
const IDLE_MS = 60_000;
const BULK_MS = 60_000;
const ATTEMPTS = 3;
const SETTINGS = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'bytea_output=hex',
  'default_transaction_isolation=read\\ committed',
  // Compiling a statement takes longer than running it: bounds on rows are not in the estimates that decide on it.
  'jit=off',
];
/** Serialization failure, deadlock. */
const TRY_AGAIN = new Set(['40001', '40P01']);

/**
 * Opens a PostgreSQL store. It connects on first use, so this does not fail if the server is down. Raises ConfigError.
 */
export function openPostgresql({
  url,
  connections = 10,
  statementMilliseconds = 10_000,
  connectMilliseconds = CONNECT_MS,
}: PostgresqlOptions): Database {
  const pool = new Connections(
    {
      connectionString: withSettings(url),
      max: connections,
      application_name: 'querygate',
      statement_timeout: statementMilliseconds,
      idle_in_transaction_session_timeout: IDLE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: (oid: number) => parserOf(oid) as never },
    },
    connectMilliseconds,
  );
  return new PostgresqlDatabase(pool, statementMilliseconds);
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
  readonly #pool: Connections;
  readonly #requestMilliseconds: number;
  readonly #guard = new TransactionGuard();
  readonly #prepared = new PreparedStatements();

  constructor(pool: Connections, requestMilliseconds: number) {
    this.#pool = pool;
    this.#requestMilliseconds = requestMilliseconds;
  }

  async query<Row extends object>(sql: string, parameters?: readonly unknown[]) {
    this.#guard.check();
    const texts = parameterTexts(parameters);
    return this.#pool.use((connection) => connection.run<Row>(sql, texts, this.#deadlineOf('request')));
  }

  /**
   * The lock is held by a transaction of a second connection, which is idle meanwhile: idle, it has no snapshot, for
   * which `CREATE INDEX CONCURRENTLY` would wait; and unlike a lock of a session, it cannot stay behind in a pooler.
   */
  async exclusively<T extends object>(
    lock: number,
    work: (alone: Queryable, held: Queryable) => Promise<T>,
  ): Promise<T | undefined> {
    this.#guard.check();
    return this.#pool.use(async (holder) => {
      const deadline = this.#deadlineOf('request');
      const held = queryable(holder, deadline);
      await holder.run('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0', undefined, deadline);
      try {
        // Without parameters, which would leave a portal open, and with it the snapshot.
        const sql = `SELECT pg_try_advisory_xact_lock(${lock}) AS free`;
        const { rows } = await holder.run<{ free: boolean }>(sql, undefined, deadline);
        const result = rows[0]?.free ? await this.#unlimited((alone) => work(alone, held)) : undefined;
        await commit(holder, deadline);
        return result;
      } catch (error) {
        if (!(error instanceof StoreError)) await holder.run('ROLLBACK', [], deadline);
        throw error;
      }
    });
  }

  /** Runs `work` on a connection without a timeout of statements. */
  #unlimited<T>(work: (connection: Queryable) => Promise<T>): Promise<T> {
    return this.#pool.use(async (connection) => {
      await connection.run('SET statement_timeout = 0', [], this.#deadlineOf('request'));
      try {
        return await this.#guard.run(() => work(queryable(connection, undefined)));
      } finally {
        await connection.run('RESET statement_timeout', [], this.#deadlineOf('request'));
      }
    });
  }

  async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    limit: StatementLimit = 'request',
    statements: StatementKind = 'once',
  ): Promise<T> {
    this.#guard.check();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pool.use((connection) => this.#attempt(connection, work, { limit, statements }));
      } catch (error) {
        if (this.#prepared.refusedBy(error)) continue;
        if (!isWorthRetrying(error) || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  async #attempt<T>(
    connection: Connection,
    work: (tx: Transaction) => Promise<T>,
    { limit, statements }: { readonly limit: StatementLimit; readonly statements: StatementKind },
  ): Promise<T> {
    const deadline = this.#deadlineOf(limit);
    const own = limit === 'request' ? '' : `; SET LOCAL statement_timeout = ${limit === 'bulk' ? BULK_MS : 0}`;
    try {
      await connection.run(`BEGIN${own}`, undefined, deadline ?? this.#deadlineOf('request'));
      const result = await this.#guard.run(() =>
        work({
          query: async (sql, parameters) => {
            const name = statements === 'prepared' ? this.#prepared.nameOf(sql) : undefined;
            return connection.run(sql, parameterTexts(parameters), deadline, name);
          },
          script: async (sql) => void (await connection.run(sql, undefined, deadline)),
        }),
      );
      await commit(connection, deadline);
      return result;
    } catch (error) {
      // After a StoreError the connection is dropped, which rolls back too.
      if (!(error instanceof StoreError)) await connection.run('ROLLBACK', [], this.#deadlineOf('request'));
      throw error;
    }
  }

  /** The milliseconds that a statement has on this side; the server has a little less. */
  #deadlineOf(limit: StatementLimit): number | undefined {
    if (limit === 'none') return undefined;
    return GRACE_MS + (limit === 'bulk' ? BULK_MS : this.#requestMilliseconds);
  }

  async ping(milliseconds: number): Promise<void> {
    const sql = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`;
    const answer = this.#pool.use((connection) =>
      connection.run<{ readonly standby: boolean; readonly readOnly: boolean }>(sql, [], milliseconds),
    );
    const { rows } = await withTimeout(milliseconds, answer);
    if (rows[0]?.standby) throw new ReadOnlyStore('the database is a standby, which is read-only');
    if (rows[0]?.readOnly) throw new ReadOnlyStore('the database is read-only (`default_transaction_read_only`)');
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function queryable(connection: Connection, deadline: number | undefined): Queryable {
  return { query: (sql, parameters) => connection.run(sql, parameterTexts(parameters), deadline) };
}

/** The connection broke during COMMIT: it may have succeeded, so a retry could apply the work twice. */
class LostCommit extends StoreError {}

async function commit(connection: Connection, deadline: number | undefined): Promise<void> {
  try {
    // If a statement failed, COMMIT rolls back, which it reports without an error.
    const { command } = await connection.run('COMMIT', [], deadline);
    if (command !== 'COMMIT')
      throw new InternalError('the transaction was rolled back, since a statement in it had failed');
  } catch (error) {
    throw error instanceof StoreError ? new LostCommit(error.message, { cause: error }) : error;
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (TRY_AGAIN.has(sqlState(error))) return true;
  return error instanceof StoreError && !(error instanceof LostCommit) && !(error instanceof LateAnswer);
}
