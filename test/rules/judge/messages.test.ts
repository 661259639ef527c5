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
