import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import { judgeStatement, loadPacks } from '../../../src/rules/index.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { contextOf } from '../build.ts';

const pack = await loadPacks('querygate:recommended@1');

/** Returns the findings of the pack for a file: rule and verdict of each hit, or `unreadable`. */
async function judge(dialect: Dialect, sql: string): Promise<string[]> {
  const reader = await createSqlReader(dialect);
  const script = reader.read(sql, { path: 'x.sql' });
  const said = script.statements.flatMap((statement) => [
    ...judgeStatement(pack, statement, contextOf()).map(({ rule, verdict }) => `${rule.id} ${verdict}`),
    ...statement.unreadable.map(() => 'unreadable unknown'),
  ]);
  return [...new Set([...said, ...script.unreadable.map(() => 'unreadable unknown')])].sort();
}

const DANGEROUS: Record<Exclude<Dialect, 'mariadb'>, [string, string][]> = {
  postgresql: [
    ['DELETE FROM sqlite_sequence', 'no-unfiltered-delete block'],
    ['DROP TABLE a', 'no-drop-table block'],
    ['drop table if exists a, b', 'no-drop-table block'],
    ['DROP/**/TABLE a', 'no-drop-table block'],
    ['DROP FOREIGN TABLE a', 'no-drop-table block'],
    ['ALTER TABLE a DROP b', 'no-drop-column block'],
    ['ALTER TABLE a DROP CONSTRAINT c, DROP COLUMN b', 'no-drop-column block'],
    ['DROP SCHEMA s CASCADE', 'no-drop-schema block'],
    ['DROP DATABASE d', 'no-drop-database block'],
    ['DROP OWNED BY r', 'no-drop-owned block'],
    ['DROP TYPE t CASCADE', 'no-drop-cascade block'],
    ['DROP EXTENSION e CASCADE', 'no-drop-cascade block'],
    ['DROP SEQUENCE s CASCADE', 'no-drop-cascade block'],
    ['DROP VIEW v CASCADE', 'no-drop-view-cascade warn'],
    ['DROP ROLE r', 'no-role-change block'],
    ['TRUNCATE a, b', 'no-truncate block'],
    ['ALTER TABLE a DETACH PARTITION b CONCURRENTLY', 'no-detach-partition block'],
    ['SELECT lo_unlink(1)', 'no-large-object-unlink block'],
    ['DELETE FROM a', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE 1=1', 'no-unfiltered-delete block'],
    ["DELETE FROM a WHERE 'a'='a'", 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE id = id', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE NOT false', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE x = 1 OR 1=1', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE x IS NULL OR x IS NOT NULL', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE EXISTS (SELECT 1)', 'no-unfiltered-delete block'],
    ['UPDATE a SET x = 1 WHERE 2 > 1', 'no-unfiltered-update block'],
    ['WITH d AS (DELETE FROM a RETURNING *) INSERT INTO b SELECT * FROM d', 'no-unfiltered-delete block'],
    ['EXPLAIN ANALYZE DELETE FROM a', 'no-unfiltered-delete block'],
    ['PREPARE p AS DELETE FROM a', 'no-unfiltered-delete block'],
    ['CREATE RULE r AS ON INSERT TO a DO ALSO DELETE FROM b', 'no-unfiltered-delete block'],
    ['COPY (DELETE FROM a RETURNING *) TO STDOUT', 'no-unfiltered-delete block'],
    ['DO $$ BEGIN TRUNCATE a; END $$', 'no-truncate block'],
    ["DO $$ BEGIN EXECUTE 'DROP TABLE a'; END $$", 'no-drop-table block'],
    ["DO $$ BEGIN EXECUTE 'DROP ' || x; END $$", 'no-unreadable-sql block'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM a $$', 'no-unfiltered-delete block'],
    [
      'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE a; RETURN NEW; END $$',
      'no-drop-table block',
    ],
    ['MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN DELETE', 'no-merge-delete warn'],
    ['MERGE INTO a USING b ON true WHEN MATCHED THEN DELETE', 'no-unfiltered-delete block'],
    ['ALTER TABLE a DISABLE ROW LEVEL SECURITY', 'no-disable-row-security block'],
    ['ALTER TABLE a DISABLE TRIGGER ALL', 'no-disable-trigger block'],
    ['SET session_replication_role = replica', 'no-disable-trigger block'],
    ['DROP POLICY p ON a', 'no-policy-change block'],
    ['GRANT ALL ON a TO b', 'no-grant-all block'],
    ['GRANT SELECT ON a TO public', 'no-grant-to-public block'],
    ['GRANT r TO b WITH ADMIN OPTION', 'no-grant-option block'],
    ['ALTER ROLE b SUPERUSER', 'no-role-change block'],
    ['ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO b', 'no-default-privileges block'],
    ['ALTER TABLE a OWNER TO b', 'no-owner-change block'],
    ["COPY a FROM PROGRAM 'id'", 'no-execute-program block'],
    ["COPY a TO '/tmp/x'", 'no-export-to-file block'],
    ["LOAD 'x'", 'no-load-library block'],
    ['CREATE EXTENSION plpython3u', 'no-dangerous-extension block'],
    ["CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS 'return 1'", 'no-untrusted-language block'],
    ["DO LANGUAGE plperlu 'system(1)'", 'no-untrusted-language block'],
    ['ALTER SYSTEM SET x = 1', 'no-alter-system block'],
    ["SELECT pg_read_file('x')", 'no-server-files block'],
    ["SELECT * FROM a WHERE pg_catalog.pg_read_file('x') = ''", 'no-server-files block'],
    ["SELECT query_to_xml('DROP TABLE a', true, true, '')", 'no-text-as-sql block'],
    ["SELECT dblink_exec('', '')", 'no-remote-sql block'],
    ['SELECT pg_sleep(10)', 'no-sleep warn'],
    ['ALTER TABLE a RENAME TO b', 'no-rename warn'],
    ['ALTER TABLE a ALTER COLUMN b TYPE smallint', 'no-column-type-change warn'],
    ['\\! id', 'no-meta-command block'],
    ['\\restrict a \\! id', 'no-meta-command block'],
    ['\\restrict `id`', 'no-meta-command block'],
    ['\\set a `id`', 'no-meta-command block'],
    ['DROP TRIGGER t ON a', 'no-drop-trigger warn'],
    ['CREATE TABLE a (id int); TRUNCATE a CASCADE', 'no-truncate block'],
    ['CREATE TABLE pg_class (id int); DELETE FROM pg_class WHERE id = 1', 'no-catalog-write block'],
    [
      'WITH x AS (UPDATE pg_authid SET rolsuper = true WHERE oid = 1 RETURNING 1) SELECT * FROM x',
      'no-catalog-write block',
    ],
    ['COPY pg_authid FROM stdin;\n\\.\n', 'no-catalog-write block'],
    ['INSERT INTO "pg_catalog"."pg_proc" SELECT * FROM a', 'no-catalog-write block'],
    ["SELECT cron.schedule('* * * * *', 'DROP TABLE a')", 'no-scheduled-job block'],
    ["SELECT run_command_on_workers('DROP TABLE a')", 'no-text-as-sql block'],
    ["SELECT aws_s3.query_export_to_s3('SELECT 1', '', '')", 'no-remote-sql block'],
    ['MERGE INTO a USING b ON true WHEN MATCHED THEN UPDATE SET x = 1', 'no-unfiltered-update block'],
    ['ALTER DATABASE a SET x = 1', 'no-alter-database warn'],
    ['-- querygate:allow no-drop-table\nDROP TABLE a', 'no-drop-table block'],
    ['SELECT 1; DROP TABLE a', 'no-drop-table block'],
    ['DROP TABLE "A"', 'no-drop-table block'],
    ['DROP TABLE U&"\\0061"', 'no-drop-table block'],
    ['CREATE TABLE IF NOT EXISTS a (id int); DROP TABLE a', 'no-drop-table block'],
    ['CREATE TABLE b.a (id int); DROP TABLE a', 'no-drop-table block'],
    ['BEGIN; CREATE TABLE a (id int); ROLLBACK; DROP TABLE a', 'no-drop-table block'],
    ['DROP TABLE ${name}', 'no-drop-table block'],
  ],
  mysql: [
    ['/*!50000 DROP TABLE a */', 'no-drop-table block'],
    ['/*!99999 DROP TABLE a */', 'no-drop-table block'],
    ['DROP TABLE a # x', 'no-drop-table block'],
    ['DELETE FROM a WHERE 1', 'no-unfiltered-delete block'],
    ['DELETE FROM a WHERE 1 || x', 'no-unfiltered-delete block'],
    ['DELETE a FROM a JOIN b', 'no-unfiltered-delete block'],
    ['UPDATE a SET x = 1', 'no-unfiltered-update block'],
    ['REPLACE INTO a VALUES (1)', 'no-replace-into warn'],
    ['ALTER TABLE a DROP b', 'no-drop-column block'],
    ['ALTER TABLE a MODIFY b tinyint', 'no-column-type-change warn'],
    ['ALTER TABLE a CHANGE b c tinyint', 'no-column-type-change warn'],
    ['ALTER TABLE a DROP PARTITION p', 'no-drop-partition block'],
    ['ALTER TABLE a TRUNCATE PARTITION p', 'no-truncate block'],
    ["SELECT 1 INTO OUTFILE '/x'", 'no-export-to-file block'],
    ['SELECT BENCHMARK(1, 1)', 'no-sleep warn'],
    ['SET GLOBAL x = 1', 'no-alter-system block'],
    ["PREPARE s FROM 'DROP TABLE a'", 'no-drop-table block'],
    ['PREPARE s FROM @x', 'no-unreadable-sql block'],
    ['DELIMITER //\nCREATE PROCEDURE p() BEGIN DELETE FROM a; END//', 'no-unfiltered-delete block'],
    ["GRANT ALL ON *.* TO 'a'@'%'", 'no-grant-all block'],
    ["GRANT SUPER ON *.* TO 'a'@'%'", 'no-grant-server block'],
    ["GRANT SYSTEM_USER, SELECT ON *.* TO 'a'@'%'", 'no-grant-server block'],
    ["LOAD DATA LOCAL INFILE 'x' INTO TABLE mysql.user", 'no-catalog-write block'],
    ['INSERT INTO `mysql`.`user` VALUES (1)', 'no-catalog-write block'],
    ['CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO TRUNCATE a', 'no-truncate block'],
  ],
  sqlite: [
    ['DROP TABLE a', 'no-drop-table block'],
    ['DELETE FROM a', 'no-unfiltered-delete block'],
    ['INSERT OR REPLACE INTO a VALUES (1)', 'no-replace-into warn'],
    ["ATTACH 'x' AS y", 'no-attach-database warn'],
    ["SELECT load_extension('x')", 'no-server-files block'],
    ['.shell id', 'no-meta-command block'],
    ['PRAGMA main.writable_schema(1)', 'no-catalog-write block'],
    ['DELETE FROM main.sqlite_schema WHERE 1', 'no-catalog-write block'],
    ['DELETE FROM sqlite_sequences', 'no-unfiltered-delete block'],
    ['UPDATE sqlite_sequences SET seq = 0', 'no-unfiltered-update block'],
    ['ALTER TABLE a DROP COLUMN b', 'no-drop-column block'],
    ['CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; END', 'no-unfiltered-delete block'],
  ],
  transactsql: [
    ['DROP TABLE [a]', 'no-drop-table block'],
    ['DELETE a', 'no-unfiltered-delete block'],
    ["EXEC('DROP TABLE a')", 'no-drop-table block'],
    ['EXEC(@x)', 'no-unreadable-sql block'],
    ["DECLARE @t sysname SELECT @t = name FROM sys.tables EXEC('DROP TABLE [' + @t + ']')", 'no-drop-table block'],
    ["DECLARE @t sysname SELECT @t = name FROM users EXEC('ANALYZE ' + @t)", 'no-unreadable-sql block'],
    ['CREATE PROCEDURE p @q nvarchar(max) AS EXEC(@q)', 'no-unreadable-routine warn'],
    ["CREATE PROCEDURE p @q nvarchar(max) AS EXEC(@q)\nGO\nEXEC p N'x'", 'no-unreadable-sql block'],
    ["EXEC sp_executesql N'TRUNCATE TABLE a'", 'no-truncate block'],
    ["EXEC xp_cmdshell 'x'", 'no-execute-program block'],
    ['ALTER TABLE a SWITCH PARTITION 1 TO b', 'no-detach-partition block'],
    [':setvar x "1; DROP TABLE a"\nSELECT $(x)', 'no-script-variable block'],
    [':setvar x "1 DROP TABLE a"\nSELECT $(x)', 'no-script-variable block'],
    [':setvar x DELETE\nIF 1=1 $(x) FROM a', 'no-script-variable block'],
    [':setvar X "DELETE"\nSELECT 1 $(x) FROM a', 'no-script-variable block'],
    ['SELECT 1 $(x) FROM a\nGO\n:setvar x DELETE\n', 'no-script-variable block'],
    [':setvar x EXEC\nSELECT $(x)_b', 'no-script-variable block'],
    [':setvar x --\nSELECT 1 $(x)', 'no-script-variable block'],
    [":setvar x \"a' DROP TABLE a\"\nPRINT '$(x)'", 'no-script-variable block'],
    [':setvar x "C:\\a] DROP TABLE a"\nSELECT [$(x)]', 'no-script-variable block'],
    [':r other.sql\n', 'no-meta-command block'],
    [':connect other\n', 'no-meta-command block'],
    ['!!dir\n', 'no-meta-command block'],
    ['GRANT CONTROL SERVER TO a', 'no-grant-server block'],
    ["WAITFOR DELAY '00:00:10'", 'no-sleep warn'],
    ["EXEC sp_rename 'a', 'b'", 'no-rename warn'],
    ['ALTER ROLE db_owner ADD MEMBER a', 'no-grant-role block'],
    ['DISABLE TRIGGER t ON a', 'no-disable-trigger block'],
    ['MERGE a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE THEN DELETE;', 'no-unfiltered-delete block'],
  ],
};

describe.each(Object.entries(DANGEROUS) as [Dialect, [string, string][]][])(
  '%s: dangerous SQL is reported',
  (dialect, cases) => {
    test.each(cases)('%s', async (sql, expected) => {
      expect(await judge(dialect, sql)).toContain(expected);
    });
  },
);

const HARMLESS: Record<Exclude<Dialect, 'mariadb'>, string[]> = {
  postgresql: [
    'CREATE TABLE a (id int PRIMARY KEY)',
    'CREATE TABLE a (id int); DROP TABLE a',
    'CREATE TEMP TABLE a (id int); DELETE FROM a; TRUNCATE a; DROP TABLE a',
    'CREATE TABLE a (id int); ALTER TABLE a DISABLE ROW LEVEL SECURITY',
    'ALTER TABLE a ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE a ADD COLUMN b int',
    'ALTER TABLE a ALTER COLUMN b SET DEFAULT 1',
    'CREATE INDEX CONCURRENTLY i ON a (b)',
    'DROP INDEX i',
    'DROP VIEW v',
    "INSERT INTO a SELECT * FROM b WHERE c = 'DROP TABLE x'",
    "SELECT 'DELETE FROM a'",
    '-- DROP TABLE a\nSELECT 1',
    '/* DELETE FROM a */ SELECT 1',
    'DELETE FROM a WHERE id = 1',
    'DELETE FROM a USING b WHERE a.id = b.id',
    'DELETE FROM a WHERE id NOT IN (SELECT id FROM b)',
    'UPDATE a SET x = 1 FROM b WHERE a.id = b.id',
    'UPDATE a SET x = NULL WHERE x = 0',
    'SELECT 1 UNION SELECT 2 LIMIT 1',
    'INSERT INTO a VALUES (1) ON CONFLICT (id) DO UPDATE SET x = 1',
    'COMMENT ON TABLE a IS $$DROP TABLE b$$',
    'CREATE FUNCTION f(x int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN x + 1; END $$',
    "CREATE EXTENSION IF NOT EXISTS citext; SET lock_timeout = '1s'; BEGIN; COMMIT; VACUUM a",
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    'COPY a (id) FROM stdin;\n1\n2\n\\.\n',
  ],
  mysql: [
    'CREATE TABLE `a` (`id` int) ENGINE=InnoDB',
    'DROP TEMPORARY TABLE a',
    'ALTER TABLE a ADD COLUMN b int, ADD INDEX i (b)',
    'ALTER TABLE a DROP INDEX i, DROP FOREIGN KEY f',
    'INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE x = 2',
    "SELECT REPLACE(x, 'a', 'b') FROM a",
    'DELETE a FROM a JOIN b ON a.id = b.id WHERE b.x = 1',
    `SET @s = (SELECT IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_name = 'a') > 0,
      'SELECT 1', 'CREATE INDEX i ON a(b)')); PREPARE p FROM @s; EXECUTE p; DEALLOCATE PREPARE p;`,
  ],
  sqlite: [
    'CREATE TABLE a (id INTEGER PRIMARY KEY)',
    'PRAGMA foreign_keys = ON',
    'INSERT OR IGNORE INTO a VALUES (1)',
    "DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence VALUES ('a', 1)",
    'UPDATE main.sqlite_sequence SET seq = 0',
    'DELETE FROM "sqlite_sequence" WHERE true',
  ],
  transactsql: [
    'CREATE TABLE [a] ([id] int)\nGO\nINSERT INTO a VALUES (1)\nGO',
    "PRINT 'DROP TABLE a'",
    'CREATE TABLE #t (id int); DELETE FROM #t; DROP TABLE #t',
    'DELETE x FROM a x WHERE x.id = 1',
    ':setvar DatabaseName "shop"\nGO\n:setvar __IsSqlCmdEnabled "True"\nGO\n:setvar DefaultLogPath ""\nGO\n',
    ':setvar DefaultDataPath "C:\\Program Files\\Microsoft SQL Server\\MSSQL12.MSSQLSERVER\\MSSQL\\DATA\\"\nGO\n',
    ':setvar Major 12\nSELECT $(Major)',
    ":setvar Name shop\nSELECT [$(Name)], N'$(Name)', [$(Name)_log]\nGO\nUSE $(Name)",
    // As EF Core generates it, before and since version 9.
    `DECLARE @var0 sysname;
SELECT @var0 = [d].[name]
FROM [sys].[default_constraints] [d]
INNER JOIN [sys].[columns] [c] ON [d].[parent_column_id] = [c].[column_id] AND [d].[parent_object_id] = [c].[object_id]
WHERE ([d].[parent_object_id] = OBJECT_ID(N'[People]') AND [c].[name] = N'Age');
IF @var0 IS NOT NULL EXEC(N'ALTER TABLE [People] DROP CONSTRAINT [' + @var0 + '];');`,
    `DECLARE @var nvarchar(max);
SELECT @var = QUOTENAME([d].[name])
FROM [sys].[default_constraints] [d]
INNER JOIN [sys].[columns] [c] ON [d].[parent_column_id] = [c].[column_id] AND [d].[parent_object_id] = [c].[object_id]
WHERE ([d].[parent_object_id] = OBJECT_ID(N'[People]') AND [c].[name] = N'Age');
IF @var IS NOT NULL EXEC(N'ALTER TABLE [People] DROP CONSTRAINT ' + @var + ';');`,
  ],
};

describe.each(Object.entries(HARMLESS) as [Dialect, string[]][])('%s: harmless SQL passes', (dialect, cases) => {
  test.each(cases)('%s', async (sql) => {
    expect(await judge(dialect, sql)).toEqual([]);
  });
});
