import { and, BUSY, dialectIn, is, LOCKS_NONE, not, oneOf, or, statementIs } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const POSTGRESQL = dialectIn(['postgresql']);

/** Building and dropping indexes. */
export const INDEXES: readonly PackRule[] = [
  {
    id: 'require-concurrent-index',
    operations: ['create_index'],
    // The server cannot build these so: a full-text index is filled in the background.
    when: and(
      not(is('concurrently')),
      not(oneOf('indexType', ['fulltext', 'partitioned'])),
      BUSY,
      dialectIn(['postgresql', 'transactsql']),
    ),
    verdict: 'warn',
    message: 'writes to the table wait until index {operation.target} is built',
    description:
      'A plain CREATE INDEX reads the whole table, and nothing can write to it meanwhile. MySQL and MariaDB build ' +
      'most indexes without blocking. `ON ONLY` a partitioned table PostgreSQL builds nothing: that is the way to build the index of each partition with `CONCURRENTLY`, and attach it.',
    help: 'Build the index with `CONCURRENTLY` (SQL Server: `ONLINE = ON`), outside a transaction.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`SHARE`',
        waits: 'all writes to the table; reads continue',
        lasts: 'until the index is built: at least one scan of the table',
      },
      {
        dialects: ['transactsql'],
        lock: '`S`; `SCH-M` for a clustered index',
        waits: 'all writes to the table; for a clustered index reads too',
        lasts: 'until the index is built',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `-- Outside a transaction.
CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id);
-- If it fails, an invalid index remains: drop it, then try again.
DROP INDEX CONCURRENTLY orders_customer;`,
      },
      {
        dialects: ['transactsql'],
        sql: `-- Enterprise edition and Azure SQL.
CREATE INDEX orders_customer ON orders (customer_id) WITH (ONLINE = ON);`,
      },
    ],
    examples: [
      {
        block: [
          'CREATE INDEX orders_customer ON orders (customer_id)',
          'CREATE UNIQUE INDEX u ON orders (number)',
          'CREATE INDEX ON "only" (id)',
        ],
        pass: [
          'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)',
          'CREATE TABLE orders (id int); CREATE INDEX orders_id ON orders (id)',
          'CREATE INDEX orders_customer ON ONLY orders (customer_id)',
        ],
      },
      {
        dialect: 'transactsql',
        block: [
          'CREATE INDEX orders_customer ON orders (customer_id)',
          'CREATE SPATIAL INDEX shops_place ON shops (place)',
        ],
        pass: [
          'CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk',
          'CREATE INDEX orders_customer ON orders (customer_id) WITH (ONLINE = ON)',
          "IF OBJECT_ID('orders') IS NULL BEGIN CREATE TABLE orders (id int); CREATE INDEX i ON orders (id) END",
        ],
      },
      { dialect: 'mysql', pass: ['CREATE INDEX orders_customer ON orders (customer_id)'] },
    ],
  },
  {
    id: 'require-concurrent-drop-index',
    operations: ['drop_index'],
    when: and(not(is('concurrently')), not(is('createdHere')), BUSY, POSTGRESQL),
    verdict: 'warn',
    message:
      'dropping index {operation.target} locks its table for a moment, after waiting for running queries, and new queries wait behind it',
    description:
      'DROP INDEX takes the strongest lock on the table of the index. It holds it for a moment, but first it waits for ' +
      'the longest running query, and every query that comes later waits too.',
    help: 'Drop the index with `CONCURRENTLY`, outside a transaction.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE` on the table',
        waits: 'all reads and writes of the table',
        lasts: 'an instant, after waiting for the queries and transactions that use the table',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: '-- Outside a transaction.\nDROP INDEX CONCURRENTLY orders_customer;',
      },
    ],
    examples: [
      {
        block: ['DROP INDEX orders_customer', 'DROP INDEX IF EXISTS orders_customer'],
        pass: [
          'DROP INDEX CONCURRENTLY orders_customer',
          'CREATE TABLE t (a int); CREATE INDEX i ON t (a); DROP INDEX i',
        ],
      },
      { dialect: 'mysql', pass: ['DROP INDEX orders_customer ON orders'] },
    ],
  },
  {
    id: 'require-concurrent-reindex',
    operations: ['maintain'],
    when: and(
      oneOf('maintenance', ['reindex']),
      not(is('concurrently')),
      BUSY,
      dialectIn(['postgresql', 'transactsql']),
    ),
    verdict: 'warn',
    message: 'rebuilding {operation.target} blocks writes, and queries that would use the index, until it is done',
    description:
      'A plain REINDEX blocks all writes to the table while it builds the index again, and queries that would use ' +
      'the index. An offline REBUILD on SQL Server does the same.',
    help: 'Use `REINDEX … CONCURRENTLY` (SQL Server: `REBUILD WITH (ONLINE = ON)`), outside a transaction. Before PostgreSQL 12, build a second index with `CONCURRENTLY` and drop the first.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`SHARE` on the table',
        waits: 'all writes to the table',
        lasts: 'until the index is built',
      },
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE` on each index',
        waits: 'nearly all reads of the table too: to plan a query, the server looks at every index of its table',
        lasts: 'until the index is built',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M` or `S` on the table',
        waits: 'all writes; reads too for a clustered index',
        lasts: 'until the index is built',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: '-- Outside a transaction. PostgreSQL 12 or newer.\nREINDEX INDEX CONCURRENTLY orders_customer;',
      },
      { dialects: ['transactsql'], sql: 'ALTER INDEX orders_customer ON orders REBUILD WITH (ONLINE = ON);' },
    ],
    examples: [
      {
        block: ['REINDEX TABLE orders', 'REINDEX INDEX orders_customer', 'REINDEX (VERBOSE) TABLE orders'],
        pass: ['REINDEX TABLE CONCURRENTLY orders', 'ANALYZE orders'],
      },
      {
        dialect: 'transactsql',
        block: ['ALTER INDEX orders_customer ON orders REBUILD'],
        pass: [
          'ALTER INDEX orders_customer ON orders REBUILD WITH (ONLINE = ON)',
          'ALTER INDEX orders_customer ON orders REORGANIZE',
        ],
      },
    ],
  },
  {
    id: 'no-concurrently-in-transaction',
    operations: ['create_index', 'drop_index', 'maintain', 'detach_partition'],
    when: and(is('concurrently'), statementIs('inTransaction'), POSTGRESQL),
    verdict: 'warn',
    message: 'CONCURRENTLY fails inside a transaction',
    description:
      'PostgreSQL refuses CONCURRENTLY inside a transaction, so the migration stops here. Many migration tools run ' +
      'each file in a transaction.',
    help: 'Put the statement into a file of its own, and tell the migration tool to run that file without a transaction.',
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `-- +goose NO TRANSACTION
-- (other tools: transaction:false, -- no-transaction, disable_ddl_transaction!)
CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id);`,
      },
    ],
    examples: [
      {
        block: [
          'BEGIN; CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id); COMMIT',
          'BEGIN; DROP INDEX CONCURRENTLY orders_customer; COMMIT',
        ],
        pass: [
          'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)',
          'BEGIN; SELECT 1; COMMIT; DROP INDEX CONCURRENTLY orders_customer',
        ],
      },
    ],
  },
  {
    id: 'no-blocking-index',
    operations: ['create_index'],
    when: and(oneOf('indexType', ['fulltext', 'spatial']), LOCKS_NONE, BUSY, dialectIn(['mysql', 'mariadb'])),
    verdict: 'warn',
    message: 'writes to {operation.table} wait until the index is built',
    description:
      'MySQL and MariaDB build most indexes while others write, but no FULLTEXT and no SPATIAL index. The first FULLTEXT ' +
      'index of a table writes every row again.',
    help: 'Add it when the table is small or at a quiet time, or with gh-ost or pt-online-schema-change.',
    locks: [
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED`; the server refuses `LOCK=NONE`',
        waits: 'all writes to the table; reads continue',
        lasts: 'until the index is built; for the first FULLTEXT index, a rebuild of the table too',
      },
    ],
    examples: [
      {
        dialect: 'mysql',
        block: [
          'ALTER TABLE posts ADD FULLTEXT INDEX posts_body (body)',
          'CREATE FULLTEXT INDEX posts_body ON posts (body)',
          'CREATE SPATIAL INDEX shops_place ON shops (place)',
          'ALTER TABLE shops ADD SPATIAL KEY (place)',
        ],
        pass: [
          'CREATE INDEX posts_author ON posts (author_id)',
          'ALTER TABLE posts ADD INDEX (author_id), ADD UNIQUE (slug)',
          'CREATE TABLE posts (body text); CREATE FULLTEXT INDEX posts_body ON posts (body)',
        ],
      },
      { dialect: 'mariadb', block: ['ALTER TABLE posts ADD FULLTEXT (body)'] },
      { dialect: 'transactsql', pass: ['CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk'] },
    ],
  },
  {
    id: 'no-blocking-alter',
    operations: ['ddl'],
    when: and(
      or(oneOf('algorithm', ['copy']), oneOf('lockOption', ['shared', 'exclusive'])),
      BUSY,
      dialectIn(['mysql', 'mariadb']),
    ),
    verdict: 'warn',
    message: 'ALGORITHM or LOCK makes the change of {operation.target} block writes until it is done',
    description:
      'ALGORITHM=COPY and LOCK=SHARED block writes to the table until the change is complete; LOCK=EXCLUSIVE blocks ' +
      'reads too. COPY also writes every row again.',
    help: 'Ask for `ALGORITHM=INSTANT`, or for `ALGORITHM=INPLACE, LOCK=NONE`: the server then refuses what it cannot do without blocking.',
    locks: [
      {
        dialects: ['mysql', 'mariadb'],
        lock: 'as `LOCK` says; a copy takes `SHARED`',
        waits: 'all writes to the table; with `EXCLUSIVE` reads too',
        lasts: 'until the change is complete: for a copy, as long as writing the whole table',
      },
    ],
    safeSql: [
      {
        dialects: ['mysql', 'mariadb'],
        sql: `ALTER TABLE orders ADD COLUMN note varchar(200), ALGORITHM=INSTANT;
ALTER TABLE orders ADD INDEX (customer_id), ALGORITHM=INPLACE, LOCK=NONE;
-- If the server refuses: gh-ost or pt-online-schema-change copy the table in the background.`,
      },
    ],
    examples: [
      {
        dialect: 'mysql',
        block: [
          'ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY',
          'CREATE INDEX i ON orders (a) LOCK=SHARED',
          'ALTER TABLE orders ADD INDEX (a), LOCK=EXCLUSIVE',
        ],
        pass: [
          'ALTER TABLE orders ADD COLUMN note text, ALGORITHM=INSTANT',
          'ALTER TABLE orders ADD INDEX (a), ALGORITHM=INPLACE, LOCK=NONE',
        ],
      },
      { dialect: 'mariadb', block: ['ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY'] },
    ],
  },
];
