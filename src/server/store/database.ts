/** One connection, or a transaction on it. Parameters are `$1`, `$2`, … */
export interface Queryable {
  /**
   * Runs one statement. bigint columns come as numbers (an error beyond 2^53), timestamptz as Date, date as text
   * `YYYY-MM-DD`, jsonb as a value, bytea as Uint8Array, numeric (also the sum of bigint) as text. Parameters: see
   * parameters.ts.
   * Raises StoreError if the store cannot be reached. Errors of PostgreSQL itself have the SQLSTATE as `code`.
   */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly count: number }>;
}

export interface Transaction extends Queryable {
  /** Runs statements without parameters or results. */
  script(sql: string): Promise<void>;
}

/**
 * How long one statement may take on a PostgreSQL server; then StoreError is raised and the connection is dropped.
 * `request` (the default): 10 seconds. `bulk`: 60 seconds, for work that no request waits for, or that is rare. `none`:
 * no limit, for migrations. The embedded store has no limits.
 */
export type StatementLimit = 'request' | 'bulk' | 'none';

/**
 * How a transaction on a PostgreSQL server sends its statements. `prepared`: parsed and planned once per connection, for
 * frequent transactions whose SQL texts are constants. The embedded store does not prepare.
 */
export type StatementKind = 'once' | 'prepared';

/** The store: a PostgreSQL server, or the embedded one. Both get the same SQL. */
export interface Database extends Queryable {
  readonly kind: 'postgresql' | 'embedded';
  /** Settles once the store has failed permanently and the process must be restarted (embedded store only). */
  readonly failed?: Promise<StoreError>;
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, and then on disk; rolled back when it
   * throws. After a deadlock or a broken connection before the commit, it is retried up to twice, so `work` can run
   * more than once. `work` must use only `tx`: the embedded store has one connection, so a query on the database itself
   * (or another transaction) would wait for itself. Both stores raise InternalError for it.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, limit?: StatementLimit, statements?: StatementKind): Promise<T>;
  /**
   * Runs `work` with statements that cannot be part of a transaction, without a limit of time, while no other process
   * runs any with the same lock. Returns undefined if another one does. Each query of `alone` is on disk when it returns.
   * Queries of `held` raise StoreError if the lock was lost meanwhile, and are on disk when `work` has returned. For
   * migrations.
   */
  exclusively<T extends object>(
    lock: number,
    work: (alone: Queryable, held: Queryable) => Promise<T>,
  ): Promise<T | undefined>;
  /** Raises if the store does not answer within the milliseconds, or cannot be written (ReadOnlyStore). */
  ping(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached or does not answer: the client can retry (503). */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The store can be read but not written: a standby, or a server that was set to read-only. */
export class ReadOnlyStore extends StoreError {}

/** SQLSTATE of an error of PostgreSQL (`23505`: unique violation); empty for other errors. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
