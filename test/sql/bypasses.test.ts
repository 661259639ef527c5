import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect, OPERATION_KINDS } from '../../src/model/index.ts';
import { operationsOf, read, show, unreadableOf } from './read.ts';

const MYSQLS = ['mysql', 'mariadb'] as const;
const NOT_T_SQL = ['postgresql', 'mysql', 'mariadb', 'sqlite'] as const;

/** SQL, and the operations that must be found in it. */
type Row = readonly [sql: string, ...seen: string[]];

const SEEN: readonly (readonly [string, readonly Dialect[], readonly Row[]])[] = [
  [
    'nested SQL: queries',
    DIALECTS,
    [
      ['INSERT INTO a SELECT * FROM b', 'insert a'],
      ['INSERT INTO a (SELECT * FROM b)', 'insert a'],
      ['SELECT 1; DROP TABLE users', 'select', 'drop_table users'],
      ['SELECT 1;DROP TABLE users;SELECT 2', 'drop_table users'],
    ],
  ],
  [
    'nested SQL: writes in a WITH clause',
    ['postgresql'],
    [
      ['WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d', 'select', 'delete a none @cte'],
      ['WITH d AS MATERIALIZED (DELETE FROM a RETURNING *) SELECT 1', 'delete a none @cte'],
      [
        'WITH x AS (SELECT 1), d AS (UPDATE a SET b = 1 RETURNING *) INSERT INTO c SELECT * FROM d',
        'insert c',
        'update a none @cte',
      ],
      ['WITH d AS (WITH e AS (DELETE FROM a RETURNING *) SELECT * FROM e) SELECT 1', 'delete a none @cte'],
      ['WITH RECURSIVE d AS (DELETE FROM a WHERE id = 1 RETURNING *) SELECT 1', 'delete a conditional @cte'],
      [
        'CREATE TABLE b AS WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d',
        'create_table b',
        'delete a none @cte',
      ],
      ['COPY (DELETE FROM a RETURNING *) TO STDOUT', 'copy_to', 'delete a none @subquery'],
      ['COPY (WITH d AS (DELETE FROM a RETURNING *) SELECT 1) TO STDOUT', 'delete a none @cte'],
      ['INSERT INTO b WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d', 'insert b', 'delete a none @cte'],
      [
        'WITH m AS (MERGE INTO a USING b ON true WHEN MATCHED THEN DELETE RETURNING 1) SELECT 1',
        'merge_delete a always_true @cte',
      ],
    ],
  ],
  [
    'nested SQL: the main statement of a WITH',
    DIALECTS,
    [
      ['WITH d AS (SELECT 1) DELETE FROM a', 'delete a none'],
      ['WITH d AS (SELECT 1) UPDATE a SET b = 1', 'update a none'],
    ],
  ],
  [
    'nested SQL: bodies',
    ['postgresql'],
    [
      ['DO $$ BEGIN DELETE FROM a; END $$', 'do_block', 'delete a none @do_block'],
      ["DO 'BEGIN DELETE FROM a; END'", 'delete a none @do_block'],
      ["DO E'BEGIN\\n DELETE FROM a; END'", 'delete a none @do_block'],
      [
        'DO LANGUAGE plpgsql $x$ BEGIN IF true THEN TRUNCATE a; ELSE DROP TABLE b; END IF; END $x$',
        'truncate a none @do_block',
        'drop_table b @do_block',
      ],
      [
        'DO $$ BEGIN FOR r IN DELETE FROM a RETURNING * LOOP DROP TABLE b; END LOOP; END $$',
        'delete a none @do_block',
        'drop_table b @do_block',
      ],
      ['DO $$ BEGIN WHILE true LOOP DELETE FROM a; END LOOP; END $$', 'delete a none @do_block'],
      ['DO $$ BEGIN CASE x WHEN 1 THEN DELETE FROM a; ELSE NULL; END CASE; END $$', 'delete a none @do_block'],
      ['DO $$ BEGIN SELECT 1; EXCEPTION WHEN others THEN DELETE FROM a; END $$', 'delete a none @do_block'],
      [
        'DO $$ BEGIN PERFORM 1; WITH d AS (DELETE FROM a RETURNING 1) SELECT 1 INTO x FROM d; END $$',
        'delete a none @cte',
      ],
      [
        'DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c; DELETE FROM a WHERE CURRENT OF c; END $$',
        'delete a conditional @do_block',
      ],
      [
        'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM a $$',
        'create_function f',
        'delete a none @routine_body',
      ],
      ["CREATE FUNCTION f() RETURNS void AS 'DELETE FROM a' LANGUAGE sql", 'delete a none @routine_body'],
      ['CREATE FUNCTION f() RETURNS void BEGIN ATOMIC DELETE FROM a; END', 'delete a none @routine_body'],
      ['CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN DROP TABLE a; COMMIT; END $$', 'drop_table a @routine_body'],
      [
        'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; RETURN OLD; END $$',
        'delete a none @routine_body',
      ],
      [
        'CREATE FUNCTION f() RETURNS SETOF a LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY DELETE FROM a RETURNING *; END $$',
        'delete a none @routine_body',
      ],
      ['CREATE RULE r AS ON INSERT TO a DO ALSO DELETE FROM b', 'create_rule r', 'delete b none @routine_body'],
      [
        'CREATE RULE r AS ON INSERT TO a DO INSTEAD (DELETE FROM b; DELETE FROM c)',
        'delete b none @routine_body',
        'delete c none @routine_body',
      ],
      ['DO $$ BEGIN DO $x$ BEGIN DELETE FROM a; END $x$; END $$', 'delete a none @do_block'],
      [
        'DO $$ BEGIN CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $x$ DELETE FROM a $x$; END $$',
        'delete a none @routine_body',
      ],
    ],
  ],
  [
    'nested SQL: bodies in MySQL',
    MYSQLS,
    [
      ['CREATE PROCEDURE p() DELETE FROM a', 'create_procedure p', 'delete a none @routine_body'],
      ['CREATE PROCEDURE p() BEGIN DELETE FROM a; END', 'delete a none @routine_body'],
      ['CREATE FUNCTION f() RETURNS int BEGIN TRUNCATE TABLE a; RETURN 1; END', 'truncate a none @routine_body'],
      [
        'CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW DELETE FROM b',
        'create_trigger t',
        'delete b none @routine_body',
      ],
      [
        'CREATE TRIGGER t AFTER DELETE ON a FOR EACH ROW FOLLOWS u BEGIN DELETE FROM b; END',
        'delete b none @routine_body',
      ],
      ['CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM a', 'create_event e', 'delete a none @routine_body'],
      ['ALTER EVENT e DO TRUNCATE TABLE a', 'alter_other e', 'truncate a none @routine_body'],
      [
        'CREATE DEFINER = CURRENT_USER() PROCEDURE p() BEGIN IF 1 THEN DROP TABLE a; END IF; END',
        'drop_table a @routine_body',
      ],
      ['CREATE PROCEDURE p() BEGIN l: LOOP DELETE FROM a; LEAVE l; END LOOP; END', 'delete a none @routine_body'],
      [
        'CREATE PROCEDURE p() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION DELETE FROM a; SELECT 1; END',
        'delete a none @routine_body',
      ],
      ['CREATE PROCEDURE p() BEGIN CASE 1 WHEN 1 THEN DELETE FROM a; END CASE; END', 'delete a none @routine_body'],
    ],
  ],
  [
    'nested SQL: blocks in MariaDB',
    ['mariadb'],
    [
      ['BEGIN NOT ATOMIC DELETE FROM a; END', 'delete a none'],
      ['IF 1 THEN DROP TABLE a; END IF', 'drop_table a'],
      ['l: LOOP DELETE FROM a; END LOOP', 'delete a none'],
    ],
  ],
  [
    'nested SQL: triggers in SQLite',
    ['sqlite'],
    [
      [
        'CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; SELECT 1; END',
        'create_trigger t',
        'delete b none @routine_body',
      ],
      [
        'CREATE TEMP TRIGGER t INSTEAD OF DELETE ON a WHEN x BEGIN UPDATE b SET y = 1; END',
        'update b none @routine_body',
      ],
    ],
  ],
  [
    'nested SQL: bodies in T-SQL',
    ['transactsql'],
    [
      ['CREATE PROCEDURE p @x AS int AS DELETE FROM a', 'create_procedure p', 'delete a none @routine_body'],
      [
        'CREATE OR ALTER PROC p WITH EXECUTE AS OWNER AS BEGIN DELETE FROM a; DROP TABLE b END',
        'delete a none @routine_body',
        'drop_table b @routine_body',
      ],
      ['ALTER PROCEDURE p AS DELETE FROM a', 'alter_other p', 'delete a none @routine_body'],
      ['CREATE TRIGGER t ON a AFTER INSERT AS DELETE FROM b', 'create_trigger t', 'delete b none @routine_body'],
      ['ALTER TRIGGER t ON a FOR DELETE AS BEGIN DELETE FROM b END', 'delete b none @routine_body'],
      [
        'CREATE FUNCTION f() RETURNS @t TABLE (x int) AS BEGIN INSERT INTO @t SELECT 1; RETURN END',
        'insert @t @routine_body +temporary',
      ],
      ['CREATE PROC p AS SET NOCOUNT ON DELETE FROM a', 'delete a none @routine_body'],
      [
        'CREATE PROC p AS IF 1 = 1 BEGIN TRUNCATE TABLE a END ELSE DROP TABLE b',
        'truncate a none @routine_body',
        'drop_table b @routine_body',
      ],
    ],
  ],
  [
    'nested SQL: EXPLAIN ANALYZE, which runs its statement',
    ['postgresql'],
    [
      ['EXPLAIN ANALYZE DELETE FROM a', 'explain', 'delete a none @explain_analyze'],
      ['EXPLAIN ANALYZE VERBOSE DELETE FROM a', 'delete a none @explain_analyze'],
      ['EXPLAIN (ANALYZE) DELETE FROM a', 'delete a none @explain_analyze'],
      ['EXPLAIN (COSTS off, ANALYZE true) DELETE FROM a', 'delete a none @explain_analyze'],
      ['EXPLAIN (ANALYZE 1, BUFFERS) WITH d AS (DELETE FROM a RETURNING 1) SELECT 1', 'delete a none @cte'],
      ['EXPLAIN ANALYSE DELETE FROM a', 'delete a none @explain_analyze'],
      ["EXPLAIN (ANALYZE 'on') DELETE FROM a", 'delete a none @explain_analyze'],
    ],
  ],
  [
    'nested SQL: EXPLAIN ANALYZE in MySQL',
    MYSQLS,
    [
      ['EXPLAIN ANALYZE DELETE FROM a', 'delete a none @explain_analyze'],
      ['EXPLAIN ANALYZE FORMAT=TREE SELECT 1', 'select @explain_analyze'],
    ],
  ],
  [
    'nested SQL: ANALYZE in MariaDB',
    ['mariadb'],
    [
      ['ANALYZE DELETE FROM a', 'delete a none @explain_analyze'],
      ['ANALYZE FORMAT=JSON DELETE FROM a', 'delete a none @explain_analyze'],
    ],
  ],
  [
    'nested SQL: prepared statements and cursors',
    ['postgresql'],
    [
      ['PREPARE p AS DELETE FROM a', 'prepare', 'delete a none @prepared'],
      ['PREPARE p (int) AS DELETE FROM a WHERE id = $1', 'delete a conditional @prepared'],
      ['EXECUTE p', 'execute_prepared p'],
      ['DECLARE c CURSOR FOR SELECT 1', 'cursor c'],
      ['DECLARE c CURSOR FOR WITH d AS (DELETE FROM a RETURNING 1) SELECT 1', 'delete a none @cte'],
    ],
  ],
  [
    'nested SQL: dynamic SQL',
    ['postgresql'],
    [
      ["DO $$ BEGIN EXECUTE 'DROP TABLE a'; END $$", 'execute_dynamic @do_block', 'drop_table a @dynamic'],
      ['DO $$ BEGIN EXECUTE $x$DROP TABLE a$x$; END $$', 'drop_table a @dynamic'],
      ["DO $$ BEGIN EXECUTE 'DROP ' || 'TABLE a'; END $$", 'drop_table a @dynamic'],
      [
        "DO $$ BEGIN EXECUTE 'DROP TABLE ' || quote_ident(x); END $$",
        'execute_dynamic @do_block',
        'drop_table ${value} @dynamic',
      ],
      [
        "DO $$ BEGIN EXECUTE format('DROP TABLE %I', x); END $$",
        'execute_dynamic @do_block',
        'drop_table ${value} @dynamic',
      ],
      [
        "DO $$ BEGIN EXECUTE format('DROP TABLE %s', x); END $$",
        'execute_dynamic @do_block unreadable',
        'drop_table ${value} @dynamic',
      ],
      [
        "DO $$ BEGIN EXECUTE 'DROP TABLE ' || x; END $$",
        'execute_dynamic @do_block unreadable',
        'drop_table ${value} @dynamic',
      ],
      ['DO $$ BEGIN EXECUTE x; END $$', 'execute_dynamic @do_block unreadable'],
      ["DO $$ BEGIN EXECUTE x || ' a'; END $$", 'execute_dynamic @do_block unreadable'],
      ["DO $$ BEGIN EXECUTE concat('DROP TABLE ', 'a'); END $$", 'drop_table a @dynamic'],
      ["DO $$ BEGIN EXECUTE 'DROP TABLE a; DROP TABLE b'; END $$", 'drop_table a @dynamic', 'drop_table b @dynamic'],
      ["DO $$ BEGIN EXECUTE 'DELETE FROM a WHERE id = $1' USING x; END $$", 'delete a conditional @dynamic'],
      [
        "DO $$ BEGIN FOR r IN EXECUTE 'DELETE FROM a RETURNING 1' LOOP NULL; END LOOP; END $$",
        'delete a none @dynamic',
      ],
      ["DO $$ BEGIN RETURN QUERY EXECUTE 'DELETE FROM a RETURNING 1'; END $$", 'delete a none @dynamic'],
      ["DO $$ BEGIN OPEN c FOR EXECUTE 'SELECT 1'; END $$", 'execute_dynamic @do_block'],
    ],
  ],
  [
    'nested SQL: dynamic SQL in MySQL',
    MYSQLS,
    [
      ["PREPARE s FROM 'DROP TABLE a'", 'execute_dynamic', 'drop_table a @dynamic'],
      ['PREPARE s FROM "DROP TABLE a"', 'drop_table a @dynamic'],
      ["PREPARE s FROM CONCAT('DROP TABLE ', 'a')", 'drop_table a @dynamic'],
      ['PREPARE s FROM @x', 'execute_dynamic unreadable'],
      ["CREATE PROCEDURE p() BEGIN PREPARE s FROM 'DROP TABLE a'; EXECUTE s; END", 'drop_table a @dynamic'],
    ],
  ],
  [
    'nested SQL: EXECUTE IMMEDIATE in MariaDB',
    ['mariadb'],
    [
      ["EXECUTE IMMEDIATE 'DROP TABLE a'", 'execute_dynamic', 'drop_table a @dynamic'],
      ["EXECUTE IMMEDIATE CONCAT('DROP TABLE ', x)", 'execute_dynamic unreadable'],
    ],
  ],
  [
    'nested SQL: dynamic SQL in T-SQL',
    ['transactsql'],
    [
      ["EXEC('DROP TABLE a')", 'execute_dynamic', 'drop_table a @dynamic'],
      ["EXECUTE (N'DROP TABLE ' + 'a')", 'drop_table a @dynamic'],
      ["EXEC ('DROP TABLE a') AT other", 'drop_table a @dynamic'],
      ['EXEC (@sql)', 'execute_dynamic unreadable'],
      ["EXEC ('DROP TABLE ' + @t)", 'execute_dynamic unreadable'],
      ["EXEC ('DROP TABLE ' + QUOTENAME(@t))", 'execute_dynamic', 'drop_table ${value} @dynamic'],
      ["EXEC sp_executesql N'DROP TABLE a'", 'execute_dynamic', 'drop_table a @dynamic'],
      ["EXEC sys.sp_executesql @stmt = N'DROP TABLE a'", 'drop_table a @dynamic'],
      ["EXEC @r = sp_executesql N'DELETE FROM a WHERE x = @x', N'@x int', @x = 1", 'delete a conditional @dynamic'],
      ["sp_executesql N'DROP TABLE a'", 'drop_table a @dynamic'],
      ['EXEC sp_executesql @sql', 'execute_dynamic unreadable'],
      ['EXEC @proc', 'execute_dynamic unreadable'],
      ["EXEC sp_MSforeachtable 'DROP TABLE ?'", 'execute_dynamic', 'drop_table ? @dynamic'],
      ["INSERT INTO b EXEC('DELETE FROM a')", 'insert b', 'delete a none @dynamic'],
      ["SET @x = 1 EXEC('DROP TABLE a')", 'drop_table a @dynamic'],
    ],
  ],
  [
    'less common statements: drops',
    ['postgresql'],
    [
      ['DROP DATABASE a', 'drop_database a'],
      ['DROP SCHEMA a CASCADE', 'drop_schema a +cascade'],
      ['DROP OWNED BY a', 'drop_owned a'],
      ['DROP ROLE IF EXISTS a, b', 'drop_role a +ifExists', 'drop_role b +ifExists'],
      ['DROP TABLESPACE a', 'drop_tablespace a'],
      ['DROP TABLE a, s.b, "C" CASCADE', 'drop_table a +cascade', 'drop_table s.b +cascade', 'drop_table C +cascade'],
      ['DROP FOREIGN TABLE a', 'drop_table a'],
      ['DROP VIEW a CASCADE', 'drop_view a +cascade'],
      ['DROP MATERIALIZED VIEW a', 'drop_materialized_view a'],
      ['DROP TYPE a CASCADE', 'drop_type a +cascade'],
      ['DROP DOMAIN a', 'drop_type a'],
      ['DROP EXTENSION a CASCADE', 'drop_extension a +cascade'],
      ['DROP SEQUENCE a CASCADE', 'drop_sequence a +cascade'],
      ['DROP FUNCTION a(int), b', 'drop_function a', 'drop_function b'],
      ['DROP TEXT SEARCH CONFIGURATION a', 'drop_other a'],
      ['DROP USER MAPPING FOR a SERVER b', 'drop_other a'],
      ['DROP USER MAPPING IF EXISTS FOR a SERVER b', 'drop_other a +ifExists'],
    ],
  ],
  [
    'less common statements of PostgreSQL',
    ['postgresql'],
    [
      ['ALTER TABLE a DETACH PARTITION b', 'detach_partition a'],
      ['ALTER TABLE b NO INHERIT a', 'detach_partition a'],
      ['ALTER TABLE IF EXISTS ONLY b NO INHERIT s.a', 'detach_partition s.a'],
      ['ALTER TABLE a DETACH PARTITION b CONCURRENTLY', 'detach_partition a +concurrently'],
      ['MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN DELETE', 'merge a', 'merge_delete a conditional'],
      ["COPY a FROM PROGRAM 'x'", 'copy_from a', 'execute_program copy program'],
      ['ALTER TABLE a DISABLE ROW LEVEL SECURITY', 'disable_row_security a'],
      ['ALTER TABLE a NO FORCE ROW LEVEL SECURITY', 'disable_row_security a'],
      ['ALTER TABLE a DISABLE TRIGGER ALL', 'disable_trigger a'],
      ['ALTER TABLE a DISABLE RULE r', 'disable_trigger a'],
      ['SET session_replication_role = replica', 'set session_replication_role', 'disable_trigger every table'],
      ["SET LOCAL session_replication_role TO 'replica'", 'disable_trigger every table'],
      ["SELECT set_config('session_' || 'replication_role', 'replica', false)", 'disable_trigger every table'],
      ["SELECT set_config(concat('session_', 'replication_role'), 'replica', false)", 'disable_trigger every table'],
      ['ALTER TABLE a RENAME TO b', 'rename_table a'],
      ['ALTER TABLE a RENAME COLUMN b TO c', 'rename_column a'],
      ['ALTER TABLE a RENAME b TO c', 'rename_column a'],
      ['ALTER TABLE a ALTER b TYPE smallint', 'alter_column_type a'],
      ["ALTER SYSTEM SET archive_command = 'x'", 'alter_system archive_command'],
      ['ALTER SYSTEM RESET ALL', 'alter_system'],
      ['ALTER TABLE a OWNER TO b', 'change_owner a'],
      ['REASSIGN OWNED BY a TO b', 'change_owner a'],
      ["LOAD 'x'", 'load_library'],
      ["CREATE FUNCTION f() RETURNS int AS 'x', 'y' LANGUAGE c", 'load_library f'],
      ['TRUNCATE ONLY a, b CASCADE', 'truncate a none +cascade', 'truncate b none +cascade'],
      ['TRUNCATE TABLE a RESTART IDENTITY', 'truncate a none'],
      ['DELETE FROM ONLY a', 'delete a none'],
      ['ALTER TYPE a DROP ATTRIBUTE b', 'drop_column a'],
      ['SET ROLE admin', 'set_role'],
      ['SET SESSION AUTHORIZATION admin', 'set_role'],
      ["SECURITY LABEL ON TABLE a IS 'x'", 'comment a'],
      ['ALTER TABLE IF EXISTS ONLY a DROP b, DROP COLUMN IF EXISTS c', 'drop_column a'],
      ['ALTER TABLE a ADD x int, DROP y, ALTER z DROP DEFAULT', 'add_column a', 'drop_column a', 'drop_default a'],
    ],
  ],
  [
    'less common statements of MySQL',
    MYSQLS,
    [
      ['REPLACE INTO a VALUES (1)', 'replace a'],
      ['REPLACE a SELECT 1', 'replace a'],
      ["SELECT * FROM a INTO OUTFILE '/x'", 'copy_to'],
      ["SELECT 1 INTO DUMPFILE '/x'", 'copy_to'],
      ["SELECT * INTO OUTFILE '/x' FROM a", 'copy_to'],
      ["LOAD DATA INFILE '/x' REPLACE INTO TABLE a", 'copy_from a'],
      ["LOAD XML LOCAL INFILE 'x' INTO TABLE a", 'copy_from a'],
      ['HANDLER a OPEN', 'cursor a'],
      ['ALTER TABLE a MODIFY b tinyint', 'alter_column_type a'],
      ['ALTER TABLE a MODIFY COLUMN b tinyint', 'alter_column_type a'],
      ['ALTER TABLE a CHANGE b c tinyint', 'alter_column_type a', 'rename_column a'],
      ['ALTER TABLE a DROP b, DROP COLUMN c', 'drop_column a'],
      ['ALTER TABLE a DROP PRIMARY KEY', 'drop_constraint a'],
      ['ALTER TABLE a DROP FOREIGN KEY f', 'drop_constraint a'],
      ['ALTER TABLE a DROP PARTITION p', 'drop_partition a'],
      ['ALTER TABLE a TRUNCATE PARTITION p', 'truncate_partition a none'],
      ['ALTER TABLE a EXCHANGE PARTITION p WITH TABLE b', 'switch_partition a'],
      ['ALTER TABLE a RENAME b', 'rename_table a'],
      ['ALTER TABLE a RENAME TO b', 'rename_table a'],
      ['RENAME TABLE a TO b, c TO d', 'rename_table a', 'rename_table c'],
      ['DROP TABLE IF EXISTS a, b', 'drop_table a +ifExists', 'drop_table b +ifExists'],
      ['DROP SCHEMA a', 'drop_database a'],
      ['TRUNCATE a', 'truncate a none'],
      ['DELETE a, b FROM a JOIN b', 'delete a none', 'delete b none'],
      ['DELETE FROM a, b USING a JOIN b', 'delete a none', 'delete b none'],
      ['DELETE t FROM users AS t', 'delete users none'],
      ['DELETE LOW_PRIORITY QUICK IGNORE FROM a', 'delete a none'],
      ['UPDATE IGNORE a SET b = 1', 'update a none'],
      ['SET GLOBAL x = 1', 'alter_system x'],
      ['SET @@GLOBAL.x = 1', 'alter_system @@global.x'],
      ['SET PERSIST x = 1', 'alter_system x'],
      ['SET a = 1, GLOBAL b = 2', 'alter_system b'],
      ["SET PASSWORD FOR 'a' = 'b'", 'alter_role'],
      ["INSTALL PLUGIN p SONAME 'x.so'", 'create_extension p', 'load_library p'],
      ["CREATE FUNCTION f RETURNS STRING SONAME 'x.so'", 'load_library f'],
      ['KILL 5', 'server_control'],
      ['FLUSH TABLES', 'server_control'],
      ["PURGE BINARY LOGS TO 'x'", 'server_control'],
      ['RESET MASTER', 'server_control'],
      ["CREATE USER 'a'@'%' IDENTIFIED BY 'x'", 'create_role a'],
      ["GRANT ALL ON *.* TO 'a'@'%' WITH GRANT OPTION", 'grant *.* +grantOption'],
      ["DROP USER 'a'@'localhost'", 'drop_role a'],
      ['UNINSTALL PLUGIN p', 'drop_extension p'],
    ],
  ],
  [
    'less common statements of SQLite',
    ['sqlite'],
    [
      ["ATTACH 'x.db' AS x", 'attach_database x'],
      ['DETACH x', 'attach_database x'],
      ['INSERT OR REPLACE INTO a VALUES (1)', 'replace a'],
      ['REPLACE INTO a VALUES (1)', 'replace a'],
      ['UPDATE OR IGNORE a SET b = 1', 'update a none'],
      ['ALTER TABLE a DROP COLUMN b', 'drop_column a'],
      ['ALTER TABLE a RENAME b TO c', 'rename_column a'],
      ['PRAGMA writable_schema = 1', 'set writable_schema'],
      ["VACUUM INTO 'x'", 'copy_to'],
    ],
  ],
  [
    'less common statements of T-SQL',
    ['transactsql'],
    [
      ['ALTER TABLE a SWITCH PARTITION 1 TO b', 'switch_partition a'],
      ['ALTER TABLE a SWITCH TO b', 'switch_partition a'],
      ['DISABLE TRIGGER t ON a', 'disable_trigger a'],
      ['ALTER TABLE a DISABLE TRIGGER ALL', 'disable_trigger a'],
      ['DROP TABLE a, b', 'drop_table a', 'drop_table b'],
      ['ALTER TABLE a DROP COLUMN b, c', 'drop_column a'],
      ['ALTER TABLE a DROP CONSTRAINT c, COLUMN b', 'drop_constraint a', 'drop_column a'],
      ['ALTER TABLE a DROP COLUMN c, CONSTRAINT d, e', 'drop_column a', 'drop_constraint a'],
      ['TRUNCATE TABLE a', 'truncate a none'],
      ['TRUNCATE TABLE a WITH (PARTITIONS (1))', 'truncate_partition a none'],
      ['DELETE a', 'delete a none'],
      ['DELETE TOP (1) PERCENT FROM a', 'delete a none'],
      ['DELETE t FROM users t', 'delete users none'],
      ['UPDATE t SET x = 1 FROM users t', 'update users none'],
      ['MERGE a USING b ON 1 = 0 WHEN NOT MATCHED BY SOURCE THEN DELETE;', 'merge a', 'merge_delete a none'],
      ["EXEC xp_cmdshell 'dir'", 'call xp_cmdshell', 'execute_program xp_cmdshell'],
      ["EXEC master..xp_cmdshell 'dir'", 'execute_program xp_cmdshell'],
      ["EXEC sp_configure 'x', 1", 'alter_system sp_configure'],
      ['RECONFIGURE', 'alter_system'],
      ["EXEC sp_addrolemember 'db_owner', 'a'", 'grant_role db_owner'],
      ['ALTER ROLE db_owner ADD MEMBER a', 'grant_role db_owner'],
      ['ALTER SERVER ROLE sysadmin ADD MEMBER a', 'grant_role sysadmin'],
      ["CREATE LOGIN a WITH PASSWORD = 'x'", 'create_role a'],
      ["EXECUTE AS USER = 'a'", 'set_role'],
      ['REVERT', 'set_role'],
      ['ALTER AUTHORIZATION ON SCHEMA::s TO a', 'change_owner s'],
      ['ALTER SECURITY POLICY p WITH (STATE = OFF)', 'alter_policy p', 'disable_row_security the tables of policy p'],
      ['DROP SECURITY POLICY p', 'drop_policy p'],
      ["CREATE ASSEMBLY a FROM 'x.dll'", 'load_library a'],
      ['SELECT * INTO b FROM a', 'create_table b'],
      ["BULK INSERT a FROM 'x'", 'copy_from a'],
      ["BACKUP DATABASE a TO DISK = 'x'", 'server_control a'],
      ["RESTORE DATABASE a FROM DISK = 'x'", 'server_control a'],
      ['KILL 5', 'server_control'],
      ["WAITFOR DELAY '0:0:10'", 'control delay'],
      ['ALTER SCHEMA s TRANSFER a.b', 'set_schema a.b'],
      ['SELECT 1 DROP TABLE a', 'drop_table a'],
      ['SET NOCOUNT ON DELETE FROM a', 'delete a none'],
    ],
  ],
  [
    'lexing',
    DIALECTS,
    [
      ['DROP/**/TABLE a', 'drop_table a'],
      ['/**/DROP/* ; */TABLE--\n a', 'drop_table a'],
      ['drop\ttable\r\na', 'drop_table a'],
      ['dRoP tAbLe a', 'drop_table a'],
      ['\ufeffDROP TABLE a', 'drop_table a'],
      ["SELECT ''''; DROP TABLE a", 'drop_table a'],
      ["SELECT 1 -- '\n; DROP TABLE a", 'drop_table a'],
    ],
  ],
  [
    'lexing of MySQL',
    MYSQLS,
    [
      ['/*! DROP TABLE a */', 'drop_table a @executable_comment'],
      ['/*!50000 DROP TABLE a */', 'drop_table a @executable_comment'],
      ['/*!99999 DROP TABLE a */', 'drop_table a @executable_comment'],
      ['/*M! DROP TABLE a */', 'drop_table a @executable_comment'],
      ['DROP /*!50000 TABLE */ a', 'drop_table a'],
      ['SELECT 1 /*!99999 INTO OUTFILE "x" */', 'copy_to'],
      ['DELETE FROM a /*! WHERE 1 */', 'delete a always_true'],
      ['DELETE FROM a /*!99999 WHERE id = 1 */', 'delete a conditional', 'delete a none'],
      ['DELETE FROM a WHERE id = 1 /*! OR 1 */', 'delete a always_true'],
      ['SELECT 1 --1\n; DROP TABLE a', 'drop_table a'],
      ['DROP #\nTABLE a', 'drop_table a'],
      ["SELECT '\\''; DROP TABLE a", 'drop_table a'],
      ["SELECT 'a\\\\'; DROP TABLE a; SELECT 'b'", 'drop_table a'],
      ["SET sql_mode = 'NO_BACKSLASH_ESCAPES'; SELECT 'a\\'; DROP TABLE a; SELECT 'b'", 'drop_table a'],
      ['SET sql_mode = ANSI_QUOTES; DROP TABLE "a"', 'drop_table a'],
      ['DELIMITER //\nSELECT 1; DROP TABLE a//', 'drop_table a'],
    ],
  ],
  [
    'lexing of PostgreSQL',
    ['postgresql'],
    [
      ["SELECT E'\\''; DROP TABLE a", 'drop_table a'],
      ["SELECT '\\'; DROP TABLE a; SELECT '", 'drop_table a'],
      ['SELECT $a$ $b$ $a$; DROP TABLE a', 'drop_table a'],
      ['/* /* */ */ DROP TABLE a', 'drop_table a'],
      ['DROP TABLE U&"\\0061"', 'drop_table a'],
      ['SELECT 1 -- \r; DROP TABLE a', 'drop_table a'],
      ['SELECT 1\\; DROP TABLE a', 'drop_table a'],
      ['\\echo x \\\\ DROP TABLE a', 'drop_table a'],
      ['\\! rm x', 'meta_command \\!'],
      ['\\i x.sql', 'meta_command \\i'],
      ['SELECT 1 \\gexec', 'meta_command \\gexec'],
    ],
  ],
  [
    'lexing of SQLite',
    ['sqlite'],
    [
      ['SELECT 1\n/\nDROP TABLE a', 'drop_table a'],
      ['SELECT 1\ngo\nDROP TABLE a', 'drop_table a'],
      ['.read x', 'meta_command .read'],
      ['.shell x', 'meta_command .shell'],
    ],
  ],
  [
    'lexing of T-SQL',
    ['transactsql'],
    [
      ['SELECT 1\nGO 5\nDROP TABLE a', 'drop_table a'],
      ['DROP\u00a0TABLE a', 'drop_table a'],
      [':r x.sql', 'meta_command :r'],
      ['!!dir', 'meta_command !!dir'],
      ['label:DROP TABLE a', 'drop_table a'],
    ],
  ],
  [
    'every operation of a statement, not only the first',
    DIALECTS,
    [
      [
        Array.from({ length: 50 }, (_, i) => `DROP TABLE t${i}`).join('; '),
        ...Array.from({ length: 50 }, (_, i) => `drop_table t${i}`),
      ],
    ],
  ],
];

describe('the reader finds the operations of', () => {
  for (const [title, dialects, rows] of SEEN) {
    describe(title, () => {
      test.each(dialects.flatMap((dialect) => rows.map(([sql, ...seen]) => [dialect, sql, seen] as const)))(
        '%s: %s',
        (dialect, sql, seen) => {
          const operations = operationsOf(dialect, sql);
          for (const operation of seen) expect(operations).toContain(operation);
        },
      );
    });
  }
});

/** Harmless SQL, for which a finding would be a false alarm, and all operations that may be found in it. */
const NO_FALSE_ALARM: readonly (readonly [string, readonly Dialect[], readonly Row[]])[] = [
  [
    'words in strings and comments',
    DIALECTS,
    [
      ["SELECT 'DROP TABLE a'", 'select'],
      ['SELECT 1 -- DROP TABLE a', 'select'],
      ['SELECT 1 /* ; DROP TABLE a; */', 'select'],
      ["INSERT INTO a VALUES ('x; DELETE FROM b')", 'insert a'],
    ],
  ],
  [
    'temporary tables and what the file created',
    DIALECTS,
    [['CREATE TABLE a (x int); DROP TABLE a', 'create_table a', 'drop_table a +createdHere']],
  ],
  ['UNION and LIMIT', NOT_T_SQL, [['SELECT 1 UNION SELECT 2 LIMIT 1', 'select']]],
  [
    'PostgreSQL',
    ['postgresql'],
    [
      ['DROP POLICY p ON a', 'drop_policy p'],
      ['DROP TRIGGER t ON a', 'drop_trigger t'],
      ['DROP INDEX i', 'drop_index i'],
      ['DROP INDEX CONCURRENTLY i', 'drop_index i +concurrently'],
      ['DROP VIEW v', 'drop_view v'],
      ['ALTER TABLE a ENABLE ROW LEVEL SECURITY', 'enable_row_security a'],
      ['ALTER TABLE a ENABLE TRIGGER t', 'enable_trigger a'],
      ['INSERT INTO a SELECT * FROM b WHERE x = 1', 'insert a'],
      ['INSERT INTO a VALUES (1) ON CONFLICT (x) DO UPDATE SET y = 1', 'insert a'],
      ['CREATE TABLE a (x int REFERENCES b ON DELETE CASCADE)', 'create_table a'],
      ['CREATE POLICY p ON a FOR DELETE USING (x = 1)', 'create_policy p'],
      ['CREATE TRIGGER t BEFORE DELETE OR UPDATE ON a FOR EACH ROW EXECUTE FUNCTION f()', 'create_trigger t'],
      ['GRANT DELETE, TRUNCATE ON a TO b', 'grant a'],
      ['SELECT 1 FROM a FOR UPDATE', 'select'],
      ['SELECT "delete", "drop" FROM a', 'select'],
      ['EXPLAIN DELETE FROM a', 'explain'],
      ['EXPLAIN (ANALYZE false) DELETE FROM a', 'explain'],
      ['EXPLAIN (ANALYZE off, VERBOSE) DELETE FROM a', 'explain'],
      ['CREATE VIEW v AS SELECT 1', 'create_view v'],
      ['MERGE INTO a USING b ON a.x = b.x WHEN MATCHED THEN UPDATE SET y = 1', 'merge a conditional'],
      ["COMMENT ON TABLE a IS 'DROP TABLE a'", 'comment a'],
      ['SET statement_timeout = 0', 'set statement_timeout'],
      ['ALTER EXTENSION e DROP TABLE a', 'alter_other e'],
      ['COPY a FROM stdin;\nDROP TABLE a\n\\.\n', 'copy_from a'],
      ["SELECT replace(x, 'a', 'b'), truncate FROM t", 'select'],
    ],
  ],
  [
    'MySQL',
    MYSQLS,
    [
      ['DROP INDEX i ON a', 'drop_index i'],
      ['ALTER TABLE a DROP INDEX i', 'drop_index a'],
      ['ALTER TABLE a ADD INDEX i (x)', 'create_index a'],
      ['EXPLAIN DELETE FROM a', 'explain'],
      ["SELECT REPLACE(x, 'a', 'b'), TRUNCATE(y, 2), INSERT(z, 1, 1, 'c') FROM a", 'select'],
      ['INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE x = 1', 'insert a'],
      ['CREATE TABLE a (x timestamp ON UPDATE CURRENT_TIMESTAMP)', 'create_table a'],
      ['DROP TEMPORARY TABLE a', 'drop_table a +temporary'],
      ['SELECT 1 FROM a LOCK IN SHARE MODE', 'select'],
    ],
  ],
  [
    'SQLite',
    ['sqlite'],
    [
      ['INSERT OR IGNORE INTO a VALUES (1)', 'insert a'],
      ['EXPLAIN QUERY PLAN DELETE FROM a', 'explain'],
      ['DROP TRIGGER t', 'drop_trigger t'],
    ],
  ],
  [
    'T-SQL',
    ['transactsql'],
    [
      ['UPDATE STATISTICS a', 'maintain a'],
      ['DROP TABLE #a', 'drop_table #a +temporary'],
      ['GRANT CREATE TABLE, ALTER ON a TO b', 'grant a'],
      [
        'CREATE TRIGGER t ON a AFTER DELETE AS IF UPDATE(x) PRINT 1',
        'create_trigger t',
        'control @routine_body',
        'control @routine_body',
      ],
      ['ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (x) REFERENCES b (y) ON DELETE CASCADE', 'add_constraint a'],
      ['DROP INDEX i ON a', 'drop_index i'],
      ['SELECT [delete], [drop] FROM a', 'select'],
    ],
  ],
];

describe('the reader finds no other operations in', () => {
  for (const [title, dialects, rows] of NO_FALSE_ALARM) {
    describe(title, () => {
      test.each(dialects.flatMap((dialect) => rows.map(([sql, ...all]) => [dialect, sql, all] as const)))(
        '%s: %s',
        (dialect, sql, all) => {
          expect(operationsOf(dialect, sql).sort()).toEqual([...all].sort());
          expect(unreadableOf(dialect, sql)).toEqual([]);
        },
      );
    });
  }
});

describe('SQL that cannot be understood', () => {
  test.each(
    DIALECTS.flatMap((dialect) =>
      [
        'FROBNICATE TABLE users',
        'DROP',
        'DROP TABLE',
        'DELETE',
        "DROP TABLE a 'x",
        '/* DROP TABLE a',
        'DROP\0TABLE a',
        'ＤＲＯＰ ＴＡＢＬＥ a',
        '}; DROP TABLE a',
        '1; 2',
      ].map((sql) => [dialect, sql] as const),
    ),
  )('%s: %j is unreadable', (dialect, sql) => {
    const reasons = unreadableOf(dialect, sql);
    const dropped = operationsOf(dialect, sql).some((operation) => operation.startsWith('drop_table'));
    // T-SQL runs a name at the start of a batch as a procedure.
    const called = operationsOf(dialect, sql).some((operation) => operation.startsWith('call'));
    expect(reasons.length > 0 || (dialect === 'transactsql' && called), `${reasons} ${dropped}`).toBe(true);
  });

  test.each<[Dialect, string]>([
    ['postgresql', 'SELECT FROM WHERE'],
    ['postgresql', 'DELETE FROM a WHERE'],
    ['postgresql', 'MERGE a USING'],
    ['postgresql', 'EXEC x'],
    ['postgresql', 'DO $$ BEGIN FROBNICATE; END $$'],
    ['sqlite', 'MERGE INTO a USING b'],
    ['mysql', 'EXEC x'],
    ['mysql', 'COPY a FROM STDIN'],
    ['transactsql', "SELECT 1; COPY a FROM 'x'"],
  ])('%s: %s is not a statement of that dialect', (dialect, sql) => {
    expect(unreadableOf(dialect, sql)).not.toEqual([]);
  });
});

/** A statement for each kind of operation, in each dialect that has it. */
const KINDS: readonly (readonly [Dialect, string])[] = [
  ['transactsql', 'ALTER TABLE a WITH CHECK CHECK CONSTRAINT ALL'],
  ['transactsql', 'ALTER TABLE a SET (SYSTEM_VERSIONING = ON)'],
  ['postgresql', 'ALTER TABLE a DROP CONSTRAINT c, ADD CONSTRAINT c FOREIGN KEY (d) REFERENCES e ON DELETE CASCADE'],
  ['postgresql', "UPDATE storage.buckets SET public = true WHERE id = 'a'"],
  ['postgresql', "SELECT query_to_xml('SELECT 1', true, true, '')"],
  ['postgresql', "SELECT cron.schedule('* * * * *', 'SELECT 1')"],
  ['postgresql', 'SELECT cron.unschedule(1)'],
  ['postgresql', "SELECT pg_read_file('x')"],
  ['postgresql', "SELECT dblink_exec('x')"],
  ['postgresql', "SELECT drop_chunks('a')"],
  ['postgresql', 'CREATE RULE r AS ON DELETE TO a DO INSTEAD NOTHING'],
  ['transactsql', 'ALTER TABLE a NOCHECK CONSTRAINT ALL'],
  ['transactsql', 'ALTER TABLE a SET (SYSTEM_VERSIONING = OFF)'],
  ['postgresql', 'ALTER TABLE a SET UNLOGGED'],
  ['postgresql', 'CREATE PUBLICATION p'],
  ['postgresql', 'CREATE SERVER s FOREIGN DATA WRAPPER w'],
  ['postgresql', "SELECT setval('a', 1)"],
  ['postgresql', 'SELECT pg_stat_reset()'],
  ['postgresql', 'SELECT pg_cancel_backend(1)'],
  ['postgresql', 'VALUES (1)'],
  ['postgresql', 'TABLE a'],
  ['postgresql', 'CREATE DATABASE a'],
  ['postgresql', 'CREATE MATERIALIZED VIEW a AS SELECT 1'],
  ['postgresql', 'CREATE SCHEMA a'],
  ['postgresql', 'CREATE SEQUENCE a'],
  ['postgresql', "CREATE TYPE a AS ENUM ('x')"],
  ['postgresql', 'CREATE EXTENSION a'],
  ['postgresql', 'CREATE PROCEDURE a() LANGUAGE sql AS $$ SELECT 1 $$'],
  ['postgresql', 'CREATE ROLE a'],
  ['postgresql', 'CREATE TRUSTED LANGUAGE a'],
  ['postgresql', 'CREATE PUBLICATION a'],
  ['postgresql', 'CREATE INDEX i ON a (x)'],
  ['postgresql', 'ALTER TABLE a ALTER x SET NOT NULL, ALTER y DROP NOT NULL, ALTER z SET DEFAULT 1'],
  ['postgresql', 'ALTER TABLE a ADD CONSTRAINT c CHECK (true), DROP CONSTRAINT d, VALIDATE CONSTRAINT e'],
  ['postgresql', 'ALTER TABLE a RENAME CONSTRAINT b TO c'],
  ['postgresql', 'ALTER TABLE a ATTACH PARTITION b FOR VALUES IN (1)'],
  ['postgresql', 'ALTER TABLE a SET SCHEMA b'],
  ['postgresql', 'ALTER TABLE a SET (fillfactor = 70)'],
  ['postgresql', 'ALTER SEQUENCE a RESTART'],
  ['postgresql', "ALTER TYPE a ADD VALUE 'x'"],
  ['postgresql', 'ALTER DATABASE a SET x = 1'],
  ['postgresql', 'ALTER INDEX a SET (fillfactor = 70)'],
  ['postgresql', 'ALTER POLICY p ON a USING (true)'],
  ['postgresql', 'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO a'],
  ['postgresql', 'ALTER ROLE a LOGIN'],
  ['postgresql', 'REVOKE SELECT ON a FROM b'],
  ['postgresql', 'REVOKE a FROM b'],
  ['postgresql', 'DROP PROCEDURE a'],
  ['postgresql', 'DROP RULE r ON a'],
  ['postgresql', 'CALL p()'],
  ['postgresql', 'BEGIN'],
  ['postgresql', 'COMMIT'],
  ['postgresql', 'ROLLBACK'],
  ['postgresql', 'SAVEPOINT a'],
  ['postgresql', 'SHOW a'],
  ['postgresql', 'LOCK TABLE a'],
  ['postgresql', 'VACUUM a'],
  ['postgresql', 'REFRESH MATERIALIZED VIEW CONCURRENTLY a'],
  ['postgresql', 'NOTIFY a'],
  ['mysql', 'USE a'],
  ['mysql', 'DROP EVENT e'],
];

test('these tests cover every kind of operation', () => {
  const statements = [
    ...[...SEEN, ...NO_FALSE_ALARM].flatMap(([, dialects, rows]) =>
      rows.map(([sql]) => [dialects[0] ?? 'postgresql', sql] as const),
    ),
    ...KINDS,
  ];
  const seen = new Set(
    statements.flatMap(([dialect, sql]) =>
      read(dialect, sql).statements.flatMap(({ operations }) => operations.map(({ kind }) => kind)),
    ),
  );
  expect(Object.keys(OPERATION_KINDS).filter((kind) => !seen.has(kind as keyof typeof OPERATION_KINDS))).toEqual([]);
  for (const [dialect, sql] of KINDS) {
    const script = read(dialect, sql);
    expect(
      script.statements.flatMap(({ operations }) => operations.map(show)),
      sql,
    ).not.toEqual([]);
    expect(unreadableOf(dialect, sql), sql).toEqual([]);
  }
});
