import { HARMLESS_LOCK_MODES } from '../../../model/index.ts';
import { and, BUSY, dialectIn, is, LOCKS_NONE, not, oneOf, or, statementIs, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const POSTGRESQL = dialectIn(['postgresql']);

/** Work on whole tables, and locks by themselves. */
export const TABLES: readonly PackRule[] = [
  {
    id: 'no-blocking-maintenance',
    operations: ['maintain', 'alter_table'],
    when: and(
      or(
        and(oneOf('maintenance', ['vacuum_full', 'cluster', 'rewrite']), POSTGRESQL),
        and(oneOf('maintenance', ['optimize', 'repair', 'rewrite']), LOCKS_NONE, dialectIn(['mysql', 'mariadb'])),
        and(oneOf('maintenance', ['vacuum']), dialectIn(['sqlite'])),
      ),
      BUSY,
    ),
    verdict: 'warn',
    message: 'this writes every row again, and others wait until it is done',
    description:
      'VACUUM FULL, CLUSTER, and a change of the tablespace or of logging write the table again while reads and writes ' +
      'wait. On MySQL and MariaDB, OPTIMIZE TABLE, another engine, row format or character set, and partitioning rebuild ' +
      "the table, and so does SQLite's VACUUM with the whole database.",
    help: 'Leave it out of migrations. Use a plain `VACUUM`, pg_repack or pg_squeeze; on MySQL ask for `LOCK=NONE`, which the server refuses if it would block, or use gh-ost or pt-online-schema-change.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a rewrite of the table and of all its indexes',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED`: for another character set or engine, for partitions, ORDER BY and system versioning, on a table with a FULLTEXT index, and on one that is not in InnoDB',
        waits: 'all writes to the table; reads continue',
        lasts: 'a copy of the whole table',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: 'an exclusive lock at the start and the end: for OPTIMIZE, FORCE, `ENGINE=InnoDB` and `ROW_FORMAT` of other InnoDB tables',
        waits: 'all reads and writes of the table, for an instant; replicas lag behind',
        lasts: 'a rebuild of the table',
      },
      {
        dialects: ['sqlite'],
        lock: 'the lock of the database file',
        waits: 'all writes to the database',
        lasts: 'a copy of the whole database',
      },
    ],
    safeSql: [
      { dialects: ['postgresql'], sql: 'VACUUM (ANALYZE) orders; -- blocks neither reads nor writes' },
      {
        dialects: ['mysql', 'mariadb'],
        sql: 'ALTER TABLE orders FORCE, ALGORITHM=INPLACE, LOCK=NONE; -- the server refuses if it would block',
      },
    ],
    examples: [
      {
        block: [
          'VACUUM FULL orders',
          'VACUUM (FULL, ANALYZE) orders',
          'CLUSTER orders USING orders_pkey',
          'ALTER TABLE orders SET TABLESPACE fast',
          'ALTER TABLE orders SET UNLOGGED',
        ],
        pass: [
          'VACUUM orders',
          'VACUUM (ANALYZE) orders',
          'VACUUM (FULL false) orders',
          'ALTER TABLE orders SET (fillfactor = 70)',
          'CREATE TABLE t (a int); ALTER TABLE t SET UNLOGGED',
        ],
      },
      {
        dialect: 'mysql',
        block: [
          'OPTIMIZE TABLE orders',
          'ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4',
          'ALTER TABLE orders ENGINE=InnoDB',
          'ALTER TABLE orders FORCE',
          "ALTER TABLE orders COMMENT='x' ROW_FORMAT=COMPRESSED",
          'ALTER TABLE orders PARTITION BY HASH (id) PARTITIONS 4',
          'ALTER TABLE orders ADD COLUMN x int PARTITION BY HASH (id) PARTITIONS 4',
          'ALTER TABLE orders REMOVE PARTITIONING',
        ],
        pass: [
          'ANALYZE TABLE orders',
          'ALTER TABLE orders DEFAULT CHARACTER SET utf8mb4',
          "ALTER TABLE orders COMMENT='ENGINE=MyISAM', AUTO_INCREMENT=5",
          'ALTER TABLE orders ADD PARTITION (PARTITION p2 VALUES LESS THAN (3000))',
          'ALTER TABLE orders FORCE, ALGORITHM=INPLACE, LOCK=NONE',
          'ALTER TABLE orders DROP COLUMN `engine`',
          'CREATE TABLE t (a int); ALTER TABLE t ENGINE=InnoDB',
        ],
      },
      { dialect: 'sqlite', block: ['VACUUM'], pass: ['ANALYZE'] },
    ],
  },
  {
    id: 'require-concurrent-refresh',
    operations: ['refresh_materialized_view'],
    when: and(not(is('concurrently')), not(is('createdHere')), BUSY, POSTGRESQL),
    verdict: 'warn',
    message: 'reads of {operation.target} wait, or fail after WITH NO DATA, until the view is computed again',
    description:
      'A plain REFRESH MATERIALIZED VIEW blocks every query on the view until it has run the whole query. ' +
      'With `WITH NO DATA` it empties the view instead, and queries on it fail until the next REFRESH.',
    help: 'Use `REFRESH MATERIALIZED VIEW CONCURRENTLY`. It needs a unique index on the view, and cannot be combined with `WITH NO DATA`.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE` on the view',
        waits: 'all reads of the view',
        lasts: 'as long as the query of the view runs',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `-- Once, outside a transaction:
CREATE UNIQUE INDEX CONCURRENTLY totals_day ON totals (day);
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;`,
      },
    ],
    examples: [
      {
        block: ['REFRESH MATERIALIZED VIEW totals', 'REFRESH MATERIALIZED VIEW totals WITH NO DATA'],
        pass: [
          'REFRESH MATERIALIZED VIEW CONCURRENTLY totals',
          'CREATE MATERIALIZED VIEW totals AS SELECT 1 WITH NO DATA; REFRESH MATERIALIZED VIEW totals',
        ],
      },
    ],
  },
  {
    id: 'no-unchecked-partition',
    operations: ['attach_partition'],
    when: and(BUSY, POSTGRESQL),
    verdict: 'warn',
    message: 'attaching {operation.table} reads all its rows, and queries on it wait',
    description:
      'ATTACH PARTITION checks every row of the new partition under a lock that blocks reads and writes of it, and ' +
      'of the default partition if there is one. A CHECK constraint that proves the bounds avoids that.',
    help: 'Add a validated CHECK constraint with the bounds, and IS NOT NULL, to the table first, and drop it after the ATTACH. The rule cannot see whether it fits the bounds: then allow the ATTACH with a comment.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE` on the partition and the default partition, `SHARE UPDATE EXCLUSIVE` on the parent',
        waits: 'all reads and writes of the partition; the parent stays usable',
        lasts: 'a scan of the partition; with a matching CHECK an instant',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE logs_2027 ADD CONSTRAINT bounds
  CHECK (day IS NOT NULL AND day >= '2027-01-01' AND day < '2028-01-01') NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE logs_2027 VALIDATE CONSTRAINT bounds;
-- PostgreSQL now skips the check.
-- querygate:allow no-unchecked-partition: the CHECK has the same bounds
ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
ALTER TABLE logs_2027 DROP CONSTRAINT bounds;`,
      },
    ],
    examples: [
      {
        block: ["ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"],
        pass: ['CREATE TABLE logs_2027 (day date); ALTER TABLE logs ATTACH PARTITION logs_2027 DEFAULT'],
      },
    ],
  },
  {
    id: 'no-lock-table',
    operations: ['lock_table'],
    // UNLOCK TABLES names no table.
    when: and(not(targetIn([''])), not(oneOf('lockOption', HARMLESS_LOCK_MODES)), BUSY),
    verdict: 'warn',
    message: 'queries on {operation.target} wait until the lock is released',
    description:
      'An explicit lock makes others wait until the transaction or session ends, however long the statements after ' +
      'it take.',
    help: 'Leave it out: each statement takes the lock that it needs. If it is needed, keep the transaction short and set a lock timeout.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: 'the mode that is written; `ACCESS EXCLUSIVE` without one',
        waits:
          'without a mode all reads and writes of the table. `ACCESS SHARE`, `ROW SHARE`, `ROW EXCLUSIVE` and `SHARE UPDATE EXCLUSIVE` block neither: the rule is silent about them',
        lasts: 'until the transaction ends',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`READ` or `WRITE`',
        waits: 'all writes to the table; with `WRITE` reads too',
        lasts: 'until UNLOCK TABLES or the end of the session',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: '-- Inside a transaction: lock the rows that are changed, and not the table.\nSELECT id FROM orders WHERE id = 5 FOR UPDATE;',
      },
    ],
    examples: [
      {
        block: [
          'LOCK TABLE orders',
          'LOCK TABLE orders IN ACCESS EXCLUSIVE MODE',
          'LOCK orders IN SHARE MODE NOWAIT',
          'LOCK TABLE ONLY orders, customers IN SHARE ROW EXCLUSIVE MODE',
        ],
        pass: [
          'CREATE TABLE t (a int); LOCK TABLE t',
          'LOCK TABLE orders IN ACCESS SHARE MODE',
          'LOCK TABLE orders IN ROW EXCLUSIVE MODE NOWAIT',
        ],
      },
      { dialect: 'mysql', block: ['LOCK TABLES orders WRITE', 'LOCK TABLES orders READ'], pass: ['UNLOCK TABLES'] },
    ],
  },
  {
    id: 'no-trigger-on-busy-table',
    operations: ['create_trigger'],
    when: and(
      // Event triggers name an event, not a table.
      not(oneOf('table', ['', 'ddl_command_start', 'ddl_command_end', 'table_rewrite', 'sql_drop', 'login'])),
      not(statementIs('lockTimeoutSet')),
      BUSY,
      POSTGRESQL,
    ),
    verdict: 'warn',
    message:
      'creating a trigger on {operation.table} waits for all writing transactions, and new writes wait behind it',
    description:
      'CREATE TRIGGER takes a lock that conflicts with every write. It is short, but it waits for the longest open ' +
      'transaction that writes, and later writes wait too. From then on each write runs the trigger.',
    help: 'Set a `lock_timeout` and try again if it expires.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`SHARE ROW EXCLUSIVE`',
        waits: 'all writes to the table; reads continue',
        lasts: 'an instant, after waiting for the transactions that write to the table',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `SET lock_timeout = '2s';
CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit();`,
      },
    ],
    examples: [
      {
        block: [
          'CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()',
          "SET lock_timeout = '2s'; RESET lock_timeout; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
        ],
        pass: [
          'CREATE TABLE orders (id int); CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()',
          'CREATE EVENT TRIGGER log_ddl ON ddl_command_end EXECUTE FUNCTION log_ddl()',
          "SET lock_timeout = '2s'; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
        ],
      },
    ],
  },
];
