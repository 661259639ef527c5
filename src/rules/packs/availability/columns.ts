import { and, BUSY, dialectIn, is, LOCKS_NONE, not, oneOf, or, serverBefore } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Adding columns to tables with rows. */
export const COLUMNS: readonly PackRule[] = [
  {
    id: 'no-rewriting-column',
    operations: ['add_column'],
    when: and(
      or(
        and(oneOf('defaultKind', ['volatile', 'stored', 'identity']), dialectIn(['postgresql'])),
        and(oneOf('defaultKind', ['stored', 'identity']), LOCKS_NONE, dialectIn(['mysql', 'mariadb'])),
        and(oneOf('defaultKind', ['volatile']), LOCKS_NONE, dialectIn(['mariadb'])),
        and(
          or(oneOf('defaultKind', ['stored', 'identity']), and(oneOf('defaultKind', ['volatile']), is('notNull'))),
          dialectIn(['transactsql']),
        ),
      ),
      BUSY,
    ),
    verdict: 'warn',
    message: 'adding {operation.columns} writes every row of {operation.target} again',
    description:
      'Each row gets a value of its own: a volatile default such as `gen_random_uuid()`, a stored generated column, ' +
      'an identity or `serial` column. The server writes every row again while others wait.',
    help: 'Add the column without a default, set the default for new rows, and fill old rows in batches.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a rewrite of the table and of all its indexes',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED`',
        waits: 'all writes to the table',
        lasts: 'a copy of the whole table',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M`',
        waits: 'all reads and writes of the table',
        lasts: 'an update of every row',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE orders ADD COLUMN token uuid;
ALTER TABLE orders ALTER COLUMN token SET DEFAULT gen_random_uuid();
-- In batches, each in a transaction of its own:
UPDATE orders SET token = gen_random_uuid() WHERE token IS NULL AND id BETWEEN 1 AND 10000;`,
      },
      {
        dialects: ['mysql', 'mariadb'],
        sql: `-- A virtual column is computed when it is read, and is added at once. It can have an index.
ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL, ALGORITHM=INSTANT;`,
      },
      {
        dialects: ['transactsql'],
        sql: `ALTER TABLE orders ADD token uniqueidentifier NULL CONSTRAINT orders_token DEFAULT NEWID();
-- In batches:
UPDATE TOP (10000) orders SET token = NEWID() WHERE token IS NULL;`,
      },
    ],
    examples: [
      {
        block: [
          'ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid()',
          'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED',
          'ALTER TABLE orders ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY',
          'ALTER TABLE orders ADD COLUMN n serial',
        ],
        pass: [
          'ALTER TABLE orders ADD COLUMN token uuid',
          'ALTER TABLE orders ADD COLUMN at timestamptz DEFAULT now()',
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          'CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN n serial',
        ],
      },
      {
        dialect: 'mysql',
        block: ['ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED'],
        pass: ['ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL'],
      },
      {
        dialect: 'mariadb',
        block: ['ALTER TABLE orders ADD COLUMN token uuid DEFAULT uuid()'],
        pass: ['ALTER TABLE orders ADD COLUMN n int DEFAULT 5 AFTER id'],
      },
      {
        dialect: 'transactsql',
        block: ['ALTER TABLE orders ADD token uniqueidentifier NOT NULL DEFAULT NEWID()'],
        pass: ['ALTER TABLE orders ADD token uniqueidentifier NULL DEFAULT NEWID()'],
      },
    ],
  },
  {
    id: 'no-default-on-old-server',
    operations: ['add_column'],
    when: and(oneOf('defaultKind', ['constant', 'stable']), serverBefore(110_000), BUSY, dialectIn(['postgresql'])),
    verdict: 'warn',
    message: 'PostgreSQL before 11 writes every row of {operation.target} again to add a column with a default',
    description:
      'Before PostgreSQL 11 a column with any default is added by writing every row again. The rule needs ' +
      '`server-version` in the configuration.',
    help: 'Add the column without a default, set the default for new rows, and fill old rows in batches.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a rewrite of the table and of all its indexes',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE orders ADD COLUMN state text;
ALTER TABLE orders ALTER COLUMN state SET DEFAULT 'new';
-- In batches, each in a transaction of its own:
UPDATE orders SET state = 'new' WHERE state IS NULL AND id BETWEEN 1 AND 10000;`,
      },
    ],
    examples: [
      {
        'server-version': '10',
        block: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"],
        pass: ['ALTER TABLE orders ADD COLUMN state text'],
      },
      { 'server-version': '11', pass: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"] },
      { pass: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"] },
    ],
  },
  {
    id: 'require-default-for-not-null',
    operations: ['add_column'],
    when: and(is('notNull'), not(is('hasDefault')), BUSY, dialectIn(['postgresql', 'sqlite', 'transactsql'])),
    verdict: 'warn',
    message: 'adding {operation.columns} as NOT NULL without a default fails if {operation.target} has rows',
    description:
      'The rows that exist have no value for the new column, so the server refuses the statement and the migration ' +
      'stops.',
    help: 'Give the column a constant default, or add it as nullable, fill it, and set NOT NULL later.',
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new';",
      },
    ],
    examples: [
      {
        block: ['ALTER TABLE orders ADD COLUMN state text NOT NULL'],
        pass: [
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          'ALTER TABLE orders ADD COLUMN state text',
          'CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN state text NOT NULL',
        ],
      },
      { dialect: 'sqlite', block: ['ALTER TABLE orders ADD COLUMN state text NOT NULL'] },
      { dialect: 'mysql', pass: ['ALTER TABLE orders ADD COLUMN state varchar(10) NOT NULL'] },
    ],
  },
  {
    id: 'no-refused-column',
    operations: ['add_column', 'add_constraint'],
    when: and(
      or(
        and(is('inline'), oneOf('constraintType', ['unique', 'primary_key'])),
        and(oneOf('defaultKind', ['stable', 'volatile', 'stored']), BUSY),
      ),
      dialectIn(['sqlite']),
    ),
    verdict: 'warn',
    message: 'SQLite refuses to add {operation.columns} to {operation.target} in this form',
    description:
      'SQLite adds no column that is UNIQUE or a PRIMARY KEY. To a table with rows it adds no stored generated column, ' +
      'and none with a default such as CURRENT_TIMESTAMP or an expression. The migration stops here.',
    help: 'Add a plain column, fill it, and create a unique index; or create a new table, copy the rows, and rename it.',
    safeSql: [
      {
        dialects: ['sqlite'],
        sql: `ALTER TABLE orders ADD COLUMN number int;
CREATE UNIQUE INDEX orders_number ON orders (number);`,
      },
    ],
    examples: [
      {
        dialect: 'sqlite',
        block: [
          'ALTER TABLE orders ADD COLUMN number int UNIQUE',
          'ALTER TABLE orders ADD COLUMN number int PRIMARY KEY',
          'ALTER TABLE orders ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP',
          'ALTER TABLE orders ADD COLUMN token text DEFAULT (hex(randomblob(16)))',
          'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED',
          'CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN b int UNIQUE',
        ],
        pass: [
          'ALTER TABLE orders ADD COLUMN number int',
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          'ALTER TABLE orders ADD COLUMN customer int REFERENCES customers (id)',
          'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL',
          'CREATE TABLE t (a int UNIQUE); ALTER TABLE t ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP',
        ],
      },
      { pass: ['ALTER TABLE orders ADD COLUMN number int UNIQUE'] },
    ],
  },
];
