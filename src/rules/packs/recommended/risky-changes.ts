import { and, is, not, oneOf, REAL } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Routine changes that cause most migration outages. */
export const RISKY_CHANGES: readonly PackRule[] = [
  {
    id: 'no-column-type-change',
    operations: ['alter_column_type'],
    when: REAL,
    verdict: 'warn',
    message: 'changing the type of {operation.columns} in {operation.target} can truncate values and rewrite the table',
    description:
      'A narrower type truncates or rejects existing values. Most type changes also rewrite the whole table ' +
      'under a lock that blocks reads.',
    help: 'Add a column of the new type, fill it in batches, switch over, and drop the old column later.',
    locks: [
      {
        dialects: ['postgresql'],
        lock: '`ACCESS EXCLUSIVE`',
        waits: 'all reads and writes of the table',
        lasts: 'a rewrite of the table and of its indexes; an instant for a longer `varchar`, or `varchar` to `text`',
      },
      {
        dialects: ['mysql', 'mariadb'],
        lock: '`SHARED`',
        waits: 'all writes to the table',
        lasts: 'a copy of the whole table; an instant for some changes, such as a new value at the end of an ENUM',
      },
      {
        dialects: ['transactsql'],
        lock: '`SCH-M`',
        waits: 'all reads and writes of the table',
        lasts: 'a scan or an update of every row; an instant for a longer `varchar`',
      },
    ],
    examples: [
      {
        block: ['ALTER TABLE users ALTER COLUMN name TYPE varchar(10)'],
        pass: ["ALTER TABLE users ALTER COLUMN name SET DEFAULT ''"],
      },
      { dialect: 'mysql', block: ['ALTER TABLE users MODIFY name varchar(10)'] },
      { dialect: 'transactsql', block: ['ALTER TABLE users ALTER COLUMN name varchar(10)'] },
    ],
  },
  {
    id: 'no-rename',
    operations: ['rename_table', 'rename_column', 'set_schema'],
    when: REAL,
    verdict: 'warn',
    message: 'code that still uses the old name of {operation.target} fails immediately',
    description:
      'No release can use the old and the new name at the same time, so a rename breaks whatever is running at ' +
      'that moment.',
    help:
      'Add the new name next to the old one (a column to copy into, or a view), move the code over, and remove ' +
      'the old name later.',
    examples: [
      {
        block: [
          'ALTER TABLE users RENAME TO people',
          'ALTER TABLE users RENAME COLUMN a TO b',
          'ALTER TABLE users SET SCHEMA app',
        ],
        pass: ['ALTER INDEX users_idx RENAME TO people_idx', 'CREATE TABLE t (a int); ALTER TABLE t RENAME TO u'],
      },
      { dialect: 'mysql', block: ['RENAME TABLE users TO people'] },
    ],
  },
  {
    id: 'no-cascading-key',
    operations: ['add_cascade'],
    when: REAL,
    verdict: 'warn',
    message: 'deleting a referenced row now also deletes rows of {operation.target}',
    description:
      'The file replaces a foreign key by one with ON DELETE CASCADE. A DELETE that failed before, because rows still ' +
      'referred to the deleted one, then deletes these rows too.',
    help: 'Keep the old action, and delete the rows that refer to others in a statement of their own.',
    examples: [
      {
        block: [
          'ALTER TABLE orders DROP CONSTRAINT orders_user_fk, ADD CONSTRAINT orders_user_fk FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE',
        ],
        pass: [
          'ALTER TABLE orders ADD FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE',
          'ALTER TABLE orders DROP CONSTRAINT c; ALTER TABLE orders ADD FOREIGN KEY (a) REFERENCES b ON DELETE RESTRICT',
        ],
      },
      {
        dialect: 'mysql',
        block: [
          'ALTER TABLE a DROP FOREIGN KEY f; ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (b) REFERENCES c (id) ON DELETE CASCADE',
        ],
      },
    ],
  },
  {
    id: 'no-replace-into',
    operations: ['replace'],
    when: REAL,
    verdict: 'warn',
    message: 'REPLACE deletes conflicting rows of {operation.target}, including the columns that it does not set',
    description:
      'REPLACE deletes the old row before it inserts the new one. Columns that it does not name get their ' +
      'default values, and rows that reference the old row may be deleted too.',
    help: 'Use `INSERT … ON DUPLICATE KEY UPDATE` or `INSERT … ON CONFLICT … DO UPDATE`.',
    examples: [
      { dialect: 'mysql', block: ['REPLACE INTO users (id) VALUES (1)'], pass: ['INSERT INTO users (id) VALUES (1)'] },
      {
        dialect: 'sqlite',
        block: ['INSERT OR REPLACE INTO users (id) VALUES (1)'],
        pass: ['INSERT OR IGNORE INTO users (id) VALUES (1)'],
      },
    ],
  },
  {
    id: 'no-merge-delete',
    operations: ['merge_delete'],
    when: and(not(oneOf('filter', ['none', 'always_true'])), REAL),
    verdict: 'warn',
    message: 'this MERGE deletes rows of {operation.target}',
    description:
      'Which rows the DELETE branch deletes depends on what the source contains at that moment. An empty source ' +
      'can mean all of them.',
    help: 'Use a separate DELETE statement, with a filter that says which rows.',
    examples: [
      {
        block: ['MERGE INTO users u USING gone g ON u.id = g.id WHEN MATCHED THEN DELETE'],
        pass: ['MERGE INTO users u USING new n ON u.id = n.id WHEN MATCHED THEN UPDATE SET name = n.name'],
      },
    ],
  },
  {
    id: 'no-drop-view-cascade',
    operations: ['drop_view', 'drop_function', 'drop_procedure', 'drop_constraint', 'drop_index', 'drop_rule'],
    when: and(is('cascade'), not(is('createdHere'))),
    verdict: 'warn',
    message: 'CASCADE also drops everything that depends on {operation.target}',
    description:
      'CASCADE drops views, triggers, defaults and foreign keys that the file does not name. No rows are lost, ' +
      'but queries fail.',
    help: 'Drop the dependent objects first, each by name, and leave out CASCADE.',
    examples: [
      {
        block: ['DROP VIEW report CASCADE', 'DROP FUNCTION f() CASCADE'],
        pass: ['DROP VIEW report', 'CREATE VIEW v AS SELECT 1; DROP VIEW v CASCADE'],
      },
    ],
  },
  {
    id: 'no-drop-materialized-view',
    operations: ['drop_materialized_view'],
    when: and(not(is('cascade')), not(is('createdHere'))),
    verdict: 'warn',
    message: 'materialized view {operation.target} must be computed again if it is still needed',
    description:
      'The rows of the view can be computed again, but that may take a long time. Queries on the view fail meanwhile.',
    help: 'Create the new view under another name first, then swap the names.',
    examples: [{ block: ['DROP MATERIALIZED VIEW totals'], pass: ['REFRESH MATERIALIZED VIEW totals'] }],
  },
];
