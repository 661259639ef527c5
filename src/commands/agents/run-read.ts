import pg from 'pg';
import Cursor from 'pg-cursor';
import { ConfigError } from '../../model/index.ts';

/** How a statement is run. */
export interface RunLimits {
  /** Milliseconds that a statement may take on the server. */
  readonly timeout: number;
  readonly rows: number;
}

/** The rows of a statement. */
export interface RunResult {
  readonly columns: readonly string[];
  /** Values as the server writes them, null for NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Why rows are missing; undefined if these are all. */
  readonly cut: 'rows' | 'size' | undefined;
}

/** The statement failed, or the connection. */
export class RunError extends Error {
  override readonly name = 'RunError';
  /** Undefined if the server did not answer. */
  readonly sqlstate: string | undefined;

  constructor(message: string, sqlstate: string | undefined, cause: unknown) {
    super(message, { cause });
    this.sqlstate = sqlstate;
  }
}

/** The database of `querygate mcp`, and who its rules see as the caller. */
export interface ReadDatabase {
  readonly caller: { readonly user: string; readonly database: string; readonly application: string };
  /** Raises RunError. */
  run(sql: string): Promise<RunResult>;
}

const APPLICATION = 'querygate mcp';
/** Milliseconds to connect, and in addition to the timeout until a server that does not answer is given up. */
const CONNECT_MS = 10_000;
const GRACE_MS = 5_000;
/** UTF-16 units of all values. */
const MAX_SIZE = 1024 * 1024;

/**
 * A statement has its own connection and its own transaction, which is READ ONLY and rolled back: whatever it changes in its
 * session is gone, and what the server refuses to write does not depend on the rules. Raises ConfigError for an unusable URL.
 */
export function readDatabase(url: string, limits: RunLimits): ReadDatabase {
  const create = () => {
    try {
      return new pg.Client({
        connectionString: url,
        application_name: APPLICATION,
        connectionTimeoutMillis: CONNECT_MS,
      });
    } catch {
      throw new ConfigError('the URL of the database is invalid; write it as `postgresql://user@host:5432/database`');
    }
  };
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new ConfigError('the URL of the database must begin with `postgresql://`: only PostgreSQL is supported');
  const { user = '', database = '' } = create();
  return {
    caller: { user, database, application: APPLICATION },
    run: async (sql) => {
      const client = create();
      // A connection that breaks rejects the query that waits on it.
      client.on('error', () => {});
      const timer = setTimeout(() => cut(client), CONNECT_MS + limits.timeout + GRACE_MS);
      try {
        await client.connect();
        await client.query('BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY');
        // Strings are read here as the standard has them.
        await client.query('SET LOCAL standard_conforming_strings = on');
        await client.query(`SET LOCAL statement_timeout = ${limits.timeout}`);
        return await readRows(client.query(new Cursor(sql, [], { rowMode: 'array', types: AS_TEXT })), limits.rows);
      } catch (error) {
        const { message, code } = error as { readonly message?: string; readonly code?: string };
        throw new RunError(message ?? String(error), /^[0-9A-Z]{5}$/.test(code ?? '') ? code : undefined, error);
      } finally {
        // Closing the connection rolls the transaction back.
        await client.end().catch(() => {});
        clearTimeout(timer);
      }
    },
  };
}

const AS_TEXT = { getTypeParser: () => (value: string) => value };

interface RowCursor {
  read(rows: number, done: (error: Error | undefined, rows: (string | null)[][], result: pg.QueryResult) => void): void;
}

/** One row more than allowed shows that rows are missing. */
function readRows(cursor: RowCursor, most: number): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    cursor.read(most + 1, (error, all, result) => {
      if (error) reject(error);
      else resolve(limited(all, most, result.fields));
    });
  });
}

function limited(
  all: readonly (readonly (string | null)[])[],
  most: number,
  fields: readonly { readonly name: string }[],
): RunResult {
  let size = 0;
  const fitting = all.findIndex((row) => {
    size += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    return size > MAX_SIZE;
  });
  const count = Math.min(most, fitting === -1 ? all.length : fitting);
  const isCut = count < all.length;
  return {
    columns: fields.map(({ name }) => name),
    rows: all.slice(0, count),
    cut: isCut ? (count === most ? 'rows' : 'size') : undefined,
  };
}

/** The driver has no public way to close a connection that does not answer. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
  connection.stream.destroy();
}
