import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageNotes } from '../../scripts/packs/pages.ts';
import { check } from '../../src/library/index.ts';
import { PACKS } from '../../src/rules/index.ts';
import { OPEN, STATEMENTS, type Work } from './locks-postgresql.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart, until } from './program.ts';

/** Modes of table locks, each with what it blocks, as PostgreSQL's manual says. The strongest is the last. */
const MODES = {
  AccessShareLock: { name: 'ACCESS SHARE', reads: false, writes: false },
  RowShareLock: { name: 'ROW SHARE', reads: false, writes: false },
  RowExclusiveLock: { name: 'ROW EXCLUSIVE', reads: false, writes: false },
  ShareUpdateExclusiveLock: { name: 'SHARE UPDATE EXCLUSIVE', reads: false, writes: false },
  ShareLock: { name: 'SHARE', reads: false, writes: true },
  ShareRowExclusiveLock: { name: 'SHARE ROW EXCLUSIVE', reads: false, writes: true },
  ExclusiveLock: { name: 'EXCLUSIVE', reads: false, writes: true },
  AccessExclusiveLock: { name: 'ACCESS EXCLUSIVE', reads: true, writes: true },
} as const;
type Mode = keyof typeof MODES;
const ORDER = Object.keys(MODES) as Mode[];

const ROWS = 2000;
const TABLES = `
CREATE TABLE customers (id int PRIMARY KEY);
INSERT INTO customers SELECT generate_series(1, ${ROWS});
CREATE TABLE orders (id int NOT NULL, n int, total int, state varchar(10), customer_id int, during int4range);
INSERT INTO orders SELECT i, i, i, 'x', i, int4range(i, i + 1) FROM generate_series(1, ${ROWS}) i;
CREATE UNIQUE INDEX orders_id ON orders (id);
CREATE INDEX orders_n ON orders (n);
ALTER TABLE orders ADD CONSTRAINT given CHECK (total IS NOT NULL), ADD CONSTRAINT later CHECK (n > 0) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT customer_later FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER old_trigger BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit();
CREATE MATERIALIZED VIEW totals AS SELECT id, total FROM orders;
CREATE UNIQUE INDEX totals_id ON totals (id);
CREATE TABLE logs (day int) PARTITION BY RANGE (day);
CREATE TABLE logs_1 PARTITION OF logs FOR VALUES FROM (0) TO (10);
CREATE TABLE logs_2 (day int);
INSERT INTO logs_2 SELECT 11 FROM generate_series(1, ${ROWS});
CREATE TABLE logs_3 (day int CHECK (day IS NOT NULL AND day >= 20 AND day < 30));
INSERT INTO logs_3 SELECT 21 FROM generate_series(1, ${ROWS});
CREATE TYPE mood AS ENUM ('calm');
CREATE DOMAIN price AS int;
CREATE TABLE prices (p price);
INSERT INTO prices SELECT 1 FROM generate_series(1, ${ROWS});`;

const server = await tryStart('locks of a real PostgreSQL', startPostgresql);

describe.skipIf(!server)('what statements lock in PostgreSQL', () => {
  const running = server as PostgresqlServer;
  let client: pg.Client;
  let other: pg.Client;

  beforeAll(async () => {
    await running.asOwner('postgres', ['CREATE DATABASE locks']);
    await running.asOwner('locks', [TABLES]);
    client = new pg.Client(running.client('owner', 'locks', 'changes'));
    other = new pg.Client(running.client('owner', 'locks', 'other'));
    await client.connect();
    await other.connect();
  });
  afterAll(async () => {
    await client?.end();
    await other?.end();
    await running.stop();
    process.stdout.write(`PostgreSQL: locks of ${STATEMENTS.length + OPEN.length} statements\n`);
  });

  const value = async (sql: string, values: readonly unknown[]): Promise<unknown> =>
    Object.values((await client.query(sql, [...values])).rows[0] ?? {})[0];

  /** The strongest lock on the table that the statement holds after it ran, and what it did to all rows. */
  async function run(sql: string, table: string): Promise<{ mode: Mode | undefined; work: Work }> {
    await client.query('BEGIN');
    try {
      const oid = await value('SELECT $1::regclass::oid', [table]);
      const scanned = async () => Number(await value('SELECT pg_stat_get_xact_tuples_returned($1)', [oid]));
      const file = async () => await value('SELECT relfilenode FROM pg_class WHERE oid = $1', [oid]);
      const [before, filenode] = [await scanned(), await file()];
      await client.query(sql);
      const { rows } = await client.query<{ mode: Mode }>(
        'SELECT mode FROM pg_locks WHERE pid = pg_backend_pid() AND granted AND relation = $1',
        [oid],
      );
      const mode = ORDER.findLast((name) => rows.some((row) => row.mode === name));
      const after = await file();
      const isRewritten = after !== undefined && after !== filenode;
      return { mode, work: isRewritten ? 'rewrite' : (await scanned()) - before >= ROWS ? 'scan' : 'instant' };
    } finally {
      await client.query('ROLLBACK');
    }
  }

  it.each(STATEMENTS)('$sql takes $lock: $work', async ({ sql, table = 'orders', lock, work }) => {
    const { mode, work: done } = await run(sql, table);
    expect({ lock: mode === undefined ? 'none' : MODES[mode].name, work: done }).toEqual({ lock, work });
  });

  it.each(OPEN)('$sql, which no transaction can contain, asks for $lock', async ({ sql, table = 'orders', lock }) => {
    const oid = await value('SELECT $1::regclass::oid', [table]);
    await other.query(`BEGIN; LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
    const pid = await value('SELECT pg_backend_pid()', []);
    const running = client.query(sql).catch(() => undefined);
    let mode: Mode | undefined;
    try {
      await until('the statement to wait', async () => {
        const { rows } = await other.query<{ mode: Mode }>(
          'SELECT mode FROM pg_locks WHERE pid = $1 AND NOT granted AND relation = $2',
          [pid, oid],
        );
        mode = rows[0]?.mode;
        return mode !== undefined;
      });
    } finally {
      await other.query('SELECT pg_cancel_backend($1)', [pid]);
      await running;
      await other.query('ROLLBACK');
    }
    expect(mode && MODES[mode].name).toBe(lock);
  });

  it.each(ORDER.map((mode) => MODES[mode]))(
    'LOCK TABLE in mode $name blocks reads: $reads, writes: $writes',
    async ({ name, reads, writes }) => {
      await other.query(`BEGIN; LOCK TABLE orders IN ${name} MODE`);
      const isBlocked = async (sql: string) => {
        await client.query("BEGIN; SET LOCAL lock_timeout = '50ms'");
        return client
          .query(sql)
          .then(
            () => false,
            () => true,
          )
          .finally(() => client.query('ROLLBACK'));
      };
      try {
        expect(await isBlocked('SELECT * FROM orders LIMIT 1')).toBe(reads);
        expect(await isBlocked('UPDATE orders SET n = 1 WHERE id = 1')).toBe(writes);
      } finally {
        await other.query('ROLLBACK');
      }
    },
  );
});

describe('what the rules say of these locks', () => {
  const ALL = [...STATEMENTS, ...OPEN.map((entry) => ({ ...entry, work: undefined }))];
  const availability = PACKS.get('querygate:availability@1') ?? [];
  const NOTES = pageNotes();
  const blocks = (lock: string) => Object.values(MODES).find(({ name }) => name === lock);

  it.each(ALL)('$sql is reported by $rules', async ({ sql, rules }) => {
    const { findings } = await check(sql, { dialect: 'postgresql', path: 'x.sql' });
    expect([...new Set(findings.map(({ rule }) => rule))].sort()).toEqual([...rules].sort());
  });

  it('whatever reads or writes all rows of a table under a lock that blocks writes is reported', () => {
    const silent = ALL.filter(
      ({ lock, work, rules }) => (work === 'scan' || work === 'rewrite') && blocks(lock)?.writes && rules.length === 0,
    );
    // Nothing but REFRESH writes to a materialized view.
    expect(silent.map(({ sql }) => sql)).toEqual(['REFRESH MATERIALIZED VIEW CONCURRENTLY totals']);
  });

  it('nothing is reported for a lock that blocks neither reads nor writes', () => {
    const reported = ALL.filter(
      ({ lock, rules }) => !blocks(lock)?.writes && availability.some(({ id }) => rules.includes(id)),
    );
    expect(reported.map(({ sql }) => sql)).toEqual([]);
  });

  const LASTS = { instant: /instant/, scan: /scan|built/, rewrite: /rewrite|built|as long as the query/ };

  it.each(
    ALL.flatMap((entry) =>
      availability
        .map(({ id }) => ({ id, locks: NOTES.get(id)?.locks }))
        .filter(({ id, locks }) => entry.rules.includes(id) && id !== 'no-lock-table' && locks)
        .map(({ id, locks }) => ({
          ...entry,
          id,
          notes: locks?.filter(({ dialects }) => dialects.includes('postgresql')),
        })),
    ),
  )('the page of $id says what $sql does', ({ lock, work, notes = [] }) => {
    const right = notes.filter((note) => {
      const reads = /\breads\b/.test(note.waits) && !/reads continue/.test(note.waits);
      return (
        note.lock.includes(`\`${lock}\``) &&
        reads === blocks(lock)?.reads &&
        (work === undefined || LASTS[work].test(note.lasts))
      );
    });
    expect(right, JSON.stringify(notes)).not.toEqual([]);
  });
});
