import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext } from '../../src/model/index.ts';
import { read } from './read.ts';

/** What the base says of the policy `p`. */
const BASE: FileContext = {
  tables: [],
  policies: [{ name: 'p', table: 't', definitions: ['CREATE POLICY p ON t USING (a = 1);'] }],
};

/** `recreated` of each DROP of a file. */
function drops(dialect: Dialect, sql: string, context = BASE): (boolean | undefined)[] {
  const operations = read(dialect, sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
  return operations.filter(({ kind }) => kind.startsWith('drop_')).map(({ recreated }) => recreated);
}

const POLICY = 'CREATE POLICY p ON t USING (a = 1);';
const TRIGGER = 'CREATE TRIGGER g AFTER INSERT ON t EXECUTE FUNCTION f();';
const VIEW = 'CREATE VIEW v AS SELECT 1;';
const FUNCTION = 'CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;';

describe('a dropped object is created again', () => {
  test.each<[Dialect, string]>([
    ['postgresql', `DROP POLICY p ON t; ${POLICY}`],
    ['postgresql', `DROP POLICY IF EXISTS p ON t; SELECT 1; ${POLICY}`],
    ['postgresql', `BEGIN; DROP POLICY "p" ON T; ${POLICY} COMMIT`],
    ['postgresql', `DROP TRIGGER g ON t; ${TRIGGER}`],
    ['postgresql', `DROP VIEW v; ${VIEW}`],
    ['postgresql', 'DROP VIEW v; CREATE OR REPLACE VIEW v AS SELECT 1'],
    ['postgresql', `DROP FUNCTION f(int); ${FUNCTION}`],
    ['postgresql', `DROP FUNCTION f(text); ${FUNCTION}`],
    ['postgresql', 'DROP RULE r ON t; CREATE RULE r AS ON INSERT TO t DO ALSO NOTHING'],
    ['postgresql', 'DROP EVENT TRIGGER e; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f()'],
    ['postgresql', "DROP TYPE IF EXISTS app.mood; CREATE TYPE app.mood AS ENUM ('sad')"],
    ['mysql', 'DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT 1'],
    ['mysql', 'DROP PROCEDURE IF EXISTS p; CREATE PROCEDURE p() SELECT 1'],
    ['sqlite', `DROP VIEW v; ${VIEW}`],
    ['transactsql', 'DROP PROCEDURE dbo.p\nGO\nCREATE PROCEDURE dbo.p AS SELECT 1'],
    ['transactsql', "IF OBJECT_ID('v') IS NOT NULL DROP VIEW v\nGO\nCREATE VIEW v AS SELECT 1"],
  ])('%s: %s', (dialect, sql) => {
    expect(drops(dialect, sql)).toEqual([true]);
  });

  test('two of one statement', () => {
    expect(drops('postgresql', `DROP VIEW v, w; ${VIEW} CREATE VIEW w AS SELECT 2`)).toEqual([true, true]);
    expect(drops('postgresql', `DROP VIEW v, w; ${VIEW}`)).toEqual([true, false]);
  });
});

describe('a dropped object stays away', () => {
  test.each<[string, Dialect, string]>([
    ['it was created before', 'postgresql', `${POLICY} DROP POLICY p ON t`],
    ['it begins again', 'postgresql', 'DROP SEQUENCE s; CREATE SEQUENCE s'],
    ['another one is created', 'postgresql', "DROP TYPE mood; CREATE TYPE feeling AS ENUM ('sad')"],
    ['another one is created', 'postgresql', `DROP POLICY q ON t; ${POLICY}`],
    ['it is created for another table', 'postgresql', `DROP POLICY p ON u; ${POLICY}`],
    ['it is created for a table of another schema', 'postgresql', `DROP POLICY p ON app.t; ${POLICY}`],
    ['it is created for another table', 'postgresql', `DROP TRIGGER g ON u; ${TRIGGER}`],
    ['its table is not known', 'mysql', 'DROP TRIGGER g; CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET @a = 1'],
    ['its table is not known', 'sqlite', 'DROP TRIGGER g; CREATE TRIGGER g INSERT ON t BEGIN SELECT 1; END'],
    ['another class is created', 'postgresql', 'DROP VIEW v; CREATE MATERIALIZED VIEW v AS SELECT 1'],
    ['another schema', 'postgresql', `DROP VIEW app.v; ${VIEW}`],
    ['CASCADE drops more', 'postgresql', `DROP VIEW v CASCADE; ${VIEW}`],
    ['CASCADE drops more', 'postgresql', `DROP FUNCTION f CASCADE; ${FUNCTION}`],
    ['it is created in another section', 'postgresql', `-- +goose Down\nDROP VIEW v;\n-- +goose Up\n${VIEW}`],
    ['it is created in a condition', 'postgresql', `DROP VIEW v;\n\\if :x\n${VIEW}\n\\endif\n`],
    ['it is created in a condition', 'transactsql', "DROP VIEW v\nGO\nIF @x = 1 EXEC('CREATE VIEW v AS SELECT 1')"],
    ['it is created in a block', 'postgresql', `DROP VIEW v; DO $$ BEGIN ${VIEW} END $$`],
    [
      'it is created in a routine',
      'postgresql',
      `DROP VIEW v; CREATE FUNCTION g() RETURNS int LANGUAGE sql AS '${VIEW}'`,
    ],
    ['names stand for other objects', 'postgresql', `DROP VIEW v; SET search_path = app; ${VIEW}`],
    ['the CREATE is undone', 'postgresql', `DROP VIEW v; BEGIN; ${VIEW} ROLLBACK`],
    ['its name is not known', 'postgresql', 'DROP VIEW v_${x}; CREATE VIEW v_${x} AS SELECT 1'],
    ['it is a table', 'postgresql', 'DROP TABLE t; CREATE TABLE t (id int)'],
    ['it is a materialized view', 'postgresql', 'DROP MATERIALIZED VIEW m; CREATE MATERIALIZED VIEW m AS SELECT 1'],
  ])('%s: %s: %s', (_, dialect, sql) => {
    expect(drops(dialect, sql)).toEqual([false]);
  });

  test.each<[string, string]>([
    ['it is dropped again', `DROP POLICY p ON t; ${POLICY} DROP POLICY p ON t`],
    ['it is dropped again in a block', `DROP POLICY p ON t; ${POLICY} DO $$ BEGIN DROP POLICY p ON t; END $$`],
    ['it may be dropped again', `DROP POLICY p ON t; ${POLICY}\n\\if :x\nDROP POLICY p ON t;\n\\endif\n`],
  ])('%s: %s', (_, sql) => {
    expect(drops('postgresql', sql)).toEqual([false, false]);
  });
});

/** `recreated` of a dropped policy that the base defines like this. */
function recreatedOf(before: string, after: string): boolean | undefined {
  const definitions = [`CREATE POLICY p ON t ${before}`];
  const context = { tables: [], policies: [{ name: 'p', table: 't', definitions }] };
  return drops('postgresql', `DROP POLICY p ON t; CREATE POLICY p ON t ${after}`, context)[0];
}

describe('a policy that is created again gives access to no more rows', () => {
  test.each([
    ['USING (a = 1)', 'USING (a = 1)'],
    ['USING (a = 1)', 'using ((  a = 1 ))'],
    ['USING (a = 1)', 'AS PERMISSIVE FOR ALL TO public USING (a = 1)'],
    ['USING (a = f())', 'USING (a = (SELECT f()))'],
    ['USING (a = (select auth.uid()))', 'USING (a = auth.uid())'],
    ['USING (a = f())', 'USING (b > 2 AND (a = f()) AND c BETWEEN 1 AND 2)'],
    ['USING (a = 1 OR b = 2)', 'USING ((a = 1 OR b = 2) AND c = 3)'],
    ['USING (a = 1 AND b = 2)', 'USING (b = 2 AND c = 3 AND a = 1)'],
    ["USING (a = current_setting('x')::int)", "USING (a = current_setting('x')::int AND b IS NOT NULL)"],
    ['USING (a = 1)', 'TO app USING (a = 1)'],
    ['TO app, web USING (a = 1)', 'TO web USING (a = 1)'],
    ['AS RESTRICTIVE TO app USING (a = 1)', 'AS RESTRICTIVE USING (a = 1)'],
    ['USING (a = 1)', 'USING (a = 1) WITH CHECK (a = 1)'],
    ['FOR SELECT USING (true)', 'FOR SELECT USING (a = 1)'],
    ['FOR INSERT WITH CHECK (a = f())', 'FOR INSERT WITH CHECK (a = (SELECT f()))'],
    ['USING (is_admin())', 'USING (is_admin())'],
    ['USING (true)', 'USING (true)'],
  ])('%s, then %s', (before, after) => {
    expect(recreatedOf(before, after)).toBe(true);
  });

  test('its table is created by the same file', () => {
    const created = 'CREATE TABLE t (a int); DROP POLICY IF EXISTS p ON t; CREATE POLICY p ON t USING (true)';
    expect(drops('postgresql', created, { tables: [] })).toEqual([true]);
  });

  test('no file of the base creates it', () => {
    const context = { tables: [], policies: [{ name: 'p', table: 't', definitions: [] }] };
    expect(drops('postgresql', `DROP POLICY IF EXISTS p ON t; ${POLICY}`, context)).toEqual([true]);
    expect(drops('postgresql', `DROP POLICY p ON t; ${POLICY}`, context)).toEqual([false]);
  });
});

describe('a policy that is created again may give access to more rows', () => {
  test.each([
    ['USING (a = 1)', 'USING (true)'],
    ['USING (a = 1)', 'USING (a = 2)'],
    ["USING (a = current_setting('x')::int)", 'USING (a = 5)'],
    ["USING (a = current_setting('x')::int)", "USING (a = current_setting('y')::int)"],
    ['USING (EXISTS (SELECT 1 FROM m WHERE m.o = t.o))', 'USING (is_member(o))'],
    ['USING (EXISTS (SELECT 1 FROM m WHERE m.o = t.o))', 'USING (id > 0)'],
    ['USING (a = 1)', 'USING (b = 2 OR c = 3 AND a = 1)'],
    ['USING (a = 1)', 'USING (CASE WHEN b = 2 AND a = 1 THEN true ELSE true END)'],
    ['USING (a = 1)', 'USING (NOT (b = 2 AND a = 1))'],
    ['USING (a = 1)', 'USING (c BETWEEN 0 AND a = 1)'],
    ['USING (a = 1 AND b = 2)', 'USING (a = 1)'],
    ['USING (a = f())', 'USING (a = (SELECT f() FROM u))'],
    ["USING (a = '( SELECT f ( ) )')", "USING (a = 'f ( )')"],
    ['USING (a = 1)', 'USING (1 = 1)'],
    ['USING (a = 1)', 'USING (a = a)'],
    ['USING (a = 1)', 'USING (a = 1 OR true)'],
    ['USING (a = 1)', 'USING (a = 1 OR b = 2)'],
    ['USING (a = 1)', 'USING (a IS NOT NULL)'],
    ['USING (a = 1)', 'USING (a <> 1)'],
    ['USING (a = 1)', 'USING (b = 1)'],
    ['USING (a = 1)', "USING (current_setting('x') IS NOT NULL)"],
    ['USING (a = 1)', 'USING (is_admin())'],
    ['USING (is_admin())', 'USING (is_user())'],
    ['USING (is_admin())', 'USING (a IS NOT NULL)'],
    ['USING (EXISTS (SELECT 1 FROM m WHERE m.o = t.o))', 'USING (EXISTS (SELECT 1 FROM m))'],
    ['FOR SELECT USING (a = 1)', 'USING (a = 1)'],
    ['FOR SELECT USING (a = 1)', 'FOR UPDATE USING (a = 1)'],
    ['TO app USING (a = 1)', 'USING (a = 1)'],
    ['TO app USING (a = 1)', 'TO web USING (a = 1)'],
    ['TO app USING (a = 1)', 'TO app, web USING (a = 1)'],
    ['TO app USING (a = 1)', 'TO "App" USING (a = 1)'],
    ['AS RESTRICTIVE USING (a = 1)', 'USING (a = 1)'],
    ['AS RESTRICTIVE USING (a = 1)', 'AS RESTRICTIVE TO app USING (a = 1)'],
    ['USING (a = 1)', 'AS RESTRICTIVE USING (a = 1)'],
    ['USING (a = 1)', 'USING (a = 1) WITH CHECK (true)'],
    ['USING (a = 1) WITH CHECK (a = 1 AND b = 2)', 'USING (a = 1)'],
    ['USING (a = 1) WITH CHECK (a = 1)', 'WITH CHECK (a = 1)'],
    ['AS RESTRICTIVE USING (a = 1)', 'AS RESTRICTIVE'],
    ['USING (a = 1)', 'USING ($' + '{x})'],
    ['USING (a = 1)', 'USING (a = 1) USING (true)'],
  ])('%s, then %s', (before, after) => {
    expect(recreatedOf(before, after)).toBe(false);
  });

  test.each<[string, string, FileContext]>([
    ['the base is not known', `DROP POLICY p ON t; ${POLICY}`, { tables: [] }],
    ['the base is not known', `DROP POLICY IF EXISTS p ON t; ${POLICY}`, { tables: [] }],
    [
      'one of the definitions is stricter',
      `DROP POLICY p ON t; ${POLICY}`,
      {
        tables: [],
        policies: [{ name: 'p', table: 't', definitions: [POLICY, 'CREATE POLICY p ON t USING (a = 1 AND b = 1)'] }],
      },
    ],
    ['it is altered afterwards', `DROP POLICY p ON t; ${POLICY} ALTER POLICY p ON t USING (true)`, BASE],
    ['it is altered in a block', `DROP POLICY p ON t; ${POLICY} DO $$ BEGIN ALTER POLICY p ON t TO x; END $$`, BASE],
    ['a name is not known', `DROP POLICY p ON t; ${POLICY} ALTER POLICY \${x} ON t USING (true)`, BASE],
  ])('%s: %s', (_, sql, context) => {
    expect(drops('postgresql', sql, context)).toEqual([false]);
  });

  test('SQL Server: a security policy is not compared', () => {
    const text = 'CREATE SECURITY POLICY p ADD FILTER PREDICATE dbo.f(a) ON dbo.t';
    const context = { tables: [], policies: [{ name: 'p', table: 'dbo.t', definitions: [text] }] };
    expect(drops('transactsql', `DROP SECURITY POLICY p\nGO\n${text}`, context)).toEqual([false]);
  });
});

/** `recreated` of each ALTER of a file whose base has these statements about the policy `p`. */
function alters(definitions: readonly string[], sql: string): (boolean | undefined)[] {
  const context = { tables: [], policies: [{ name: 'p', table: 't', definitions }] };
  const operations = read('postgresql', sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
  return operations.filter(({ kind }) => kind === 'alter_policy').map(({ recreated }) => recreated);
}

const ALTERED = 'ALTER POLICY p ON t USING (a = 1 AND b = 2);';

describe('a policy that is altered gives access to no more rows', () => {
  test.each([
    ['USING (a = 1)', 'USING (a = 1)'],
    ['USING (auth.uid() = owner)', 'USING ((select auth.uid()) = owner)'],
    // As PostgreSQL 15 prints it in pg_policies.
    ['USING (auth.uid() = owner)', 'USING ((( SELECT auth.uid() AS uid) = "owner"))'],
    ["USING (a = current_setting('x')::int)", "USING (a = (SELECT current_setting('x')::int))"],
    ['USING (a = 1)', 'TO app'],
    ['TO app, web USING (a = 1)', 'TO web'],
    ['USING (a = 1)', 'WITH CHECK (a = 1)'],
    ['USING (a = 1) WITH CHECK (b = 1)', 'WITH CHECK (b = 1 AND a = 1)'],
    ['AS RESTRICTIVE TO app USING (a = 1)', 'TO public'],
  ])('%s, then ALTER POLICY … %s', (before, after) => {
    expect(alters([`CREATE POLICY p ON t ${before}`], `ALTER POLICY p ON t ${after}`)).toEqual([true]);
  });

  test.each<[string, readonly string[], string, boolean[]]>([
    ['twice', [POLICY], 'ALTER POLICY p ON t TO app; ALTER POLICY p ON t USING (a = 1 AND b = 2)', [true, true]],
    ['as it was altered before', [POLICY, ALTERED], 'ALTER POLICY p ON t USING (a = 1 AND b = 2 AND c)', [true]],
    ['after it was created again', [POLICY], `DROP POLICY p ON t; ${POLICY} ALTER POLICY p ON t TO app`, [true]],
    [
      'whichever definition is in force',
      [POLICY, 'CREATE POLICY p ON t USING (b = 2)'],
      'ALTER POLICY p ON t TO app',
      [true],
    ],
  ])('%s', (_, definitions, sql, expected) => {
    expect(alters(definitions, sql)).toEqual(expected);
  });
});

describe('a policy that is altered may give access to more rows', () => {
  test.each([
    ['USING (a = 1)', 'USING (true)'],
    ['USING (a = 1 AND b = 2)', 'USING (a = 1)'],
    ['USING (a = 1)', 'WITH CHECK (true)'],
    ['TO app USING (a = 1)', 'TO public'],
    ['TO app USING (a = 1)', 'TO app, web'],
    ['AS RESTRICTIVE USING (a = 1)', 'TO app'],
    ['USING (user = owner)', 'USING ("user" = owner)'],
    ['USING (a = 1)', 'USING (a = 1) SOMETHING'],
  ])('%s, then ALTER POLICY … %s', (before, after) => {
    expect(alters([`CREATE POLICY p ON t ${before}`], `ALTER POLICY p ON t ${after}`)).toEqual([false]);
  });

  test.each<[string, readonly string[], string, boolean[]]>([
    ['the base has none', [], 'ALTER POLICY p ON t TO app', [false]],
    ['the base made it stricter', [POLICY, ALTERED], 'ALTER POLICY p ON t USING (a = 1)', [false]],
    ['for another table', [POLICY], 'ALTER POLICY p ON u USING (a = 1)', [false]],
    ['in a block', [POLICY], 'DO $$ BEGIN ALTER POLICY p ON t TO app; END $$', [false]],
    ['it may be skipped', [POLICY], '\\if :x\nALTER POLICY p ON t TO app;\n\\endif', [false]],
    [
      'it was created again',
      [POLICY],
      'DROP POLICY p ON t; CREATE POLICY p ON t USING (true); ALTER POLICY p ON t TO app',
      [false],
    ],
    ['it was altered before', [POLICY], 'ALTER POLICY p ON t USING (b); ALTER POLICY p ON t TO app', [false, false]],
  ])('%s', (_, definitions, sql, expected) => {
    expect(alters(definitions, sql)).toEqual(expected);
  });

  test('a drop before it stays one that is not known to keep the access', () => {
    expect(drops('postgresql', `DROP POLICY p ON t; ${POLICY} ALTER POLICY p ON t TO app`)).toEqual([true]);
    expect(drops('postgresql', `DROP POLICY p ON t; ${POLICY} ALTER POLICY p ON t USING (true)`)).toEqual([false]);
  });
});

describe('the old name of a renamed object is used again', () => {
  const renames = (sql: string) =>
    read('postgresql', sql, 'x.sql', BASE)
      .statements.flatMap((statement) => statement.operations)
      .filter(({ kind }) => kind === 'rename_other')
      .map(({ recreated }) => recreated);

  test.each<[string, boolean[]]>([
    ["ALTER TYPE mood RENAME TO mood_old; CREATE TYPE mood AS ENUM ('a')", [true]],
    ['ALTER VIEW v RENAME TO v_old; CREATE VIEW v AS SELECT 1', [true]],
    ['ALTER TYPE "S" RENAME TO "S_old"; ALTER TYPE "S_new" RENAME TO "S"', [true, false]],
    // As Prisma replaces an enum.
    [
      `CREATE TYPE "S_new" AS ENUM ('a'); ALTER TABLE t ALTER COLUMN s TYPE "S_new" USING s::text::"S_new";
       ALTER TYPE "S" RENAME TO "S_old"; ALTER TYPE "S_new" RENAME TO "S"; DROP TYPE "S_old"`,
      [true, true],
    ],
    ['CREATE VIEW v AS SELECT 1; SET search_path = app; ALTER VIEW v RENAME TO w', [false]],
    ['CREATE OR REPLACE VIEW v AS SELECT 1; ALTER VIEW v RENAME TO w', [false]],
    ['ALTER TYPE app.s RENAME TO s_old; ALTER TYPE app.s_new RENAME TO s', [true, false]],
    ["ALTER TYPE mood RENAME TO mood_old; CREATE TYPE app.mood AS ENUM ('a')", [false]],
    ["ALTER TYPE mood RENAME TO mood_old; DO $$ BEGIN CREATE TYPE mood AS ENUM ('a'); END $$", [false]],
    ["ALTER TYPE mood RENAME VALUE 'a' TO 'b'; CREATE TYPE mood AS ENUM ('a')", [false]],
  ])('%s', (sql, expected) => {
    expect(renames(sql)).toEqual(expected);
  });
});
