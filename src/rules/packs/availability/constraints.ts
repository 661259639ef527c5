import {
  and,
  BUSY,
  dialectIn,
  is,
  LOCKS_NONE,
  not,
  oneOf,
  or,
  serverBefore,
  statementIs,
} from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const POSTGRESQL = dialectIn(['postgresql']);
/** Both can add a constraint first and check the rows later. */
const CAN_VALIDATE_LATER = dialectIn(['postgresql', 'transactsql']);

/** Adding constraints to tables with rows. */
export const CONSTRAINTS: readonly PackRule[] = [
  {
    id: 'require-not-valid-foreign-key',
    operations: ['add_constraint'],
    when: and(
      oneOf('constraintType', ['foreign_key']),
      not(is('notValid')),
      LOCKS_NONE,
      // PostgreSQL checks no rows for a new column without a default; MariaDB copies the table anyway.
      or(not(is('inline')), is('hasDefault'), dialectIn(['mariadb'])),
      BUSY,
      dialectIn(['postgresql', 'transactsql', 'mysql', 'mariadb']),
    ),
    verdict: 'warn',
    message: 'writes to {operation.target} and the referenced table wait until the foreign key has checked every row',
    description:
      'Adding a foreign key checks every row of the table, and nothing can write to either table meanwhile. MySQL ' +
      'and MariaDB even copy the table, unless `foreign_key_checks` is off.',
    help: 'Add it as `NOT VALID` (SQL Server: `WITH NOCHECK`), then validate it in a later transaction.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`SHARE ROW EXCLUSIVE` on both tables',
        waits: 'all writes to both tables; reads continue',
        lasts: 'a scan of the table that gets the key; with `NOT VALID` an instant',
      },
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE` on the table that gets the key, if the statement also adds its column',
        waits: 'all reads and writes of that table',
        lasts: 'a scan of the table if the column has a default; without one an instant, and the rule is silent',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED` metadata lock, with `ALGORITHM=COPY`',
        waits: 'all writes to the table',
        lasts: 'a copy of the whole table; without `foreign_key_checks` an instant',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M` on both tables',
        waits: 'all reads and writes of both tables',
        lasts: 'a scan of the table that gets the key; with `NOCHECK` an instant',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE orders ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;
-- In a later transaction. Writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT orders_customer_fk;`,
      },
      {
        dialects: ['mysql', 'mariadb'],
        sql: `-- Find rows that break the key first: the server does not check them.
SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
  WHERE o.customer_id IS NOT NULL AND c.id IS NULL LIMIT 1;
SET SESSION foreign_key_checks = 0;
ALTER TABLE orders ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id), ALGORITHM=INPLACE, LOCK=NONE;
SET SESSION foreign_key_checks = 1;`,
      },
      {
        dialects: ['transactsql'],
        sql: `ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id);
-- At a quiet time: this checks the rows, and blocks meanwhile.
ALTER TABLE orders WITH CHECK CHECK CONSTRAINT orders_customer_fk;`,
      },
    ],
    examples: [
      {
        block: [
          'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'ALTER TABLE orders ADD COLUMN customer_id int DEFAULT 1 REFERENCES customers (id)',
          'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID, VALIDATE CONSTRAINT f',
        ],
        pass: [
          'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID',
          'CREATE TABLE orders (customer_id int); ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)',
        ],
      },
      {
        dialect: 'mysql',
        block: [
          'ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'SET foreign_key_checks = 0; SET foreign_key_checks = 1; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'SET GLOBAL foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
        ],
        pass: [
          'SET foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
          'SET SESSION foreign_key_checks = OFF; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
        ],
      },
      { dialect: 'mariadb', block: ['ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)'] },
      {
        dialect: 'transactsql',
        block: ['ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)'],
        pass: ['ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)'],
      },
    ],
  },
  {
    id: 'require-not-valid-check',
    operations: ['add_constraint'],
    when: and(
      oneOf('constraintType', ['check', 'not_null']),
      not(is('notValid')),
      // MariaDB adds a column with a CHECK at once.
      or(CAN_VALIDATE_LATER, and(LOCKS_NONE, or(dialectIn(['mysql']), and(dialectIn(['mariadb']), not(is('inline')))))),
      BUSY,
    ),
    verdict: 'warn',
    message: 'queries on {operation.target} wait until every row has been checked',
    description:
      'Adding a CHECK constraint reads every row under a lock that blocks reads and writes. A domain checks every ' +
      'table that uses it. MySQL and MariaDB copy the table while writes wait.',
    help: 'Add it as `NOT VALID` (SQL Server: `WITH NOCHECK`), then validate it in a later transaction. On MySQL and MariaDB use gh-ost or pt-online-schema-change.',
    locks: [
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED` metadata lock, with `ALGORITHM=COPY`',
        waits: 'all writes to the table; reads continue',
        lasts: 'a copy of the whole table',
      },
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a scan of the table; with `NOT VALID` an instant',
      },
      {
        dialects: ['postgresql'],
        lock: '`SHARE` on every table that uses the domain, for ALTER DOMAIN',
        waits: 'all writes to these tables; reads continue',
        lasts: 'a scan of each of these tables',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M`',
        waits: 'all reads and writes of the table',
        lasts: 'a scan of the table; with `NOCHECK` an instant',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE orders ADD CONSTRAINT orders_total CHECK (total >= 0) NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT orders_total;`,
      },
      {
        dialects: ['transactsql'],
        sql: `ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT orders_total CHECK (total >= 0);
-- At a quiet time: this checks the rows, and blocks meanwhile.
ALTER TABLE orders WITH CHECK CHECK CONSTRAINT orders_total;`,
      },
    ],
    examples: [
      {
        block: [
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)',
          'ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)',
          'ALTER DOMAIN price ADD CONSTRAINT c CHECK (VALUE >= 0)',
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT c',
        ],
        pass: [
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID',
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT d',
          'CREATE TABLE orders (total int); ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)',
        ],
      },
      {
        dialect: 'transactsql',
        block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
        pass: ['ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT c CHECK (total >= 0)'],
      },
      {
        dialect: 'mysql',
        block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
        pass: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT ENFORCED'],
      },
      {
        dialect: 'mariadb',
        block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
        pass: ['ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)'],
      },
    ],
  },
  {
    id: 'require-constraint-using-index',
    operations: ['add_constraint'],
    when: and(
      oneOf('constraintType', ['unique', 'primary_key']),
      not(is('usingIndex')),
      not(is('concurrently')),
      BUSY,
      CAN_VALIDATE_LATER,
    ),
    verdict: 'warn',
    message: 'queries on {operation.target} wait until the index of the constraint is built',
    description:
      'A new UNIQUE or PRIMARY KEY constraint builds its index under a lock that blocks reads and writes of the ' +
      'table.',
    help: 'Build a unique index with `CONCURRENTLY` first, and attach it with `USING INDEX` (SQL Server: `ONLINE = ON`).',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'until the index is built; with `USING INDEX` an instant',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M` (clustered) or `S`',
        waits: 'all writes to the table; for a clustered index reads too',
        lasts: 'until the index is built',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `-- Outside a transaction.
CREATE UNIQUE INDEX CONCURRENTLY orders_number ON orders (number);
ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE USING INDEX orders_number;
-- For a primary key: its columns must be NOT NULL already.`,
      },
      {
        dialects: ['transactsql'],
        sql: 'ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE (number) WITH (ONLINE = ON);',
      },
    ],
    examples: [
      {
        block: [
          'ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)',
          'ALTER TABLE orders ADD PRIMARY KEY (id)',
          'ALTER TABLE orders ADD COLUMN number int UNIQUE',
        ],
        pass: [
          'ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX orders_number',
          'CREATE TABLE orders (number int); ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)',
        ],
      },
      {
        dialect: 'transactsql',
        block: ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)'],
        pass: ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number) WITH (ONLINE = ON)'],
      },
    ],
  },
  {
    id: 'no-exclusion-constraint',
    operations: ['add_constraint'],
    when: and(oneOf('constraintType', ['exclusion']), BUSY, POSTGRESQL),
    verdict: 'warn',
    message: 'queries on {operation.target} wait until the index of the exclusion constraint is built',
    description:
      'An exclusion constraint builds its index and checks every row while reads and writes wait. PostgreSQL has no ' +
      'way to add one without that.',
    help: 'Add it when the table is small or at a quiet time, with a `lock_timeout`; or create a new table with the constraint and move the rows in batches.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'until the index is built',
      },
    ],
    examples: [
      {
        block: ['ALTER TABLE bookings ADD CONSTRAINT c EXCLUDE USING gist (room WITH =, during WITH &&)'],
        pass: ['CREATE TABLE bookings (room int, EXCLUDE USING gist (room WITH =))'],
      },
    ],
  },
  {
    id: 'require-checked-not-null',
    operations: ['set_not_null'],
    when: and(or(not(is('notNullChecked')), serverBefore(120_000)), BUSY, POSTGRESQL),
    verdict: 'warn',
    message: 'queries on {operation.target} wait until every row has been checked for NULL',
    description:
      'SET NOT NULL reads every row under a lock that blocks reads and writes. PostgreSQL 12 and newer skip that if ' +
      'a validated CHECK constraint proves that the column is not null.',
    help: 'Add a CHECK constraint as `NOT VALID`, validate it, and then set NOT NULL. Before PostgreSQL 12, leave it at the CHECK.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a scan of the table; from PostgreSQL 12 with a validated CHECK an instant',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `ALTER TABLE orders ADD CONSTRAINT total_given CHECK (total IS NOT NULL) NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT total_given;
ALTER TABLE orders ALTER COLUMN total SET NOT NULL;
ALTER TABLE orders DROP CONSTRAINT total_given;`,
      },
    ],
    examples: [
      {
        block: [
          'ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
        ],
        pass: [
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
          'CREATE TABLE orders (total int); ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
        ],
      },
      {
        'server-version': '11',
        block: [
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
        ],
      },
      {
        'server-version': '12',
        pass: [
          'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
        ],
      },
    ],
  },
  {
    id: 'no-validation-after-ddl',
    operations: ['validate_constraint'],
    when: and(statementIs('ddlInTransaction'), BUSY, POSTGRESQL),
    verdict: 'warn',
    message: 'the transaction holds the lock of an earlier change while it checks every row of {operation.target}',
    description:
      'A lock is held until its transaction ends. VALIDATE CONSTRAINT blocks nothing itself, but in the transaction ' +
      'that added the constraint, writes wait for the whole check.',
    help: 'Validate the constraint in a transaction of its own: a migration of its own, for most tools.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: 'that of the earlier statement, such as `SHARE ROW EXCLUSIVE` or `ACCESS EXCLUSIVE`',
        waits: 'writes, and mostly reads, of the tables changed earlier',
        lasts: 'a scan of the table',
      },
    ],
    safeSql: [
      {
        dialects: ['postgresql'],
        sql: `BEGIN;
ALTER TABLE orders ADD CONSTRAINT orders_total CHECK (total >= 0) NOT VALID;
COMMIT;
-- In another transaction:
ALTER TABLE orders VALIDATE CONSTRAINT orders_total;`,
      },
    ],
    examples: [
      {
        block: [
          'BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; COMMIT',
        ],
        pass: [
          'BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; COMMIT; ALTER TABLE orders VALIDATE CONSTRAINT c',
          'ALTER TABLE orders VALIDATE CONSTRAINT c',
        ],
      },
    ],
  },
  {
    id: 'no-primary-key-change',
    operations: ['add_constraint', 'drop_constraint'],
    when: and(oneOf('constraintType', ['primary_key']), LOCKS_NONE, BUSY, dialectIn(['mysql', 'mariadb'])),
    verdict: 'warn',
    message: 'changing the primary key writes every row of {operation.target} again',
    description:
      'InnoDB stores the rows in the order of the primary key, so adding or dropping one copies the table. Dropping ' +
      'it alone blocks writes for that long.',
    help: 'Drop and add the key in one ALTER TABLE with `ALGORITHM=INPLACE, LOCK=NONE`, or use gh-ost or pt-online-schema-change.',
    locks: [
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED` for DROP alone; for ADD an exclusive lock at the start and the end',
        waits: 'for DROP alone all writes to the table; replicas lag behind',
        lasts: 'a copy of the whole table',
      },
    ],
    safeSql: [
      {
        dialects: ['mysql', 'mariadb'],
        sql: 'ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, region), ALGORITHM=INPLACE, LOCK=NONE;',
      },
    ],
    examples: [
      {
        dialect: 'mysql',
        block: ['ALTER TABLE orders DROP PRIMARY KEY', 'ALTER TABLE orders ADD PRIMARY KEY (id)'],
        pass: [
          'ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, region), ALGORITHM=INPLACE, LOCK=NONE',
          'ALTER TABLE orders ADD UNIQUE (number)',
          'CREATE TABLE t (a int); ALTER TABLE t ADD PRIMARY KEY (a)',
        ],
      },
    ],
  },
];
