import { and, calls, is, not, or, REAL } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** What takes rows away for good. */
export const DATA_LOSS: readonly PackRule[] = [
  {
    id: 'no-drop-table',
    operations: ['drop_table'],
    when: REAL,
    verdict: 'block',
    message: 'dropping table {operation.target} loses all its rows',
    description:
      'A dropped table is gone with its rows, indexes, grants and triggers, and only a backup brings it back. ' +
      'Code that still runs against it fails at once.',
    help:
      'Stop using the table first, rename it in one release, and drop it some releases later. ' +
      'Take a backup of it just before.',
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
      { dialect: 'sqlite', block: ['DROP TABLE "users"'] },
      {
        dialect: 'transactsql',
        block: ['DROP TABLE [dbo].[users]'],
        pass: ['CREATE TABLE #t (id int); DROP TABLE #t'],
      },
    ],
  },
  {
    id: 'no-replace-table',
    operations: ['create_table'],
    when: and(is('orReplace'), REAL),
    verdict: 'block',
    message: 'CREATE OR REPLACE TABLE drops {operation.target} with all its rows, if it is there',
    description:
      '`CREATE OR REPLACE TABLE` drops the old table first. Its rows are lost without the word DROP being written.',
    help: 'Use `CREATE TABLE IF NOT EXISTS`, or a new name and a later, separate drop.',
    examples: [
      { dialect: 'mariadb', block: ['CREATE OR REPLACE TABLE users (id int)'], pass: ['CREATE TABLE users (id int)'] },
    ],
  },
  {
    id: 'no-drop-column',
    operations: ['drop_column'],
    when: REAL,
    verdict: 'block',
    message: 'dropping {operation.columns} of {operation.target} loses what the column holds',
    description:
      'A dropped column is gone with all its values, and with the indexes and constraints over it. ' +
      'A release that still names it fails at once.',
    help: 'Stop reading and writing the column in one release, and drop it in a later one.',
    examples: [
      {
        block: ['ALTER TABLE users DROP COLUMN email', 'ALTER TABLE users ADD COLUMN a int, DROP COLUMN email CASCADE'],
        pass: [
          'ALTER TABLE users DROP CONSTRAINT users_email_key',
          'CREATE TABLE t (a int, b int); ALTER TABLE t DROP COLUMN b',
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
    message: 'dropping schema {operation.target} can lose everything in it',
    description:
      'A dropped schema takes its tables, views and functions with it, and none of them is named in the file.',
    help: 'Drop the objects one by one, each under its own review, and the empty schema last.',
    examples: [
      { block: ['DROP SCHEMA billing CASCADE', 'DROP SCHEMA IF EXISTS billing'], pass: ['CREATE SCHEMA billing'] },
    ],
  },
  {
    id: 'no-drop-database',
    operations: ['drop_database', 'drop_tablespace'],
    verdict: 'block',
    message: 'dropping {operation.target} loses everything that is stored in it',
    description: 'A database or tablespace that is dropped is lost whole. No migration of an application needs that.',
    help: 'Leave it to whoever runs the server, by hand, with a backup at hand.',
    examples: [
      { block: ['DROP DATABASE shop', 'DROP TABLESPACE fast'], pass: ['CREATE DATABASE shop'] },
      { dialect: 'mysql', block: ['DROP DATABASE IF EXISTS shop', 'DROP SCHEMA shop'] },
      { dialect: 'transactsql', block: ['DROP DATABASE shop'] },
    ],
  },
  {
    id: 'no-truncate',
    operations: ['truncate', 'truncate_partition'],
    // CASCADE reaches tables that the file did not create: those that refer to this one.
    when: and(or(not(is('createdHere')), is('cascade')), not(is('temporary'))),
    verdict: 'block',
    message: 'truncating {operation.target} deletes all its rows',
    description:
      'TRUNCATE empties the table at once. It fires no row triggers, cannot be filtered, and with CASCADE ' +
      'empties every table that refers to it.',
    help: 'Delete the rows that must go, by a filter, in batches.',
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
    message: 'dropping a partition of {operation.target} loses its rows',
    description: 'Rows live in partitions. A dropped partition takes its rows with it, as a dropped table does.',
    help: 'Move the partition out of the table, archive it, and drop it once nobody has missed it.',
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
    message: 'taking a partition out of {operation.target} hides its rows from every query on the table',
    description:
      'The rows of a detached, switched or exchanged partition vanish from the table in one moment. ' +
      'Queries do not fail: they answer wrong. The partition is often dropped next.',
    help: 'Do it as a planned archiving job with an owner, and name it in an exception.',
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
      '`DROP OWNED BY` drops every table, view and function of a role and revokes all it was granted. ' +
      'What that is cannot be seen in the file.',
    help: 'Drop or reassign the objects one by one (`REASSIGN OWNED` keeps them).',
    examples: [{ block: ['DROP OWNED BY reporting', 'DROP OWNED BY reporting CASCADE'] }],
  },
  {
    id: 'no-drop-cascade',
    operations: ['drop_type', 'drop_extension', 'drop_sequence', 'drop_other', 'drop_role', 'drop_materialized_view'],
    when: and(is('cascade'), not(is('createdHere'))),
    verdict: 'block',
    message: 'CASCADE also drops whatever depends on {operation.target}, columns of tables included',
    description:
      'Dropping a type, domain or extension with CASCADE drops every column that uses it, and so its data. ' +
      'What depends on it today may not be what depends on it where this runs.',
    help: 'Drop what depends on it first, each by name, and leave CASCADE out: the drop then fails rather than widens.',
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
    operations: ['any'],
    when: calls(['lo_unlink']),
    verdict: 'block',
    message: 'lo_unlink deletes large objects',
    description: 'A large object that is unlinked is gone, whatever rows still refer to it.',
    help: 'Use `vacuumlo`, which removes only those that nothing refers to.',
    examples: [{ block: ['SELECT lo_unlink(avatar) FROM users'], pass: ['SELECT avatar FROM users'] }],
  },
];
