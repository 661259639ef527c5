import type { OperationKind } from '../../../model/index.ts';
import { and, BUSY, dialectIn, IN_FILE, not, statementIs } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const POSTGRESQL = dialectIn(['postgresql']);

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
