import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../src/commands/index.ts';
import type { MigrationTool } from '../../src/model/index.ts';
import { PACKS } from '../../src/rules/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { changeOf, type Files } from '../commands/build.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// Each fix on a real server: the file as it was and the files after the fix end in the same schema and rows, and the
// latter hold no lock that blocks writes while they read or write all rows.

const MODES = [
  ...['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock'],
  ...['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'],
];
const BLOCKS_WRITES = MODES.indexOf('ShareLock');
const ROWS = 2000;
const TABLES = `
CREATE TABLE customers (id int PRIMARY KEY);
INSERT INTO customers SELECT generate_series(1, ${ROWS});
CREATE TABLE orders (
  id int, n int, total int CONSTRAINT least_total CHECK (total > -1), customer_id int, "Note" text, number int NOT NULL
);
INSERT INTO orders SELECT i, i, i, i, 'x', i FROM generate_series(1, ${ROWS}) i;
CREATE TABLE keyed (id int PRIMARY KEY, number int NOT NULL);
CREATE INDEX orders_n ON orders (n);
CREATE INDEX orders_notes ON orders (n, "Note");
CREATE TYPE mood AS ENUM ('sad');
CREATE TABLE diary (mood mood);
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
`;

/**
 * What is better afterwards: the lock during work on all rows, the strongest lock, only how long it is waited for, what a
 * build that failed leaves, or that the server does not refuse the file. `names`: of another table, whose names stay.
 */
type Better = 'work' | 'lock' | 'wait' | 'leftover' | 'runs' | 'names';
type Row = readonly [rule: string, tool: MigrationTool, sql: string, better: Better, rows?: string];

const FOREIGN_KEY = 'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)';
const FIXES: readonly Row[] = [
  ['require-concurrent-index', 'rambler', 'CREATE INDEX i ON orders (total);', 'work'],
  ['require-concurrent-index', 'popx', 'CREATE INDEX i ON orders (total);', 'work'],
  [
    'require-concurrent-index',
    'popx',
    'ALTER TABLE customers ADD COLUMN vip bool;\nCREATE INDEX IF NOT EXISTS orders_total ON orders (total);',
    'work',
  ],
  ['require-not-valid-foreign-key', 'popx', `${FOREIGN_KEY} ON DELETE CASCADE;`, 'work'],
  ['require-not-valid-foreign-key', 'pop', `${FOREIGN_KEY} ON DELETE CASCADE;`, 'work'],
  ['require-concurrent-index', 'prisma', 'CREATE UNIQUE INDEX "I" ON orders (total DESC) WHERE n > 0;', 'work'],
  [
    'require-concurrent-index',
    'prisma',
    'ALTER TABLE customers ADD COLUMN vip bool;\nCREATE INDEX IF NOT EXISTS orders_total ON public.orders USING btree (total);',
    'work',
  ],
  [
    'require-concurrent-index',
    'prisma',
    'ALTER TABLE customers ADD COLUMN vip bool;\nDROP INDEX IF EXISTS orders_n CASCADE;\nCREATE INDEX IF NOT EXISTS orders_n ON orders (n, id);',
    'work',
  ],
  [
    'no-concurrent-index-if-not-exists',
    'rambler',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS orders_total ON orders (total);',
    'leftover',
  ],
  [
    'no-concurrently-in-transaction',
    'prisma',
    'ALTER TABLE customers ADD COLUMN vip bool;\nCREATE INDEX CONCURRENTLY i ON orders (total);',
    'runs',
  ],
  [
    'no-concurrently-in-transaction',
    'prisma',
    'ALTER TABLE customers ADD COLUMN vip bool;\nDROP INDEX CONCURRENTLY orders_n;',
    'runs',
  ],
  [
    'no-new-enum-value-in-transaction',
    'prisma',
    "ALTER TYPE mood ADD VALUE 'calm';\nINSERT INTO diary (mood) VALUES ('calm');",
    'runs',
    'SELECT mood FROM diary',
  ],
  [
    'no-validation-after-ddl',
    'prisma',
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (n > 0) NOT VALID;\nALTER TABLE orders VALIDATE CONSTRAINT c;',
    'work',
  ],
  ['require-concurrent-drop-index', 'rambler', 'DROP INDEX IF EXISTS public.orders_n;', 'lock'],
  ['require-concurrent-drop-index', 'rambler', 'DROP INDEX IF EXISTS public.orders_n, orders_notes;', 'lock'],
  ['require-concurrent-drop-index', 'prisma', 'DROP INDEX orders_n, orders_notes;', 'lock'],
  ['require-concurrent-reindex', 'rambler', 'REINDEX INDEX orders_n;', 'lock'],
  ['require-concurrent-reindex', 'rambler', 'REINDEX TABLE orders;', 'work'],
  ['require-not-valid-foreign-key', 'rambler', `${FOREIGN_KEY} ON DELETE CASCADE;`, 'work'],
  ['require-not-valid-foreign-key', 'prisma', `${FOREIGN_KEY};`, 'work'],
  [
    'require-not-valid-foreign-key',
    'rambler',
    'ALTER TABLE ONLY orders ADD FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE;',
    'work',
  ],
  [
    'require-not-valid-foreign-key',
    'prisma',
    'ALTER TABLE public.orders ADD COLUMN paid bool, ADD FOREIGN KEY (customer_id) REFERENCES customers (id);',
    'work',
  ],
  [
    'require-not-valid-check',
    'prisma',
    'ALTER TABLE orders DROP CONSTRAINT least_total, ADD CONSTRAINT least_total CHECK (total > 0);',
    'work',
  ],
  [
    'require-not-valid-check',
    'prisma',
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0), ADD CONSTRAINT d CHECK (n > 0), ALTER n SET NOT NULL;',
    'work',
  ],
  ['require-not-valid-check', 'rambler', 'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NO INHERIT;', 'work'],
  [
    'require-not-valid-check',
    'prisma',
    'ALTER TABLE ONLY orders ADD COLUMN paid bool, ADD CONSTRAINT c CHECK (total > 0);',
    'work',
  ],
  [
    'require-not-valid-check',
    'golang-migrate',
    'BEGIN;\nALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0);\nCOMMIT;',
    'work',
  ],
  [
    'require-concurrent-index',
    'golang-migrate',
    'BEGIN;\nCREATE INDEX i ON orders (total);\nALTER TABLE customers ADD COLUMN vip bool;\nCOMMIT;',
    'work',
  ],
  ['require-concurrent-index', 'sqitch', 'BEGIN;\nCREATE INDEX i ON orders (total);\nCOMMIT;', 'work'],
  ['require-constraint-using-index', 'rambler', 'ALTER TABLE orders ADD CONSTRAINT u UNIQUE (id, total);', 'work'],
  ['require-constraint-using-index', 'prisma', 'ALTER TABLE orders ADD CONSTRAINT "U" UNIQUE (id);', 'work'],
  ['require-constraint-using-index', 'rambler', 'ALTER TABLE orders ADD UNIQUE (id, "Note");', 'work'],
  [
    'require-constraint-using-index',
    'prisma',
    'ALTER TABLE ONLY public.orders ADD CONSTRAINT k PRIMARY KEY (number);',
    'work',
  ],
  ['require-constraint-using-index', 'prisma', 'ALTER TABLE orders ADD PRIMARY KEY (number);', 'work'],
  [
    'require-constraint-using-index',
    'prisma',
    'ALTER TABLE orders ADD CONSTRAINT u UNIQUE (id, total) DEFERRABLE INITIALLY DEFERRED;',
    'work',
  ],
  ['require-constraint-using-index', 'rambler', 'ALTER TABLE orders ADD UNIQUE NULLS NOT DISTINCT (id);', 'work'],
  [
    'require-constraint-using-index',
    'rambler',
    'ALTER TABLE orders DROP CONSTRAINT least_total, ADD UNIQUE (number, id), ALTER n SET DEFAULT 3;',
    'work',
  ],
  [
    'require-constraint-using-index',
    'prisma',
    'ALTER TABLE ONLY public.orders DROP COLUMN n, ADD CONSTRAINT "Key" PRIMARY KEY (number), DROP COLUMN total;',
    'work',
  ],
  [
    'require-constraint-using-index',
    'prisma',
    'ALTER TABLE keyed DROP CONSTRAINT keyed_pkey, ADD PRIMARY KEY (number);',
    'names',
  ],
  [
    'require-constraint-using-index',
    'prisma',
    'ALTER TABLE keyed DROP COLUMN id, ADD CONSTRAINT keyed_pkey PRIMARY KEY (number);',
    'names',
  ],
  ['require-constraint-using-index', 'rambler', 'ALTER TABLE orders ADD COLUMN code varchar(20) UNIQUE;', 'work'],
  [
    'require-constraint-using-index',
    'rambler',
    'ALTER TABLE orders ADD parent int UNIQUE REFERENCES customers ON DELETE CASCADE, ADD code text;',
    'work',
  ],
  [
    'require-not-valid-foreign-key',
    'prisma',
    `${FOREIGN_KEY} ON DELETE CASCADE;\nUPDATE orders SET n = 1 WHERE id = 1;\nALTER TABLE orders DROP COLUMN total;\nCREATE INDEX i ON customers (id);`,
    'work',
  ],
  [
    'require-checked-not-null',
    'prisma',
    'ALTER TABLE orders ALTER total SET NOT NULL;\nUPDATE orders SET n = 1 WHERE id = 1;\nALTER TABLE orders DROP COLUMN n;',
    'work',
  ],
  ['require-checked-not-null', 'prisma', 'ALTER TABLE orders DROP COLUMN n, ALTER COLUMN total SET NOT NULL;', 'work'],
  ['require-checked-not-null', 'rambler', 'ALTER TABLE orders ALTER COLUMN "Note" SET NOT NULL;', 'work'],
  ['require-checked-not-null', 'prisma', 'ALTER TABLE orders ALTER total SET NOT NULL;', 'work'],
  [
    'no-rewriting-column',
    'rambler',
    'ALTER TABLE orders ADD COLUMN uid uuid DEFAULT gen_random_uuid();',
    'work',
    'SELECT count(*), count(uid), count(DISTINCT uid) FROM orders',
  ],
  [
    'no-rewriting-column',
    'prisma',
    'ALTER TABLE orders ADD COLUMN uid uuid DEFAULT gen_random_uuid();',
    'work',
    'SELECT count(*), count(uid), count(DISTINCT uid) FROM orders',
  ],
  [
    'no-backfill-after-ddl',
    'prisma',
    "ALTER TABLE orders ADD COLUMN state text;\nUPDATE orders SET state = 'old' WHERE id > 0;\nALTER TABLE orders ALTER COLUMN state SET DEFAULT 'new';",
    'work',
  ],
  [
    'no-backfill-after-ddl',
    'prisma',
    'ALTER TABLE orders ADD COLUMN sum int;\nUPDATE orders SET sum = total;\nALTER TABLE orders DROP COLUMN total;',
    'work',
  ],
  [
    'no-trigger-on-busy-table',
    'prisma',
    'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit();',
    'wait',
  ],
  [
    'no-trigger-on-busy-table',
    'rambler',
    'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit();',
    'wait',
  ],
];

const CASES = FIXES.map(([rule, tool, sql, better, rows]) => ({ rule, tool, sql, better, rows }));

const PATHS: Readonly<Partial<Record<MigrationTool, string>>> = {
  prisma: 'm/20260101000000_x/migration.sql',
  pop: 'm/20260101000000_x.up.sql',
  popx: 'm/20260101000000_x.up.sql',
};
/** Tools that send a file as one text. */
const SENDS_FILE: ReadonlySet<MigrationTool> = new Set(['prisma', 'pop', 'popx']);

interface Rewritten {
  readonly before: string;
  readonly after: readonly string[];
}

/** What the fixes of a pull request make of a file. */
async function fixed(rule: string, tool: MigrationTool, sql: string): Promise<Rewritten> {
  const path = PATHS[tool] ?? 'm/20260101000000_x.sql';
  const base: Files = {
    '.querygate/config.yml': `version: 1\ndialect: postgresql\nfiles: [{ paths: [m/**], tool: ${tool} }]\n`,
    'm/schema.sql': TABLES,
  };
  const change = changeOf(base, { ...base, [path]: sql });
  const request = { change, head: change.head, event: 'pull_request', today: '2026-01-01', service: {} };
  const { findings, rewritten = [] } = await runCheck({ ...request, rewrite: true });
  expect(findings.filter(({ fix }) => fix).map((finding) => finding.rule)).toContain(rule);
  // What undoes a migration does not run.
  const up = rewritten.filter((file) => !file.path.endsWith('.down.sql'));
  for (const file of up)
    if (tool === 'popx')
      expect(file.path.endsWith('.autocommit.up.sql'), file.path).toBe(/\bCONCURRENTLY\b/.test(file.after));
  return { before: sql, after: up.map(({ after }) => after) };
}

/** What runs in one transaction: the server begins one for a text, and Sqitch's files have their own. */
async function sent(text: string, tool: MigrationTool): Promise<readonly string[]> {
  if (SENDS_FILE.has(tool)) return [text];
  const own = /^BEGIN;(.*)COMMIT;(.*)$/s.exec(text);
  const [, within = '', behind = text] = own ?? [];
  return [...(own ? [within] : []), ...(await statementsOf(behind))];
}

async function statementsOf(text: string): Promise<readonly string[]> {
  const { statements } = (await createSqlReader('postgresql')).read(text, { path: 'x.sql' });
  return statements.map(({ span }) => text.slice(span.start, span.end));
}

const server = await tryStart('fixes on a real PostgreSQL', startPostgresql);

describe.skipIf(!server)('fixes on a real PostgreSQL', () => {
  const running = server as PostgresqlServer;
  let count = 0;

  beforeAll(async () => {
    await running.asOwner('postgres', ['CREATE DATABASE template_of_fixes']);
    await running.asOwner('template_of_fixes', [TABLES]);
  });
  afterAll(async () => {
    await running.stop();
    process.stdout.write(`PostgreSQL: ${CASES.length} fixes\n`);
  });

  /** Runs the texts on a copy of the database; returns what it holds then, and what each text locked. */
  async function run(texts: readonly string[], rows: string) {
    const name = `fixes_${count++}`;
    await running.asOwner('postgres', [`CREATE DATABASE ${name} TEMPLATE template_of_fixes`]);
    const client = new pg.Client(running.client('owner', name, 'migration'));
    const other = new pg.Client(running.client('owner', name, 'other'));
    const watcher = new pg.Client(running.client('owner', name, 'watcher'));
    const clients = [client, other, watcher] as const;
    await Promise.all(clients.map((each) => each.connect()));
    try {
      const locks: Locks[] = [];
      for (const text of texts)
        locks.push(...(await (/\bCONCURRENTLY\b|\bDO \$\$/i.test(text) ? outside : inside)(clients, text)));
      const schema = (await other.query(SCHEMA)).rows;
      return { locks, schema, rows: (await other.query({ text: rows, rowMode: 'array' })).rows };
    } finally {
      await Promise.all(clients.map((each) => each.end()));
    }
  }

  it.each(CASES)(
    '$rule, $tool: $sql',
    async ({ rule, tool, sql, better, rows = 'SELECT * FROM orders ORDER BY id' }) => {
      const { before, after } = await fixed(rule, tool, sql);
      if (better === 'runs') await expect(run(await sent(before, tool), rows)).rejects.toThrow(pg.DatabaseError);
      // What the server would do to the file if it ran each statement by itself.
      const old = await run(await sent(before, better === 'runs' ? 'rambler' : tool), rows);
      const texts = (await Promise.all(after.map((text) => sent(text, tool)))).flat();
      const now = await run(texts, rows);
      expect(now.schema).toEqual(old.schema);
      expect(now.rows).toEqual(old.rows);
      const strongest = (locks: readonly Locks[], isCounted: (each: Locks) => boolean) =>
        Math.max(-1, ...locks.filter(isCounted).map(({ mode }) => mode));
      const working = ({ work }: Locks) => work;
      if (better === 'work') {
        expect(strongest(old.locks, working)).toBeGreaterThanOrEqual(BLOCKS_WRITES);
        expect(strongest(now.locks, working)).toBeLessThan(BLOCKS_WRITES);
      }
      if (better === 'lock') {
        expect(strongest(old.locks, () => true)).toBeGreaterThanOrEqual(BLOCKS_WRITES);
        expect(strongest(now.locks, () => true)).toBeLessThan(BLOCKS_WRITES);
      }
      if (better === 'wait') expect(texts.join('\n')).toMatch(/SET (?:LOCAL )?lock_timeout = '5s'/);
    },
  );

  it.each(['DROP INDEX CONCURRENTLY logs_day', 'CREATE INDEX CONCURRENTLY logs_id ON logs (id)'])(
    'refuses for a partitioned table, so that there is no fix: %s',
    async (sql) => {
      const name = `fixes_${count++}`;
      await running.asOwner('postgres', [`CREATE DATABASE ${name}`]);
      const table = 'CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day)';
      await running.asOwner(name, [table, 'CREATE INDEX logs_day ON logs (day)']);
      await expect(running.asOwner(name, [sql])).rejects.toThrow(/partitioned/);
    },
  );
});

describe('the fixes of the built-in packs', () => {
  const fixes = [...PACKS.values()].flat().flatMap(({ id, fixes = [] }) => fixes.map((fix) => ({ id, fix })));

  it('are for dialects whose server runs them in a test', () => {
    const others = fixes.filter(
      ({ fix }) => !fix.dialects?.every((name) => /^(?:postgresql|mariadb|sqlite)$/.test(name)),
    );
    expect(others).toEqual([]);
  });

  it('are each of a rule whose fix runs here', () => {
    const rules = new Set(fixes.flatMap(({ id, fix }) => (fix.dialects?.includes('postgresql') ? [id] : [])));
    expect([...new Set(FIXES.map(([rule]) => rule))].sort()).toEqual([...rules].sort());
  });
});

/** The one that runs texts, one with a lock, and one that looks at what is locked. */
type Clients = readonly [pg.Client, pg.Client, pg.Client];

interface Locks {
  /** The strongest lock on the table, as an index of MODES; -1 if there was none to see. */
  readonly mode: number;
  /** Whether all rows were read or written. */
  readonly work: boolean;
}

/** Whole and with the names of everything, except for sizes, and positions of dropped columns. */
const SCHEMA = `
SELECT 'column' AS kind, c.relname || '.' || a.attname AS name, a.attnotnull::text AS flag,
  format_type(a.atttypid, a.atttypmod) || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS text
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT 'index', c.relname, i.indisvalid::text, pg_get_indexdef(i.indexrelid)
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, convalidated::text, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'trigger', tgname, tgenabled::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
ORDER BY 1, 2`;

async function answerTo(client: pg.Client, sql: string): Promise<unknown> {
  return Object.values((await client.query(sql)).rows[0] ?? {})[0];
}

/** In a transaction, as a tool or the server begins one for a text: what each statement holds once it has run. */
async function inside([client]: Clients, text: string): Promise<readonly Locks[]> {
  const scanned = async () =>
    Number(await answerTo(client, "SELECT pg_stat_get_xact_tuples_returned('orders'::regclass)"));
  const file = () => answerTo(client, "SELECT relfilenode FROM pg_class WHERE oid = 'orders'::regclass");
  const held = `SELECT mode FROM pg_locks WHERE pid = pg_backend_pid() AND granted AND relation = 'orders'::regclass`;
  const locks: Locks[] = [];
  await client.query('BEGIN');
  for (const statement of await statementsOf(text)) {
    const [before, filenode] = [await scanned(), await file()];
    await client.query(statement);
    const { rows } = await client.query<{ mode: string }>(held);
    const work = (await scanned()) - before >= ROWS || (await file()) !== filenode;
    locks.push({ mode: Math.max(-1, ...rows.map(({ mode }) => MODES.indexOf(mode))), work });
  }
  await client.query('COMMIT');
  return locks;
}

/** Outside of any: what it asks for while another session holds the weakest lock that conflicts with itself. */
async function outside([client, other, watcher]: Clients, text: string): Promise<readonly Locks[]> {
  const pid = await answerTo(client, 'SELECT pg_backend_pid()');
  await other.query('BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE');
  let isDone = false;
  const done = client.query(text).finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  let mode = -1;
  while (!isDone && mode < 0) {
    // Not by the session with the lock: CONCURRENTLY waits for the end of each transaction that has a snapshot.
    const waits = `SELECT mode FROM pg_locks WHERE pid = ${pid} AND NOT granted AND relation = 'orders'::regclass`;
    mode = MODES.indexOf(String(await answerTo(watcher, waits)));
  }
  await other.query('ROLLBACK');
  await done;
  return [{ mode, work: true }];
}
