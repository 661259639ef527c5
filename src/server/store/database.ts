/** One connection, or a transaction on it. Parameters are `$1`, `$2`, … */
export interface Queryable {
  /**
   * Runs one statement. bigint columns come as numbers (an error beyond 2^53), timestamptz as Date, date as text `YYYY-MM-DD`,
   * jsonb as a value, bytea as Uint8Array, numeric (also the sum of bigint) as text. Parameters: see parameters.ts.
   * Raises StoreError where the store cannot be reached; what PostgreSQL itself refuses has its SQLSTATE as `code`.
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

/** The store: a PostgreSQL server, or the embedded one. Both get the same SQL. */
export interface Database extends Queryable {
  readonly kind: 'postgresql' | 'embedded';
  /** Settles once nothing more can be asked in this process, which must be started again (the embedded store). */
  readonly failed?: Promise<StoreError>;
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, and then on disk; rolled back when it throws.
   * A deadlock or a broken connection before the commit is tried again up to twice, so `work` may run more than once.
   * `work` must ask `tx` alone: the embedded store has one connection, which waits for the transaction to end, so that a
   * query of the database itself (or another transaction) inside it raises InternalError on both stores.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Raises where the store does not answer within the milliseconds. */
  ping(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, or does not answer: the client may come again (503). */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** SQLSTATE of what PostgreSQL refused (`23505`: not unique); the empty text where it is another error. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
