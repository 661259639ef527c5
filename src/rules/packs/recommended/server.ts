import type { PackRule } from '../pack-rule.ts';
import { and, calls, oneOf, or, targetIn } from '../term.ts';

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
    verdict: 'block',
    suppressible: false,
    message: 'a command of the client program is run: what it does is not SQL',
    description:
      'Commands such as `\\!`, `\\i`, `:r` or `.read` run a shell or other files, which this check has not read.',
    help: 'Write the SQL itself into the file, and leave the rest to the tool that runs it.',
    examples: [
      { block: ['\\! rm -rf /\n', '\\i other.sql\n'], pass: ['SELECT 1'] },
      { dialect: 'sqlite', block: ['.read other.sql\n'] },
      { dialect: 'transactsql', block: ['!!dir\n'] },
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
