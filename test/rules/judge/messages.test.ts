import { expect, test } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import { judgeStatement, loadPacks } from '../../../src/rules/index.ts';
import { read } from '../../sql/read.ts';
import { contextOf } from '../build.ts';

const pack = await loadPacks('querygate:recommended@1');

/** The findings of the pack for a file, each as `rule: message`, with the reason if it is undecided. */
function messagesOf(dialect: Dialect, sql: string): string[] {
  return read(dialect, sql)
    .statements.flatMap((statement) => judgeStatement(pack, statement, contextOf()))
    .map(({ rule, message, cause }) => `${rule.id}: ${message}${cause === undefined ? '' : ` (${cause})`}`);
}

test.each<[Dialect, string, string]>([
  ['transactsql', 'DISABLE TRIGGER ALL ON ALL SERVER', 'no-disable-trigger: triggers of the server are'],
  ['transactsql', 'DISABLE TRIGGER guard ON DATABASE', 'no-disable-trigger: triggers of the database are'],
  ['transactsql', 'DISABLE TRIGGER guard ON [database]', 'no-disable-trigger: triggers of database are'],
  ['transactsql', 'DISABLE TRIGGER ALL ON dbo.users', 'no-disable-trigger: triggers of dbo.users are'],
  [
    'postgresql',
    "ALTER ROLE web SET session_replication_role = 'replica'",
    'no-disable-trigger: triggers of every table in sessions of web are',
  ],
  [
    'postgresql',
    "ALTER ROLE ALL SET session_replication_role = 'replica'",
    'no-disable-trigger: triggers of every table in every session are',
  ],
  [
    'postgresql',
    'ALTER DATABASE shop SET session_replication_role = replica',
    'no-disable-trigger: triggers of every table in database shop are',
  ],
  [
    'postgresql',
    'ALTER FUNCTION f() SET session_replication_role = replica',
    'no-disable-trigger: triggers of every table in calls of f are',
  ],
])('%s: %s names whose triggers are disabled', (dialect, sql, expected) => {
  expect(messagesOf(dialect, sql)).toContainEqual(expect.stringContaining(expected));
});

test.each([
  'ALTER TABLE logs_2025 NO INHERIT logs',
  'ALTER TABLE logs_2025 ADD a int, NO INHERIT logs',
  'ALTER TABLE logs DETACH PARTITION logs_2025',
])('%s names the table that loses the partition, and the partition as `table`', (sql) => {
  expect(messagesOf('postgresql', sql)).toEqual([
    'no-detach-partition: removing a partition from logs hides its rows from every query on the table',
  ]);
  const detach = read('postgresql', sql).statements[0]?.operations.find(({ kind }) => kind === 'detach_partition');
  expect(detach?.table).toBe('logs_2025');
});

/** What the reason says of a condition that is not known to select some rows. */
test.each<[Dialect, string, string]>([
  [
    'transactsql',
    'DECLARE @id int; DELETE FROM dbo.t WHERE (@id IS NULL OR id = @id)',
    'a part of the condition uses no column',
  ],
  ['mysql', 'DELETE FROM t WHERE ? OR id = ?', 'a part of the condition uses no column'],
  ['postgresql', 'DELETE FROM t WHERE $1', 'the condition uses no column'],
  ['postgresql', "DELETE FROM t WHERE tableoid = 't'::regclass", 'the same value in this column of the server'],
  ['postgresql', 'DELETE FROM t WHERE xmin = 7', 'the same value in this column of the server'],
  [
    'postgresql',
    'DELETE FROM t WHERE id = 1 OR $1 > (SELECT count(*) FROM u)',
    'its parameter decides for all rows or for none',
  ],
  [
    'postgresql',
    'DO $$ DECLARE b bool; BEGIN DELETE FROM t WHERE b; END $$',
    'a name without its table may be a variable',
  ],
  ['sqlite', 'WITH old (id) AS (SELECT id FROM t) DELETE FROM t WHERE id IN old', 'write `IN (SELECT … FROM name)`'],
  ['sqlite', 'DELETE FROM t WHERE id NOT IN main.keep', 'write `IN (SELECT … FROM name)`'],
  ['sqlite', 'UPDATE t SET a = 1 WHERE id IN f(1)', 'write `IN (SELECT … FROM name)`'],
])('%s: %s says why it is undecided', (dialect, sql, reason) => {
  expect(messagesOf(dialect, sql)).toEqual([expect.stringContaining(reason)]);
});
