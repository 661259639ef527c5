import { and, calls, is, not, oneOf, or, targetIn, targetStartsWith } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** All names of SQLite's catalog. */
const CATALOG_TABLES = ['sqlite_master', 'sqlite_schema', 'sqlite_temp_master', 'sqlite_temp_schema'];
/**
 * Tables of MySQL's own schema that store privileges or name code to run. The condition tests names before schemas, so
 * that an ordinary table with a placeholder for its schema is not undecided.
 */
const MYSQL_TABLES = [
  'user',
  'db',
  'global_priv',
  'global_grants',
  'tables_priv',
  'columns_priv',
  'procs_priv',
  'proxies_priv',
  'role_edges',
  'roles_mapping',
  'default_roles',
  'func',
  'proc',
  'event',
  'plugin',
  'component',
  'servers',
];
/** Ordinary tables whose names start with PostgreSQL's catalog prefix. */
const NOT_CATALOG = ['pg_search_documents'];
/** Does not test `createdHere`: PostgreSQL searches its catalog before any new table of the same name. */
const IN_CATALOG = or(
  and(targetStartsWith('pg_'), targetIn(['', 'pg_catalog'], 'schema'), not(targetIn(NOT_CATALOG))),
  and(targetIn(MYSQL_TABLES), targetIn(['mysql'], 'schema')),
  targetIn(CATALOG_TABLES),
);

/** Commands that only set a client variable, here to more than one name or number. Not psql's `\\set`: it runs text in back-ticks in a shell. */
const VARIABLE_COMMANDS = ['setvar'];

/** Statements that act on the server itself, and commands of the client program. */
export const SERVER: readonly PackRule[] = [
  {
    id: 'no-alter-system',
    operations: ['alter_system'],
    verdict: 'block',
    suppressible: false,
    message: 'this changes the configuration of the whole server',
    description: 'Server settings apply to every database and survive a restart. Some of them name programs to run.',
    help: 'Change it in the tool that manages the server. For one transaction, use `SET LOCAL`.',
    examples: [
      { block: ["ALTER SYSTEM SET archive_command = 'x'"], pass: ["SET LOCAL lock_timeout = '2s'"] },
      { dialect: 'mysql', block: ['SET GLOBAL max_connections = 10'], pass: ['SET SESSION sql_mode = DEFAULT'] },
      { dialect: 'transactsql', block: ["EXEC sp_configure 'xp_cmdshell', 1"] },
    ],
  },
  {
    id: 'no-alter-database',
    operations: ['alter_database'],
    verdict: 'warn',
    message: 'this changes settings of the whole database {operation.target}',
    description:
      'ALTER DATABASE affects every user who connects afterwards. It can take the database offline, name ' +
      'libraries that each session loads, or trust code that was not trusted before.',
    help: 'Change it in the tool that manages your databases. For one session, use `SET`.',
    examples: [
      { block: ["ALTER DATABASE shop SET session_preload_libraries = 'x'"], pass: ['CREATE DATABASE shop'] },
      { dialect: 'mysql', block: ['ALTER DATABASE shop CHARACTER SET latin1'] },
      {
        dialect: 'transactsql',
        block: ['ALTER DATABASE shop SET TRUSTWORTHY ON', 'ALTER DATABASE shop SET OFFLINE'],
      },
    ],
  },
  {
    id: 'no-catalog-write',
    operations: ['insert', 'update', 'delete', 'truncate', 'merge', 'replace', 'copy_from', 'set'],
    when: or(and(not(oneOf('kind', ['set'])), IN_CATALOG), and(oneOf('kind', ['set']), targetIn(['writable_schema']))),
    verdict: 'block',
    suppressible: false,
    message: 'this writes to the system catalog of the database: {operation.target}',
    description:
      'The system catalog records which objects exist and who has access to them. Writing to it directly can ' +
      'give any privilege to any user, bypassing GRANT, and one wrong row can make the database unreadable.',
    help: 'Use the statement that is made for the change, such as `ALTER TABLE`, `GRANT` or `ALTER ROLE`.',
    examples: [
      {
        block: [
          "UPDATE pg_authid SET rolsuper = true WHERE rolname = 'app'",
          'DELETE FROM pg_catalog.pg_constraint WHERE conname = $1',
          "INSERT INTO pg_proc SELECT * FROM pg_proc WHERE proname = 'f'",
        ],
        pass: [
          'SELECT relname FROM pg_class',
          'INSERT INTO app.pg_notes (id) VALUES (1)',
          'DELETE FROM pg_search_documents WHERE id = 1',
          'INSERT INTO ${schema}.users (id) VALUES (1)',
        ],
      },
      {
        dialect: 'mysql',
        block: ["UPDATE mysql.user SET Super_priv = 'Y' WHERE User = 'app'", 'REPLACE INTO mysql.db VALUES (1)'],
        pass: ["SELECT user FROM mysql.user WHERE user = 'app'"],
      },
      {
        dialect: 'sqlite',
        block: ['PRAGMA writable_schema = 1', "UPDATE sqlite_master SET sql = '' WHERE name = 'users'"],
        pass: ["DELETE FROM sqlite_sequence WHERE name = 'users'", 'PRAGMA foreign_keys = ON'],
      },
    ],
  },
  {
    id: 'no-server-control',
    operations: ['server_control'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'this acts on the server itself, its sessions or its logs',
    description:
      'KILL, SHUTDOWN, FLUSH, PURGE and RESTORE affect every user of the server, and can delete logs that ' +
      'backups need.',
    help: 'Leave it to the administrators of the server.',
    examples: [
      {
        dialect: 'mysql',
        block: ['SHUTDOWN', "PURGE BINARY LOGS TO 'x'", 'CALL mysql.rds_kill(1)'],
        pass: ['SHOW PROCESSLIST'],
      },
      {
        dialect: 'transactsql',
        block: ['KILL 53', 'ALTER DATABASE shop SET OFFLINE'],
        pass: ['CREATE DATABASE shop; ALTER DATABASE shop SET SINGLE_USER', 'ALTER DATABASE shop SET MULTI_USER'],
      },
    ],
  },
  {
    id: 'no-end-sessions',
    operations: ['end_session'],
    verdict: 'block',
    message: 'this ends other sessions or cancels their queries',
    description: 'The work of these sessions is rolled back, and the applications that they belong to see an error.',
    help: 'Set `lock_timeout` and try again later instead of ending other sessions.',
    examples: [
      { block: ['SELECT pg_terminate_backend(pid) FROM pg_stat_activity'], pass: ['SELECT pid FROM pg_stat_activity'] },
    ],
  },
  {
    id: 'no-meta-command',
    operations: ['meta_command'],
    when: not(targetIn([...VARIABLE_COMMANDS, 'on'])),
    verdict: 'block',
    suppressible: false,
    message: 'this is a command of the client program, not SQL, so it cannot be checked',
    description:
      'Commands such as `\\!`, `\\i`, `:r` or `.read` run a shell or other files, which Querygate has not read.',
    help: 'Put the SQL itself into the file, and leave the rest to the tool that runs it.',
    examples: [
      { block: ['\\! rm -rf /\n', '\\i other.sql\n'], pass: ['SELECT 1'] },
      { dialect: 'sqlite', block: ['.read other.sql\n'] },
      { dialect: 'transactsql', block: ['!!dir\n', ':out x.txt\n'], pass: [':on error exit\nSELECT 1'] },
    ],
  },
  {
    id: 'no-script-variable',
    operations: ['meta_command'],
    when: targetIn(VARIABLE_COMMANDS),
    verdict: 'block',
    message: 'this sets a variable of the client program to text that becomes part of the SQL and cannot be checked',
    description:
      'sqlcmd inserts the text of a variable wherever `$(name)` appears, before the server sees the statement. ' +
      'The text can end that statement and start another. A single name, number or path cannot, and passes.',
    help: 'Write the value where it is used. If it must vary, let a reviewer allow this one with a reason.',
    examples: [
      {
        dialect: 'transactsql',
        block: [':setvar x "1; DROP TABLE users"\nSELECT $(x)'],
        pass: ['SELECT $(x)', ':setvar DatabaseName "shop"\nUSE [$(DatabaseName)]', ':on error exit\nSELECT 1'],
      },
    ],
  },
  {
    id: 'no-attach-database',
    operations: ['attach_database'],
    verdict: 'warn',
    message: 'another database file is attached or detached',
    description:
      'ATTACH creates the file if it does not exist, in any folder, and the statements that follow can write to it.',
    help: 'Open the other file in a separate connection.',
    examples: [{ dialect: 'sqlite', block: ["ATTACH DATABASE 'other.db' AS other"], pass: ['SELECT 1'] }],
  },
  {
    id: 'no-sleep',
    operations: ['any'],
    when: or(
      calls(['pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'sleep', 'benchmark']),
      and(oneOf('kind', ['control']), targetIn(['delay', 'time'])),
    ),
    verdict: 'warn',
    message: 'the session sleeps and holds its locks meanwhile',
    description:
      'A sleep in a migration holds its locks and a connection. In an application query it is a sign of SQL injection.',
    help: 'Wait in the tool that runs the file, between statements.',
    examples: [
      { block: ['SELECT pg_sleep(10)'], pass: ['SELECT now()'] },
      { dialect: 'mysql', block: ['SELECT SLEEP(10)', 'SELECT BENCHMARK(1000000, MD5(1))'] },
      { dialect: 'transactsql', block: ["WAITFOR DELAY '0:0:10'"], pass: ['PRINT 1'] },
    ],
  },
];
