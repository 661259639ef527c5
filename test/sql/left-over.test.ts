import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { unreadableOf } from './read.ts';

const WITH_SEPARATORS: readonly Dialect[] = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'cockroachdb', 'redshift'];

/** Two statements. Without a separator between them a server refuses both, and a client with another delimiter runs both. */
const PAIRS: readonly (readonly [first: string, second: string])[] = [
  ['DROP VIEW v', 'DROP TABLE users'],
  ['INSERT INTO t VALUES (1)', 'DROP TABLE users'],
  ['INSERT INTO t VALUES (1)', 'DELETE FROM users'],
  ['CREATE TABLE a (id int)', 'DROP TABLE users'],
  ['CREATE TABLE a (id int)', 'TRUNCATE TABLE users'],
  ['UPDATE t SET a = 1 WHERE id = 2', 'UPDATE users SET admin = true'],
  ['UPDATE t SET a = 1 WHERE id = 2', 'ALTER TABLE users DROP COLUMN name'],
  ['DELETE FROM t WHERE id = 2', 'CREATE TABLE b (id int)'],
  ['DROP TABLE a', 'INSERT INTO users VALUES (1)'],
  ['DROP TABLE a', 'SELECT f()'],
  ['GRANT SELECT ON t TO u', 'DROP TABLE users'],
  ['WITH c AS (SELECT 1) SELECT * FROM c', 'DROP TABLE users'],
];

/** Of some dialects. */
const PAIRS_IN: readonly (readonly [Dialect, first: string, second: string])[] = [
  ['mysql', 'SET @x = 1', 'DROP TABLE users'],
  ['mysql', 'CALL p() $$', 'DROP TABLE users'],
  ['mysql', 'DROP PROCEDURE IF EXISTS p //', 'DROP TABLE users'],
  ['mysql', 'RENAME TABLE a TO b', 'DROP DATABASE shop'],
  ['mariadb', 'ALTER TABLE a ADD COLUMN b int', 'DROP TABLE users'],
  ['sqlite', 'PRAGMA foreign_keys=OFF', 'DROP TABLE users'],
  ['sqlite', 'INSERT OR REPLACE INTO a VALUES (1)', 'INSERT OR IGNORE INTO users VALUES (1)'],
];

/** Words that begin a statement elsewhere are a part of these. */
const WHOLE: readonly (readonly [Dialect, string])[] = [
  ['mysql', 'CREATE TABLE a (id int REFERENCES b (id) ON DELETE CASCADE ON UPDATE SET NULL)'],
  [
    'mysql',
    'ALTER TABLE a DROP COLUMN b, DROP INDEX c, DROP PRIMARY KEY, RENAME COLUMN d TO e, ALTER COLUMN f DROP DEFAULT',
  ],
  ['mysql', 'ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES d (id) ON DELETE SET NULL ON UPDATE CASCADE'],
  ['mysql', 'ALTER TABLE a TRUNCATE PARTITION p0'],
  ['mysql', 'INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 1'],
  ['mysql', 'INSERT INTO t SELECT * FROM s FOR UPDATE'],
  ['mysql', 'INSERT INTO t WITH c AS (SELECT 1 AS a) SELECT * FROM c'],
  ['mysql', 'CREATE TABLE a (id int) SELECT 1 AS id'],
  ['mysql', 'CREATE TABLE a REPLACE SELECT 1 AS id'],
  ['mysql', 'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM log WHERE at < now()'],
  ['mysql', 'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW INSERT INTO log VALUES (1)'],
  ['mysql', 'CREATE PROCEDURE p() DELETE FROM log WHERE id = 1'],
  ['mysql', 'GRANT CREATE VIEW, DROP ROLE, ALTER ROUTINE, CREATE USER, DELETE, SELECT ON *.* TO u'],
  ['mysql', 'REVOKE CREATE VIEW, DROP, ALTER ON shop.* FROM u'],
  ['mysql', 'SHOW CREATE TABLE a'],
  ['mysql', 'EXPLAIN DELETE FROM t WHERE id = 1'],
  ['mariadb', 'SET STATEMENT max_statement_time = 1 FOR DELETE FROM t WHERE id = 1'],
  ['mariadb', 'CREATE OR REPLACE TABLE a (id int)'],
  ['sqlite', 'INSERT OR REPLACE INTO t VALUES (1)'],
  ['sqlite', 'INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1'],
  [
    'sqlite',
    'CREATE TRIGGER g AFTER DELETE ON t BEGIN DELETE FROM u WHERE id = old.id; INSERT INTO log VALUES (1); END',
  ],
  ['sqlite', 'EXPLAIN QUERY PLAN DELETE FROM t WHERE id = 1'],
  ['postgresql', 'CREATE RULE r AS ON DELETE TO v DO INSTEAD DELETE FROM t WHERE id = old.id'],
  ['postgresql', 'CREATE SCHEMA s CREATE TABLE a (id int) GRANT SELECT ON a TO u'],
  [
    'postgresql',
    'MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT VALUES (1)',
  ],
  ['cockroachdb', 'PREPARE p AS DELETE FROM t WHERE id = $1'],
  ['cockroachdb', 'ALTER TABLE t SPLIT AT SELECT id FROM s'],
  ['redshift', 'ALTER DEFAULT PRIVILEGES IN SCHEMA s GRANT SELECT, DROP ON TABLES TO GROUP g'],
  [
    'redshift',
    "CREATE EXTERNAL SCHEMA s FROM DATA CATALOG DATABASE 'd' IAM_ROLE 'r' CREATE EXTERNAL DATABASE IF NOT EXISTS",
  ],
  ['transactsql', 'INSERT INTO t VALUES (1)\nDELETE FROM users WHERE id = 1'],
];

const isRead = (dialect: Dialect, sql: string) => unreadableOf(dialect, sql).length === 0;

describe('two statements without a separator are unknown', () => {
  const rows = [
    ...WITH_SEPARATORS.flatMap((dialect) => PAIRS.map(([first, second]) => [dialect, first, second] as const)),
    ...PAIRS_IN,
  ];
  test.each(rows)('%s: %s %s', (dialect, first, second) => {
    expect(isRead(dialect, `${first}\n${second}`)).toBe(false);
    expect(isRead(dialect, `${first.replace(/ (?:\$\$|\/\/)$/, '')};\n${second}`)).toBe(true);
  });
});

describe('one statement that holds a word with which others begin is read', () => {
  test.each(WHOLE)('%s: %s', (dialect, sql) => expect(isRead(dialect, sql)).toBe(true));
});
