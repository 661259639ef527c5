import { describe, expect, test } from 'vitest';
import { lex } from '../../../src/sql/text/lexer/index.ts';
import { T } from '../../../src/sql/text/tokens.ts';
import { filterOf, operationsOf, unreadableOf } from '../read.ts';

/** The strings of a text that are read as names. */
function names(sql: string): string[] {
  const tokens = lex(sql, 'sqlite');
  return Array.from({ length: tokens.length }, (_, at) => at)
    .filter((at) => tokens.kind(at) === T.quoted && tokens.raw(at).startsWith("'"))
    .map((at) => tokens.raw(at).slice(1, -1));
}

// Each accepted by SQLite 3.40, which takes n1, n2 for names and the other strings for values.
describe('a string of SQLite that stands where only a name may', () => {
  test.each<[sql: string, names: string]>([
    ["DELETE FROM 'n1'", 'n1'],
    ["DELETE FROM 'n1' WHERE a = 'x'", 'n1'],
    ["DELETE FROM t WHERE 'x' = 1", ''],
    ["DELETE FROM t WHERE id IS NOT DISTINCT FROM 'x'", ''],
    ["DELETE FROM t WHERE id IN ('x', 'y')", ''],
    ["DELETE FROM t WHERE id IN (SELECT a FROM 'n1')", 'n1'],
    ["UPDATE 'n1' SET 'n2' = 'x', 'n3' = 'y' WHERE 'z' = a", 'n1 n2 n3'],
    ["UPDATE OR IGNORE 'n1' SET ('n2', 'n3') = ('x', 'y')", 'n1 n2 n3'],
    ["UPDATE t SET a = 'x' = 'y', b = 'z'", ''],
    ["INSERT INTO 'n1'('n2', 'n3') VALUES ('x', 'y'), ('z', 'z')", 'n1 n2 n3'],
    ["INSERT INTO 'n1'.'n2' SELECT 'x', 'y' FROM 'n3', 'n4'", 'n1 n2 n3 n4'],
    ["INSERT INTO t VALUES ('x') ON CONFLICT DO UPDATE SET 'n1' = 'y'", 'n1'],
    ["REPLACE INTO 'n1' VALUES ('x')", 'n1'],
    [
      "CREATE TABLE IF NOT EXISTS 'n1'('n2' text DEFAULT 'x' CHECK ('y' <> 'z'), CONSTRAINT 'n3' PRIMARY KEY ('n2'))",
      'n1 n2 n3 n2',
    ],
    ["CREATE TABLE t (a REFERENCES 'n1'('n2'), FOREIGN KEY ('n3') REFERENCES n ('n4'))", 'n1 n2 n3 n4'],
    ["CREATE UNIQUE INDEX 'n1' ON 'n2' ('n3', 'n4' DESC, a || 'x')", 'n1 n2 n3 n4'],
    ["CREATE TRIGGER 'n1' AFTER UPDATE OF 'n2', 'n3' ON 'n4' BEGIN DELETE FROM 'n5'; END", 'n1 n2 n3 n4 n5'],
    ["CREATE VIEW 'n1' AS SELECT 'x' FROM a JOIN 'n2' ON 'y' = a.b", 'n1 n2'],
    ["ALTER TABLE 'n1' ADD COLUMN 'n2' text DEFAULT 'x'", 'n1 n2'],
    ["ALTER TABLE 'n1' RENAME 'n2' TO 'n3'", 'n1 n2 n3'],
    ["ALTER TABLE 'n1' DROP 'n2'", 'n1 n2'],
    ["DROP TABLE IF EXISTS 'n1'", 'n1'],
    ["VACUUM INTO 'x'", ''],
    ["SELECT 'x', 'y' FROM t JOIN u USING ('n1')", 'n1'],
    ["SELECT 'n1'.a FROM 'n1'", 'n1 n1'],
  ])('%s', (sql, expected) => {
    expect(names(sql).join(' ')).toBe(expected);
  });

  test.each<[sql: string, ...operations: string[]]>([
    ["DELETE FROM 'users'", 'delete users none'],
    ["DELETE FROM 'main'.'users'", 'delete main.users none'],
    ["DELETE FROM 'Users' WHERE id = 1", 'delete users conditional'],
    ["UPDATE 'users' SET 'a' = 1", 'update users none'],
    ["UPDATE 'users' SET 'a' = 1 WHERE id = 3", 'update users conditional'],
    ["DROP TABLE 'users'", 'drop_table users'],
    ["ALTER TABLE 'users' DROP COLUMN 'a'", 'drop_column users'],
    ["CREATE TABLE 'a'('b' integer); DROP TABLE a", 'create_table a', 'drop_table a +createdHere'],
  ])('is that name in %s', (sql, ...operations) => {
    expect(operationsOf('sqlite', sql)).toEqual(operations);
    expect(unreadableOf('sqlite', sql)).toEqual([]);
  });

  test('stays a value in a condition', () => {
    expect(filterOf('sqlite', "DELETE FROM users WHERE 'id' = 'id'")).toBe('always_true');
  });
});

test.each(['mysql', 'mariadb'] as const)(
  '%s: a text for a table, which the server may have as a name, has no name',
  (dialect) => {
    expect(operationsOf(dialect, `DELETE FROM "users"`)).toEqual(['delete filter?']);
    expect(operationsOf(dialect, `INSERT INTO "users" VALUES (1)`)).toEqual(['insert']);
  },
);
