import { and, calls, not, oneOf, or, targetIn, targetStartsWith } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** SQLite's catalog, under all its names. */
const CATALOG_TABLES = ['sqlite_master', 'sqlite_schema', 'sqlite_temp_master', 'sqlite_temp_schema'];
/**
 * Tables of MySQL's own schema that say who may do what, or name code to run. Names are asked before schemas, so that a
 * placeholder for the schema of an ordinary table leaves nothing undecided.
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
/** Ordinary tables whose names begin as those of PostgreSQL's catalog do. */
const NOT_CATALOG = ['pg_search_documents'];
/** PostgreSQL looks into its catalog first, so that a table of the same name made here is not the one meant. */
const IN_CATALOG = or(
  and(targetStartsWith('pg_'), targetIn(['', 'pg_catalog'], 'schema'), not(targetIn(NOT_CATALOG))),
  and(targetIn(MYSQL_TABLES), targetIn(['mysql'], 'schema')),
  targetIn(CATALOG_TABLES),
);

/** Commands that only set a variable of the client. psql's `\\set` is none: text in back-ticks there is run in a shell. */
const VARIABLE_COMMANDS = ['setvar'];

/** The server itself, and the program that runs the file. */
export const SERVER: readonly PackRule[] = [
  {
    id: 'no-alter-system',
    operations: ['alter_system'],
    verdict: 'block',
    suppressible: false,
    message: 'the configuration of the whole server is changed',
    description: 'Server settings hold for every database and survive a restart; some of them name programs to run.',
    help: 'Change it where the server is managed. For one session, use `SET LOCAL`.',
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
    message: 'settings of the whole database {operation.target} are changed',
    description:
      'ALTER DATABASE holds for everybody who connects from then on: it can take the database offline, name libraries ' +
      'that each session loads, or trust code that was not trusted before.',
    help: 'Change it where databases are managed. For one session, use `SET`.',
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
    message: "the database's own catalog is written: {operation.target}",
    description:
      'The catalog says which objects there are and who may do what. Written by hand, it gives any right to anybody, ' +
      'past every GRANT, and one wrong row makes the database unreadable.',
    help: 'Use the statement that is made for it: `ALTER TABLE`, `GRANT`, `ALTER ROLE`.',
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
    verdict: 'block',
    suppressible: false,
    message: 'the server, its sessions or its logs are acted on',
    description:
      'KILL, SHUTDOWN, FLUSH, PURGE and RESTORE hit everybody who uses the server, and logs that backups need.',
    help: 'Leave it to whoever runs the server.',
    examples: [
      { dialect: 'mysql', block: ['SHUTDOWN', "PURGE BINARY LOGS TO 'x'"], pass: ['SHOW PROCESSLIST'] },
      { dialect: 'transactsql', block: ['KILL 53'] },
    ],
  },
  {
    id: 'no-end-sessions',
    operations: ['any'],
    when: calls(['pg_terminate_backend', 'pg_cancel_backend']),
    verdict: 'block',
    message: 'sessions of others are ended',
    description: 'What these sessions were doing is rolled back, in the application as well.',
    help: 'Set `lock_timeout` and try again later, rather than clearing the way.',
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
    message: 'a command of the client program is run: what it does is not SQL',
    description:
      'Commands such as `\\!`, `\\i`, `:r` or `.read` run a shell or other files, which this check has not read.',
    help: 'Write the SQL itself into the file, and leave the rest to the tool that runs it.',
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
    message: 'a variable of the client program is set: what it holds is put into the SQL as text, and is not read here',
    description:
      'sqlcmd puts the text of a variable wherever `$(name)` stands, before the server sees the statement. ' +
      'The text may end that statement and begin another.',
    help:
      'Write the value where it is used. Where a script is generated with variables for names of databases and files, ' +
      'let a reviewer allow each with a reason.',
    examples: [
      {
        dialect: 'transactsql',
        block: [':setvar x "1; DROP TABLE users"\nSELECT $(x)'],
        pass: ['SELECT $(x)', ':on error exit\nSELECT 1'],
      },
    ],
  },
  {
    id: 'no-attach-database',
    operations: ['attach_database'],
    verdict: 'warn',
    message: 'another database file is attached or detached',
    description: 'ATTACH creates a file wherever its name says, and what follows may write to it.',
    help: 'Open the other file in its own connection.',
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
    message: 'the session sleeps, and keeps its locks while it does',
    description:
      'A sleep in a migration holds whatever is locked, and a connection. In a query it is the mark of an injection.',
    help: 'Wait in the tool that runs the file, between statements.',
    examples: [
      { block: ['SELECT pg_sleep(10)'], pass: ['SELECT now()'] },
      { dialect: 'mysql', block: ['SELECT SLEEP(10)', 'SELECT BENCHMARK(1000000, MD5(1))'] },
      { dialect: 'transactsql', block: ["WAITFOR DELAY '0:0:10'"], pass: ['PRINT 1'] },
    ],
  },
];
