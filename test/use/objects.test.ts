import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { type Counted, counted, type Ran, ran } from './counted.ts';

// What a migration that drops or renames a sequence or type asks, and what a recorded statement says to it.

type Case = readonly [dialect: Dialect, migration: string, traffic: Ran, expected: Counted];

describe('sequences', () => {
  const DROP = 'DROP SEQUENCE app.ids';
  test.each<Case>([
    // A history has no values, and the name is one here.
    ['postgresql', 'DROP SEQUENCE ids', ran("SELECT nextval('ids')"), 'unclear'],
    ['postgresql', 'DROP SEQUENCE ids', ran("SELECT nextval(pg_get_serial_sequence('t', 'id'))"), 'unclear'],
    ['postgresql', 'DROP SEQUENCE ids', ran("SELECT nextval(CAST('ids' AS regclass))"), 'unclear'],
    ['postgresql', 'DROP SEQUENCE ids', ran("INSERT INTO t (id) VALUES (nextval('ids'::regclass))"), 'unclear'],
    ['postgresql', 'ALTER SEQUENCE ids RENAME TO keys', ran("SELECT currval('ids')"), 'unclear'],
    ['postgresql', 'ALTER SEQUENCE ids SET SCHEMA app', ran('SELECT setval($1, $2)'), 'unclear'],
    ['postgresql', 'DROP SEQUENCE ids', ran('SELECT last_value FROM ids'), 'used'],
    ['postgresql', DROP, ran('SELECT last_value FROM app.ids'), 'used'],
    ['postgresql', DROP, ran('SELECT last_value FROM other.ids'), 'not used'],
    ['postgresql', 'DROP SEQUENCE ids', ran('SELECT ids FROM t'), 'not used'],
    ['postgresql', 'DROP SEQUENCE ids', ran('SELECT lastval()'), 'not used'],
    ['postgresql', 'ALTER SEQUENCE ids RESTART', ran("SELECT nextval('ids')"), 'not asked'],
    ['mariadb', 'DROP SEQUENCE ids', ran('SELECT NEXTVAL(ids)'), 'used'],
    ['mariadb', 'DROP SEQUENCE ids', ran('INSERT INTO t (id) VALUES (NEXT VALUE FOR shop.ids)'), 'used'],
    ['mariadb', 'DROP SEQUENCE shop.ids', ran('SELECT PREVIOUS VALUE FOR `ids`'), 'used'],
    ['mariadb', 'DROP SEQUENCE shop.ids', ran('SELECT NEXT VALUE FOR billing.ids'), 'not used'],
    ['mariadb', 'DROP SEQUENCE ids', ran('SELECT SETVAL(ids, 5)'), 'used'],
    ['mariadb', 'DROP SEQUENCE ids', ran('SELECT ids.nextval'), 'used'],
    ['mariadb', 'DROP SEQUENCE ids', ran('SELECT NEXTVAL(ids_2)'), 'not used'],
    ['transactsql', 'DROP SEQUENCE dbo.ids', ran('INSERT INTO t (id) VALUES (NEXT VALUE FOR dbo.ids)'), 'used'],
    ['transactsql', 'DROP SEQUENCE dbo.ids', ran('SELECT NEXT VALUE FOR [dbo].[ids]'), 'used'],
  ])('%s: %s, and %o: %s', async (dialect, migration, traffic, expected) => {
    expect(await counted(migration, traffic, dialect)).toBe(expected);
  });
});

describe('types', () => {
  test.each<Case>([
    ['postgresql', 'DROP TYPE mood', ran("SELECT 'sad'::mood"), 'used'],
    ['postgresql', 'DROP TYPE mood', ran('INSERT INTO t (m) VALUES ($1::mood)'), 'used'],
    ['postgresql', 'DROP TYPE mood', ran('SELECT id FROM t WHERE m = ANY ($1::mood[])'), 'used'],
    ['postgresql', 'DROP TYPE app.mood', ran('SELECT CAST(lower(x) AS app.mood) FROM t'), 'used'],
    ['postgresql', 'DROP TYPE app.mood', ran("SELECT 'sad'::other.mood"), 'not used'],
    ['postgresql', 'DROP DOMAIN mood', ran("SELECT mood 'sad'"), 'used'],
    ['postgresql', 'ALTER TYPE mood RENAME TO feeling', ran('SELECT x::"mood" FROM t'), 'used'],
    ['postgresql', 'ALTER TYPE mood SET SCHEMA app', ran("SELECT 'sad'::mood"), 'used'],
    ['postgresql', 'DROP TYPE "Mood"', ran('SELECT x::"Mood" FROM t'), 'used'],
    ['postgresql', 'DROP TYPE mood', ran('SELECT mood FROM t WHERE mood = $1'), 'not used'],
    ['postgresql', 'DROP TYPE mood', ran('SELECT feeling AS mood FROM t'), 'not used'],
    ['postgresql', 'DROP TYPE mood', ran('SELECT (SELECT feeling AS mood) FROM t'), 'not used'],
    ['postgresql', 'DROP TYPE mood', ran("SELECT 'sad'::mood_2"), 'not used'],
    ['postgresql', 'DROP TYPE mood', ran("SELECT id FROM t WHERE mood ? 'sad'"), 'not used'],
    // Values are not recorded.
    ['postgresql', "ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'", ran("SELECT 'sad'::mood"), 'not asked'],
    ['postgresql', "ALTER TYPE mood ADD VALUE 'blue'", ran("SELECT 'sad'::mood"), 'not asked'],
  ])('%s: %s, and %o: %s', async (dialect, migration, traffic, expected) => {
    expect(await counted(migration, traffic, dialect)).toBe(expected);
  });
});

describe('indexes', () => {
  // No source says which indexes recorded statements used: rules that ask `use.calls` are undecided.
  test.each<Case>([
    ['postgresql', 'DROP INDEX orders_state', ran("SELECT id FROM orders WHERE state = 'new'"), 'not asked'],
    ['mysql', 'DROP INDEX state ON orders', ran("SELECT id FROM orders WHERE state = 'new'"), 'not asked'],
    ['mysql', 'ALTER TABLE orders DROP INDEX state', ran("SELECT id FROM orders WHERE state = 'new'"), 'not asked'],
    ['postgresql', 'ALTER INDEX orders_state RENAME TO s', ran('SELECT id FROM orders'), 'not asked'],
  ])('%s: %s, and %o: %s', async (dialect, migration, traffic, expected) => {
    expect(await counted(migration, traffic, dialect)).toBe(expected);
  });
});

describe('schemas', () => {
  test.each<Case>([
    ['postgresql', 'ALTER SCHEMA app RENAME TO shop', ran('SELECT id FROM app.orders'), 'used'],
    ['postgresql', 'ALTER SCHEMA app RENAME TO shop', ran('SELECT id FROM billing.orders'), 'not used'],
    ['postgresql', 'ALTER SCHEMA app RENAME TO shop', ran('SELECT id FROM orders'), 'not used'],
  ])('%s: %s, and %o: %s', async (dialect, migration, traffic, expected) => {
    expect(await counted(migration, traffic, dialect)).toBe(expected);
  });
});
