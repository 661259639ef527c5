import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext } from '../../src/model/index.ts';
import { operationsOf, read } from './read.ts';

/** The file is the whole change, and the base attaches none of its routines. */
const NOT_ATTACHED: FileContext = { tables: [], routinesUsed: [], routinesAttached: [] };

/** For each unreadable dynamic SQL of a file, whether it is deferred. */
function deferred(dialect: Dialect, sql: string, context = NOT_ATTACHED): (boolean | undefined)[] {
  return read(dialect, sql, 'x.sql', context)
    .statements.flatMap(({ operations }) => operations)
    .filter(({ readable }) => readable === false)
    .map((operation) => operation.deferred);
}

const PG = 'CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$;';
const REPLACED = PG.replace('CREATE', 'CREATE OR REPLACE');
const MYSQL =
  'DELIMITER //\nCREATE PROCEDURE f(q text) BEGIN SET @q = q; PREPARE s FROM @q; EXECUTE s; END//\nDELIMITER ;\n';
const PLAIN_MYSQL = 'CREATE PROCEDURE f(q text) BEGIN SET @q = q; PREPARE s FROM @q; EXECUTE s; END;\n';
const TSQL = 'CREATE PROCEDURE f @q nvarchar(max) AS EXEC(@q)\nGO\n';

describe('dynamic SQL of a routine that the file only creates is deferred', () => {
  test.each<[Dialect, string]>([
    ['postgresql', PG],
    ['postgresql', REPLACED],
    ['postgresql', PG.replace('f(', 'app.f(')],
    ['postgresql', `${PG} SELECT g();`],
    ['postgresql', `${PG} COMMENT ON FUNCTION f(text) IS 'runs f';`],
    ['postgresql', `${PG} GRANT EXECUTE ON FUNCTION f(text) TO app;`],
    ['postgresql', `${PG} REVOKE ALL ON FUNCTION f(text) FROM PUBLIC;`],
    ['postgresql', `DROP FUNCTION IF EXISTS f(text); ${PG}`],
    ['postgresql', `${PG} ALTER FUNCTION f(text) OWNER TO app;`],
    ['postgresql', `${PG} ALTER FUNCTION f(text) SET search_path = '';`],
    ['postgresql', `${PG} DO $$ BEGIN EXECUTE 'CREATE TYPE a AS ENUM ()'; END $$;`],
    ['postgresql', PG.replace('EXECUTE q', 'PERFORM f(q); EXECUTE q')],
    ['postgresql', PG.replace('RETURNS void', 'RETURNS trigger')],
    ['postgresql', PG.replace('f(q text)', 'f()').replace('LANGUAGE', 'SECURITY DEFINER LANGUAGE')],
    ['postgresql', `${PG} CREATE FUNCTION g() RETURNS void LANGUAGE sql AS 'SELECT f($1)';`],
    ['postgresql', PG.replace('LANGUAGE', 'SECURITY DEFINER LANGUAGE')],
    ['transactsql', 'CREATE PROCEDURE f @q nvarchar(max) WITH EXECUTE AS OWNER AS EXEC (@q)\nGO\n'],
    ['mysql', MYSQL],
    ['mariadb', MYSQL],
    ['mysql', PLAIN_MYSQL],
    ['transactsql', 'CREATE PROCEDURE f @q nvarchar(max) WITH EXECUTE AS CALLER AS EXEC (@q)\nGO\n'],
    ['transactsql', 'CREATE PROCEDURE f WITH EXECUTE AS OWNER AS DECLARE @q nvarchar(max) = x(); EXEC (@q)\nGO\n'],
    ['mysql', `DROP PROCEDURE IF EXISTS f;\n${MYSQL}`],
    ['transactsql', TSQL],
    ['transactsql', TSQL.replace('CREATE', 'ALTER')],
    ['transactsql', TSQL.replace('CREATE', 'CREATE OR ALTER').replace('f @q', '[dbo].[f] @q')],
    ['transactsql', `${TSQL}GRANT EXECUTE ON f TO app\nGO\n`],
    ['transactsql', `${TSQL}EXEC g\nGO\n`],
    [
      'transactsql',
      `IF EXISTS (SELECT 1 FROM sys.procedures WHERE name = 'f')\nBEGIN\n DROP PROCEDURE f\nEND\nGO\n${TSQL}`,
    ],
    [
      'transactsql',
      `IF OBJECT_ID('dbo.f') IS NULL EXEC('CREATE PROCEDURE dbo.f AS RETURN 0;')\nGO\n${TSQL.replace('CREATE', 'ALTER')}`,
    ],
  ])('%s: %s', (dialect, sql) => {
    const all = deferred(dialect, sql);
    expect(all.length).toBeGreaterThan(0);
    expect(all).toEqual(all.map(() => true));
  });
});

describe('dynamic SQL of a routine that may run is not deferred', () => {
  test.each<[string, Dialect, string]>([
    ['called', 'postgresql', `${PG} SELECT f($1);`],
    ['called before', 'postgresql', `SELECT f($1); ${PG}`],
    ['called in another case', 'postgresql', `${PG} SELECT F($1);`],
    ['called with its schema', 'postgresql', `${PG} SELECT public.f($1);`],
    ['called by a quoted name', 'postgresql', `${PG} SELECT "f"($1);`],
    ['called in a DO block', 'postgresql', `${PG} DO $$ BEGIN PERFORM f($1); END $$;`],
    [
      'called in another body that runs',
      'postgresql',
      `${PG} CREATE FUNCTION g() RETURNS void LANGUAGE sql AS 'SELECT f($1)'; SELECT g();`,
    ],
    ['called in dynamic SQL', 'postgresql', `${PG} DO $$ BEGIN EXECUTE 'SELECT f($1)'; END $$;`],
    ['named in a statement that was not understood', 'postgresql', `${PG} FROBNICATE f;`],
    ['attached to a trigger', 'postgresql', `${PG} CREATE TRIGGER t AFTER INSERT ON a EXECUTE FUNCTION f();`],
    ['attached to an event trigger', 'postgresql', `${PG} CREATE EVENT TRIGGER t ON sql_drop EXECUTE FUNCTION f();`],
    ['a default', 'postgresql', `${PG} ALTER TABLE a ALTER b SET DEFAULT f('x');`],
    ['in an index', 'postgresql', `${PG} CREATE INDEX i ON a (f(b));`],
    ['in a policy', 'postgresql', `${PG} CREATE POLICY p ON a USING (f(b));`],
    ['in a CHECK', 'postgresql', `${PG} ALTER TABLE a ADD CHECK (f(b));`],
    ['in a view', 'postgresql', `${PG} CREATE VIEW v AS SELECT f($1);`],
    ['renamed', 'postgresql', `${PG} ALTER FUNCTION f(text) RENAME TO g; SELECT g($1);`],
    ['named in a job', 'postgresql', `${PG} INSERT INTO jobs VALUES ('SELECT f(1)');`],
    ['a trigger function that is replaced', 'postgresql', REPLACED.replace('RETURNS void', 'RETURNS trigger')],
    ['in a DO block', 'postgresql', 'DO $$ DECLARE t text; BEGIN EXECUTE t; END $$;'],
    ['called', 'mysql', `${MYSQL}CALL f('x');`],
    ['called by an event', 'mysql', `${MYSQL}CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO CALL f('x');`],
    ['called from a variable', 'mysql', `${MYSQL}SET @c = 'CALL f(1)'; PREPARE s FROM @c; EXECUTE s;`],
    [
      'in the body of a trigger',
      'mysql',
      'DELIMITER //\nCREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW BEGIN PREPARE s FROM @q; EXECUTE s; END//\n',
    ],
    [
      'in the body of an event',
      'mysql',
      'DELIMITER //\nCREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN PREPARE s FROM @q; EXECUTE s; END//\n',
    ],
    ['called', 'transactsql', `${TSQL}EXEC f N'x'\nGO\n`],
    ['called where a condition looks for it', 'transactsql', `${TSQL}IF OBJECT_ID('f') IS NOT NULL EXEC f N'x'\nGO\n`],
    ['called in a condition', 'transactsql', `${TSQL}IF dbo.f('x') = 1 PRINT 'y'\nGO\n`],
    ['called without EXEC', 'transactsql', `${TSQL}f N'x'\nGO\n`],
    ['named in a job', 'transactsql', `${TSQL}EXEC msdb.dbo.sp_add_job @command = N'EXEC f'\nGO\n`],
    ['in the body of a trigger', 'transactsql', 'CREATE TRIGGER t ON a AFTER INSERT AS EXEC(@q)\nGO\n'],
    ['outside of the batch of the routine', 'transactsql', 'CREATE PROCEDURE g AS SELECT 1\nGO\nEXEC(@q)\nGO\n'],
  ])('%s, %s: %s', (_, dialect, sql) => {
    const all = deferred(dialect, sql);
    expect(all.length).toBeGreaterThan(0);
    expect(all).not.toContain(true);
  });
});

test('only the routine that is not called is deferred', () => {
  expect(deferred('postgresql', `${PG} ${PG.replace('f(', 'g(')} SELECT g('x');`)).toEqual([true, false]);
  const readable = PG.replace('EXECUTE q', 'PERFORM 1').replace('f(', 'g(');
  expect(deferred('postgresql', `${PG} ${readable} SELECT g('x');`)).toEqual([true]);
});

test('another file of the change may use the routine, or not be known', () => {
  const all = (routinesUsed?: string[]) =>
    read('postgresql', PG, 'x.sql', {
      tables: [],
      ...(routinesUsed && { routinesUsed }),
    }).statements[0]?.operations.map((operation) => operation.deferred);
  expect(all([])).toContain(true);
  expect(all(['g'])).toContain(true);
  expect(all(['f'])).not.toContain(true);
  expect(all()).not.toContain(true);
});

test('what the change runs decides, if it is known, and not each word of another file', () => {
  const ofChange = (routinesRun: string[]) =>
    deferred('postgresql', PG, { ...NOT_ATTACHED, routinesUsed: ['f'], routinesRun });
  expect(ofChange([])).toContain(true);
  expect(ofChange(['f'])).not.toContain(true);
});

test('statements of a body that lose data are deferred too', () => {
  const lost = (after: string) =>
    read('postgresql', `CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'TRUNCATE a; DELETE FROM b';${after}`)
      .statements.flatMap(({ operations }) => operations)
      .filter(({ kind }) => kind === 'truncate' || kind === 'delete')
      .map((operation) => operation.deferred);
  expect(lost('')).toEqual([true, true]);
  expect(lost(' SELECT f();')).not.toContain(true);
});

test('queries of a server are not part of a change', async () => {
  const { createSqlReader } = await import('../../src/sql/index.ts');
  const script = (await createSqlReader('postgresql')).readTraffic(PG);
  expect(script.statements[0]?.operations.map((operation) => operation.deferred)).not.toContain(true);
});

const body = (text: string) => `DO $$ BEGIN ${text}; END $$`;

describe('PostgreSQL queries that are built at run time only read', () => {
  test.each([
    ["RETURN QUERY EXECUTE 'SELECT ' || q USING a", ['select @dynamic', 'select @dynamic']],
    ["RETURN QUERY EXECUTE format('SELECT * FROM %s', q)", ['select @dynamic', 'select @dynamic']],
    ["FOR a, b IN EXECUTE 'VALUES ' || q USING c LOOP NULL; END LOOP", ['select @dynamic', 'select @dynamic']],
    ["OPEN c FOR EXECUTE '(SELECT 1) UNION ' || q", ['select @dynamic', 'select @dynamic']],
    ["RETURN QUERY EXECUTE 'SELECT 1'", ['execute_dynamic @do_block', 'select @dynamic']],
  ])('%s', (text, expected) => {
    expect(operationsOf('postgresql', body(text))).toEqual(['do_block', ...expected]);
  });

  test.each([
    ["RETURN QUERY EXECUTE 'DELETE FROM a RETURNING ' || q", 'delete a none @dynamic'],
    ["FOR r IN EXECUTE 'UPDATE a SET b = 1 RETURNING ' || q LOOP NULL; END LOOP", 'update a none @dynamic'],
    ["RETURN QUERY EXECUTE 'WITH d AS (DELETE FROM a RETURNING *) SELECT ' || q", 'delete a none @cte'],
    ["RETURN QUERY EXECUTE 'DROP TABLE ' || q", 'execute_dynamic @do_block unreadable'],
    ["RETURN QUERY EXECUTE 'DELETE FROM a RETURNING ' || q", 'execute_dynamic @do_block unreadable'],
    ['EXECUTE q', 'execute_dynamic @do_block unreadable'],
    // PostgreSQL runs `DELETE … RETURNING` here.
    ['RETURN QUERY EXECUTE q', 'execute_dynamic @do_block unreadable'],
    ['FOR r IN EXECUTE q LOOP NULL; END LOOP', 'execute_dynamic @do_block unreadable'],
    ['FOR a, b IN EXECUTE q USING c LOOP NULL; END LOOP', 'execute_dynamic @do_block unreadable'],
    ['OPEN c FOR EXECUTE q', 'execute_dynamic @do_block unreadable'],
    ["RETURN QUERY EXECUTE q || ' RETURNING *'", 'execute_dynamic @do_block unreadable'],
    ["FOR r IN EXECUTE 'WITH d AS (' || q || ') SELECT 1' LOOP NULL; END LOOP", 'execute_dynamic @do_block unreadable'],
    ['EXECUTE q INTO r', 'execute_dynamic @do_block unreadable'],
    ['FOR r IN SELECT 1 LOOP EXECUTE q; END LOOP', 'execute_dynamic @do_block unreadable'],
  ])('but what is known of the text is judged: %s', (text, expected) => {
    expect(operationsOf('postgresql', body(text))).toContain(expected);
  });

  test.each([
    ["s text := 'SELECT 1'", "s := s || ' WHERE ' || q;", 'select @dynamic'],
    ["s text := 'DELETE FROM a'", "s := s || ' RETURNING ' || q;", 'execute_dynamic @do_block unreadable'],
    ["s text := 'SELECT 1'", 's := q || s;', 'execute_dynamic @do_block unreadable'],
    ['s text', "s := s || ' WHERE ' || q;", 'execute_dynamic @do_block unreadable'],
  ])('a text that is appended to begins as it did before: %s; %s', (declaration, assignment, expected) => {
    const text = `DO $$ DECLARE ${declaration}; BEGIN ${assignment} RETURN QUERY EXECUTE s; END $$`;
    expect(operationsOf('postgresql', text)).toContain(expected);
  });
});

describe('a routine that may replace one of the base is not deferred if the base attaches it, or may', () => {
  test.each<[Dialect, string]>([
    ['postgresql', REPLACED],
    ['postgresql', `DROP FUNCTION f(text); ${PG}`],
    ['postgresql', `DROP FUNCTION IF EXISTS app.f; ${PG}`],
    ['mysql', `DROP PROCEDURE IF EXISTS f;\n${MYSQL}`],
    ['transactsql', TSQL.replace('CREATE', 'ALTER')],
    ['transactsql', TSQL.replace('CREATE', 'CREATE OR ALTER')],
    ['transactsql', `DROP PROCEDURE IF EXISTS dbo.f\nGO\n${TSQL}`],
  ])('%s: %s', (dialect, sql) => {
    expect(deferred(dialect, sql)).toContain(true);
    expect(deferred(dialect, sql, { ...NOT_ATTACHED, routinesAttached: ['g'] })).toContain(true);
    expect(deferred(dialect, sql, { ...NOT_ATTACHED, routinesAttached: ['f'] })).not.toContain(true);
    expect(deferred(dialect, sql, { tables: [], routinesUsed: [] })).not.toContain(true);
  });

  test('a new routine is not attached, unless the base already names it', () => {
    expect(deferred('postgresql', PG, { tables: [], routinesUsed: [] })).toContain(true);
    expect(deferred('postgresql', PG, { ...NOT_ATTACHED, routinesAttached: ['f'] })).not.toContain(true);
  });
});
