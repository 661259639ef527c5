import pg from 'pg';
import { ReadOnlyStore, StoreError } from './database.ts';

/** Milliseconds after which an idle connection is tested before use, and for the answer to that test. */
const IDLE_MS = 1_000;
const TEST_MS = 2_000;
/** Tolerance of timers. */
const EARLY_MS = 50;

/** The server did not answer in time. A retry would wait as long again. */
export class LateAnswer extends StoreError {}

export interface Result<Row> {
  readonly rows: Row[];
  readonly count: number;
  readonly command: string;
}

/** A connection that is checked out. */
export class Connection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /**
   * Runs a statement, or without `texts` a script. `milliseconds`: the deadline; undefined: none. A server that is
   * stopped, and a connection that a network dropped silently, answer nothing and report nothing, so the connection is
   * closed at the deadline. `name`: prepares the statement under this name on its first run on this connection. Raises
   * StoreError.
   */
  async run<Row extends object>(
    sql: string,
    texts: (string | null)[] | undefined,
    milliseconds: number | undefined,
    name?: string,
  ): Promise<Result<Row>> {
    let late = false;
    const timer =
      milliseconds === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            cut(this.#client);
          }, milliseconds);
    try {
      const { rows, rowCount, command } = await this.#client.query<Row & pg.QueryResultRow>(
        name === undefined ? { text: sql, ...(texts && { values: texts }) } : { name, text: sql, values: texts ?? [] },
      );
      return { rows, count: rowCount ?? 0, command };
    } catch (error) {
      throw late
        ? new LateAnswer(`the store did not answer within ${milliseconds} ms`, { cause: error })
        : asStoreError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The connections to a server. None is reused after a failure, since its state is unknown. */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #connectMilliseconds: number;
  /** When each pooled connection last answered. */
  readonly #answered = new WeakMap<pg.PoolClient, number>();
  /** After one connection was found dead, those that have not answered since this time may be dead too. */
  #suspectSince = Number.NEGATIVE_INFINITY;

  /** `connectMilliseconds`: to open a connection, or to wait for a free one. */
  constructor(config: pg.PoolConfig, connectMilliseconds: number) {
    this.#connectMilliseconds = connectMilliseconds;
    this.#pool = new pg.Pool({ ...config, connectionTimeoutMillis: connectMilliseconds });
    // A broken idle connection leaves the pool on its own; the next query opens another.
    this.#pool.on('error', () => undefined);
  }

  /** Runs `work` on a connection, which is dropped if `work` raises StoreError. Raises StoreError. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#checkOut();
    // While checked out, a broken connection emits `error`, which without a listener would end the process.
    client.on('error', ignore);
    let failed = false;
    try {
      return await work(new Connection(client));
    } catch (error) {
      failed = error instanceof StoreError;
      if (error instanceof LateAnswer) this.#suspectSince = performance.now();
      throw error;
    } finally {
      client.off('error', ignore);
      if (failed) drop(client);
      else {
        this.#answered.set(client, performance.now());
        client.release();
      }
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#connect();
      const answered = this.#answered.get(client);
      // A new connection has just answered.
      if (answered === undefined || (await this.#isAlive(client, answered))) return client;
      drop(client);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw performance.now() - startedAt >= this.#connectMilliseconds - EARLY_MS
        ? new LateAnswer(`no connection to the store within ${this.#connectMilliseconds} ms`, { cause: error })
        : asStoreError(error);
    }
  }

  async #isAlive(client: pg.PoolClient, answered: number): Promise<boolean> {
    if (answered < this.#suspectSince) return false;
    if (performance.now() - answered < IDLE_MS) return true;
    client.on('error', ignore);
    try {
      await new Connection(client).run('SELECT 1', [], TEST_MS);
      return true;
    } catch {
      this.#suspectSince = performance.now();
      return false;
    } finally {
      client.off('error', ignore);
    }
  }
}

function ignore(): void {
  // The statement that runs reports the error.
}

/** Closes the socket at once: a polite end would wait for a server that does not answer. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
  connection.stream.destroy();
}

function drop(client: pg.PoolClient): void {
  cut(client);
  client.release(true);
}

/** A write on a standby, or on a server that only allows reading. */
const READ_ONLY = '25006';

/**
 * Classes and states in which the server, not the statement, is at fault: broken connection (08), no room (53),
 * stopping or starting (57P), a time limit (57014, 25P03), wrong password or no such database (28, 3D000).
 */
const STORE_STATES = /^(08|53|57P|57014|25P03|28|3D000)/;

/** Errors that are not the server's response to a statement are connection errors. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof pg.DatabaseError) {
    if (error.code === READ_ONLY) return new ReadOnlyStore('the database is read-only', { cause: error });
    if (!STORE_STATES.test(error.code ?? '')) return error;
    return new StoreError(`the store does not answer (SQLSTATE ${error.code})`, { cause: error });
  }
  if (!(error instanceof Error) || error.name === 'InternalError') return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return new StoreError(`the store cannot be reached (${code})`, { cause: error });
}
