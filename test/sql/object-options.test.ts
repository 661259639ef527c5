import { describe, expect, test } from 'vitest';
import type { BaseOptions } from '../../src/model/index.ts';
import { read } from './read.ts';

const VIEW: BaseOptions = { type: 'view', name: 'v', schema: '', options: ['security_invoker', 'check_option'] };
const ROUTINE: BaseOptions = {
  ...{ type: 'routine', name: 'f', schema: '', parameters: 1 },
  options: ['security definer', 'search_path'],
};

/** The facts of the operations that replace or alter a view or routine. */
function facts(sql: string, options?: readonly BaseOptions[]) {
  return read('postgresql', sql, 'x.sql', { tables: [], ...(options && { options }) })
    .statements.flatMap(({ operations }) => operations)
    .filter(({ kind }) => /^(?:create_(?:view|function|procedure)|alter_other)$/.test(kind));
}

describe('the options of a view or routine when the file ends', () => {
  test.each<[string, string[]]>([
    ['CREATE VIEW v AS SELECT 1', []],
    ['CREATE VIEW v WITH (security_invoker) AS SELECT 1', ['security_invoker']],
    ["CREATE VIEW v WITH (security_invoker = 'on', security_barrier = off) AS SELECT 1", ['security_invoker']],
    ['CREATE VIEW v (a, b) WITH (security_invoker=true) AS SELECT 1, 2', ['security_invoker']],
    ['CREATE VIEW v AS SELECT 1 WITH LOCAL CHECK OPTION', ['check_option']],
    ['CREATE VIEW v AS SELECT 1; ALTER VIEW public.v SET (security_invoker = true)', ['security_invoker']],
    ['CREATE VIEW v WITH (security_invoker) AS SELECT 1; ALTER VIEW v RESET (security_invoker)', []],
    ['CREATE VIEW v AS SELECT 1; ALTER VIEW w SET (security_invoker = true)', []],
    ["CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'x'", ['security definer']],
    ["CREATE FUNCTION f() RETURNS int SET search_path TO a, b LANGUAGE sql AS 'x'", ['search_path']],
    ["CREATE FUNCTION f(a int DEFAULT 1) RETURNS int SET search_path FROM CURRENT AS 'x'", ['search_path']],
    ["CREATE FUNCTION f() RETURNS SETOF int LANGUAGE sql AS 'x'", []],
    ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC UPDATE t SET a = 1 WHERE b = 1; SELECT 1; END', []],
    ["CREATE FUNCTION f() RETURNS int AS 'x'; ALTER FUNCTION f SET search_path = ''", ['search_path']],
    ["CREATE PROCEDURE f() AS 'x'; ALTER PROCEDURE f() SECURITY DEFINER", ['security definer']],
  ])('%s', (sql, options) => {
    expect(facts(sql)[0]?.options).toEqual(options);
  });
});

describe('a statement takes options away that the object has in the base', () => {
  const INVOKER = 'WITH (security_invoker = true)';
  const AS = "RETURNS int LANGUAGE sql AS 'select 1'";
  // Tried on PostgreSQL 15: CREATE OR REPLACE leaves neither reloptions nor proconfig.
  test.each<[string, string[]]>([
    ['CREATE OR REPLACE VIEW v AS SELECT 1', ['security_invoker', 'check_option']],
    [`CREATE OR REPLACE VIEW v ${INVOKER} AS SELECT 1`, ['check_option']],
    ['DROP VIEW v; CREATE VIEW v AS SELECT 1', ['security_invoker', 'check_option']],
    [`CREATE OR REPLACE FUNCTION f(a int) ${AS}`, ['security definer', 'search_path']],
    [`CREATE OR REPLACE FUNCTION f(a int) ${AS} SECURITY DEFINER`, ['search_path']],
    [`DROP FUNCTION f(int); CREATE FUNCTION f(a int) ${AS} SECURITY DEFINER`, ['search_path']],
    ['ALTER FUNCTION f(int) RESET search_path', ['search_path']],
    ['ALTER FUNCTION f RESET ALL', ['search_path']],
  ])('%s', (sql, lost) => {
    expect(facts(sql, [VIEW, ROUTINE])[0]?.lostOptions).toEqual(lost);
  });

  test.each<[string, string[]]>([
    ['ALTER FUNCTION f(int) SECURITY DEFINER', ['security invoker']],
    ['ALTER FUNCTION f(int) RESET ALL', ['all settings']],
    ['ALTER FUNCTION f(int) RESET search_path', ['search_path']],
  ])('%s, without a base', (sql, lost) => {
    expect(facts(sql)[0]?.lostOptions).toEqual(lost);
  });

  test('a routine becomes SECURITY DEFINER', () => {
    const sql = `CREATE OR REPLACE FUNCTION f(a int) ${AS} SECURITY DEFINER`;
    expect(facts(sql, [{ ...ROUTINE, options: [] }])[0]?.lostOptions).toEqual(['security invoker']);
  });

  test.each([
    `CREATE OR REPLACE VIEW v ${INVOKER} AS SELECT 1 WITH CHECK OPTION`,
    'CREATE OR REPLACE VIEW v AS SELECT 1; ALTER VIEW v SET (security_invoker = on, check_option = local)',
    'CREATE OR REPLACE VIEW w AS SELECT 1',
    'CREATE OR REPLACE VIEW app.v AS SELECT 1',
    `CREATE OR REPLACE FUNCTION f(a int, b int) ${AS}`,
    `CREATE FUNCTION f(a text) ${AS}`,
    `CREATE OR REPLACE FUNCTION f(a int) ${AS} SECURITY DEFINER SET search_path = ''`,
    `CREATE OR REPLACE FUNCTION f(a int) ${AS}; ALTER FUNCTION f(int) SECURITY DEFINER SET search_path = ''`,
    "ALTER FUNCTION f(int) RESET ALL; ALTER FUNCTION f(int) SET search_path = ''",
    'ALTER FUNCTION f(int) SECURITY DEFINER',
    'ALTER FUNCTION f(int) SECURITY INVOKER',
    'ALTER FUNCTION f(int) STABLE',
  ])('nothing: %s', (sql) => {
    expect(facts(sql, [VIEW, ROUTINE]).flatMap(({ lostOptions }) => lostOptions ?? [])).toEqual([]);
  });
});

describe('row security of a created table', () => {
  const TABLE = 'CREATE TABLE public.t (id int);';
  test.each<[string, boolean]>([
    [`${TABLE} ALTER TABLE t ENABLE ROW LEVEL SECURITY`, true],
    ['CREATE TABLE IF NOT EXISTS t (id int); ALTER TABLE ONLY "public"."t" ENABLE ROW LEVEL SECURITY', true],
    [TABLE, false],
    [`${TABLE} ALTER TABLE t FORCE ROW LEVEL SECURITY`, false],
    [`${TABLE} ALTER TABLE u ENABLE ROW LEVEL SECURITY`, false],
    [`${TABLE} ALTER TABLE app.t ENABLE ROW LEVEL SECURITY`, false],
    [`ALTER TABLE t ENABLE ROW LEVEL SECURITY; ${TABLE}`, false],
    [`-- +goose Up\n${TABLE}\n-- +goose Down\nALTER TABLE t ENABLE ROW LEVEL SECURITY;`, false],
  ])('%s', (sql, enabled) => {
    const operations = read('postgresql', sql, 'x.sql').statements.flatMap((statement) => statement.operations);
    expect(operations.find(({ kind }) => kind === 'create_table')?.rowSecurity).toBe(enabled);
  });
});
