import type { OperationKind } from '../../../model/index.ts';
import { and, BUSY, dialectIn, IN_FILE, not, serverBefore, statementIs, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const POSTGRESQL = dialectIn(['postgresql']);

/** Tables in which migration tools keep a row for each migration, as PostgreSQL and SQL Server fold their names. */
const MIGRATION_TABLES: readonly string[] = [
  ...['alembic_version', 'schema_migrations', 'flyway_schema_history', 'goose_db_version', 'databasechangelog'],
  ...['databasechangeloglock', '__EFMigrationsHistory', '__efmigrationshistory', 'knex_migrations'],
  ...['knex_migrations_lock', '_prisma_migrations', 'SequelizeMeta', 'sequelizemeta', 'django_migrations'],
  ...['_sqlx_migrations', '__drizzle_migrations', '__diesel_schema_migrations', 'atlas_schema_revisions'],
  ...['refinery_schema_history', 'ar_internal_metadata', 'pgmigrations'],
];

/** Operations that wait for everything that uses their table, and make everything else wait. */
const TABLE_CHANGES: readonly OperationKind[] = [
  'add_column',
  'drop_column',
  'rename_column',
  'alter_column_type',
  'set_not_null',
  'drop_not_null',
  'set_default',
  'drop_default',
  'add_constraint',
  'drop_constraint',
  'rename_table',
  'set_schema',
  'attach_partition',
  'detach_partition',
  'drop_table',
  'truncate',
  'create_trigger',
  'drop_trigger',
  'alter_table',
];

const QUEUE = {
  dialects: ['postgresql'],
  lock: '`ACCESS EXCLUSIVE` or `SHARE ROW EXCLUSIVE`',
  waits: 'the statement waits for the longest transaction on the table, and all later queries wait behind it',
} as const;

/** What a transaction holds while it runs, and limits for waiting. */
export const TRANSACTIONS: readonly PackRule[] = [
  {
    id: 'no-backfill-after-ddl',
    operations: ['update', 'delete', 'merge'],
    // Whether a session of recorded traffic changed a table is not known, and each of its writes would be undecided.
    when: and(
      IN_FILE,
      statementIs('ddlInTransaction'),
      not(targetIn(MIGRATION_TABLES)),
      BUSY,
      dialectIn(['postgresql', 'transactsql']),
    ),
    verdict: 'warn',
    message: 'the transaction holds the lock of an earlier change while it writes rows of {operation.target}',
    description:
      'A lock is held until its transaction ends. If the transaction that altered a table also fills it, queries on ' +
      'the table wait until every row is written. The few rows in which migration tools note what ran do not count.',
    help: 'Fill the rows in a migration of its own, in batches, after the change of the schema is committed.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: 'that of the earlier statement, mostly `ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the tables changed earlier',
        lasts: 'as long as the rows are written',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M` of the earlier statement',
        waits: 'all reads and writes of the tables changed earlier',
        lasts: 'as long as the rows are written',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `BEGIN;
ALTER TABLE orders ADD COLUMN state text;
COMMIT;
-- In batches, each in a transaction of its own:
UPDATE orders SET state = 'new' WHERE state IS NULL AND id BETWEEN 1 AND 10000;`,
      },
    ],
    examples: [
      {
        block: [
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
          'BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM schema_migrations_log WHERE id > 0; COMMIT',
        ],
        pass: [
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; COMMIT; UPDATE orders SET state = 'new' WHERE id > 0",
          "BEGIN; CREATE TABLE orders (state text); UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE alembic_version SET version_num = '2' WHERE version_num = '1'; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM public.schema_migrations WHERE version = '1'; COMMIT",
        ],
      },
      {
        dialect: 'transactsql',
        block: ['BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [History] WHERE id > 0; COMMIT'],
        pass: [
          "BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'1'; COMMIT",
        ],
      },
    ],
  },
  {
    id: 'no-enum-value-in-transaction',
    operations: ['alter_type'],
    when: and(serverBefore(120_000), statementIs('inTransaction'), POSTGRESQL),
    verdict: 'warn',
    message: 'PostgreSQL before 12 refuses ALTER TYPE … ADD VALUE inside a transaction',
    description:
      'Before PostgreSQL 12 a value cannot be added to an enum inside a transaction, so the migration stops here. ' +
      'The rule needs `server-version` in the configuration.',
    help: 'Put the statement into a file of its own, and tell the migration tool to run that file without a transaction.',
    examples: [
      {
        'server-version': '11',
        block: ["BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"],
        pass: ["ALTER TYPE mood ADD VALUE 'calm'"],
      },
      { 'server-version': '12', pass: ["BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"] },
    ],
  },
  {
    id: 'no-several-changes-in-transaction',
    operations: TABLE_CHANGES,
    when: and(IN_FILE, statementIs('ddlInTransaction'), BUSY, POSTGRESQL),
    verdict: 'off',
    message: 'the transaction holds the lock of an earlier change while it waits for {operation.target}',
    description:
      'Each change of a table keeps its lock until the transaction ends. A transaction that waits for a second lock ' +
      'blocks the first table for that long, and two such transactions can deadlock.',
    help: 'Change one table in a transaction. Split the migration.',
    locks: [{ ...QUEUE, lasts: 'until the whole transaction ends' }],
    examples: [
      {
        block: ['BEGIN; ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int; COMMIT'],
        pass: ['ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int'],
      },
    ],
  },
  {
    id: 'require-lock-timeout',
    operations: TABLE_CHANGES,
    when: and(IN_FILE, not(statementIs('lockTimeoutSet')), BUSY, POSTGRESQL),
    verdict: 'off',
    message: 'without a lock timeout, queries on {operation.target} wait as long as this change waits',
    description:
      'A change of a table waits for the longest transaction that uses the table, and every later query waits behind ' +
      'it. A lock timeout ends that, and the migration can be tried again.',
    help: 'Set `lock_timeout` at the top of the file, or for the role that runs the migrations.',
    locks: [{ ...QUEUE, lasts: 'until the lock is granted; with a lock timeout no longer than that' }],
    safeSql: [{ dialects: ['postgresql'], sql: "SET lock_timeout = '2s';\nALTER TABLE orders ADD COLUMN state text;" }],
    examples: [
      {
        block: ['ALTER TABLE orders ADD COLUMN state text'],
        pass: ["SET lock_timeout = '2s'; ALTER TABLE orders ADD COLUMN state text"],
      },
    ],
  },
  {
    id: 'require-statement-timeout',
    operations: TABLE_CHANGES,
    when: and(IN_FILE, not(statementIs('statementTimeoutSet')), BUSY, POSTGRESQL),
    verdict: 'off',
    message: 'without a statement timeout, queries on {operation.target} wait as long as this change runs',
    description:
      'A change that scans or rewrites a table keeps its lock until it is done. A statement timeout ends a change ' +
      'that takes longer than planned.',
    help: 'Set `statement_timeout` at the top of the file, or for the role that runs the migrations.',
    locks: [{ ...QUEUE, lasts: 'until the statement is done; with a statement timeout no longer than that' }],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: "SET statement_timeout = '30s';\nALTER TABLE orders ADD COLUMN state text;",
      },
    ],
    examples: [
      {
        block: ['ALTER TABLE orders ADD COLUMN state text'],
        pass: ["SET statement_timeout = '30s'; ALTER TABLE orders ADD COLUMN state text"],
      },
    ],
  },
  {
    id: 'no-nested-transaction',
    operations: ['begin'],
    when: and(IN_FILE, statementIs('inTransaction')),
    verdict: 'off',
    message: 'a transaction is open already: its COMMIT ends the one that the migration tool started',
    description:
      'PostgreSQL warns and goes on in the outer transaction, and MySQL commits it. The COMMIT of the file then ends ' +
      'the transaction of the migration tool, and what follows it cannot be rolled back.',
    help: 'Leave BEGIN and COMMIT out of the file, or tell the migration tool to run it without a transaction.',
    examples: [{ block: ['BEGIN; BEGIN; COMMIT'], pass: ['BEGIN; COMMIT; BEGIN; COMMIT'] }],
  },
];
