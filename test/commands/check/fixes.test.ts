import { describe, expect, it } from 'vitest';
import { HISTORY_FILE, MIGRATION_TOOLS, type MigrationTool } from '../../../src/model/index.ts';
import { reportV1Schema } from '../../../src/report/check/json-v1.ts';
import { FORMATS, fixSummary } from '../../../src/report/index.ts';
import { isSarif, readSarif } from '../../report/sarif-format.ts';
import { checkFiles, checkPull, config, counting, type Files, RULES, treeOf } from '../build.ts';
import { NO_DISK } from '../simulate/build.ts';
import { snapshotOf } from '../snapshot.ts';

// SQL to write instead of what a rule reports, in the files of a pull request.

const NAMED = 'CREATE TABLE named (a int, b int CONSTRAINT named_a_key UNIQUE);\n';
const BASE = 'CREATE TABLE orders (id int, customer_id int, total int, note text);\nCREATE TABLE customers (id int);\n';
const MEANWHILE =
  'INSERT INTO orders (id) VALUES (1);\nALTER TABLE orders ALTER COLUMN customer_id SET DEFAULT 1;\nALTER TABLE orders DROP CONSTRAINT g;\n';
const INDEX = 'CREATE INDEX orders_customer ON orders (customer_id)';
const CONCURRENT = 'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)';

const settings = (tool: MigrationTool | undefined) =>
  config(tool === undefined ? '' : `files: [{ paths: ['db/**'], tool: ${tool} }]\n`);

/** The files of a pull request that adds one file, after all fixes, each below its path. */
async function rewritten(tool: MigrationTool | undefined, path: string, text: string, base = BASE): Promise<string> {
  const before = { ...settings(tool), 'db/20250101000000_first.sql': base, 'db/20250101000001_named.sql': NAMED };
  const { rewritten: files = [] } = await checkPull(before, { ...before, [path]: text }, { rewrite: true });
  return files.map((file) => `${file.path}:\n${file.after}`).join('\n');
}

describe('an index that is built while others write', () => {
  /** How each tool runs it outside a transaction; undefined if it cannot. */
  const TOOLS: Readonly<Record<MigrationTool, readonly [path: string, text: string, after: string | undefined]>> = {
    goose: [
      'db/20260101000000_index.sql',
      `-- +goose Up\n${INDEX};\n-- +goose Down\nDROP INDEX orders_customer;\n`,
      `-- +goose NO TRANSACTION\n-- +goose Up\n${CONCURRENT};\n-- +goose Down\nDROP INDEX orders_customer;\n`,
    ],
    dbmate: [
      'db/20260101000000_index.sql',
      `-- migrate:up\n${INDEX};\n\n-- migrate:down\nDROP INDEX orders_customer;\n`,
      `-- migrate:up transaction:false\n${CONCURRENT};\n\n-- migrate:down\nDROP INDEX orders_customer;\n`,
    ],
    'sql-migrate': [
      'db/20260101000000_index.sql',
      `-- +migrate Up\n${INDEX};\n-- +migrate Down\n`,
      `-- +migrate Up notransaction\n${CONCURRENT};\n-- +migrate Down\n`,
    ],
    liquibase: [
      'db/20260101000000_index.sql',
      `--liquibase formatted sql\n--changeset a:1\nALTER TABLE orders ADD COLUMN paid bool;\n--changeset a:2\n${INDEX};\n`,
      `--liquibase formatted sql\n--changeset a:1\nALTER TABLE orders ADD COLUMN paid bool;\n--changeset a:2 runInTransaction:false\n${CONCURRENT};\n`,
    ],
    'golang-migrate': ['db/20260101000000_index.up.sql', `${INDEX};\n`, `${CONCURRENT};\n`],
    sqlx: ['db/20260101000000_index.sql', `${INDEX};\n`, `-- no-transaction\n${CONCURRENT};\n`],
    diesel: [
      'db/2026-01-01-000000_index/up.sql',
      `${INDEX};\n`,
      `${CONCURRENT};\n\ndb/2026-01-01-000000_index/metadata.toml:\nrun_in_transaction = false\n`,
    ],
    rambler: ['db/20260101000000_index.sql', `-- rambler up\n${INDEX};\n`, `-- rambler up\n${CONCURRENT};\n`],
    flyway: ['db/V7__index.sql', `${INDEX};\n`, `${CONCURRENT};\n`],
    sqitch: ['db/deploy/index.sql', `${INDEX};\n`, `${CONCURRENT};\n`],
    prisma: ['db/migrations/20260101000000_index/migration.sql', `${INDEX};\n`, `${CONCURRENT};\n`],
    drizzle: ['db/0001_index.sql', `${INDEX};\n`, undefined],
    supabase: ['db/20260101000000_index.sql', `${INDEX};\n`, undefined],
    atlas: ['db/20260101000000_index.sql', `${INDEX};\n`, `-- atlas:txmode none\n\n${CONCURRENT};\n`],
    dbup: ['db/0001_index.sql', `${INDEX};\n`, `${CONCURRENT};\n`],
    hasura: ['db/1700000000000_index/up.sql', `${INDEX};\n`, undefined],
    mybatis: ['db/20260101000000_index.sql', `${INDEX};\n`, undefined],
    pop: ['db/20260101000000_index.up.sql', `${INDEX};\n`, undefined],
    popx: [
      'db/20260101000000_index.postgres.up.sql',
      `${INDEX};\n`,
      `db/20260101000000_index.postgres.autocommit.up.sql:\n${CONCURRENT};\n`,
    ],
    'up-down-files': ['db/20260101000000_index.up.sql', `${INDEX};\n`, undefined],
  };

  it.each(MIGRATION_TOOLS)('%s runs it outside a transaction, or has no fix', async (tool) => {
    const [path, text, after] = TOOLS[tool];
    const expected = after === undefined || after.startsWith('db/') ? (after ?? '') : `${path}:\n${after}`;
    expect(await rewritten(tool, path, text)).toBe(expected);
  });

  it('moves to a file of its own where the header would take the transaction from other statements', async () => {
    const path = 'db/20260101000000_index.sql';
    const down = '-- +goose Down\nDROP INDEX orders_customer;\nALTER TABLE orders DROP COLUMN paid;\n';
    const text = `-- +goose Up\nALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\n${down}`;
    expect(await rewritten('goose', path, text)).toBe(
      `${path}:\n-- +goose Up\nALTER TABLE orders ADD COLUMN paid bool;\n${down}\ndb/20260101000001_index_part2.sql:\n-- +goose NO TRANSACTION\n-- +goose Up\n${CONCURRENT};\n`,
    );
  });

  it('is not offered where it is not known which tool runs the file', async () => {
    expect(await rewritten(undefined, 'db/20260101000000_index.sql', `${INDEX};\n`)).toBe('');
  });

  it('is not offered in a file that the base has', async () => {
    const path = 'db/20260101000000_index.up.sql';
    const before = { ...settings('golang-migrate'), [path]: 'SELECT 1;\n' };
    const report = await checkPull(before, { ...before, [path]: `${INDEX};\n` }, { rewrite: true });
    expect(counting(report)).toEqual([`warn require-concurrent-index ${path}:1`]);
    expect(report.rewritten).toEqual([]);
  });

  it('is looked for without a change only if the files are to be rewritten', async () => {
    const files = { ...settings('golang-migrate'), 'db/1_index.up.sql': `${INDEX};\n` };
    expect((await checkFiles(files)).findings.map(({ fix }) => fix)).toEqual([undefined]);
    expect((await checkFiles(files, { rewrite: true })).rewritten?.[0]?.after).toBe(`${CONCURRENT};\n`);
  });
});

const PRISMA = 'db/migrations/20260101000000_x/migration.sql';
const part = (number: number) => `\ndb/migrations/2026010100000${number - 1}_x_part${number}/migration.sql:\n`;

describe('a file whose statements cannot all run in one way', () => {
  it.each([
    [
      'an index that later statements do not need moves to a file of its own, with the comments above it',
      `-- Columns.\nALTER TABLE orders ADD COLUMN paid bool;\n\n-- Lookups.\n${INDEX};\n\nALTER TABLE customers ADD COLUMN vip bool;\n`,
      `-- Columns.\nALTER TABLE orders ADD COLUMN paid bool;\n\nALTER TABLE customers ADD COLUMN vip bool;\n${part(2)}-- Lookups.\n${CONCURRENT};\n`,
    ],
    [
      'what needs the index moves behind it',
      `ALTER TABLE orders ADD COLUMN paid bool;\nCREATE UNIQUE INDEX u ON customers (id);\nALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;\n`,
      `ALTER TABLE orders ADD COLUMN paid bool;\n${part(2)}CREATE UNIQUE INDEX CONCURRENTLY u ON customers (id);\n${part(3)}ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;\n`,
    ],
    [
      'two indexes are two files in the same order',
      `ALTER TABLE orders ADD COLUMN paid bool;\nCREATE INDEX a ON orders (paid);\nCREATE INDEX b ON orders (total);\n`,
      `ALTER TABLE orders ADD COLUMN paid bool;\n${part(2)}CREATE INDEX CONCURRENTLY a ON orders (paid);\n${part(3)}CREATE INDEX CONCURRENTLY b ON orders (total);\n`,
    ],
    [
      'the first statement stays, and what follows moves',
      `CREATE UNIQUE INDEX u ON customers (id);\nALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;\n`,
      `CREATE UNIQUE INDEX CONCURRENTLY u ON customers (id);\n${part(2)}ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;\n`,
    ],
    [
      'an index of IF NOT EXISTS is dropped first, if no other file has its name',
      'create index if not exists i on public.orders (total);\n',
      `drop index concurrently if exists public.i;\n${part(2)}create index concurrently i on public.orders (total);\n`,
    ],
    [
      'two foreign keys are validated in one file',
      'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id);\nALTER TABLE ONLY "orders" ADD CONSTRAINT "G" FOREIGN KEY ("id") REFERENCES customers (id) ON DELETE CASCADE;\n',
      `ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;\nALTER TABLE ONLY "orders" ADD CONSTRAINT "G" FOREIGN KEY ("id") REFERENCES customers (id) ON DELETE CASCADE NOT VALID;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT f;\nALTER TABLE ONLY "orders" VALIDATE CONSTRAINT "G";\n`,
    ],
    [
      'one action of several is changed where it is',
      'ALTER TABLE orders\n  ADD COLUMN paid bool,\n  ADD CONSTRAINT c CHECK (total >= 0),\n  ADD COLUMN due date;\n',
      `ALTER TABLE orders\n  ADD COLUMN paid bool,\n  ADD CONSTRAINT c CHECK (total >= 0) NOT VALID,\n  ADD COLUMN due date;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT c;\n`,
    ],
    [
      'each of several indexes is dropped by itself',
      'DROP INDEX IF EXISTS a, s."B";\n',
      `DROP INDEX CONCURRENTLY IF EXISTS a;\n${part(2)}DROP INDEX CONCURRENTLY IF EXISTS s."B";\n`,
    ],
    [
      'a foreign key gets the name that PostgreSQL gives it',
      'ALTER TABLE shop."Orders" ADD FOREIGN KEY (customer_id, "Shop") REFERENCES customers;\n',
      `ALTER TABLE shop."Orders" ADD CONSTRAINT "Orders_customer_id_Shop_fkey" FOREIGN KEY (customer_id, "Shop") REFERENCES customers NOT VALID;\n${part(2)}ALTER TABLE shop."Orders" VALIDATE CONSTRAINT "Orders_customer_id_Shop_fkey";\n`,
    ],
    [
      'a primary key uses an index with the name that PostgreSQL gives it',
      'alter table orders add primary key (id, total);\n',
      `create unique index concurrently orders_pkey on orders (id, total);\n${part(2)}alter table orders add constraint orders_pkey primary key using index orders_pkey;\n`,
    ],
    [
      'several actions are changed where they are',
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 1), ADD CONSTRAINT d CHECK (id > 1);\n',
      `ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 1) NOT VALID, ADD CONSTRAINT d CHECK (id > 1) NOT VALID;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT c;\nALTER TABLE orders VALIDATE CONSTRAINT d;\n`,
    ],
    [
      'a constraint that takes the place of another one stays beside its DROP',
      'ALTER TABLE orders DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (total > 1);\n',
      `ALTER TABLE orders DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (total > 1) NOT VALID;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT c;\n`,
    ],
    [
      'a unique constraint uses an index',
      'ALTER TABLE orders ADD CONSTRAINT u UNIQUE (id, total);\n',
      `CREATE UNIQUE INDEX CONCURRENTLY u ON orders (id, total);\n${part(2)}ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX u;\n`,
    ],
    [
      'a key takes the place of another one in one statement',
      'ALTER TABLE orders DROP CONSTRAINT orders_id_key, ADD UNIQUE (id);\n',
      `CREATE UNIQUE INDEX CONCURRENTLY orders_id_key_new ON orders (id);\n${part(2)}ALTER TABLE orders DROP CONSTRAINT orders_id_key, ADD CONSTRAINT orders_id_key UNIQUE USING INDEX orders_id_key_new;\n`,
    ],
    [
      'a key stays deferred',
      'ALTER TABLE orders ADD CONSTRAINT u UNIQUE NULLS NOT DISTINCT (id) DEFERRABLE INITIALLY DEFERRED;\n',
      `CREATE UNIQUE INDEX CONCURRENTLY u ON orders (id) NULLS NOT DISTINCT;\n${part(2)}ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX u DEFERRABLE INITIALLY DEFERRED;\n`,
    ],
    [
      'a new column that is unique gets an index',
      'ALTER TABLE orders ADD COLUMN code varchar(9) UNIQUE, ADD COLUMN paid bool;\n',
      `ALTER TABLE orders ADD COLUMN code varchar(9), ADD COLUMN paid bool;\n${part(2)}CREATE UNIQUE INDEX CONCURRENTLY orders_code_key ON orders (code);\n${part(3)}ALTER TABLE orders ADD CONSTRAINT orders_code_key UNIQUE USING INDEX orders_code_key;\n`,
    ],
    [
      'rows that are written meanwhile are held to a constraint that is not validated yet',
      `ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE CASCADE;\n${MEANWHILE}`,
      `ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE CASCADE NOT VALID;\n${MEANWHILE}${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT f;\n`,
    ],
    [
      'a constraint is validated before its column is dropped',
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0);\nALTER TABLE orders DROP COLUMN total;\n',
      `ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT c;\n${part(3)}ALTER TABLE orders DROP COLUMN total;\n`,
    ],
    [
      'a constraint is validated before its column is dropped, whose name is a word of SQL',
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (type > 0);\nALTER TABLE orders DROP COLUMN type;\n',
      `ALTER TABLE orders ADD CONSTRAINT c CHECK (type > 0) NOT VALID;\n${part(2)}ALTER TABLE orders VALIDATE CONSTRAINT c;\n${part(3)}ALTER TABLE orders DROP COLUMN type;\n`,
    ],
    [
      'rows are written once the change of the schema is committed, and what follows too',
      'ALTER TABLE orders ADD COLUMN paid bool;\nUPDATE orders SET paid = false WHERE total > 0;\nALTER TABLE orders ALTER COLUMN paid SET DEFAULT false;\n',
      `ALTER TABLE orders ADD COLUMN paid bool;\n${part(2)}UPDATE orders SET paid = false WHERE total > 0;\n${part(3)}ALTER TABLE orders ALTER COLUMN paid SET DEFAULT false;\n`,
    ],
    [
      'a column stays beside the rows that are copied from it',
      'ALTER TABLE orders ADD COLUMN sum int;\nUPDATE orders SET sum = total;\nALTER TABLE orders DROP COLUMN total;\n',
      `ALTER TABLE orders ADD COLUMN sum int;\n${part(2)}UPDATE orders SET sum = total;\n\nALTER TABLE orders DROP COLUMN total;\n`,
    ],
    [
      'a trigger waits five seconds',
      'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();\nSELECT 1;\n',
      "SET LOCAL lock_timeout = '5s';\nCREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();\nSELECT 1;\n",
    ],
    [
      'a new enum value is used in a later transaction',
      "ALTER TYPE mood ADD VALUE 'calm';\nINSERT INTO diary (mood) VALUES ('calm');\n",
      `ALTER TYPE mood ADD VALUE 'calm';\n${part(2)}INSERT INTO diary (mood) VALUES ('calm');\n`,
    ],
  ])('%s', async (_, text, after) => {
    expect(await rewritten('prisma', PRISMA, text)).toBe(`${PRISMA}:\n${after}`);
  });

  it.each([
    ['a comment inside the statement would be lost', 'CREATE /* slow */ INDEX i ON orders (total);\n'],
    ['the name of the index is in another file', 'CREATE INDEX IF NOT EXISTS note ON orders (total);\n'],
    ['the statement is in a DO block', 'DO $$ BEGIN CREATE INDEX i ON orders (total); END $$;\n'],
    ['a setting before it would not hold there', 'SET search_path TO app;\nCREATE INDEX i ON orders (total);\n'],
    ['a lock before it would be gone', 'LOCK TABLE orders;\nCREATE INDEX i ON orders (total);\n'],
    ['a temporary table would be gone', 'CREATE TEMP TABLE x (id int);\nCREATE INDEX i ON orders (total);\n'],
    ['CASCADE cannot be concurrent', 'DROP INDEX a CASCADE;\n'],
    ['a check has no name', 'ALTER TABLE orders ADD CHECK (total > 0);\n'],
    ['another file has the name that PostgreSQL gives', 'ALTER TABLE named ADD UNIQUE (a);\n'],
    [
      'the file still has the name that PostgreSQL gives',
      'ALTER TABLE orders ADD UNIQUE (id);\nALTER TABLE orders DROP CONSTRAINT orders_id_key;\n',
    ],
    ['PostgreSQL would cut the name', `ALTER TABLE orders ADD UNIQUE (${'x'.repeat(60)});\n`],
    ['a key has an expression', 'ALTER TABLE orders ADD UNIQUE (lower(note));\n'],
    [
      'another action changes a column of the key',
      'ALTER TABLE orders DROP COLUMN id, ADD COLUMN id text, ADD CONSTRAINT new UNIQUE (id);\n',
    ],
    ['another action drops the index', 'ALTER TABLE orders DROP CONSTRAINT new_new, ADD CONSTRAINT new UNIQUE (id);\n'],
    [
      'a comment exempts the statement',
      '-- querygate:allow require-concurrent-index: small table\nCREATE INDEX i ON orders (total);\n',
    ],
  ])('no fix: %s', async (_, text) => {
    expect(await rewritten('prisma', PRISMA, text)).toBe('');
  });

  it.each([
    ['\r\n', '\r\n'],
    ['\n', '\n'],
  ])('ends lines as the file does: %j', async (end, expected) => {
    const text = `ALTER TABLE orders ADD COLUMN paid bool;${end}ALTER TABLE orders ADD CONSTRAINT u UNIQUE (id);${end}`;
    const after = await rewritten('prisma', PRISMA, text);
    const sql = after.replaceAll(/^.*:\n/gm, '').replace(/\n\n/g, '\n');
    expect(sql.match(/;\r?\n/g)).toEqual([`;${expected}`, `;${expected}`, `;${expected}`]);
  });

  it('adds an empty undo where the migration has one', async () => {
    const before = { ...settings('diesel'), 'db/first.sql': BASE };
    const own = {
      'db/2026-01-01-000000_x/up.sql': `ALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\n`,
      'db/2026-01-01-000000_x/down.sql': 'ALTER TABLE orders DROP COLUMN paid;\n',
    };
    const { rewritten: files = [] } = await checkPull(before, { ...before, ...own }, { rewrite: true });
    expect(files.map(({ path, after }) => [path, after])).toEqual([
      ['db/2026-01-01-000000_x/up.sql', 'ALTER TABLE orders ADD COLUMN paid bool;\n'],
      ['db/2026-01-01-000001_x_part2/up.sql', `${CONCURRENT};\n`],
      ['db/2026-01-01-000001_x_part2/metadata.toml', 'run_in_transaction = false\n'],
      ['db/2026-01-01-000001_x_part2/down.sql', '-- The migration before this one undoes it.\n'],
    ]);
  });

  /** A migration of popx, which fails if no file undoes it. */
  async function popx(own: Files, base: Files = { 'db/20250101000000_first.up.sql': BASE }) {
    const files = "files: [{ paths: ['db/**'], tool: popx }, { paths: ['db/*.mysql.*'], dialect: mysql }]\n";
    const before = { ...config(files), ...base };
    const { rewritten: found = [] } = await checkPull(before, { ...before, ...own }, { rewrite: true });
    return found.map(({ path, previousPath, after }) => [path, previousPath, after]);
  }

  const EMPTY = '-- The migration before this one undoes it.\n';
  const UP = 'db/20260101000000_x.postgres.up.sql';
  const popxPart = (number: number, direction: 'up' | 'down') =>
    `db/2026010100000${number - 1}_x_part${number}.postgres.autocommit.${direction}.sql`;

  it('gets the name without a transaction, and an undo', async () => {
    expect(
      await popx({ [UP]: `ALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\nCREATE INDEX i ON orders (id);\n` }),
    ).toEqual([
      [UP, undefined, 'ALTER TABLE orders ADD COLUMN paid bool;\n'],
      [popxPart(2, 'up'), undefined, `${CONCURRENT};\n`],
      [popxPart(2, 'down'), undefined, EMPTY],
      [popxPart(3, 'up'), undefined, 'CREATE INDEX CONCURRENTLY i ON orders (id);\n'],
      [popxPart(3, 'down'), undefined, EMPTY],
    ]);
  });

  it('is renamed, and what has to run later gets a file behind it', async () => {
    const renamed = UP.replace('.up', '.autocommit.up');
    expect(await popx({ [UP]: 'CREATE INDEX IF NOT EXISTS i ON orders (total);\n' })).toEqual([
      [renamed, UP, 'DROP INDEX CONCURRENTLY IF EXISTS i;\n'],
      [popxPart(2, 'up'), undefined, 'CREATE INDEX CONCURRENTLY i ON orders (total);\n'],
      [popxPart(2, 'down'), undefined, EMPTY],
    ]);
  });

  it('is fixed although an earlier part runs without a transaction', async () => {
    const text = `${INDEX};\nALTER TABLE orders ADD CONSTRAINT u UNIQUE (id), ALTER total SET NOT NULL;\n`;
    const found = await popx({ [UP]: `ALTER TABLE orders ADD COLUMN paid bool;\n${text}` });
    const left = found.filter(([, , after]) => /^ALTER TABLE orders ALTER total SET NOT NULL/m.test(after ?? ''));
    expect(found.length).toBeGreaterThan(4);
    expect(left).toEqual([]);
  });

  it('is renamed although files of another dialect have the name of the index', async () => {
    const text = 'CREATE INDEX IF NOT EXISTS i ON orders (total);\n';
    const found = await popx({ [UP]: text, 'db/20260101000000_x.mysql.up.sql': 'CREATE INDEX i ON orders (total);\n' });
    expect(found[0]?.[1]).toBe(UP);
  });

  describe('for all databases without a file of their own', () => {
    const GENERIC = 'db/20260101000000_x.up.sql';
    const MYSQL = { 'db/20260101000000_x.mysql.up.sql': 'CREATE INDEX i ON orders (total);\n' };
    const SQLITE = { 'db/20250101000000_first.sqlite3.up.sql': 'CREATE TABLE other (id int);\n' };
    const first = { 'db/20250101000000_first.up.sql': BASE };
    const TWO = `ALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\n`;

    it.each<[string, string, Files, Files, readonly string[]]>([
      ['no other database runs it', TWO, {}, {}, [GENERIC, 'db/20260101000001_x_part2.autocommit.up.sql']],
      ['MySQL has its own', `${INDEX};\n`, MYSQL, {}, ['db/20260101000000_x.autocommit.up.sql']],
      ['MySQL would run the part', TWO, MYSQL, {}, []],
      ['SQLite runs it', `${INDEX};\n`, MYSQL, SQLITE, []],
    ])('if %s', async (_, text, own, base, expected) => {
      const found = await popx({ [GENERIC]: text, ...own }, { ...first, ...base });
      expect(found.map(([path]) => path).filter((path) => !path?.endsWith('.down.sql'))).toEqual(expected);
    });
  });

  it('is not renamed to a name that another file has', async () => {
    const renamed = UP.replace('.up', '.autocommit.up');
    expect(await popx({ [UP]: `${INDEX};\n`, [renamed]: 'SELECT 1;\n' })).toEqual([]);
  });

  it('keeps the line ends of a file that is renamed', async () => {
    const found = await popx({ [UP]: `-- Lookups.\r\n${INDEX};\r\n` });
    expect(found[0]?.[2]).toBe(`-- Lookups.\r\n${CONCURRENT};\r\n`);
  });

  it('is offered although the undo of the migration names the table', async () => {
    const before = { ...settings('diesel'), 'db/first.sql': BASE };
    const own = {
      'db/2026-01-01-000000_x/up.sql': 'ALTER TABLE orders ALTER COLUMN note SET NOT NULL;\n',
      'db/2026-01-01-000000_x/down.sql': 'ALTER TABLE orders ALTER COLUMN note DROP NOT NULL;\n',
    };
    const { findings } = await checkPull(before, { ...before, ...own });
    expect(findings.map(({ rule, fix }) => [rule, fix !== undefined])).toEqual([['require-checked-not-null', true]]);
  });

  it('stops looking for fixes once much SQL was read again', async () => {
    const before = { ...settings('rambler'), 'db/first.sql': BASE };
    const indexes = Array.from({ length: 60 }, (_, at) => `CREATE INDEX i${at} ON orders (total);\n`).join('');
    const text = `-- rambler up\n/* ${'x'.repeat(240_000)} */\n${indexes}`;
    const change = { ...before, 'db/20260101000000_x.sql': text };
    const report = await checkPull(before, change, { rewrite: true });
    const { findings, rewritten: files = [] } = report;
    expect(files.map(({ after }) => after.includes('CONCURRENTLY'))).toEqual([true]);
    expect(fixSummary(report)).toContainEqual(expect.stringMatching(/^fixes were not looked for everywhere/));
    const fixed = findings.filter(({ fix }) => fix).length;
    expect(findings).toHaveLength(60);
    expect(fixed).toBeGreaterThan(0);
    expect(fixed).toBeLessThan(60);
  });

  it('drops an index first whose name only files for another database have', async () => {
    const files = 'files: [{ paths: [db/**], tool: golang-migrate }, { paths: [my/**], dialect: mysql }]\n';
    const path = 'db/2_index.up.sql';
    const before = { ...config(files), 'db/1_first.up.sql': BASE, 'my/1.sql': 'CREATE INDEX i ON orders (total);\n' };
    const text = 'CREATE INDEX IF NOT EXISTS i ON orders (total);\n';
    const { rewritten: after = [] } = await checkPull(before, { ...before, [path]: text }, { rewrite: true });
    expect(after.map((file) => file.after)).toEqual([
      'DROP INDEX CONCURRENTLY IF EXISTS i;\n',
      'CREATE INDEX CONCURRENTLY i ON orders (total);\n',
    ]);
  });

  it.each([
    ['h2', 'ignore: [h2/**]\n', true],
    ['h2', '', false],
    ['other', 'ignore: [other/**]\n', false],
  ])('in %s/, with `%s`, a name counts as another database’s: %s', async (folder, ignored, isFixed) => {
    const files = `files: [{ paths: [db/**], tool: golang-migrate }]\n${ignored}`;
    const path = 'db/2_index.up.sql';
    const other = { [`${folder}/1.sql`]: 'CREATE INDEX i ON orders (total);\n' };
    const before = { ...config(files), 'db/1_first.up.sql': BASE, ...other };
    const text = 'CREATE INDEX IF NOT EXISTS i ON orders (total);\n';
    const { rewritten: after = [] } = await checkPull(before, { ...before, [path]: text }, { rewrite: true });
    expect(after.length > 0).toBe(isFixed);
  });

  it('has no fix if the version of the next file is taken', async () => {
    const before = { ...settings('prisma'), 'db/first.sql': BASE };
    const taken = { 'db/migrations/20260101000001_other/migration.sql': 'SELECT 1;\n' };
    const text = `ALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\n`;
    const report = await checkPull(before, { ...before, ...taken, [PRISMA]: text }, { rewrite: true });
    expect(report.rewritten).toEqual([]);
  });
});

it.each([
  ['the file drops it', 'DROP INDEX public.note;', 'public.orders', true],
  ['the file drops it with the path of schemas', 'DROP INDEX IF EXISTS note;', 'orders', true],
  ['the file drops one of another schema', 'DROP INDEX app.note;', 'orders', false],
  ['the file drops one of the schema of the path', 'DROP INDEX note;', 'app.orders', false],
  ['the file may drop it', 'DO $$ BEGIN DROP INDEX note; END $$;', 'orders', false],
  ['the file creates it again', 'DROP INDEX note; CREATE INDEX note ON orders (id);', 'orders', false],
])('an index whose name the base has is dropped first, or not: %s', async (_, before, table, isFixed) => {
  const base = { ...settings('prisma'), 'db/first.sql': BASE };
  const create = `CREATE INDEX IF NOT EXISTS note ON ${table} (total);`;
  const text = `ALTER TABLE customers ADD COLUMN vip bool;\n${before}\n${create}\n`;
  const { findings } = await checkPull(base, { ...base, [PRISMA]: text });
  const { fix } = findings.findLast(({ rule }) => rule === 'require-concurrent-index') ?? {};
  const schema = table.slice(0, table.lastIndexOf('.') + 1);
  expect(fix?.files.map((file) => file.text)).toEqual(
    isFixed
      ? [`DROP INDEX CONCURRENTLY IF EXISTS ${schema}note;\n`, `CREATE INDEX CONCURRENTLY note ON ${table} (total);\n`]
      : undefined,
  );
});

describe('an index of a table that the base partitions', () => {
  const partitioned = `${BASE}CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day);
CREATE TABLE logs_1 PARTITION OF logs DEFAULT;
CREATE INDEX logs_day ON logs (day);
CREATE INDEX old_day ON orders (total);
`;
  const path = 'db/20260101000000_x.sql';
  const fixedText = (sql: string) => rewritten('rambler', path, `-- rambler up\n${sql};\n`, partitioned);

  it.each([
    'DROP INDEX logs_day',
    'DROP INDEX IF EXISTS public.logs_day',
    'DROP INDEX old_day, logs_day',
    'CREATE INDEX i ON logs (id)',
    'CREATE INDEX IF NOT EXISTS i ON public.logs (id)',
    'ALTER TABLE logs ADD UNIQUE (id, day)',
  ])('has no fix: %s', async (sql) => {
    expect(await fixedText(sql)).toBe('');
  });

  it.each([
    ['DROP INDEX old_day', 'DROP INDEX CONCURRENTLY old_day'],
    ['CREATE INDEX i ON logs_1 (id)', 'CREATE INDEX CONCURRENTLY i ON logs_1 (id)'],
  ])('is not that of another table, or of a partition: %s', async (sql, after) => {
    expect(await fixedText(sql)).toBe(`${path}:\n-- rambler up\n${after};\n`);
  });
});

it('an index is not dropped first if another file of the change has its name', async () => {
  const before = { ...settings('golang-migrate'), 'db/migrations/20250101000000_first.up.sql': BASE };
  const change = {
    'db/migrations/20260101000000_a.up.sql': 'CREATE INDEX CONCURRENTLY orders_x ON orders (total);\n',
    'db/migrations/20260201000000_b.up.sql': 'CREATE INDEX IF NOT EXISTS orders_x ON orders (customer_id);\n',
  };
  const { rewritten: files } = await checkPull(before, { ...before, ...change }, { rewrite: true });
  expect(files?.map(({ after }) => after).join('\n')).not.toContain('DROP INDEX');
});

describe('a file whose first statement moves', () => {
  const FK = 'ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (customer_id) REFERENCES customers (id)';

  it.each<[MigrationTool, string]>([
    ['goose', '-- +goose Up\n'],
    ['goose', '-- A header.\n-- +goose Up\n'],
    ['sql-migrate', '-- +migrate Up\n'],
    ['dbmate', '-- migrate:up\n'],
  ])('keeps what %s reads: %j', async (tool, head) => {
    const path = 'db/20260101000000_x.sql';
    const found = await rewritten(tool, path, `${head}-- Lookups.\n${INDEX};\n${FK};\n`);
    const files = found.split(/^db\S*:\n/m).slice(1);
    expect(files.length).toBeGreaterThan(1);
    expect(files[0]?.startsWith(head.replace(/\n$/, ''))).toBe(true);
    for (const file of files) expect(file.match(/(?:\+goose|\+migrate|migrate:)\s*up/gi)).toHaveLength(1);
  });
});

it('each part of a migration of two files gets an undo', async () => {
  const before = { ...settings('golang-migrate'), 'db/1_first.up.sql': BASE, 'db/1_first.down.sql': 'SELECT 1;\n' };
  const text = `${INDEX};\nALTER TABLE orders ALTER COLUMN total SET NOT NULL, ADD FOREIGN KEY (customer_id) REFERENCES customers (id);\n`;
  const head = { ...before, 'db/2_x.up.sql': text, 'db/2_x.down.sql': 'SELECT 1;\n' };
  const { rewritten: files = [] } = await checkPull(before, head, { rewrite: true });
  const paths = new Set(files.map(({ path }) => path));
  const parts = [...paths].filter((path) => /_part\d+\.up\.sql$/.test(path));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.filter((path) => !paths.has(path.replace('.up.', '.down.')))).toEqual([]);
});

it('no part takes the version of a migration that the base has since the branch began', async () => {
  const before = { ...settings('golang-migrate'), 'db/1_first.up.sql': BASE };
  const head = { ...before, 'db/2_x.up.sql': `ALTER TABLE customers ADD COLUMN vip bool;\n${INDEX};\n` };
  const pathsWith = async (base: Files) => {
    const change = { rulesBase: treeOf({ ...before, ...base }) };
    const { rewritten: files = [] } = await checkPull(before, head, { rewrite: true }, change);
    return files.map(({ path }) => path);
  };
  expect(await pathsWith({})).toEqual(['db/2_x.up.sql', 'db/3_x_part2.up.sql']);
  expect(await pathsWith({ 'db/3_q.up.sql': 'SELECT 1;\n' })).toEqual([]);
});

describe('a file that begins a transaction itself', () => {
  const PATH = 'db/deploy/x.sql';

  it.each([
    [
      'what the server refuses there stands alone, with its comments',
      `-- Deploy x\nBEGIN;\n\n-- Lookups.\n${INDEX};\n\nCOMMIT;\n`,
      `-- Deploy x\n-- Lookups.\n${CONCURRENT};\n`,
    ],
  ])('%s', async (_, text, after) => {
    expect(await rewritten('sqitch', PATH, text)).toBe(`${PATH}:\n${after}`);
  });

  it.each([
    ['what the server refuses there stands alone', `BEGIN;\n${INDEX};\nCOMMIT;\n`, `db/2_x.up.sql:\n${CONCURRENT};\n`],
    [
      'what the server refuses there runs after it',
      `BEGIN;\n${INDEX};\nALTER TABLE customers ADD COLUMN vip bool;\nCOMMIT;\n`,
      `db/2_x.up.sql:\nBEGIN;\nALTER TABLE customers ADD COLUMN vip bool;\nCOMMIT;\ndb/3_x_part2.up.sql:\n${CONCURRENT};\n`,
    ],
    [
      'rows are checked after it',
      'BEGIN;\nALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0);\nCOMMIT;\n',
      'db/2_x.up.sql:\nBEGIN;\nALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID;\nCOMMIT;\ndb/3_x_part2.up.sql:\nALTER TABLE orders VALIDATE CONSTRAINT c;\n',
    ],
  ])('sent as one text: %s', async (_, text, expected) => {
    const before = { ...settings('golang-migrate'), 'db/1_first.up.sql': BASE };
    const { rewritten: files = [] } = await checkPull(before, { ...before, 'db/2_x.up.sql': text }, { rewrite: true });
    expect(files.map(({ path, after }) => `${path}:\n${after}`).join('')).toBe(expected);
  });

  it.each([
    ['a key needs two steps', 'BEGIN;\nALTER TABLE orders ADD CONSTRAINT u UNIQUE (id);\nCOMMIT;\n'],
    ['it is not committed', 'BEGIN;\nALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0);\nROLLBACK;\n'],
    ['another one follows', `BEGIN;\n${INDEX};\nSELECT 1;\nCOMMIT;\nBEGIN;\nSELECT 2;\nCOMMIT;\n`],
    ['another one begins', `BEGIN;\n${INDEX};\nSELECT 1;\nCOMMIT AND CHAIN;\n`],
    ['a statement stands outside of it', `SELECT 1;\nBEGIN;\n${INDEX};\nSELECT 1;\nCOMMIT;\n`],
  ])('sent as one text: no fix if %s', async (_, text) => {
    const before = { ...settings('golang-migrate'), 'db/1_first.up.sql': BASE };
    const { rewritten: files = [] } = await checkPull(before, { ...before, 'db/2_x.up.sql': text }, { rewrite: true });
    expect(files).toEqual([]);
  });

  it.each([
    [
      'a later statement of it needs what would move',
      `BEGIN;\nCREATE INDEX i ON orders (note);\nCLUSTER orders USING i;\nCOMMIT;\n`,
    ],
    ['another statement of it would stay', `BEGIN;\nALTER TABLE customers ADD COLUMN vip bool;\n${INDEX};\nCOMMIT;\n`],
    ['a setting of it would be gone', `BEGIN;\nSET LOCAL search_path TO app;\n${INDEX};\nCOMMIT;\n`],
    ['a part of it would stay', 'BEGIN;\nALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0);\nCOMMIT;\n'],
    ['it is not committed', `BEGIN;\n${INDEX};\nROLLBACK;\n`],
    ['another one begins', `BEGIN;\n${INDEX};\nCOMMIT AND CHAIN;\n`],
    ['it is still open', `BEGIN;\n${INDEX};\n`],
  ])('has no fix if %s', async (_, text) => {
    expect(await rewritten('sqitch', PATH, text)).toBe('');
  });
});

describe('a table of SQLite that is rebuilt while others refer to it', () => {
  const TABLES = `CREATE TABLE users (id integer PRIMARY KEY, name text);
CREATE TABLE notes (user_id int REFERENCES users (id) ON DELETE CASCADE);
`;
  const REBUILD = `CREATE TABLE new_users (id integer PRIMARY KEY, name text NOT NULL);
INSERT INTO new_users (id, name) SELECT id, name FROM users;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;
`;
  const OFF = 'PRAGMA foreign_keys = OFF;\n';
  const ON = 'PRAGMA foreign_keys = ON;\n';
  const ASIDE = `ALTER TABLE "users" RENAME TO users_old;
-- users
CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL);
INSERT INTO users SELECT * FROM users_old;
DROP TABLE users_old;
`;
  const SQLITE = 'version: 1\ndialect: sqlite\n';

  async function fixedBy(tool: MigrationTool | undefined, path: string, text: string) {
    const named = tool === undefined ? '' : `files: [{ paths: ['db/**'], tool: ${tool} }]\n`;
    const first = path.endsWith('/up.sql') ? 'db/2025-01-01-000000_first/up.sql' : 'db/20250101000000_first.up.sql';
    const before = { '.querygate/config.yml': SQLITE + named, [first]: TABLES };
    const { rewritten: files = [] } = await checkPull(before, { ...before, [path]: text }, { rewrite: true });
    return files.map((file) => `${file.path === path ? '' : `${file.path}:\n`}${file.after}`).join('\n');
  }

  it.each<[tool: MigrationTool | undefined, path: string, text: string, after: string]>([
    [
      'goose',
      'db/20260101000000_x.sql',
      `-- +goose Up\n${REBUILD}\n-- +goose Down\nSELECT 1;\nSELECT 2;\n`,
      `-- +goose NO TRANSACTION\n-- +goose Up\n${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}\n-- +goose Down\nBEGIN;\nSELECT 1;\nSELECT 2;\nCOMMIT;\n`,
    ],
    [
      'dbmate',
      'db/20260101000000_x.sql',
      `-- migrate:up\n${REBUILD}-- migrate:down\nSELECT 1;\nSELECT 2;\n`,
      `-- migrate:up transaction:false\n${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}-- migrate:down\nSELECT 1;\nSELECT 2;\n`,
    ],
    [
      'diesel',
      'db/2026-01-01-000000_x/up.sql',
      REBUILD,
      `${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}\ndb/2026-01-01-000000_x/metadata.toml:\nrun_in_transaction = false\n`,
    ],
    [
      'popx',
      'db/20260101000000_x.sqlite3.up.sql',
      REBUILD,
      `db/20260101000000_x.sqlite3.autocommit.up.sql:\n${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}`,
    ],
    [
      'rambler',
      'db/20260101000000_x.sql',
      `-- rambler up\n${REBUILD}`,
      `-- rambler up\n${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}`,
    ],
    ['rambler', 'db/20260101000000_x.sql', `BEGIN;\n${REBUILD}COMMIT;\n`, `${OFF}BEGIN;\n${REBUILD}COMMIT;\n${ON}`],
    [
      'goose',
      'db/20260101000000_x.sql',
      `-- +goose Up\npragma foreign_keys=off;\n${REBUILD}pragma foreign_keys=on;\n`,
      `-- +goose NO TRANSACTION\n-- +goose Up\npragma foreign_keys=off;\nBEGIN;\n${REBUILD}COMMIT;\npragma foreign_keys=on;\n`,
    ],
    [
      'rambler',
      'db/20260101000000_x.sql',
      ASIDE,
      `${OFF}BEGIN;\n-- users\n${REBUILD.replace('(id, name) SELECT id, name', 'SELECT *')}COMMIT;\n${ON}`,
    ],
    ['sqlx', 'db/20260101000000_x.sql', REBUILD, ''],
    ['golang-migrate', 'db/20260101000000_x.up.sql', REBUILD, ''],
    ['drizzle', 'db/0001_x.sql', REBUILD.replaceAll(';\n', ';--> statement-breakpoint\n'), ''],
    [undefined, 'db/20260101000000_x.sql', REBUILD, ''],
  ])('%s, %s: %j', async (tool, path, text, after) => {
    expect(await fixedBy(tool, path, text)).toBe(after);
  });

  it.each([
    [
      'a statement stands between the drop and the new name',
      REBUILD.replace('ALTER', 'CREATE INDEX i ON notes (user_id);\nALTER'),
    ],
    ['the copy names the renamed table', ASIDE.replace('SELECT *', 'SELECT users_old.id, users_old.name')],
    ['the file has the name of the new table', `${ASIDE}CREATE TABLE new_users (id int);\n`],
    ['a part of the file needs no transaction', `${REBUILD}VACUUM;\n`],
    ['a transaction of the file ends before', `BEGIN;\nSELECT 1;\nCOMMIT;\n${REBUILD}`],
  ])('no fix: %s', async (_, text) => {
    expect(await fixedBy('rambler', 'db/20260101000000_x.sql', text)).toBe('');
  });
});

describe('reports with fixes', () => {
  it('list them in JSON and SARIF, and add no key where there are none', async () => {
    const before = { ...settings('prisma'), 'db/first.sql': BASE };
    const text = `ALTER TABLE orders ADD COLUMN paid bool;\n${INDEX};\nDROP TABLE customers;\n`;
    const report = await checkPull(before, { ...before, [PRISMA]: text });
    const json = reportV1Schema.parse(JSON.parse(FORMATS.json.render(report)));
    expect(json.findings.map(({ rule, fix }) => [rule, fix?.files.map(({ path }) => path)])).toEqual([
      ['no-drop-table', undefined],
      ['require-concurrent-index', ['db/migrations/20260101000001_x_part2/migration.sql']],
    ]);
    const log = JSON.parse(FORMATS.sarif.render(report));
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    const [drop, index] = readSarif(FORMATS.sarif.render(report)).results;
    expect(drop).not.toHaveProperty('fixes');
    expect(index?.fixes?.[0]?.description?.text).toBe('build the index while others write');
    expect(
      index?.fixes?.[0]?.artifactChanges.map(({ artifactLocation, replacements }) => [
        artifactLocation.uri,
        replacements,
      ]),
    ).toEqual([
      [
        PRISMA,
        [{ deletedRegion: { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 }, insertedContent: { text: '' } }],
      ],
      [
        'db/migrations/20260101000001_x_part2/migration.sql',
        [
          {
            deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
            insertedContent: { text: `${CONCURRENT};\n` },
          },
        ],
      ],
    ]);
  });
});

it('reports of a fix that renames the file name both paths, and SARIF leaves it out', async () => {
  const path = 'db/20260101000000_index.up.sql';
  const before = { ...settings('popx'), 'db/20250101000000_first.up.sql': BASE };
  const report = await checkPull(before, { ...before, [path]: `${INDEX};\n` });
  const json = reportV1Schema.parse(JSON.parse(FORMATS.json.render(report)));
  const renamed = 'db/20260101000000_index.autocommit.up.sql';
  expect(json.findings[0]?.fix?.renamedTo).toBe(renamed);
  expect(FORMATS.markdown.render(report)).toContain(`--- ${path}\n+++ ${renamed}\n`);
  expect(readSarif(FORMATS.sarif.render(report)).results[0]).not.toHaveProperty('fixes');
});

describe('a tool that runs each statement by itself', () => {
  it.each([
    [
      'NOT NULL is proved by a CHECK, which is dropped again',
      'ALTER TABLE orders ALTER note SET NOT NULL;\n',
      'ALTER TABLE orders ADD CONSTRAINT orders_note_not_null CHECK (note IS NOT NULL) NOT VALID;\nALTER TABLE orders VALIDATE CONSTRAINT orders_note_not_null;\nALTER TABLE orders ALTER COLUMN note SET NOT NULL;\nALTER TABLE orders DROP CONSTRAINT orders_note_not_null;\n',
    ],
    [
      'a volatile default is filled in batches',
      'ALTER TABLE orders ADD COLUMN uid uuid DEFAULT gen_random_uuid();\n',
      'ALTER TABLE orders ADD COLUMN uid uuid;\nALTER TABLE orders ALTER COLUMN uid SET DEFAULT gen_random_uuid();\nDO $$\nBEGIN\n  LOOP\n    UPDATE orders SET uid = DEFAULT\n    WHERE ctid IN (SELECT ctid FROM orders WHERE uid IS NULL LIMIT 10000);\n    EXIT WHEN NOT FOUND;\n    COMMIT;\n  END LOOP;\nEND\n$$;\n',
    ],
    [
      'an index is dropped while others read',
      'drop index if exists public."I";\n',
      'drop index concurrently if exists public."I";\n',
    ],
    [
      'a trigger waits five seconds',
      'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();\n',
      "SET lock_timeout = '5s';\nCREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();\nRESET lock_timeout;\n",
    ],
  ])('%s', async (_, text, after) => {
    const path = 'db/20260101000000_x.sql';
    expect(await rewritten('rambler', path, `-- rambler up\n${text}`)).toBe(`${path}:\n-- rambler up\n${after}`);
  });
});

describe('a fix of a rule of the repository', () => {
  const rule = (write: string, match = 'DROP TABLE {table}') => ({
    [RULES]: `version: 1
extends: []
rules:
  - id: no-drop
    operations: [drop_table]
    verdict: block
    message: drops
    fixes:
      - { title: rename it, match: '${match}', write: [${write.startsWith('{ ') ? write : `'${write}'`}] }
`,
  });
  const PATH = 'db/1_x.sql';
  const check = (more: Record<string, string>) =>
    checkPull(
      { ...config(), ...more },
      { ...config(), ...more, [PATH]: 'DROP TABLE shop."Old";\n' },
      { rewrite: true },
    );

  it('is offered if the file passes with it', async () => {
    const { findings, rewritten: files } = await check(rule('ALTER TABLE {table} RENAME TO unused'));
    expect(findings[0]?.fix?.title).toBe('rename it');
    expect(files).toEqual([
      { path: PATH, before: 'DROP TABLE shop."Old";\n', after: 'ALTER TABLE shop."Old" RENAME TO unused;\n' },
    ]);
  });

  it.each([
    ['the finding stays', 'DROP TABLE IF EXISTS {table}'],
    ['the file cannot be read', 'ALTER TABLE {table} RENAME TO "'],
  ])('is not offered if %s', async (_, write) => {
    const { findings, rewritten: files } = await check(rule(write));
    expect(findings.map(({ fix }) => fix)).toEqual([undefined]);
    expect(files).toEqual([]);
  });

  it.each([
    ['DROP {Table}', 'x', /`\{Table\}` is not `\{name\}`/],
    ['DROP TABLE {table}; SELECT 1', 'x', /`match`: a form of several statements needs `around`/],
    ['DROP [TABLE', 'x', /`\[` is not closed/],
    ['{table}', 'x', /must begin with a word/],
    ['DROP TABLE {table}', 'DROP {view}', /`write`: the form has no part `\{view\}`/],
    ['DROP TABLE {tables*}', '{ sql: x, each: names }', /`each`: the form has no list `\{names\*\}`/],
    ['DROP TABLE {tables...}', '{ sql: x, each: tables }', /`each`: the form has no list `\{tables\*\}`/],
  ])('is a mistake of the rule file: %s, %s', async (match, write, message) => {
    await expect(checkFiles({ ...config(), ...rule(write, match), [PATH]: 'SELECT 1;' })).rejects.toThrow(message);
  });
});

describe('what the command line says of fixes', () => {
  const path = 'db/20260101000000_x.sql';

  it.each<[string, MigrationTool | undefined, Files, readonly string[]]>([
    ['has no finding', 'rambler', { [path]: 'SELECT 1;\n' }, ['no findings to fix']],
    [
      'has findings of many kinds',
      'rambler',
      {
        [path]: `-- rambler up\n${INDEX};\nDROP TABLE customers;\nALTER TABLE orders ADD CHECK (total > 0);\n`,
        'db/20250101000002_old.sql': 'SELECT 1;\nCREATE INDEX old2 ON orders (id);\n',
      },
      [
        '1 of 4 findings has a fix; none for 1 in files that the base has and may have run, 1 of rules without a fix, 1 in a form that no fix knows',
      ],
    ],
    [
      'has no tool',
      undefined,
      { [path]: `${INDEX};\n` },
      ['no fix for 1 finding: 1 in files of which the migration `tool` is not configured'],
    ],
    [
      'has a tool that cannot run it',
      'supabase',
      { [path]: `${INDEX};\n` },
      ['no fix for 1 finding: 1 where the tool cannot run the fix, or has no free version for its files'],
    ],
    [
      'would have another finding',
      'prisma',
      { [PRISMA]: 'CREATE INDEX i ON logs (id);\n' },
      ['no fix for 1 finding: 1 in files that would not pass with the fix'],
    ],
  ])('if the change %s', async (_, tool, own, expected) => {
    const logs = 'CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day);\n';
    const before = {
      ...settings(tool),
      'db/20250101000000_first.sql': BASE + logs,
      'db/20250101000002_old.sql': 'SELECT 1;\n',
    };
    expect(fixSummary(await checkPull(before, { ...before, ...own }, { rewrite: true }))).toEqual(expected);
  });
});

describe('a search for fixes', () => {
  it('has those of a file whose drops a history answers, too', async () => {
    const history = await snapshotOf([{ sql: 'SELECT note FROM orders', calls: 8 }]);
    const before = { ...settings('goose'), 'db/20250101000000_first.sql': BASE, [HISTORY_FILE]: history };
    const text = `-- +goose NO TRANSACTION\n-- +goose Up\nALTER TABLE orders DROP COLUMN note;\n${INDEX};\n`;
    const { findings } = await checkPull(before, { ...before, 'db/20260101000000_a.sql': text }, { disk: NO_DISK });
    expect(findings.map(({ rule, message, fix }) => [rule, message.includes('8 calls'), fix !== undefined])).toEqual([
      ['no-drop-column', true, false],
      ['require-concurrent-index', false, true],
    ]);
  });

  it.each([
    ['of more than 250,000 characters', `-- ${'x'.repeat(250_000)}\n${INDEX};\n`],
    [
      'with more than 500 findings',
      Array.from({ length: 501 }, (_, n) => `CREATE INDEX i${n} ON orders (id);\n`).join(''),
    ],
    [
      'that needs more than 300 attempts',
      Array.from({ length: 301 }, (_, n) => `CREATE INDEX i${n} ON orders (id);\n`).join(''),
    ],
  ])('says that it left out a part of a file %s', async (_, sql) => {
    const before = { ...settings('goose'), 'db/20250101000000_first.sql': BASE };
    const changed = { ...before, 'db/20260101000000_a.sql': `-- +goose Up\n${sql}` };
    const { notices } = await checkPull(before, changed);
    expect(notices.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^fixes were not looked for everywhere/),
    );
  });
});
