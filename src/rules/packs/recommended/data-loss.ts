import { and, is, not, or, REAL, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const LARGE_OBJECT_FUNCTIONS = ['lo_unlink', 'lo_truncate', 'lo_truncate64', 'lo_put', 'lowrite'];

/** Statements that delete rows for good. */
export const DATA_LOSS: readonly PackRule[] = [
  {
    id: 'no-drop-table',
    operations: ['drop_table'],
    when: and(REAL, not(is('rebuilt')), not(is('replacesNothing'))),
    verdict: 'block',
    message: 'dropping table {operation.target} loses all its rows',
    description:
      'Dropping a table deletes its rows, indexes, grants and triggers, and only a backup can restore them. Code ' +
      'that still uses the table fails immediately. The rule does not match if the file rebuilds the table: if it ' +
      'copies all rows and columns to a new table, which gets the name of the old one. In PostgreSQL the policies are lost ' +
      'too, and row security can hide rows from the copy, so the SQL of the base branch must show the table and mention ' +
      'neither. In SQLite, DROP TABLE deletes rows of other tables that refer to the dropped ones with ON DELETE CASCADE, ' +
      'so the file must turn foreign keys off ' +
      'first, outside a transaction, unless the SQL of the base branch shows that there is no such foreign key.',
    help:
      'Stop using the table first, rename it in one release, and drop it a few releases later. Take a backup ' +
      'just before the drop.',
    examples: [
      {
        block: [
          'DROP TABLE users',
          'DROP TABLE IF EXISTS a, b CASCADE',
          'CREATE TABLE IF NOT EXISTS t (id int); DROP TABLE t',
          'DO $$ BEGIN DROP TABLE users; END $$',
        ],
        pass: [
          'CREATE TABLE t (id int); DROP TABLE t',
          'CREATE TEMPORARY TABLE t (id int); DROP TABLE t',
          'DROP INDEX users_name_idx',
          "SELECT 'DROP TABLE users'",
        ],
      },
      { dialect: 'mysql', block: ['DROP/**/TABLE users', '/*! DROP TABLE users */'], pass: ['DROP TEMPORARY TABLE t'] },
      {
        dialect: 'sqlite',
        base: 'CREATE TABLE users (id int, name text);',
        block: [
          'DROP TABLE "users"',
          'CREATE TABLE new (id int); INSERT INTO new SELECT id FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
        ],
        pass: [
          'CREATE TABLE new (id int, name text); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
          'CREATE TABLE new (id int, name text); INSERT INTO new (id, name) SELECT id, name FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
        ],
      },
      {
        dialect: 'sqlite',
        base: 'CREATE TABLE users (id int); CREATE TABLE notes (user int REFERENCES users ON DELETE CASCADE);',
        block: [
          'CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
        ],
        pass: [
          'PRAGMA foreign_keys = OFF; CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
        ],
      },
      {
        base: 'CREATE TABLE users (id int);',
        block: ['DROP TABLE IF EXISTS users; CREATE TABLE users (id int)'],
        pass: ['DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)'],
      },
      {
        dialect: 'transactsql',
        block: ['DROP TABLE [dbo].[users]'],
        pass: ['CREATE TABLE #t (id int); DROP TABLE #t'],
      },
    ],
  },
  {
    id: 'no-drop-before-create',
    operations: ['drop_table'],
    when: and(REAL, is('replacesNothing'), not(is('rebuilt'))),
    verdict: 'warn',
    message: 'if {operation.target} exists, it is dropped with all its rows before it is created',
    description:
      'No SQL file of the base branch names the table, so the DROP most likely does nothing. A database in which the ' +
      'table was created in another way, or in which the file runs again, loses its rows.',
    help: 'Leave out the DROP: `CREATE TABLE` then fails if the table exists, and nothing is lost.',
    examples: [
      {
        base: 'CREATE TABLE users (id int);',
        block: ['DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)'],
        pass: ['DROP TABLE IF EXISTS users; CREATE TABLE users (id int)', 'CREATE TABLE jobs (id int)'],
      },
    ],
  },
  {
    id: 'no-replace-table',
    operations: ['create_table'],
    when: and(is('orReplace'), REAL),
    verdict: 'block',
    message: 'CREATE OR REPLACE TABLE drops {operation.target} and all its rows if the table exists',
    description:
      '`CREATE OR REPLACE TABLE` drops an existing table with all its rows, although the statement does not say DROP.',
    help:
      'Use `CREATE TABLE IF NOT EXISTS`. To replace a table, create the new one under another name and drop the ' +
      'old one in a later migration.',
    examples: [
      { dialect: 'mariadb', block: ['CREATE OR REPLACE TABLE users (id int)'], pass: ['CREATE TABLE users (id int)'] },
    ],
  },
  {
    id: 'no-drop-column',
    operations: ['drop_column'],
    when: and(REAL, not(is('columnsCreatedHere'))),
    verdict: 'block',
    message: 'dropping column {operation.columns} of {operation.target} deletes its values',
    description:
      'Dropping a column deletes all its values, and the indexes and constraints that use it. A release that ' +
      'still reads or writes the column fails immediately.',
    help: 'Stop reading and writing the column in one release, and drop it in a later one.',
    examples: [
      {
        block: ['ALTER TABLE users DROP COLUMN email', 'ALTER TABLE users ADD COLUMN a int, DROP COLUMN email CASCADE'],
        pass: [
          'ALTER TABLE users DROP CONSTRAINT users_email_key',
          'CREATE TABLE t (a int, b int); ALTER TABLE t DROP COLUMN b',
          'ALTER TABLE users ADD COLUMN old_email text; ALTER TABLE users DROP COLUMN old_email',
          'ALTER TABLE users ALTER COLUMN email DROP DEFAULT',
        ],
      },
      { dialect: 'mysql', block: ['ALTER TABLE users DROP email'], pass: ['ALTER TABLE users DROP INDEX email_idx'] },
      { dialect: 'sqlite', block: ['ALTER TABLE users DROP COLUMN email'] },
      { dialect: 'transactsql', block: ['ALTER TABLE users DROP COLUMN email'] },
    ],
  },
  {
    id: 'no-drop-schema',
    operations: ['drop_schema'],
    when: not(is('createdHere')),
    verdict: 'block',
    message: 'dropping schema {operation.target} can delete everything in it',
    description: 'Dropping a schema can also drop its tables, views and functions, and the file names none of them.',
    help: 'Drop the objects one by one, so that each drop is reviewed, and drop the empty schema last.',
    examples: [
      { block: ['DROP SCHEMA billing CASCADE', 'DROP SCHEMA IF EXISTS billing'], pass: ['CREATE SCHEMA billing'] },
    ],
  },
  {
    id: 'no-drop-database',
    operations: ['drop_database', 'drop_tablespace'],
    verdict: 'block',
    message: 'dropping {operation.target} deletes everything stored in it',
    description: 'Dropping a database or tablespace deletes everything in it. No application migration needs that.',
    help: 'Leave it to the administrators of the server, who can do it by hand with a backup available.',
    examples: [
      { block: ['DROP DATABASE shop', 'DROP TABLESPACE fast'], pass: ['CREATE DATABASE shop'] },
      { dialect: 'mysql', block: ['DROP DATABASE IF EXISTS shop', 'DROP SCHEMA shop'] },
      { dialect: 'transactsql', block: ['DROP DATABASE shop'] },
    ],
  },
  {
    id: 'no-truncate',
    operations: ['truncate', 'truncate_partition'],
    // CASCADE also truncates referencing tables, which the file may not have created.
    when: and(or(not(is('createdHere')), is('cascade')), not(is('temporary'))),
    verdict: 'block',
    message: 'truncating {operation.target} deletes all its rows',
    description:
      'TRUNCATE deletes every row of the table at once. It fires no row triggers, cannot be filtered, and with ' +
      'CASCADE also empties every table that references this one.',
    help: 'Delete only the rows that must go, with a WHERE clause, in batches.',
    examples: [
      {
        block: [
          'TRUNCATE users',
          'TRUNCATE TABLE a, b RESTART IDENTITY CASCADE',
          'CREATE TABLE t (id int PRIMARY KEY); ALTER TABLE users ADD FOREIGN KEY (t) REFERENCES t; TRUNCATE t CASCADE',
        ],
        pass: [
          'CREATE TABLE t (id int); TRUNCATE t',
          'CREATE TEMP TABLE t (id int); TRUNCATE t',
          "DELETE FROM users WHERE created < '2019-01-01'",
        ],
      },
      { dialect: 'mysql', block: ['TRUNCATE users', 'ALTER TABLE logs TRUNCATE PARTITION p0'] },
      { dialect: 'transactsql', block: ['TRUNCATE TABLE dbo.users'] },
    ],
  },
  {
    id: 'no-drop-partition',
    operations: ['drop_partition'],
    when: REAL,
    verdict: 'block',
    message: 'dropping a partition of {operation.target} deletes its rows',
    description: 'Dropping a partition deletes the rows stored in it, just as dropping a table does.',
    help:
      'Move the partition out of the table first, archive it, and drop it later, once you know that its rows are ' +
      'not needed.',
    examples: [
      {
        dialect: 'mysql',
        block: ['ALTER TABLE logs DROP PARTITION p2019'],
        pass: ['ALTER TABLE logs ADD PARTITION (PARTITION p2027 VALUES LESS THAN (2028))'],
      },
    ],
  },
  {
    id: 'no-detach-partition',
    operations: ['detach_partition', 'switch_partition'],
    when: REAL,
    verdict: 'block',
    message: 'removing a partition from {operation.target} hides its rows from every query on the table',
    description:
      'The rows of a detached, switched or exchanged partition disappear from the table at once. Queries do not ' +
      'fail: they silently return wrong results. The partition is often dropped next.',
    help: 'Plan it as an archiving job with an owner, and allow it with an exception.',
    examples: [
      {
        block: ['ALTER TABLE logs DETACH PARTITION logs_2019'],
        pass: ["ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"],
      },
      { dialect: 'mysql', block: ['ALTER TABLE logs EXCHANGE PARTITION p0 WITH TABLE archive'] },
      { dialect: 'transactsql', block: ['ALTER TABLE logs SWITCH PARTITION 1 TO archive'] },
    ],
  },
  {
    id: 'no-drop-owned',
    operations: ['drop_owned'],
    verdict: 'block',
    message: 'DROP OWNED drops everything that the role owns in this database',
    description:
      '`DROP OWNED BY` drops every table, view and function that a role owns and revokes every privilege granted ' +
      'to it. The file does not show what those are.',
    help: 'Drop or reassign the objects one by one. `REASSIGN OWNED` keeps them and changes their owner.',
    examples: [{ block: ['DROP OWNED BY reporting', 'DROP OWNED BY reporting CASCADE'] }],
  },
  {
    id: 'no-drop-cascade',
    operations: ['drop_type', 'drop_extension', 'drop_sequence', 'drop_other', 'drop_role', 'drop_materialized_view'],
    when: and(is('cascade'), not(is('createdHere'))),
    verdict: 'block',
    message: 'CASCADE also drops everything that depends on {operation.target}, including table columns',
    description:
      'Dropping a type, domain or extension with CASCADE also drops every column that uses it, with its data. ' +
      'The objects that depend on it in production may differ from those in your test database.',
    help:
      'Drop the dependent objects first, each by name, and leave out CASCADE. If you missed one, the drop then ' +
      'fails instead of deleting it.',
    examples: [
      {
        block: [
          'DROP TYPE mood CASCADE',
          'DROP EXTENSION hstore CASCADE',
          'DROP DOMAIN email CASCADE',
          'DROP SEQUENCE s CASCADE',
        ],
        pass: ['DROP TYPE mood', 'DROP EXTENSION hstore', 'CREATE TYPE mood AS ENUM (); DROP TYPE mood CASCADE'],
      },
    ],
  },
  {
    id: 'no-large-object-unlink',
    operations: ['discard_data'],
    when: targetIn(LARGE_OBJECT_FUNCTIONS),
    verdict: 'block',
    message: '{operation.target} deletes or overwrites large objects',
    description:
      'Unlinking a large object deletes it, even if rows still refer to it. `lo_truncate` and `lo_put` change the ' +
      'content of every object that the rows name.',
    help: 'Use `vacuumlo`, which removes only large objects that nothing refers to.',
    examples: [
      {
        block: ['SELECT lo_unlink(avatar) FROM users', "SELECT lo_put(avatar, 0, '') FROM users"],
        pass: ['SELECT avatar FROM users', 'SELECT lo_put($1, $2, $3)'],
      },
    ],
  },
  {
    id: 'no-discard-data',
    operations: ['discard_data'],
    when: and(not(targetIn(LARGE_OBJECT_FUNCTIONS)), not(is('createdHere'))),
    verdict: 'block',
    message: 'this loses data of {operation.target} without a DELETE or DROP',
    description:
      'Some statements and functions of the administrator delete rows that they do not name: `drop_chunks`, ' +
      '`DBCC CHECKDB` with `REPAIR_ALLOW_DATA_LOSS`, `ALTER IGNORE TABLE`, a change of a column with an expression ' +
      'that does not read it. Only a backup can restore them.',
    help: 'Delete the rows in a statement that names them, after a backup, or leave it to the administrators of the server.',
    examples: [
      {
        block: [
          "SELECT drop_chunks('logs', INTERVAL '1 day')",
          'ALTER TABLE users ALTER COLUMN email TYPE int USING NULL',
          'ALTER TABLE users ALTER COLUMN name TYPE varchar(10) USING left(name, 10)',
        ],
        pass: [
          'SELECT show_chunks($1)',
          'ALTER TABLE users ALTER COLUMN age TYPE int USING age::int',
          'CREATE TABLE t (a text); ALTER TABLE t ALTER COLUMN a TYPE int USING 0',
        ],
      },
      {
        dialect: 'mysql',
        block: ['ALTER TABLE users ENGINE=MEMORY', 'ALTER TABLE users CONVERT TO CHARACTER SET latin1'],
        pass: ['ALTER TABLE users ENGINE=InnoDB', 'ALTER TABLE users CONVERT TO CHARACTER SET utf8mb4'],
      },
      {
        dialect: 'mariadb',
        block: ['ALTER IGNORE TABLE users ADD UNIQUE (email)'],
        pass: ['ALTER TABLE t ADD UNIQUE (a)'],
      },
      {
        dialect: 'transactsql',
        block: ['DBCC CHECKDB (shop, REPAIR_ALLOW_DATA_LOSS)'],
        pass: ['DBCC CHECKDB (shop)'],
      },
    ],
  },
];
