import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../sql/read.ts';
import { FilterExpressions, filterTables, ROWS } from './filter-expressions.ts';
import { OWNER, startMariadb } from './mariadb-server.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

type Server = 'postgresql' | 'mariadb' | 'sqlite';

/** Counts the rows of the table for which the condition is true; undefined if the server refuses it. */
type Count = (table: string, condition: string) => Promise<number | undefined>;

interface Database {
  readonly count: Count;
  readonly stop: () => Promise<void>;
}

const OPEN: Readonly<Record<Server, () => Promise<Database | string>>> = {
  async postgresql() {
    const server = await startPostgresql();
    if (typeof server === 'string') return server;
    await server.asOwner('postgres', filterTables());
    const pg = await import('pg');
    const client = new pg.default.Client(server.client('owner', 'postgres', 'filters'));
    await client.connect();
    return {
      count: async (table, condition) => {
        const result = await client
          .query(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`)
          .catch(() => undefined);
        return result?.rows[0]?.n as number | undefined;
      },
      stop: async () => {
        await client.end();
        await server.stop();
      },
    };
  },
  async mariadb() {
    const server = await startMariadb();
    if (typeof server === 'string') return server;
    const connection = await server.connect(OWNER);
    await connection.query('CREATE DATABASE filters');
    await connection.query('USE filters');
    for (const statement of filterTables()) await connection.query(statement);
    return {
      count: async (table, condition) => {
        const rows = await connection
          .query(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
          .catch(() => undefined);
        return rows === undefined ? undefined : Number(rows[0].n);
      },
      stop: async () => {
        await connection.end();
        await server.stop();
      },
    };
  },
  async sqlite() {
    const sqlite = await import('node:sqlite').catch(() => undefined);
    if (!sqlite) return 'this Node.js has no SQLite';
    const database = new sqlite.DatabaseSync(':memory:');
    for (const statement of filterTables()) database.exec(statement);
    return {
      count: async (table, condition) => {
        try {
          return Number(database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).get()?.['n']);
        } catch {
          return undefined;
        }
      },
      stop: async () => database.close(),
    };
  },
};

const EXPRESSIONS = Number(process.env['QUERYGATE_FILTER_EXPRESSIONS'] ?? 1_500);
const SEED = Number(process.env['QUERYGATE_FILTER_SEED'] ?? 1);

describe.each(Object.keys(OPEN) as Server[])('conditions on %s', (server) => {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await tryStart(`conditions on ${server}`, OPEN[server]);
  });
  afterAll(async () => {
    await database?.stop();
  });

  it(`are classified correctly, in ${EXPRESSIONS} generated ones`, async (context) => {
    if (!database) return context.skip();
    const generator = new FilterExpressions(server, SEED);
    const wrong: string[] = [];
    const counts = { always: 0, both: 0, one: 0, unknown: 0, refused: 0 };
    for (let at = 0; at < EXPRESSIONS; at++) {
      const condition = generator.condition();
      const [full, nulls] = [
        await database.count('full_rows', condition),
        await database.count('nulls_rows', condition),
      ];
      if (full === undefined || nulls === undefined) {
        counts.refused++;
        continue;
      }
      const [statement] = read(server, `DELETE FROM full_rows WHERE ${condition}`).statements;
      const filter = statement?.operations.find(({ kind }) => kind === 'delete')?.filter;
      if (filter === undefined) counts.unknown++;
      else if (filter === 'always_true') {
        counts.always++;
        if (full !== ROWS) wrong.push(`${condition}: said to hold for every row; holds for ${full} of ${ROWS}`);
      } else if (full === ROWS && nulls === ROWS) wrong.push(`${condition}: said to filter; holds for every row`);
      else if (full + nulls === 0) counts.one++;
      else counts.both++;
    }
    process.stdout.write(`${server}, seed ${SEED}: ${JSON.stringify(counts)}\n`);
    expect(wrong).toEqual([]);
    expect(counts.always).toBeGreaterThan(EXPRESSIONS / 50);
    expect(counts.both).toBeGreaterThan(EXPRESSIONS / 4);
    expect(counts.unknown + counts.refused).toBeLessThan(EXPRESSIONS / 4);
  });
});
