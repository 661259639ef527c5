import { describe, expect, it } from 'vitest';
import { proposeDialect, unreadDatabase } from '../../../src/repository/migrations/dialect-proposal.ts';

describe('the proposed dialect', () => {
  it.each([
    [
      'of a function body in dollar quotes is PostgreSQL',
      'create function f() returns int as $$ select 1 $$;',
      'postgresql',
    ],
    ['of names in backticks is MySQL', 'CREATE TABLE `a` (`b` int);', 'mysql'],
    [
      'ignores backticks in line comments',
      'create table a (b jsonb); -- one of `day`, `week`, or `month`\n-- `year` too',
      'postgresql',
    ],
    ['is that of the SQL before a comment on the same line', 'CREATE TABLE `a` (b int); -- a JSONB, one day', 'mysql'],
    [
      'of names in backticks beside a word that only SQLite has is SQLite',
      'CREATE TABLE `a` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `b` TEXT);',
      'sqlite',
    ],
    [
      'of names in backticks and in double quotes is SQLite',
      'CREATE TABLE IF NOT EXISTS "a" (`b` TEXT, `c` TEXT);',
      'sqlite',
    ],
    [
      'of names in backticks beside words that only MySQL and only SQLite have is MySQL',
      'PRAGMA foreign_keys = ON; CREATE TABLE "a" (`b` int) ENGINE=InnoDB;',
      'mysql',
    ],
    ['of strings in double quotes beside names in backticks is MySQL', 'INSERT INTO `a` VALUES ("b");', 'mysql'],
    ['is not known from comments alone', '-- a `name`\nselect 1', undefined],
  ] as const)('%s', (_, text, dialect) => {
    expect(proposeDialect(text)).toBe(dialect);
  });
});

describe('a database that is not read', () => {
  it.each([
    ['CREATE TABLE t ON CLUSTER main (id Int64)', 'clickhouse'],
    ["CREATE TABLE t ON CLUSTER '{cluster}' (id Int64)", 'clickhouse'],
    ['CREATE INDEX i ON cluster (name)', undefined],
    ['CREATE INDEX i ON cluster USING btree (name)', undefined],
  ])('is known from %s: %s', (text, database) => {
    expect(unreadDatabase(text)).toBe(database);
  });
});
