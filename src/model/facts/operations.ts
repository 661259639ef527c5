/** The groups that `operations` of a rule may name besides single kinds. */
export const OPERATION_GROUPS = ['drop', 'ddl', 'write', 'read', 'any'] as const;
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

interface KindEntry {
  readonly groups: readonly Exclude<OperationGroup, 'any'>[];
  readonly summary: string;
}

function kind(summary: string, ...groups: KindEntry['groups']): KindEntry {
  return { groups, summary };
}

/**
 * Every kind of operation that a rule may name. docs/facts.md is generated from this table.
 * Never rename or remove a kind: rules in other repositories use it.
 */
export const OPERATION_KINDS = {
  // Reading and writing rows
  select: kind('SELECT, VALUES or TABLE', 'read'),
  insert: kind('INSERT', 'write'),
  update: kind('UPDATE', 'write'),
  delete: kind('DELETE', 'write'),
  merge: kind('MERGE; all branches count as one operation', 'write'),
  merge_delete: kind('MERGE with a DELETE branch (in addition to `merge`)', 'write'),
  replace: kind('REPLACE, INSERT OR REPLACE (deletes conflicting rows)', 'write'),
  truncate: kind('TRUNCATE', 'write'),
  copy_from: kind('COPY … FROM, LOAD DATA, BULK INSERT', 'write'),
  copy_to: kind('COPY … TO, SELECT … INTO OUTFILE or DUMPFILE', 'read'),
  // Creating
  create_table: kind('CREATE TABLE, CREATE TABLE AS, SELECT … INTO', 'ddl'),
  create_index: kind('CREATE INDEX', 'ddl'),
  create_view: kind('CREATE VIEW', 'ddl'),
  create_materialized_view: kind('CREATE MATERIALIZED VIEW', 'ddl'),
  create_schema: kind('CREATE SCHEMA', 'ddl'),
  create_database: kind('CREATE DATABASE', 'ddl'),
  create_sequence: kind('CREATE SEQUENCE', 'ddl'),
  create_type: kind('CREATE TYPE, CREATE DOMAIN', 'ddl'),
  create_extension: kind('CREATE EXTENSION, INSTALL PLUGIN', 'ddl'),
  create_function: kind('CREATE FUNCTION, CREATE AGGREGATE', 'ddl'),
  create_procedure: kind('CREATE PROCEDURE', 'ddl'),
  create_trigger: kind('CREATE TRIGGER, CREATE EVENT TRIGGER', 'ddl'),
  create_event: kind('CREATE EVENT (scheduled)', 'ddl'),
  create_rule: kind('CREATE RULE (query rewriting)', 'ddl'),
  create_policy: kind('CREATE POLICY, CREATE SECURITY POLICY', 'ddl'),
  create_role: kind('CREATE ROLE, USER, GROUP, LOGIN', 'ddl'),
  create_language: kind('CREATE LANGUAGE', 'ddl'),
  create_other: kind('CREATE of any other object', 'ddl'),
  // Altering
  add_column: kind('ALTER TABLE … ADD column', 'ddl'),
  drop_column: kind('ALTER TABLE … DROP column', 'drop', 'ddl'),
  rename_column: kind('renaming a column', 'ddl'),
  alter_column_type: kind('changing the type of a column (also MODIFY and CHANGE)', 'ddl'),
  set_not_null: kind('ALTER COLUMN … SET NOT NULL', 'ddl'),
  drop_not_null: kind('ALTER COLUMN … DROP NOT NULL', 'ddl'),
  set_default: kind('ALTER COLUMN … SET DEFAULT', 'ddl'),
  drop_default: kind('ALTER COLUMN … DROP DEFAULT', 'ddl'),
  add_constraint: kind('adding a constraint (primary key, unique, foreign key, check, exclusion)', 'ddl'),
  add_cascade: kind('replacing a foreign key by one with ON DELETE CASCADE', 'ddl'),
  drop_constraint: kind('dropping a constraint', 'drop', 'ddl'),
  validate_constraint: kind('VALIDATE CONSTRAINT', 'ddl'),
  rename_table: kind('renaming a table', 'ddl'),
  rename_other: kind('renaming any other object', 'ddl'),
  set_schema: kind('moving an object to another schema', 'ddl'),
  attach_partition: kind('ATTACH PARTITION, ADD PARTITION', 'ddl'),
  detach_partition: kind('DETACH PARTITION', 'ddl'),
  drop_partition: kind('DROP PARTITION', 'drop', 'ddl'),
  truncate_partition: kind('TRUNCATE PARTITION', 'write', 'ddl'),
  switch_partition: kind('SWITCH PARTITION, EXCHANGE PARTITION', 'ddl'),
  enable_trigger: kind('ENABLE TRIGGER or RULE', 'ddl'),
  disable_trigger: kind('DISABLE TRIGGER or RULE, `session_replication_role = replica`', 'ddl'),
  alter_table: kind('any other action of ALTER TABLE', 'ddl'),
  alter_type: kind('ALTER TYPE, ALTER DOMAIN', 'ddl'),
  alter_sequence: kind('ALTER SEQUENCE', 'ddl'),
  alter_database: kind('ALTER DATABASE', 'ddl'),
  alter_system: kind('ALTER SYSTEM, SET GLOBAL, SET PERSIST, sp_configure', 'ddl'),
  alter_other: kind('ALTER of any other object', 'ddl'),
  // Dropping
  drop_table: kind('DROP TABLE, DROP FOREIGN TABLE', 'drop', 'ddl'),
  drop_index: kind('DROP INDEX', 'drop', 'ddl'),
  drop_view: kind('DROP VIEW', 'drop', 'ddl'),
  drop_materialized_view: kind('DROP MATERIALIZED VIEW', 'drop', 'ddl'),
  drop_schema: kind('DROP SCHEMA', 'drop', 'ddl'),
  drop_database: kind('DROP DATABASE', 'drop', 'ddl'),
  drop_sequence: kind('DROP SEQUENCE', 'drop', 'ddl'),
  drop_type: kind('DROP TYPE, DROP DOMAIN', 'drop', 'ddl'),
  drop_extension: kind('DROP EXTENSION, UNINSTALL PLUGIN', 'drop', 'ddl'),
  drop_function: kind('DROP FUNCTION, DROP AGGREGATE', 'drop', 'ddl'),
  drop_procedure: kind('DROP PROCEDURE', 'drop', 'ddl'),
  drop_trigger: kind('DROP TRIGGER', 'drop', 'ddl'),
  drop_event: kind('DROP EVENT', 'drop', 'ddl'),
  drop_rule: kind('DROP RULE', 'drop', 'ddl'),
  drop_policy: kind('DROP POLICY, DROP SECURITY POLICY', 'drop', 'ddl'),
  drop_role: kind('DROP ROLE, USER, GROUP, LOGIN', 'drop', 'ddl'),
  drop_tablespace: kind('DROP TABLESPACE', 'drop', 'ddl'),
  drop_owned: kind('DROP OWNED', 'drop', 'ddl'),
  drop_other: kind('DROP of any other object', 'drop', 'ddl'),
  // Privileges and row security
  grant: kind('GRANT of privileges', 'ddl'),
  revoke: kind('REVOKE of privileges', 'ddl'),
  grant_role: kind('GRANT of a role, adding a role member', 'ddl'),
  revoke_role: kind('REVOKE of a role', 'ddl'),
  alter_role: kind('ALTER ROLE, USER, GROUP, LOGIN; SET PASSWORD', 'ddl'),
  alter_default_privileges: kind('ALTER DEFAULT PRIVILEGES', 'ddl'),
  alter_policy: kind('ALTER POLICY, ALTER SECURITY POLICY', 'ddl'),
  enable_row_security: kind('ENABLE or FORCE ROW LEVEL SECURITY', 'ddl'),
  disable_row_security: kind('DISABLE or NO FORCE ROW LEVEL SECURITY', 'ddl'),
  change_owner: kind('OWNER TO, REASSIGN OWNED, ALTER AUTHORIZATION', 'ddl'),
  publish_bucket: kind('making the files of a Supabase storage bucket readable by everyone (`storage.buckets`)'),
  set_role: kind('SET ROLE, SET SESSION AUTHORIZATION, EXECUTE AS'),
  // Running code
  call: kind('CALL or EXEC of a stored procedure'),
  do_block: kind('DO block, anonymous block'),
  execute_dynamic: kind('SQL built at run time (EXECUTE, sp_executesql, EXEC(…), PREPARE … FROM)'),
  execute_prepared: kind('EXECUTE of a prepared statement'),
  execute_program: kind('running a program on the server (COPY … PROGRAM, xp_cmdshell)'),
  load_library: kind(
    'loading a library into the server (LOAD, CREATE FUNCTION … SONAME, CREATE ASSEMBLY, `load_extension` of SQLite)',
  ),
  execute_text: kind('a function that runs its text argument as SQL (query_to_xml, ts_stat, crosstab)'),
  schedule_job: kind('creating, changing or starting a job that runs later (cron.schedule, sp_add_job)'),
  drop_job: kind('removing or stopping a scheduled job (cron.unschedule, sp_delete_job)'),
  access_file: kind('a function that reads or writes files of the server (pg_read_file, LOAD_FILE, OPENROWSET)'),
  remote_sql: kind('SQL or data sent to another server (dblink, OPENQUERY, CREATE SUBSCRIPTION)'),
  meta_command: kind("a command of the client program (psql's `\\i`, `\\!`, sqlcmd's `:r`, sqlite's `.read`)"),
  // Administration
  discard_data: kind(
    'data lost by administration (drop_chunks, lo_unlink, REPAIR_ALLOW_DATA_LOSS, ALTER IGNORE TABLE)',
  ),
  discard_writes: kind('later writes are ignored without an error (DO INSTEAD NOTHING, RAISE(IGNORE))'),
  disable_constraint: kind('NOCHECK CONSTRAINT, `ignore_check_constraints`, `check_constraint_checks = 0`', 'ddl'),
  enable_constraint: kind('WITH CHECK CHECK CONSTRAINT', 'ddl'),
  enable_protection: kind('turning such a protection on again (SYSTEM_VERSIONING = ON)'),
  disable_protection: kind(
    'turning off an audit, history, log, backup chain or other protection (SYSTEM_VERSIONING = OFF)',
  ),
  reduce_durability: kind('a crash can lose rows afterwards (SET UNLOGGED, `synchronous = OFF`, DELAYED_DURABILITY)'),
  change_replication: kind('publications, subscriptions, replication slots, REPLICA IDENTITY NOTHING'),
  remote_server: kind(
    'defining another server or how to log in to it (CREATE SERVER, USER MAPPING, sp_addlinkedserver)',
  ),
  reset_sequence: kind('setting a sequence or counter to a given value (setval, RESTART, DBCC CHECKIDENT … RESEED)'),
  clear_history: kind(
    'deleting logs, statistics, cached plans, old versions of rows or the history of jobs and backups',
  ),
  end_session: kind('ending other sessions or their queries by a function (pg_terminate_backend)'),
  // Sessions, transactions, maintenance
  begin: kind('BEGIN, START TRANSACTION'),
  commit: kind('COMMIT'),
  rollback: kind('ROLLBACK'),
  savepoint: kind('SAVEPOINT, RELEASE'),
  set: kind('SET, RESET, PRAGMA'),
  use: kind('USE'),
  show: kind("SHOW, DESCRIBE, HELP, a harmless client command (psql's `\\timing`, sqlite's `.headers`)", 'read'),
  explain: kind('EXPLAIN', 'read'),
  prepare: kind('PREPARE, DEALLOCATE'),
  cursor: kind('DECLARE, OPEN, FETCH, MOVE or CLOSE of a cursor, HANDLER', 'read'),
  lock_table: kind('LOCK TABLES, UNLOCK TABLES'),
  maintain: kind('VACUUM, ANALYZE, REINDEX, CLUSTER, OPTIMIZE, CHECK, REPAIR, UPDATE STATISTICS, CHECKPOINT'),
  refresh_materialized_view: kind('REFRESH MATERIALIZED VIEW', 'write'),
  comment: kind('COMMENT ON, SECURITY LABEL', 'ddl'),
  notify: kind('NOTIFY, LISTEN, UNLISTEN'),
  attach_database: kind('ATTACH or DETACH of a database file'),
  server_control: kind('KILL, SHUTDOWN, FLUSH, PURGE, RESET MASTER, BACKUP, RESTORE'),
  control: kind('control flow and variables in a script (IF, WHILE, DECLARE, PRINT, WAITFOR, RETURN)'),
} as const satisfies Record<string, KindEntry>;

export type OperationKind = keyof typeof OPERATION_KINDS;

export function isOperationKind(value: string): value is OperationKind {
  return Object.hasOwn(OPERATION_KINDS, value);
}

/** Returns the kinds of a group; `any` contains all of them. */
export function kindsOf(group: OperationGroup): readonly OperationKind[] {
  const all = Object.keys(OPERATION_KINDS) as OperationKind[];
  if (group === 'any') return all;
  return all.filter((name) => (OPERATION_KINDS[name].groups as readonly string[]).includes(group));
}
