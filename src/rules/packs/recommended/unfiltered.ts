import { and, is, not, oneOf, REAL } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const UNFILTERED_WRITE = and(oneOf('filter', ['none', 'always_true']), REAL);

/** Writes that affect every row. */
export const UNFILTERED: readonly PackRule[] = [
  {
    id: 'no-unfiltered-delete',
    operations: ['delete', 'merge_delete'],
    when: UNFILTERED_WRITE,
    verdict: 'block',
    message: 'this DELETE removes every row of {operation.target}',
    description:
      'A DELETE without a WHERE clause, or with one that is always true (`1=1`, `id = id`), empties the table. ' +
      'The rule finds it anywhere in a statement: in a CTE, a DO block, a function body or a trigger. In a file, the rule is ' +
      'undecided if the condition is true for every row as long as a column is what its name says: `id > 0`, or ' +
      '`created_at < now()`; and if it depends on a function of which it is not known whether its result differs between ' +
      'rows, such as one of your own.',
    help: 'Add a WHERE clause that selects the rows to delete, and delete them in batches.',
    examples: [
      {
        block: [
          'DELETE FROM users',
          'DELETE FROM users WHERE true',
          'DELETE FROM users WHERE id = id',
          'WITH gone AS (DELETE FROM users RETURNING id) SELECT count(*) FROM gone',
          'DO $$ BEGIN DELETE FROM users; END $$',
          'EXPLAIN ANALYZE DELETE FROM users',
        ],
        pass: [
          'DELETE FROM users WHERE id = 1',
          'DELETE FROM users WHERE id NOT IN (SELECT user_id FROM orders)',
          'CREATE TEMP TABLE t (id int); DELETE FROM t',
        ],
      },
      {
        dialect: 'mysql',
        block: ['DELETE FROM users WHERE 1', 'DELETE FROM users'],
        pass: ['DELETE FROM users WHERE id = 1'],
      },
      { dialect: 'sqlite', block: ['DELETE FROM users WHERE 1 = 1'] },
      { dialect: 'transactsql', block: ['DELETE users'], pass: ['DELETE FROM users WHERE id = 1'] },
    ],
  },
  {
    id: 'no-unfiltered-update',
    operations: ['update', 'merge'],
    when: and(UNFILTERED_WRITE, not(is('columnsCreatedHere'))),
    verdict: 'block',
    message: 'this UPDATE overwrites {operation.columns} in every row of {operation.target}',
    description:
      'An UPDATE without a WHERE clause, or with one that is always true, overwrites every row of the table. The ' +
      'old values are lost, and every row stays locked until the transaction ends. The rule does not match if the same ' +
      'file added all the assigned columns: they hold no older values. A condition that leaves out only rows which have the ' +
      'new value already is *unknown*: `SET plan = NULL WHERE plan IS NOT NULL` leaves no value either.',
    help:
      'Add a WHERE clause that selects the rows to change (`WHERE new_column IS NULL` for a backfill), and ' +
      'update them in batches. For a new column, set a default instead.',
    examples: [
      {
        block: [
          "UPDATE users SET plan = 'free'",
          "UPDATE users SET plan = 'free' WHERE 1 = 1",
          "ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1, plan = 'free'",
          'ALTER TABLE users ADD COLUMN IF NOT EXISTS tier int; UPDATE users SET tier = 1',
        ],
        pass: [
          "UPDATE users SET plan = 'free' WHERE plan IS NULL",
          'CREATE TABLE t (a int); UPDATE t SET a = 1',
          'ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1',
        ],
      },
      {
        dialect: 'mysql',
        block: ["UPDATE users SET plan = 'free'"],
        pass: ["UPDATE users SET plan = 'free' WHERE id = 1"],
      },
      {
        block: ["MERGE INTO users u USING plans p ON true WHEN MATCHED THEN UPDATE SET plan = 'free'"],
        pass: [
          'MERGE INTO users u USING plans p ON u.id = p.id WHEN MATCHED THEN UPDATE SET plan = p.name',
          'MERGE INTO users u USING plans p ON true WHEN NOT MATCHED THEN INSERT (plan) VALUES (p.name)',
        ],
      },
      { dialect: 'transactsql', block: ["UPDATE users SET [plan] = 'free'"] },
    ],
  },
];
