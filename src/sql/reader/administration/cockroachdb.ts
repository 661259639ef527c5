import type { Administration } from './table.ts';

/** What CockroachDB has besides PostgreSQL's statements and functions. */
export const COCKROACHDB: Administration = {
  statements: [
    // Settings of the cluster, and where data is stored
    {
      words: 'SET|RESET CLUSTER SETTING <t>',
      kind: 'alter_system',
      source: 'CockroachDB docs, SET CLUSTER SETTING, RESET CLUSTER SETTING',
    },
    {
      words: 'ALTER VIRTUAL|TENANT … SET|RESET CLUSTER SETTING',
      kind: 'alter_system',
      source: 'CockroachDB docs, SET CLUSTER SETTING',
    },
    { words: 'ALTER RANGE|PARTITION', kind: 'alter_system', source: 'CockroachDB docs, ALTER RANGE, ALTER PARTITION' },
    {
      words: 'ALTER TABLE|DATABASE|INDEX|RANGE|PARTITION … CONFIGURE ZONE USING … NUM_REPLICAS = 1|2',
      kind: 'reduce_durability',
      source: 'CockroachDB docs, Replication Controls (num_replicas)',
    },
    // 4 hours are the default: with less, old versions of rows are gone before `AS OF SYSTEM TIME` or a backup reads them.
    {
      words: 'ALTER TABLE|DATABASE|INDEX|RANGE|PARTITION … CONFIGURE ZONE USING … GC . TTLSECONDS = <below:14400>',
      kind: 'clear_history',
      source: 'CockroachDB docs, Replication Controls (gc.ttlseconds)',
    },
    {
      words: 'ALTER TABLE IF? EXISTS? <t> CONFIGURE ZONE',
      kind: 'alter_table',
      source: 'CockroachDB docs, ALTER TABLE (CONFIGURE ZONE)',
    },
    {
      words: 'ALTER DATABASE <t> SURVIVE ZONE FAILURE',
      kind: 'reduce_durability',
      source: 'CockroachDB docs, ALTER DATABASE (SURVIVE)',
    },
    // Rows that the server deletes later
    {
      words: 'ALTER TABLE IF? EXISTS? <t> SET ( … TTL_EXPIRE_AFTER|TTL_EXPIRATION_EXPRESSION =',
      kind: 'schedule_job',
      source: 'CockroachDB docs, Batch Delete Expired Data with Row-Level TTL',
    },
    {
      words: 'ALTER TABLE IF? EXISTS? <t> … EXPERIMENTAL_AUDIT SET OFF',
      kind: 'disable_protection',
      source: 'CockroachDB docs, ALTER TABLE (EXPERIMENTAL_AUDIT)',
    },
    // Jobs and schedules
    { words: 'CREATE SCHEDULE', kind: 'schedule_job', source: 'CockroachDB docs, CREATE SCHEDULE FOR BACKUP' },
    { words: 'ALTER BACKUP SCHEDULE', kind: 'schedule_job', source: 'CockroachDB docs, ALTER BACKUP SCHEDULE' },
    { words: 'EXECUTE SCHEDULE|SCHEDULES', kind: 'schedule_job', source: 'CockroachDB docs, Manage a Backup Schedule' },
    { words: 'DROP SCHEDULE|SCHEDULES', kind: 'drop_job', source: 'CockroachDB docs, DROP SCHEDULES' },
    { words: 'PAUSE SCHEDULE|SCHEDULES', kind: 'drop_job', source: 'CockroachDB docs, PAUSE SCHEDULES' },
    { words: 'RESUME SCHEDULE|SCHEDULES', kind: 'alter_other', source: 'CockroachDB docs, RESUME SCHEDULES' },
    {
      words: 'PAUSE|RESUME|CANCEL JOB|JOBS|ALL',
      kind: 'server_control',
      source: 'CockroachDB docs, PAUSE JOB, RESUME JOB, CANCEL JOB',
    },
    {
      words: 'CANCEL QUERY|QUERIES|SESSION|SESSIONS',
      kind: 'end_session',
      source: 'CockroachDB docs, CANCEL QUERY, CANCEL SESSION',
    },
    { words: 'ALTER JOB', kind: 'alter_other', source: 'CockroachDB docs, ALTER JOB' },
    { words: 'INSPECT TABLE|DATABASE', kind: 'maintain', source: 'CockroachDB docs, INSPECT' },
    {
      words: 'ALTER TABLE|INDEX … SPLIT|UNSPLIT|SCATTER',
      kind: 'maintain',
      source: 'CockroachDB docs, ALTER TABLE (SPLIT AT, UNSPLIT AT, SCATTER)',
    },
    // Data that leaves the cluster or comes from elsewhere
    { words: 'BACKUP', kind: 'server_control', source: 'CockroachDB docs, BACKUP' },
    { words: 'ALTER BACKUP LATEST|IN', kind: 'server_control', source: 'CockroachDB docs, ALTER BACKUP' },
    { words: 'ALTER BACKUP <a> IN', kind: 'server_control', source: 'CockroachDB docs, ALTER BACKUP' },
    { words: 'RESTORE', kind: 'server_control', source: 'CockroachDB docs, RESTORE' },
    {
      words: 'CREATE|EXPERIMENTAL CHANGEFEED',
      kind: 'change_replication',
      source: 'CockroachDB docs, CREATE CHANGEFEED, Changefeed examples',
    },
    { words: 'ALTER CHANGEFEED', kind: 'change_replication', source: 'CockroachDB docs, ALTER CHANGEFEED' },
    {
      words: 'CREATE|ALTER EXTERNAL CONNECTION',
      kind: 'remote_server',
      source: 'CockroachDB docs, CREATE EXTERNAL CONNECTION',
    },
    { words: 'DROP EXTERNAL CONNECTION', kind: 'drop_other', source: 'CockroachDB docs, DROP EXTERNAL CONNECTION' },
    { words: 'CHECK EXTERNAL CONNECTION', kind: 'show', source: 'CockroachDB docs, CHECK EXTERNAL CONNECTION' },
    {
      words: 'CREATE LOGICAL REPLICATION STREAM',
      kind: 'change_replication',
      source: 'CockroachDB docs, CREATE LOGICAL REPLICATION STREAM',
    },
    {
      words: 'CREATE LOGICALLY REPLICATED TABLE|TABLES',
      kind: 'change_replication',
      source: 'CockroachDB docs, CREATE LOGICALLY REPLICATED',
    },
    // Virtual clusters
    {
      words: 'DROP VIRTUAL CLUSTER IF? EXISTS? <t>',
      kind: 'drop_database',
      source: 'CockroachDB docs, DROP VIRTUAL CLUSTER',
    },
    { words: 'DROP TENANT IF? EXISTS? <t>', kind: 'drop_database', source: 'CockroachDB docs, DROP VIRTUAL CLUSTER' },
    {
      words: 'ALTER VIRTUAL|TENANT … RESET DATA',
      kind: 'discard_data',
      source: 'CockroachDB docs, ALTER VIRTUAL CLUSTER',
    },
    {
      words: 'ALTER VIRTUAL|TENANT … START|STOP SERVICE',
      kind: 'server_control',
      source: 'CockroachDB docs, ALTER VIRTUAL CLUSTER',
    },
    {
      words: 'CREATE|ALTER VIRTUAL|TENANT … REPLICATION',
      kind: 'change_replication',
      source: 'CockroachDB docs, CREATE VIRTUAL CLUSTER, ALTER VIRTUAL CLUSTER',
    },
  ],
  routines: [
    {
      names:
        'unsafe_upsert_descriptor unsafe_delete_descriptor unsafe_upsert_namespace_entry unsafe_delete_namespace_entry',
      schema: 'crdb_internal',
      kind: 'discard_data',
      source: 'CockroachDB source, pkg/sql/sem/builtins (repair of the catalog)',
    },
    {
      names: 'force_panic force_log_fatal',
      schema: 'crdb_internal',
      kind: 'server_control',
      source: 'CockroachDB source, pkg/sql/sem/builtins (for tests)',
    },
    {
      names: 'reset_sql_stats reset_index_usage_stats reset_activity_tables',
      schema: 'crdb_internal',
      kind: 'clear_history',
      source: 'CockroachDB docs, Statements Page (Clear SQL activity)',
    },
  ],
  tables: [
    {
      names: 'descriptor namespace users role_members role_options privileges zones settings jobs job_info',
      schema: 'system',
      kind: 'alter_system',
      source: 'CockroachDB docs, System Catalogs',
    },
    { names: 'scheduled_jobs', schema: 'system', kind: 'schedule_job', source: 'CockroachDB docs, System Catalogs' },
  ],
};
