import { describe, expect, test } from 'vitest';
import type { FileContext, Operation, OperationKind } from '../../src/model/index.ts';
import { read } from './read.ts';

/** The last operation of a kind in a file for PostgreSQL; by default, the first operation of its last statement. */
function last(sql: string, kind?: OperationKind, context?: FileContext): Operation {
  const { statements } = read('postgresql', sql, 'x.sql', context);
  const all = statements.flatMap(({ operations }) => operations);
  const operation = kind === undefined ? statements.at(-1)?.operations[0] : all.findLast((each) => each.kind === kind);
  if (!operation) throw new Error('no such operation');
  return operation;
}

describe('locks of tables that others use', () => {
  // The modes are those of pg_locks in PostgreSQL 15.
  test.each([
    'ALTER TABLE t ADD COLUMN a int',
    'ALTER TABLE t OWNER TO r',
    'ALTER TABLE t SET SCHEMA s',
    'ALTER TABLE t ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE t DISABLE TRIGGER g',
    'ALTER TABLE t ATTACH PARTITION p DEFAULT',
    'ALTER TABLE t DETACH PARTITION p',
    'CREATE INDEX ON t (a)',
    'DROP INDEX i',
    'CREATE POLICY p ON t USING (true)',
    'ALTER POLICY p ON t USING (true)',
    'DROP POLICY p ON t',
    'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()',
    'DROP TRIGGER g ON t',
    'CREATE RULE r AS ON INSERT TO t DO ALSO SELECT 1',
    'DROP RULE r ON t',
    'CREATE TABLE n (a int REFERENCES t)',
    'CREATE TABLE n PARTITION OF t DEFAULT',
    'CREATE OR REPLACE VIEW v AS SELECT 1',
    'ALTER VIEW v RENAME TO w',
    'DROP VIEW v',
    'DROP MATERIALIZED VIEW v',
    'REFRESH MATERIALIZED VIEW v',
    'REINDEX TABLE t',
    'CLUSTER t USING i',
    'VACUUM FULL t',
    'TRUNCATE t',
    'LOCK TABLE t',
    'DROP SCHEMA s CASCADE',
  ])('%s waits for others, and they wait for it', (sql) => {
    expect(last(sql).locksTable).toBe(true);
  });

  test.each([
    'CREATE TABLE n (a int)',
    'CREATE TABLE n (a int, b int REFERENCES n)',
    'CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE n (a int REFERENCES p)',
    'CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN b int',
    'CREATE VIEW v AS SELECT 1',
    'CREATE VIEW v AS SELECT 1; DROP VIEW v',
    'CREATE INDEX CONCURRENTLY ON t (a)',
    'DROP INDEX CONCURRENTLY i',
    'ALTER TABLE t VALIDATE CONSTRAINT c',
    'ALTER INDEX i RENAME TO j',
    'ALTER TYPE m RENAME TO n',
    'ALTER FUNCTION f() OWNER TO r',
    'DROP FUNCTION f()',
    'VACUUM t',
    'ANALYZE t',
    "COMMENT ON TABLE t IS 'x'",
    'GRANT SELECT ON t TO r',
    'INSERT INTO t VALUES (1)',
    'REFRESH MATERIALIZED VIEW CONCURRENTLY v',
    'LOCK TABLE t IN ROW EXCLUSIVE MODE',
  ])('%s blocks nothing that others use', (sql) => {
    expect(last(sql).locksTable).toBe(false);
  });

  test.each<[string, readonly string[]]>([
    ['CREATE TABLE n (a int REFERENCES t, b int REFERENCES s.u (id))', ['t', 's.u']],
    ['CREATE TABLE n (a int, FOREIGN KEY (a) REFERENCES t)', ['t']],
    ['CREATE TABLE n PARTITION OF t DEFAULT', ['t']],
    ['ALTER TABLE o ADD FOREIGN KEY (a) REFERENCES t NOT VALID', ['t']],
    ['CREATE TABLE t (id int); CREATE TABLE n (a int REFERENCES t)', []],
    ['CREATE TABLE IF NOT EXISTS t (id int); CREATE TABLE n (a int REFERENCES t)', ['t']],
    ['ALTER TABLE o ADD CHECK (a > 0)', []],
  ])('%s also locks %j', (sql, tables) => {
    expect(last(sql).lockedTables).toEqual(tables);
  });
});

describe('statements that PostgreSQL refuses in a transaction', () => {
  test.each([
    'VACUUM t',
    'VACUUM (ANALYZE) t',
    "ALTER SYSTEM SET work_mem = '1MB'",
    'CREATE DATABASE d',
    'DROP DATABASE IF EXISTS d',
    "CREATE TABLESPACE s LOCATION '/x'",
    'DROP TABLESPACE s',
    'REINDEX DATABASE d',
    'REINDEX (VERBOSE) SYSTEM d',
    'REINDEX SCHEMA s',
    'CLUSTER',
    'CLUSTER VERBOSE',
    'DISCARD ALL',
    'ALTER DATABASE d SET TABLESPACE s',
    "CREATE SUBSCRIPTION s CONNECTION 'x' PUBLICATION p",
    'ALTER SUBSCRIPTION s REFRESH PUBLICATION',
    'DO $$ BEGIN VACUUM t; END $$',
  ])('%s', (sql) => {
    const operations = read('postgresql', sql).statements.flatMap((statement) => statement.operations);
    expect(operations.some(({ refusedInTransaction }) => refusedInTransaction)).toBe(true);
  });

  test.each([
    'ANALYZE t',
    'REINDEX TABLE t',
    'REINDEX INDEX i',
    'CLUSTER t USING i',
    'DISCARD PLANS',
    "ALTER DATABASE d SET work_mem = '1MB'",
    "CREATE SUBSCRIPTION s CONNECTION 'x' PUBLICATION p WITH (create_slot = false)",
    'CHECKPOINT',
    'CREATE SCHEMA s',
  ])('not %s', (sql) => {
    const operations = read('postgresql', sql).statements.flatMap((statement) => statement.operations);
    expect(operations.some(({ refusedInTransaction }) => refusedInTransaction)).toBe(false);
  });
});

describe('domains', () => {
  test.each<[string, boolean]>([
    ['CREATE DOMAIN d AS int CHECK (VALUE > 0); ALTER TABLE t ADD COLUMN a d', true],
    ['CREATE DOMAIN d AS int NOT NULL; ALTER TABLE t ADD COLUMN a d DEFAULT 1', true],
    ['CREATE DOMAIN d AS int; ALTER DOMAIN d ADD CHECK (VALUE > 0); ALTER TABLE t ADD COLUMN a d', true],
    ['CREATE DOMAIN c AS int CHECK (VALUE > 0); CREATE DOMAIN d AS c; ALTER TABLE t ADD COLUMN a d', true],
    ['CREATE DOMAIN d AS int; ALTER TABLE t ADD COLUMN a d', false],
    ['CREATE DOMAIN d AS int DEFAULT 1; ALTER TABLE t ADD COLUMN a d', false],
    ['CREATE DOMAIN d AS int CHECK (VALUE > 0); ALTER TABLE t ADD COLUMN a int', false],
  ])('%s: the new column is checked: %s', (sql, checked) => {
    expect(last(sql).checkedDomain).toBe(checked);
  });

  test('a column gets the default of its domain, unless it has its own', () => {
    const domain = 'CREATE DOMAIN d AS uuid DEFAULT gen_random_uuid();';
    expect(last(`${domain} ALTER TABLE t ADD COLUMN a d`)).toMatchObject({ defaultKind: 'volatile', hasDefault: true });
    expect(last(`${domain} ALTER TABLE t ADD COLUMN a d DEFAULT NULL`).defaultKind).toBe('constant');
  });

  test.each<[string, OperationKind, Partial<Operation>]>([
    ['ALTER DOMAIN d SET NOT NULL', 'add_constraint', { constraintType: 'not_null', checkedDomain: true }],
    ['ALTER DOMAIN d VALIDATE CONSTRAINT c', 'validate_constraint', { constraint: 'c', checkedDomain: true }],
    ['ALTER DOMAIN d ADD CHECK (VALUE > 0) NOT VALID', 'add_constraint', { notValid: true, checkedDomain: true }],
    ['ALTER DOMAIN d DROP NOT NULL', 'alter_type', { checkedDomain: false }],
    ['ALTER DOMAIN d SET DEFAULT 1', 'alter_type', { checkedDomain: false }],
  ])('%s is %s', (sql, kind, facts) => {
    expect(last(sql)).toMatchObject({ kind, ...facts });
  });
});

describe('functions of the file that are not volatile', () => {
  const define = (options: string) => `CREATE FUNCTION f() RETURNS int ${options} LANGUAGE sql AS 'SELECT 1';`;
  const ADD = 'ALTER TABLE t ADD COLUMN a int DEFAULT f()';
  test.each([
    `${define('IMMUTABLE')} ${ADD}`,
    `${define('STABLE')} ${ADD} + abs(-1)`,
    "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1' IMMUTABLE; ALTER TABLE t ADD COLUMN a int DEFAULT public.f()",
  ])('the default is stable: %s', (sql) => {
    expect(last(sql).defaultKind).toBe('stable');
  });

  test.each([
    `${define('')} ${ADD}`,
    `${define('VOLATILE')} ${ADD}`,
    `${define('IMMUTABLE')} ${ADD} + random()::int`,
    `${define('IMMUTABLE')} ALTER TABLE t ADD COLUMN a int DEFAULT g()`,
    `${define('IMMUTABLE')} ALTER FUNCTION f() VOLATILE; ${ADD}`,
    `${define('IMMUTABLE')} DROP FUNCTION f(); ${ADD}`,
    `${define('IMMUTABLE')} CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql AS 'SELECT 1'; ${ADD}`,
    `${define('IMMUTABLE')} ALTER TABLE t ADD COLUMN a serial`,
    `DO $$ BEGIN ${define('IMMUTABLE').replaceAll("'", "''")} END $$; ${ADD}`,
    `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1 /* IMMUTABLE */'; ${ADD}`,
  ])('the default is volatile: %s', (sql) => {
    expect(last(sql).defaultKind).toBe('volatile');
  });
});

describe('rows of tables', () => {
  test.each<[string, boolean]>([
    ['DELETE FROM t; ALTER TABLE t ADD COLUMN a int NOT NULL', true],
    ['DELETE FROM t WHERE true; ALTER TABLE t ADD COLUMN a int NOT NULL', true],
    ['TRUNCATE s, t; ALTER TABLE t ADD COLUMN a int NOT NULL', true],
    ['DELETE FROM t WHERE id > 5; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DELETE FROM s; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DELETE FROM s.t; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DELETE FROM t; INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['BEGIN; DELETE FROM t; ROLLBACK; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DO $$ BEGIN IF x THEN DELETE FROM t; END IF; END $$; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DELETE FROM t; CALL fill(); ALTER TABLE t ADD COLUMN a int NOT NULL', false],
    ['DELETE FROM t; ALTER TABLE u RENAME TO t; ALTER TABLE t ADD COLUMN a int NOT NULL', false],
  ])('%s: the table is empty: %s', (sql, emptied) => {
    expect(last(sql).tableEmptied).toBe(emptied);
  });

  const KEY = 'ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u';
  test.each<[string, boolean]>([
    [`CREATE TABLE t (a int); INSERT INTO t SELECT a FROM s; ${KEY}`, true],
    [`CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 9); ${KEY}`, true],
    [`CREATE TABLE t AS SELECT a FROM s; ${KEY}`, true],
    [`CREATE TABLE t (a int); COPY t FROM '/x'; ${KEY}`, true],
    [`CREATE TABLE t (a int); INSERT INTO t VALUES (1), (2); ${KEY}`, false],
    [`CREATE TABLE t (a int); ${KEY}`, false],
    [`CREATE TABLE t (a int); INSERT INTO t SELECT a FROM s; TRUNCATE t; ${KEY}`, false],
  ])('%s: the new table was filled: %s', (sql, filled) => {
    expect(last(sql).tableFilledHere).toBe(filled);
  });
});

describe('partitioned tables', () => {
  const PARENT = 'CREATE TABLE p (a int) PARTITION BY RANGE (a);';
  test.each<[string, boolean]>([
    [`${PARENT} CREATE INDEX ON p (a)`, true],
    ['CREATE TABLE c PARTITION OF p DEFAULT; CREATE INDEX ON p (a)', true],
    ['ALTER TABLE p ATTACH PARTITION c DEFAULT; ALTER TABLE p ADD CHECK (a > 0)', true],
    [`${PARENT} CREATE TABLE c PARTITION OF p DEFAULT; CREATE INDEX ON c (a)`, false],
    [`${PARENT} DROP TABLE p; CREATE INDEX ON p (a)`, false],
    ['CREATE TABLE p AS SELECT row_number() OVER (PARTITION BY a) FROM s; CREATE INDEX ON p (a)', false],
  ])('%s: %s', (sql, partitioned) => {
    expect(last(sql).partitioned).toBe(partitioned);
  });

  const BOUNDS = "FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')";
  const check = (condition: string, rest = '') =>
    `ALTER TABLE c ADD CONSTRAINT k CHECK (${condition})${rest}; ALTER TABLE p ATTACH PARTITION c ${BOUNDS}`;
  const FITS = "day >= '2027-01-01' AND day < '2028-01-01' AND day IS NOT NULL";
  // As PostgreSQL 15 says with client_min_messages = debug1.
  test.each([
    check(FITS),
    check(FITS, ' NOT VALID; ALTER TABLE c VALIDATE CONSTRAINT k'),
    check("(day IS NOT NULL) AND ((day >= DATE '2027-01-01') AND (day < '2028-01-01'::date))"),
    check("day >= '2027-01-01' AND day < '2028-01-01'", ', ALTER COLUMN day SET NOT NULL'),
    "ALTER TABLE c ADD CHECK (r IN ('a', 'b') AND r IS NOT NULL); ALTER TABLE p ATTACH PARTITION c FOR VALUES IN ('b', 'a')",
  ])('PostgreSQL reads no rows for the last statement: %s', (sql) => {
    expect(last(sql, 'attach_partition').boundsChecked).toBe(true);
  });

  test.each([
    check(FITS, ' NOT VALID'),
    check("day >= '2027-01-01' AND day < '2028-01-01'"),
    check(FITS.replace('2028', '2029')),
    check(FITS.replace('<', '<=')),
    check(`${FITS} OR a`),
    check(FITS, '; ALTER TABLE c DROP CONSTRAINT k'),
    check(FITS, '; ALTER TABLE c ALTER COLUMN day DROP NOT NULL'),
    check(FITS, '; ALTER TABLE c RENAME COLUMN day TO d'),
    check(FITS).replace('TABLE c ADD', 'TABLE d ADD'),
    check("day >= '2027-01-01' AND d < '2028-01-01' AND day IS NOT NULL"),
    `ALTER TABLE c ADD CONSTRAINT k CHECK (${FITS}); ALTER TABLE p ATTACH PARTITION c DEFAULT`,
    "ALTER TABLE c ADD CHECK (r IN ('a', 'c') AND r IS NOT NULL); ALTER TABLE p ATTACH PARTITION c FOR VALUES IN ('a', 'b')",
  ])('PostgreSQL may read the rows for the last statement: %s', (sql) => {
    expect(last(sql, 'attach_partition').boundsChecked).toBe(false);
  });
});

describe('bodies that the file only defines', () => {
  const FILL =
    'CREATE FUNCTION fill() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET a = 1 WHERE id > 0; END $$;';
  test.each<[string, boolean]>([
    [FILL, true],
    [`${FILL} CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION fill();`, true],
    [`${FILL} GRANT EXECUTE ON FUNCTION fill() TO r;`, true],
    [`${FILL} SELECT fill();`, false],
    [`${FILL} SELECT public.fill();`, false],
    [`${FILL} DO $$ BEGIN PERFORM fill(); END $$;`, false],
    ['CREATE RULE r AS ON INSERT TO s DO ALSO UPDATE t SET a = 1 WHERE id > 0;', true],
    ['DO $$ BEGIN UPDATE t SET a = 1 WHERE id > 0; END $$;', false],
  ])('%s: %s', (sql, only) => {
    expect(last(sql, 'update').onlyDefined).toBe(only);
  });
});

describe('replacements', () => {
  test.each<[string, boolean]>([
    ['ALTER TABLE t DROP CONSTRAINT t_a_fkey, ADD CONSTRAINT t_a_fkey FOREIGN KEY (a) REFERENCES u NOT VALID', true],
    ['ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u; ALTER TABLE t DROP CONSTRAINT t_a_fkey', true],
    ['ALTER TABLE t DROP CONSTRAINT t_pkey; ALTER TABLE t ADD PRIMARY KEY (b)', true],
    ['CREATE UNIQUE INDEX i ON t (a); ALTER TABLE t DROP CONSTRAINT t_a_key', true],
    ['ALTER TABLE t ALTER COLUMN a SET NOT NULL; ALTER TABLE t DROP CONSTRAINT t_a_check', true],
    ['ALTER TABLE p ATTACH PARTITION t DEFAULT; ALTER TABLE t DROP CONSTRAINT bounds', true],
    ['ALTER TABLE t DROP CONSTRAINT t_user_id_fkey; ALTER TABLE t DROP COLUMN user_id', true],
    ['ALTER TABLE t DROP CONSTRAINT t_user_id_fkey; DROP TABLE accounts', false],
    ['ALTER TABLE t DROP CONSTRAINT t_users_fkey; DROP TABLE users', true],
    ['ALTER TABLE t DROP CONSTRAINT t_a_fkey', false],
    ['ALTER TABLE t DROP CONSTRAINT t_a_fkey; ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)', false],
    ['ALTER TABLE t DROP CONSTRAINT t_a_fkey; ALTER TABLE u ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES v', false],
    ['ALTER TABLE t ALTER COLUMN b SET NOT NULL; ALTER TABLE t DROP CONSTRAINT t_a_fkey', false],
  ])('%s: the dropped constraint has one: %s', (sql, recreated) => {
    expect(last(sql, 'drop_constraint').recreated).toBe(recreated);
  });

  test.each<[string, Partial<Operation>]>([
    ['DROP INDEX CONCURRENTLY t_a_idx; CREATE INDEX t_a_b_idx ON t (a, b)', { recreated: true, indexGap: true }],
    ['DROP INDEX t_a_idx; CREATE INDEX CONCURRENTLY t_a_idx ON t (a)', { recreated: true, indexGap: true }],
    ['DROP INDEX t_a_idx; CREATE INDEX t_a_idx ON t (a)', { recreated: true, indexGap: false }],
    ['DROP INDEX CONCURRENTLY IF EXISTS t_a_idx; CREATE INDEX CONCURRENTLY t_a_idx ON t (a)', { indexGap: false }],
    ['CREATE INDEX t_a_b_idx ON t (a, b); DROP INDEX t_a_idx', { recreated: true, indexGap: false }],
    ['DROP INDEX t_a_idx; CREATE INDEX t_b_a_idx ON t (b, a)', { recreated: false, indexGap: false }],
    ['DROP INDEX u_a_idx; CREATE INDEX t_a_idx ON t (a)', { recreated: false, indexGap: false }],
    ['DROP INDEX t_a_key', { unique: true, recreated: false }],
    ['DROP INDEX t_a_key; CREATE INDEX t_a_idx ON t (a)', { unique: true, recreated: false }],
    ['DROP INDEX t_a_b_key; CREATE UNIQUE INDEX t_a_key ON t (a)', { unique: true, recreated: true }],
    ['DROP INDEX "T_userId_key"; ALTER TABLE "T" DROP COLUMN "userId"', { unique: true, recreated: true }],
    ['DROP INDEX t_a_idx', { unique: false, recreated: false }],
  ])('%s: %j', (sql, facts) => {
    expect(last(sql, 'drop_index')).toMatchObject(facts);
  });

  test.each<[string, boolean]>([
    ['BEGIN; DROP INDEX t_a_idx; ALTER TABLE t DROP COLUMN a; COMMIT', true],
    ['BEGIN; ALTER TABLE t ADD COLUMN b int; DROP INDEX idx_t_a; COMMIT', true],
    ['BEGIN; ALTER TABLE "Order" ADD PRIMARY KEY (a); DROP INDEX "Order_a_idx"; COMMIT', true],
    ['BEGIN; DROP INDEX t_a_idx; ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u; COMMIT', false],
    ['BEGIN; DROP INDEX t_a_idx; ALTER TABLE a ADD COLUMN b int; COMMIT', false],
    ['BEGIN; DROP INDEX u_t_idx; ALTER TABLE t ADD COLUMN b int; COMMIT', false],
    ['BEGIN; DROP INDEX t_a_idx; COMMIT; ALTER TABLE t ADD COLUMN b int', false],
    ['BEGIN; DROP INDEX t_a_idx; COMMIT; BEGIN; ALTER TABLE t ADD COLUMN b int; COMMIT', false],
    ['BEGIN; DROP INDEX t_a_idx; COMMIT AND CHAIN; ALTER TABLE t ADD COLUMN b int; COMMIT', false],
    ['BEGIN; DROP INDEX t_a_idx; SELEC 1; ALTER TABLE t ADD COLUMN b int; COMMIT', false],
    ['DROP INDEX t_a_idx; ALTER TABLE t ADD COLUMN b int', false],
  ])('%s: the transaction locks the table for something else: %s', (sql, lockRepeated) => {
    expect(last(sql, 'drop_index').lockRepeated).toBe(lockRepeated);
  });

  test.each<[string, string, boolean]>([
    ['order_items', 'orders', false],
    ['orders', 'orders', true],
    ['orders', 'order_items', false],
  ])('an index that the base creates on %s, with a change of %s: the same lock: %s', (table, changed, lockRepeated) => {
    const sql = `BEGIN; DROP INDEX order_items_x; ALTER TABLE ${changed} ADD COLUMN a int; COMMIT`;
    const context = { tables: [], indexes: [{ name: 'order_items_x', table }] };
    const { statements } = read('postgresql', sql, undefined, context);
    const drop = statements.flatMap(({ operations }) => operations).find(({ kind }) => kind === 'drop_index');
    expect(drop?.lockRepeated).toBe(lockRepeated);
  });

  test.each<[string, Operation['kind'], boolean]>([
    ['DROP INDEX t_a_idx; DROP TABLE t', 'drop_index', true],
    ['DROP INDEX public.t_a_idx; SELECT 1; DROP TABLE public.t', 'drop_index', true],
    ['DROP TRIGGER a ON t; DROP TABLE t', 'drop_trigger', true],
    ['DROP POLICY a ON t; DROP POLICY b ON t; DROP TABLE u, t', 'drop_policy', true],
    ['DROP POLICY a ON t; DROP TABLE t; CREATE TABLE n (a int)', 'drop_policy', true],
    ['DROP POLICY a ON t; DROP TABLE t; CREATE TABLE t (a int)', 'drop_policy', false],
    ['DROP TABLE t; DROP INDEX t_a_idx', 'drop_index', false],
    ['DROP INDEX u_a_idx; DROP TABLE t', 'drop_index', false],
    ['DROP TRIGGER a ON t; DROP TABLE u', 'drop_trigger', false],
    ['DROP POLICY a ON s.t; DROP TABLE t', 'drop_policy', false],
    ['DROP POLICY a ON t; SET search_path = s; DROP TABLE t', 'drop_policy', false],
    ['DROP POLICY a ON t; DO $$ BEGIN IF x THEN DROP TABLE t; END IF; END $$', 'drop_policy', false],
    ['DROP POLICY a ON t; SELEC 1; DROP TABLE t', 'drop_policy', false],
    ['BEGIN; DROP POLICY a ON t; ROLLBACK; DROP TABLE t', 'drop_policy', false],
    [
      'DROP POLICY a ON t; CREATE TABLE n (a int); INSERT INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t',
      'drop_policy',
      false,
    ],
  ])('%s: the file drops the table of the %s: %s', (sql, kind, tableDroppedHere) => {
    expect(last(sql, kind).tableDroppedHere).toBe(tableDroppedHere);
  });
});
