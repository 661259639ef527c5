import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** `columnsCreatedHere` of the last UPDATE or MERGE of a file. */
function lastUpdate(dialect: Dialect, sql: string): boolean | undefined {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const update = operations.findLast(({ kind }) => kind === 'update' || kind === 'merge');
  if (!update) throw new Error('no update');
  return update.columnsCreatedHere;
}

const ADD = 'ALTER TABLE t ADD COLUMN c int;';

describe('an UPDATE assigns only columns that the file added', () => {
  test.each<[Dialect, string]>([
    ['postgresql', `${ADD} UPDATE t SET c = 1`],
    ['postgresql', `${ADD} UPDATE ONLY t AS x SET c = x.a + 1`],
    ['postgresql', `${ADD} UPDATE t SET c = u.a FROM u WHERE u.id = t.id`],
    ['postgresql', 'ALTER TABLE t ADD COLUMN c int, ADD d int; UPDATE t SET (c, d) = (1, 2)'],
    ['postgresql', 'ALTER TABLE t ADD COLUMN "C" int; UPDATE t SET "C" = 1'],
    ['postgresql', 'ALTER TABLE app.t ADD COLUMN c int NOT NULL DEFAULT 0; UPDATE app.t SET c = 1'],
    ['postgresql', `BEGIN; ${ADD} UPDATE t SET c = 1; ALTER TABLE t ALTER COLUMN c SET NOT NULL; COMMIT`],
    ['postgresql', `${ADD} DO $$ BEGIN UPDATE t SET c = 1; END $$`],
    ['postgresql', `${ADD} WITH x AS (UPDATE t SET c = 1 RETURNING a) SELECT * FROM x`],
    ['postgresql', `${ADD} UPDATE t SET c = a; UPDATE t SET c = 0 WHERE c IS NULL; UPDATE t SET c = c + 1`],
    ['postgresql', `${ADD} DROP TABLE u; UPDATE t SET c = 1`],
    ['postgresql', `SET lock_timeout = '1s'; ${ADD} SET statement_timeout = 0; UPDATE t SET c = 1`],
    ['postgresql', 'ALTER TABLE ${app}.t ADD c int; UPDATE ${app}.t SET c = 1'],
    ['postgresql', '\\set s app\nALTER TABLE :s.t ADD c int; UPDATE :s.t SET c = 1'],
    ['mysql', 'ALTER TABLE `t` ADD `c` int; UPDATE `t` SET `c` = 1'],
    ['mysql', 'ALTER TABLE t ADD COLUMN c int; UPDATE t JOIN u ON u.id = t.id SET t.c = u.a'],
    ['mysql', 'ALTER TABLE t ADD COLUMN (c int, d int); UPDATE t AS x SET x.c = 1, x.d = 2'],
    ['mariadb', `${ADD} UPDATE t SET c = 1`],
    ['sqlite', `${ADD} UPDATE "t" SET "c" = 1`],
    ['transactsql', 'ALTER TABLE dbo.t ADD c int;\nGO\nUPDATE dbo.t SET c = 1'],
    ['transactsql', 'ALTER TABLE t ADD c int;\nGO\nUPDATE x SET x.c = 1 FROM t x JOIN u ON u.id = x.id'],
    ['transactsql', 'IF 1 = 1 PRINT 1;\nGO\nALTER TABLE t ADD c int;\nGO\nUPDATE t SET c = 1'],
  ])('%s: %s', (dialect, sql) => {
    expect(lastUpdate(dialect, sql)).toBe(true);
  });
});

describe('an UPDATE overwrites older values', () => {
  test.each<[string, Dialect, string]>([
    ['it assigns another column too', 'postgresql', `${ADD} UPDATE t SET c = 1, a = 2`],
    ['it assigns another column too', 'postgresql', `${ADD} UPDATE t SET (c, a) = (1, 2)`],
    ['it assigns a column of that name of another table', 'postgresql', `${ADD} UPDATE u SET c = 1`],
    ['it assigns a column of that name of another schema', 'postgresql', `${ADD} UPDATE app.t SET c = 1`],
    [
      'the placeholder is another one',
      'postgresql',
      'ALTER TABLE ${app}.t ADD COLUMN c int; UPDATE ${other}.t SET c = 1',
    ],
    [
      'the placeholder has another value',
      'postgresql',
      'ALTER TABLE :s.t ADD COLUMN c int;\n\\set s other\nUPDATE :s.t SET c = 1',
    ],
    [
      'the column of another spelling was dropped',
      'postgresql',
      'ALTER TABLE ${app}.t ADD COLUMN c int; ALTER TABLE public.t DROP COLUMN c; UPDATE ${app}.t SET c = 1',
    ],
    ['the table may be another one', 'postgresql', `ALTER TABLE app.t ADD COLUMN c int; UPDATE t SET c = 1`],
    [
      'the column may be there before',
      'postgresql',
      'ALTER TABLE t ADD COLUMN IF NOT EXISTS c int; UPDATE t SET c = 1',
    ],
    ['the column may be there before', 'mariadb', 'ALTER TABLE t ADD COLUMN IF NOT EXISTS c int; UPDATE t SET c = 1'],
    [
      'the CTE is another table',
      'transactsql',
      'ALTER TABLE t ADD c int;\nGO\nWITH t AS (SELECT * FROM u) UPDATE t SET c = 1',
    ],
    ['the column was dropped', 'postgresql', `${ADD} ALTER TABLE t DROP COLUMN c; UPDATE t SET c = 1`],
    ['another column got the name', 'postgresql', `${ADD} ALTER TABLE t RENAME c TO d; UPDATE t SET c = 1`],
    ['the column was renamed', 'mysql', `${ADD} ALTER TABLE t CHANGE c d int; UPDATE t SET c = 1`],
    ['another table got the name', 'postgresql', `${ADD} ALTER TABLE t RENAME TO x; UPDATE t SET c = 1`],
    ['another table got the name', 'mysql', `${ADD} RENAME TABLE t TO x, u TO t; UPDATE t SET c = 1`],
    [
      'another table got the name',
      'transactsql',
      `ALTER TABLE t ADD c int; EXEC sp_rename 't', 'x'; UPDATE t SET c = 1`,
    ],
    ['the column is added in a condition', 'transactsql', 'IF @x = 1 ALTER TABLE t ADD c int; UPDATE t SET c = 1'],
    ['the column is added in a block', 'postgresql', `DO $$ BEGIN ${ADD} END $$; UPDATE t SET c = 1`],
    ['the column is added if psql says so', 'postgresql', `\\if :x\n${ADD}\n\\endif\nUPDATE t SET c = 1`],
    ['the ADD was undone', 'postgresql', `BEGIN; ${ADD} ROLLBACK; UPDATE t SET c = 1`],
    ['the ADD is in another section', 'postgresql', `-- +goose Down\n${ADD}\n-- +goose Up\nUPDATE t SET c = 1`],
    ['names stand for other tables', 'postgresql', `${ADD} SET search_path = app; UPDATE t SET c = 1`],
    ['names stand for other tables', 'mysql', `${ADD} USE app; UPDATE t SET c = 1`],
    ['SQL that is not known ran', 'postgresql', `${ADD} DO $$ BEGIN EXECUTE x; END $$; UPDATE t SET c = 1`],
    ['it runs later', 'postgresql', `${ADD} CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE t SET c = 1 $$`],
    ['it assigns a field', 'postgresql', `${ADD} UPDATE t SET a.c = 1`],
    ['it assigns a placeholder too', 'postgresql', `${ADD} UPDATE t SET c = 1, \${x} = 2`],
    ['it assigns columns of two tables', 'mysql', `${ADD} UPDATE t JOIN u SET t.c = 1, u.a = 2`],
    ['it assigns a column of the joined table', 'mysql', `${ADD} UPDATE t JOIN u SET u.c = 1`],
    [
      'the old column is gone',
      'postgresql',
      `${ADD} UPDATE t SET c = a; ALTER TABLE t DROP COLUMN a; UPDATE t SET c = 1`,
    ],
    [
      'the old column is overwritten',
      'postgresql',
      `${ADD} UPDATE t SET c = a; UPDATE t SET a = 1; UPDATE t SET c = 1`,
    ],
    ['the old rows are gone', 'postgresql', `${ADD} INSERT INTO t SELECT * FROM u; DELETE FROM u; UPDATE t SET c = 1`],
    ['it is a MERGE', 'postgresql', `${ADD} MERGE INTO t USING u ON true WHEN MATCHED THEN UPDATE SET c = 1`],
    ['it assigns a method of a column', 'transactsql', `ALTER TABLE t ADD write int; UPDATE t SET a.write('x', 1, 2)`],
  ])('%s: %s: %s', (_, dialect, sql) => {
    expect(lastUpdate(dialect, sql)).toBe(false);
  });
});

describe('a column that is new according to the base', () => {
  const newColumns = [{ name: 't', schema: '', columns: ['c'] }];
  const updates = (sql: string, path?: string) => {
    const context = { tables: [], newColumns };
    const operations = read('postgresql', sql, path, context).statements.flatMap((statement) => statement.operations);
    return operations.findLast(({ kind }) => kind === 'update')?.columnsCreatedHere;
  };
  const IF_MISSING = 'ALTER TABLE t ADD COLUMN IF NOT EXISTS c int;';

  test.each<[string]>([
    ['UPDATE t SET c = 1'],
    ['UPDATE public.t SET c = 1'],
    [`${IF_MISSING} UPDATE t SET c = 1`],
    [`SELECT 1; ${IF_MISSING} DROP TABLE u; ${IF_MISSING} UPDATE t SET c = 1`],
  ])('has no older values: %s', (sql) => {
    expect(updates(sql)).toBe(true);
  });

  test.each<[string, string, string?]>([
    ['another column', `${IF_MISSING} UPDATE t SET d = 1`],
    ['another table', `${IF_MISSING} UPDATE u SET c = 1`],
    ['another schema', `SET search_path TO app; ${IF_MISSING} UPDATE t SET c = 1`],
    ['after a rename', 'ALTER TABLE t RENAME c TO x; ALTER TABLE t RENAME y TO c; UPDATE t SET c = 1'],
    ['after its source is dropped', 'ALTER TABLE t DROP COLUMN old; UPDATE t SET c = 1'],
    ['in a down section', `-- +goose Up\n${IF_MISSING}\n-- +goose Down\nUPDATE t SET c = 1`],
    ['in a down file', 'UPDATE t SET c = 1', '1_a.down.sql'],
  ])('is not meant, or may have some: %s (%s)', (_, sql, path) => {
    expect(updates(sql, path)).toBe(false);
  });
});
