import { describe, expect, test } from 'vitest';
import type { Dialect, Operation } from '../../src/model/index.ts';
import { read } from './read.ts';

function last(dialect: Dialect, sql: string): Operation {
  const operation = read(dialect, sql).statements.at(-1)?.operations.at(-1);
  if (!operation) throw new Error('no operation');
  return operation;
}

const NEW = 'CREATE TABLE u (id int PRIMARY KEY);';
const KEY = 'ALTER TABLE orders ADD FOREIGN KEY (a) REFERENCES u (id)';

describe('a new table that rows of an older one refer to', () => {
  test.each<[Dialect, string]>([
    ['postgresql', `${NEW} ${KEY} ON DELETE CASCADE; DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY} ON DELETE SET NULL NOT VALID; DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY} ON DELETE SET DEFAULT; DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY} ON UPDATE CASCADE; UPDATE u SET id = 1`],
    ['postgresql', `${NEW} ${KEY}; TRUNCATE u CASCADE`],
    ['postgresql', `${NEW} ALTER TABLE orders ADD a int REFERENCES u ON DELETE CASCADE; DELETE FROM u`],
    ['mysql', `${NEW} ${KEY} ON DELETE CASCADE; REPLACE INTO u VALUES (1)`],
    [
      'transactsql',
      `${NEW} ALTER TABLE dbo.orders ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id) ON DELETE CASCADE; DELETE FROM u`,
    ],
    [
      'sqlite',
      `${NEW} CREATE TABLE n (a REFERENCES u ON DELETE CASCADE); ALTER TABLE n RENAME TO orders; DELETE FROM u`,
    ],
  ])('is not spared: %s: %s', (dialect, sql) => {
    expect(last(dialect, sql)).toMatchObject({ createdHere: false });
  });

  test.each<[Dialect, string]>([
    ['postgresql', `${NEW} DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY}; DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY} ON DELETE RESTRICT; DELETE FROM u`],
    ['postgresql', `${NEW} ${KEY} ON DELETE CASCADE; UPDATE u SET id = 1`],
    ['postgresql', `${NEW} ${KEY} ON DELETE CASCADE; DROP TABLE u`],
    ['postgresql', `${NEW} ${KEY}; TRUNCATE u`],
    ['postgresql', `${NEW} CREATE TABLE orders (a int REFERENCES u ON DELETE CASCADE); DELETE FROM u`],
    ['postgresql', `${NEW} CREATE TABLE orders (a int); ${KEY} ON DELETE CASCADE; DELETE FROM u`],
    ['postgresql', `${NEW} ALTER TABLE orders ADD FOREIGN KEY (a) REFERENCES v ON DELETE CASCADE; DELETE FROM u`],
    ['mysql', `${NEW} ${KEY}; REPLACE INTO u VALUES (1)`],
  ])('is spared if no older row changes: %s: %s', (dialect, sql) => {
    expect(last(dialect, sql)).toMatchObject({ createdHere: true });
  });

  test('has an index that locks no older table', () => {
    const sql = `${NEW} ${KEY} ON DELETE CASCADE; CREATE INDEX i ON u (id)`;
    expect(last('postgresql', sql)).toMatchObject({ tableCreatedHere: true });
  });
});

describe('an extension that takes in older objects', () => {
  test.each<[string, boolean]>([
    ['CREATE EXTENSION e; ALTER EXTENSION e ADD TABLE users; DROP EXTENSION e', true],
    ['CREATE EXTENSION e; ALTER EXTENSION e ADD SCHEMA public; DROP EXTENSION IF EXISTS e', true],
    ['ALTER EXTENSION e ADD TABLE users; DROP EXTENSION e', true],
    ['CREATE EXTENSION e; ALTER EXTENSION e UPDATE; DROP EXTENSION e', false],
    ['CREATE EXTENSION e; ALTER EXTENSION f ADD TABLE users; DROP EXTENSION e', false],
    ['DROP EXTENSION e', false],
  ])('is dropped with them: %s: %s', (sql, cascade) => {
    expect(last('postgresql', sql)).toMatchObject({ kind: 'drop_extension', cascade });
  });
});

describe('a temporary table', () => {
  test.each<[string, boolean]>([
    ['CREATE TEMP TABLE users (id int); DELETE FROM users', true],
    ['SET search_path = public, pg_temp; CREATE TEMP TABLE users (id int); DELETE FROM users', false],
    ['SET search_path = public; CREATE TEMP TABLE users (id int); DELETE FROM users', true],
    ["CREATE TEMP TABLE users (id int); CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'DELETE FROM users'", false],
  ])('hides the real one only if it comes first on the search path: %s: %s', (sql, temporary) => {
    expect(last('postgresql', sql)).toMatchObject({ kind: 'delete', temporary });
  });
});

describe('MySQL after USE mysql', () => {
  test.each<[string, string]>([
    ['USE mysql; UPDATE user SET a = 1 WHERE b = 2', 'mysql'],
    ['USE mysql; INSERT INTO plugin VALUES (1)', 'mysql'],
    ['USE mysql; CREATE TEMPORARY TABLE user (id int); DELETE FROM user', ''],
    ['USE mysql; UPDATE shop.user SET a = 1 WHERE b = 2', 'shop'],
    ['USE mysql; USE shop; UPDATE user SET a = 1 WHERE b = 2', ''],
    ['USE shop; UPDATE user SET a = 1 WHERE b = 2', ''],
  ])('writes to the schema of the server: %s: `%s`', (sql, schema) => {
    expect(last('mysql', sql).target).toMatchObject({ schema });
  });
});
