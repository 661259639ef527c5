import { and, is, not, oneOf, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Jobs, replication, protections, logs and counters. */
export const ADMINISTRATION: readonly PackRule[] = [
  {
    id: 'no-disable-constraint',
    operations: ['disable_constraint'],
    when: and(not(is('createdHere')), not(is('recreated'))),
    verdict: 'block',
    message: 'constraints of {operation.target} are no longer checked',
    description:
      'While a constraint is off, rows that break it are stored. Rows written in the meantime are not checked when it is ' +
      'on again, unless the server is told to check all rows.',
    help: 'Change the rows so that they pass the constraint, or drop the constraint and add a correct one.',
    examples: [
      {
        dialect: 'transactsql',
        block: ['ALTER TABLE users NOCHECK CONSTRAINT ALL'],
        pass: ['ALTER TABLE users WITH CHECK CHECK CONSTRAINT ALL'],
      },
      { dialect: 'sqlite', block: ['PRAGMA ignore_check_constraints = ON'], pass: ['PRAGMA foreign_keys = ON'] },
      {
        dialect: 'mariadb',
        block: ['SET check_constraint_checks = 0'],
        pass: ['SET check_constraint_checks = 1'],
      },
    ],
  },
  {
    id: 'no-disable-protection',
    operations: ['disable_protection'],
    when: and(not(is('createdHere')), not(is('recreated'))),
    verdict: 'block',
    message: 'this turns off a protection: an audit, a history, a log or a check of the server',
    description:
      'An audit, a history table, the binary log or a replication slot records what happens to the data. While it is off, ' +
      'nothing is recorded, and what is missing cannot be added later.',
    help: 'Leave the protection on. If it is in the way, ask the administrators of the server.',
    examples: [
      {
        block: ["SELECT pg_drop_replication_slot('backup')", 'SECURITY LABEL FOR anon ON COLUMN users.email IS NULL'],
        pass: ['SELECT slot_name FROM pg_replication_slots'],
      },
      { dialect: 'mysql', block: ['SET sql_log_bin = 0', 'UNINSTALL PLUGIN audit_log'], pass: ['SET sql_log_bin = 1'] },
      {
        dialect: 'transactsql',
        block: [
          'ALTER TABLE users SET (SYSTEM_VERSIONING = OFF)',
          'ALTER DATABASE shop SET TRUSTWORTHY ON',
          'ALTER SERVER AUDIT a WITH (STATE = OFF)',
        ],
        pass: ['ALTER TABLE users SET (SYSTEM_VERSIONING = ON)', 'ALTER DATABASE shop SET TRUSTWORTHY OFF'],
      },
      { dialect: 'sqlite', block: ['PRAGMA trusted_schema = ON'], pass: ['PRAGMA trusted_schema = OFF'] },
    ],
  },
  {
    id: 'no-paused-protection',
    operations: ['disable_constraint', 'disable_protection'],
    when: and(is('recreated'), not(is('createdHere'))),
    verdict: 'warn',
    message: 'a check or protection of {operation.target} is off until a later statement turns it on again',
    description:
      'Writes of other sessions pass in the meantime without the check or the history. If the file stops before the ' +
      'later statement, it stays off.',
    help: 'Run all of it in one transaction.',
    examples: [
      {
        dialect: 'transactsql',
        block: [
          'ALTER TABLE t NOCHECK CONSTRAINT ALL; ALTER TABLE t WITH CHECK CHECK CONSTRAINT ALL',
          'ALTER TABLE t SET (SYSTEM_VERSIONING = OFF); ALTER TABLE t SET (SYSTEM_VERSIONING = ON)',
        ],
        pass: ['ALTER TABLE t WITH CHECK CHECK CONSTRAINT ALL', 'ALTER TABLE t NOCHECK CONSTRAINT ALL'],
      },
    ],
  },
  {
    id: 'no-scheduled-job',
    operations: ['schedule_job'],
    verdict: 'block',
    message: 'this changes or starts a job of the server, which runs SQL or programs later',
    description:
      'A job runs again and again, with the privileges of its owner, and after the change was reviewed. What it runs is ' +
      'hidden in a text or in the rows of a table.',
    help: 'Manage jobs in the tool that manages the server, or let a reviewer allow this one with a reason.',
    examples: [
      {
        block: [
          "SELECT cron.schedule('0 3 * * *', 'DELETE FROM users')",
          "INSERT INTO cron.job (command) VALUES ('x')",
        ],
        pass: ['SELECT jobid FROM cron.job', 'SELECT app.schedule(1)', 'INSERT INTO schedule (id) VALUES (1)'],
      },
      {
        dialect: 'transactsql',
        block: ["EXEC msdb.dbo.sp_add_job @job_name = 'x'", "EXEC sp_procoption 'p', 'startup', 'on'"],
        pass: ["EXEC msdb.dbo.sp_help_job @job_name = 'x'"],
      },
    ],
  },
  {
    id: 'no-drop-job',
    operations: ['drop_job', 'drop_event'],
    when: not(is('recreated')),
    verdict: 'warn',
    message: 'a scheduled job is removed or stopped: {operation.target}',
    description: 'The job may do backups, retention or refreshes. Nothing fails when it no longer runs.',
    help: 'Check what the job does, and who relies on it.',
    examples: [
      { block: ["SELECT cron.unschedule('nightly')"], pass: ['SELECT app.unschedule(1)'] },
      { dialect: 'transactsql', block: ["EXEC msdb.dbo.sp_delete_job @job_name = 'x'"] },
      {
        dialect: 'mysql',
        block: ['DROP EVENT IF EXISTS nightly', 'ALTER EVENT nightly DISABLE'],
        pass: [
          'DROP EVENT nightly; CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DO SELECT 1',
          'ALTER EVENT nightly ENABLE',
        ],
      },
    ],
  },
  {
    id: 'no-discarded-writes',
    operations: ['discard_writes'],
    when: not(is('createdHere')),
    verdict: 'block',
    message: 'later writes to {operation.target} can be discarded without an error',
    description:
      'With `DO INSTEAD NOTHING`, `RAISE(IGNORE)` or an INSTEAD OF trigger that does nothing, a write succeeds and changes nothing. The application does not notice.',
    help: 'Raise an error instead, so that the application sees that the row was not written.',
    examples: [
      {
        block: ['CREATE RULE r AS ON DELETE TO users DO INSTEAD NOTHING'],
        pass: ['CREATE RULE r AS ON DELETE TO users DO ALSO NOTIFY gone'],
      },
      {
        dialect: 'sqlite',
        block: ['CREATE TRIGGER t BEFORE INSERT ON users BEGIN SELECT RAISE(IGNORE); END'],
        pass: ["CREATE TRIGGER t BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'x'); END"],
      },
    ],
  },
  {
    id: 'no-reduced-durability',
    operations: ['reduce_durability'],
    when: not(is('createdHere')),
    verdict: 'warn',
    message: 'after a crash of the server, committed rows can be lost',
    description:
      'An unlogged table is emptied after a crash. Without a journal or synchronous writes, a crash or power loss can ' +
      'damage the whole database.',
    help: 'Keep the default, and make large writes in batches if they are slow.',
    examples: [
      {
        block: ['ALTER TABLE users SET UNLOGGED'],
        pass: ['ALTER TABLE users SET LOGGED', 'CREATE TABLE t (id int); ALTER TABLE t SET UNLOGGED'],
      },
      {
        dialect: 'sqlite',
        block: ['PRAGMA synchronous = OFF', 'PRAGMA journal_mode = OFF'],
        pass: ['PRAGMA journal_mode = WAL', 'PRAGMA synchronous = NORMAL'],
      },
      { dialect: 'transactsql', block: ['ALTER DATABASE shop SET DELAYED_DURABILITY = FORCED'] },
    ],
  },
  {
    id: 'no-replication-change',
    operations: ['change_replication'],
    when: not(is('createdHere')),
    verdict: 'warn',
    message: 'replication of {operation.target} changes, so other databases can get fewer rows, more rows or an error',
    description:
      'Publications, subscriptions and replica identities decide which rows other databases get. Without a replica ' +
      'identity, UPDATE and DELETE of a published table fail.',
    help: 'Change replication in the tool that manages your servers, together with the other side.',
    examples: [
      {
        block: ['ALTER PUBLICATION p DROP TABLE users', 'ALTER TABLE users REPLICA IDENTITY NOTHING'],
        pass: ['ALTER TABLE users REPLICA IDENTITY FULL'],
      },
      { dialect: 'transactsql', block: ["EXEC sp_droparticle 'p', 'users'"] },
    ],
  },
  {
    id: 'no-remote-server',
    operations: ['remote_server'],
    verdict: 'warn',
    message: 'this defines another server, or how this one logs in to it',
    description:
      'Queries can read from the other server and write to it afterwards. The password stays in the history of the ' +
      'repository.',
    help: 'Manage connections between servers, and their passwords, in the tool that manages your servers.',
    examples: [
      {
        block: [
          "CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'x')",
          "CREATE USER MAPPING FOR app SERVER other OPTIONS (password 'x')",
        ],
        pass: ['DROP SERVER other'],
      },
      { dialect: 'mysql', block: ["ALTER SERVER s OPTIONS (HOST 'x')"] },
      { dialect: 'transactsql', block: ["EXEC sp_addlinkedserver 'other'"] },
    ],
  },
  {
    id: 'no-sequence-reset',
    operations: ['reset_sequence'],
    // SQLite never gives a number that is in use, whatever its counter says.
    when: and(not(is('createdHere')), not(targetIn(['sqlite_sequence']))),
    verdict: 'warn',
    message: 'a counter is set to a given value: if it goes back, new rows get numbers that are in use',
    description:
      'A sequence that goes back gives numbers that rows have already. Inserts then fail, or, without a unique ' +
      'key, two rows get the same number.',
    help: "Compute the value from the rows: `SELECT setval('users_id_seq', max(id)) FROM users`.",
    examples: [
      {
        block: ["SELECT setval('users_id_seq', 1)", 'ALTER SEQUENCE users_id_seq RESTART'],
        pass: [
          "SELECT setval('users_id_seq', max(id)) FROM users",
          'CREATE SEQUENCE s; ALTER SEQUENCE s RESTART WITH 5',
        ],
      },
      {
        dialect: 'transactsql',
        block: ["DBCC CHECKIDENT ('users', RESEED, 0)"],
        pass: ["DBCC CHECKIDENT ('users', NORESEED)"],
      },
    ],
  },
  {
    id: 'no-clear-history',
    operations: ['clear_history'],
    verdict: 'warn',
    message: 'logs, statistics or the history of jobs and backups are deleted',
    description:
      'What is deleted can no longer explain an incident or an attack. Cleared plans and statistics make queries slow ' +
      'until they are collected again.',
    help: 'Let the server remove old entries by age.',
    examples: [
      { block: ['SELECT pg_stat_statements_reset()'], pass: ['SELECT query FROM pg_stat_statements'] },
      { dialect: 'mysql', block: ['CALL mysql.rds_rotate_general_log()'] },
      {
        dialect: 'transactsql',
        block: ['EXEC sp_cycle_errorlog', 'DBCC FREEPROCCACHE'],
        pass: ['DBCC SQLPERF (LOGSPACE)'],
      },
    ],
  },
  {
    id: 'no-shrink',
    operations: ['maintain'],
    when: oneOf('maintenance', ['shrink']),
    verdict: 'warn',
    message: 'shrinking files moves pages, which fragments every index and blocks other sessions',
    description:
      'DBCC SHRINKDATABASE and SHRINKFILE move pages from the end of a file to its start. The file grows again soon.',
    help: 'Leave free space in the files. Shrink a file once, by hand, if most of it stays empty.',
    examples: [{ dialect: 'transactsql', block: ['DBCC SHRINKDATABASE (shop)'], pass: ['DBCC CHECKDB (shop)'] }],
  },
];
