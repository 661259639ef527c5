import type { QueryResult } from 'pg';
import { OWNER, startMariadb } from '../mariadb-server.ts';
import { startPostgresql } from '../postgresql-server.ts';
import type { Server } from './dialects.ts';
import { DATA, type DataSet, fill, MARK, TARGET } from './tables.ts';

const ROWS_LEFT = `SELECT count(*) AS n FROM ${TARGET} WHERE ${MARK} = 0`;

/** What a server did with a statement on one data set. */
export interface Run {
  readonly data: DataSet;
  /** Rows of the target that it changed. */
  readonly changed: number;
}

export interface Database {
  /** Runs each statement alone on each data set; gives no runs of those that the server refuses. */
  readonly run: (statements: readonly string[]) => Promise<readonly (readonly Run[])[]>;
  readonly stop: () => Promise<void>;
}

interface Connection {
  readonly execute: (sql: string) => Promise<unknown>;
  /** Runs a statement, counts the rows of the target that it leaves, and undoes it. Raises if it fails. */
  readonly rowsLeft: (sql: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

async function databaseOf(open: () => Promise<Connection | string>): Promise<Database | string> {
  const connection = await open();
  if (typeof connection === 'string') return connection;
  return {
    async run(statements) {
      const runs: Run[][] = statements.map(() => []);
      for (const data of DATA) {
        for (const sql of fill(data)) await connection.execute(sql);
        for (const [at, sql] of statements.entries()) {
          const left = await connection.rowsLeft(sql).catch(() => undefined);
          if (left !== undefined) runs[at]?.push({ data, changed: (data.rows[TARGET]?.length ?? 0) - left });
        }
      }
      return runs;
    },
    stop: connection.stop,
  };
}

/** One text, since each one sent costs time. */
const undone = (sql: string) => `BEGIN; ${sql}; ${ROWS_LEFT}; ROLLBACK`;

async function openPostgresql(): Promise<Connection | string> {
  const server = await startPostgresql();
  if (typeof server === 'string') return server;
  const pg = await import('pg');
  const client = new pg.default.Client(server.client('owner', 'postgres', 'filters'));
  await client.connect();
  // Estimates for tables without statistics would have it compile every join.
  await client.query('SET jit = off');
  return {
    execute: (sql) => client.query(sql),
    async rowsLeft(sql) {
      try {
        const results = (await client.query(undone(sql))) as unknown as readonly QueryResult[];
        return Number(results[2]?.rows[0].n);
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

async function openMariadb(): Promise<Connection | string> {
  const server = await startMariadb();
  if (typeof server === 'string') return server;
  const connection = await server.connect(OWNER);
  await connection.query('CREATE DATABASE filters');
  await connection.query('USE filters');
  return {
    execute: (sql) => connection.query(sql),
    async rowsLeft(sql) {
      try {
        const results = await connection.query(undone(sql));
        return Number(results[2][0].n);
      } catch (error) {
        await connection.query('ROLLBACK');
        throw error;
      }
    },
    async stop() {
      await connection.end();
      await server.stop();
    },
  };
}

async function openSqlite(): Promise<Connection | string> {
  const sqlite = await import('node:sqlite').catch(() => undefined);
  if (!sqlite) return 'this Node.js has no SQLite';
  const database = new sqlite.DatabaseSync(':memory:');
  return {
    execute: async (sql) => database.exec(sql),
    async rowsLeft(sql) {
      database.exec('BEGIN');
      try {
        database.exec(sql);
        return Number(database.prepare(ROWS_LEFT).get()?.['n']);
      } finally {
        database.exec('ROLLBACK');
      }
    },
    stop: async () => database.close(),
  };
}

export const OPEN: Readonly<Record<Server, () => Promise<Database | string>>> = {
  postgresql: () => databaseOf(openPostgresql),
  mariadb: () => databaseOf(openMariadb),
  sqlite: () => databaseOf(openSqlite),
};
