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

test.each<[Dialect, string, string]>([
  ['sqlite', 'PRAGMA ignore_check_constraints = 1', 'no-disable-constraint: constraints of every table are'],
])('%s: %s names the tables that it changes', (dialect, sql, expected) => {
  expect(messagesOf(dialect, sql)).toContainEqual(expect.stringContaining(expected));
});

test.each([
  'ALTER TABLE logs_2025 NO INHERIT logs',
  'ALTER TABLE logs_2025 ADD a int, NO INHERIT logs',
  'ALTER TABLE logs DETACH PARTITION logs_2025',
])('%s names the table that loses the partition, and the partition as `table`', (sql) => {
  expect(messagesOf('postgresql', sql)).toEqual([
    expect.stringContaining('no-detach-partition: this takes a partition or all rows out of logs,'),
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

/** What is true for each statement that a rule covers. */
test.each<[Dialect, string, string]>([
  ['postgresql', 'DELETE FROM users', 'no-unfiltered-delete: this deletes every row of users'],
  [
    'postgresql',
    'MERGE INTO users u USING gone g ON true WHEN MATCHED THEN DELETE',
    'no-unfiltered-delete: this deletes every row of users',
  ],
  [
    'sqlite',
    "UPDATE OR REPLACE users SET email = lower(email) WHERE email LIKE '%@%'",
    'no-unfiltered-delete: this deletes every row of users (`operation.filter` is not known: each row that has',
  ],
  ['postgresql', 'UPDATE users SET plan = 1', 'no-unfiltered-update: this overwrites plan in every row of users'],
  [
    'sqlite',
    'INSERT OR REPLACE INTO users (id) SELECT id FROM users',
    'no-unfiltered-update: this overwrites columns in every row of users',
  ],
  [
    'mysql',
    'REPLACE INTO users (id) SELECT id FROM users',
    'no-unfiltered-update: this overwrites columns in every row of users',
  ],
  ['mysql', 'TRUNCATE users', 'no-truncate: this removes all rows of users (or of the given partitions) at once'],
  ['mysql', 'ALTER TABLE users ENGINE = BLACKHOLE', 'no-truncate: this removes all rows of users'],
  ['mysql', 'ALTER TABLE users DISCARD TABLESPACE', 'no-truncate: this removes all rows of users'],
  ['mysql', 'ALTER TABLE logs TRUNCATE PARTITION p0', 'no-truncate: this removes all rows of logs (or of the given'],
  [
    'transactsql',
    'ALTER TABLE logs SWITCH TO archive',
    'no-detach-partition: this takes a partition or all rows out of',
  ],
  ['sqlite', "VACUUM INTO 'x'", 'no-export-to-file: rows are exported to a file or to object storage,'],
  ['mysql', "SELECT * FROM users INTO OUTFILE '/x'", 'no-export-to-file: rows are exported to a file or to object'],
  [
    'transactsql',
    'ALTER TABLE users ALTER COLUMN email DROP MASKED',
    'no-disable-protection: this turns off or weakens a protection, such as an audit, a history, a log, a mask',
  ],
  [
    'transactsql',
    'ALTER SECURITY POLICY rls.f WITH (STATE = OFF)',
    'no-disable-row-security: every row of the tables of policy rls.f becomes visible',
  ],
  [
    'sqlite',
    "SELECT iif(id > 0, load_extension('/tmp/x.so'), 0) FROM users",
    'no-load-library: this loads native code into the process of the database',
  ],
])('%s: %s is described as what it does', (dialect, sql, expected) => {
  expect(messagesOf(dialect, sql)).toContainEqual(expect.stringContaining(expected));
});

/** Names that a statement writes. */
test.each<[Dialect, string, string]>([
  [
    'postgresql',
    'MERGE INTO p USING s ON true WHEN MATCHED THEN UPDATE SET price = s.price, (a, b) = (1, 2)',
    'no-unfiltered-update: this overwrites price, a, b in every row of p',
  ],
  [
    'transactsql',
    'MERGE t USING s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN UPDATE SET t.plan_ = CASE WHEN 1 = 1 THEN 2 END, t.b = 1 OUTPUT $action, inserted.id;',
    'no-unfiltered-update: this overwrites plan_, b in every row of t',
  ],
  [
    'transactsql',
    "EXEC master..sp_addsrvrolemember N'web', N'sysadmin'",
    'no-grant-role: web becomes a member of sysadmin and',
  ],
  ['transactsql', "EXEC sp_addrolemember 'db_owner', [web]", 'no-grant-role: web becomes a member of db_owner and'],
  [
    'transactsql',
    "EXEC sp_addrolemember @membername = 'web', @rolename = 'db_owner'",
    'no-grant-role: web becomes a member of db_owner and',
  ],
  ['transactsql', 'EXEC sp_addrolemember @role, @member', 'no-grant-role: ? becomes a member of ?'],
  ['transactsql', "EXEC sp_dropsrvrolemember 'web', 'sysadmin'", 'no-revoke: web loses sysadmin on sysadmin'],
  ['transactsql', "EXEC sp_addlogin 'web', 'secret'", 'no-role-change: role or account web is'],
  ['transactsql', "EXEC sp_addlogin @passwd = 'secret', @loginame = 'web'", 'no-role-change: role or account web is'],
  ['transactsql', "EXEC sp_password 'secret', 'other', 'web'", 'no-role-change: role or account an unnamed object is'],
  [
    'transactsql',
    'GRANT UNMASK TO [public]',
    'no-grant-to-public: every role gets unmask on the whole database or server',
  ],
  [
    'transactsql',
    'UPDATE v SET v.a = NULL FROM (SELECT * FROM dbo.Users) AS v',
    'no-unfiltered-update: this overwrites a in every row of dbo.users',
  ],
  [
    'transactsql',
    'GRANT CONNECT TO guest',
    'no-grant-to-public: every role gets connect on the whole database or server',
  ],
  ['mysql', "CREATE USER ''@'%' IDENTIFIED BY ''", "no-role-change: role or account '' is created"],
  ['mysql', "ALTER USER 'app'@'%' IDENTIFIED BY 'x'", 'no-role-change: role or account app is created'],
])('%s: %s is reported with its names', (dialect, sql, expected) => {
  expect(messagesOf(dialect, sql)).toContainEqual(expect.stringContaining(expected));
});

test('a rule that spares rebuilds says why a copy is none', () => {
  const sql =
    'CREATE TABLE n (id int); INSERT OR IGNORE INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t';
  expect(messagesOf('sqlite', sql)[0]).toBe(
    'no-drop-table: dropping table t loses all its rows, and the copy does not count as a rebuild: the copy has `IGNORE`, so that it may not hold every row as it was',
  );
});
