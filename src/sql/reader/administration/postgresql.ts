import type { Administration } from './table.ts';

/** PostgreSQL's statements and functions, and those of the extensions that schedule jobs or manage partitions. */
export const POSTGRESQL: Administration = {
  statements: [
    {
      words: 'ALTER TABLE IF? EXISTS? ONLY? <t> … ENABLE REPLICA TRIGGER|RULE',
      kind: 'disable_trigger',
      source: 'PostgreSQL docs, ALTER TABLE (ENABLE REPLICA TRIGGER)',
    },
    {
      words: 'ALTER EVENT TRIGGER <t> ENABLE REPLICA',
      kind: 'disable_trigger',
      source: 'PostgreSQL docs, ALTER EVENT TRIGGER',
    },
    {
      words: 'ALTER TABLE IF? EXISTS? ONLY? <t> … ALTER CONSTRAINT <a> NOT ENFORCED',
      kind: 'disable_constraint',
      source: 'PostgreSQL docs, ALTER TABLE (NOT ENFORCED)',
    },
    {
      words: 'ALTER VIEW IF? EXISTS? <t> SET ( … SECURITY_BARRIER|SECURITY_INVOKER = <off>',
      kind: 'disable_protection',
      source: 'PostgreSQL docs, CREATE VIEW (security_barrier, security_invoker)',
    },
    {
      words: 'ALTER VIEW IF? EXISTS? <t> RESET ( … SECURITY_BARRIER|SECURITY_INVOKER',
      kind: 'disable_protection',
      source: 'PostgreSQL docs, ALTER VIEW',
    },
    {
      words: 'CREATE OR? REPLACE? RULE … ON INSERT|UPDATE|DELETE TO <t> … DO INSTEAD (? SELECT <n>',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'PostgreSQL docs, CREATE RULE',
    },
    {
      words: 'CREATE OR? REPLACE? RULE … ON INSERT|UPDATE|DELETE TO <t> … DO INSTEAD (? SELECT <a> ( )',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'PostgreSQL docs, CREATE RULE',
    },
    {
      words: 'CREATE OR? REPLACE? RULE … ON INSERT|UPDATE|DELETE TO <t> … DO INSTEAD (? SELECT COUNT|SUM|MIN|MAX|AVG (',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'PostgreSQL docs, CREATE RULE',
    },
    {
      words: 'CREATE OR? REPLACE? RULE … ON INSERT|UPDATE|DELETE TO <t> … DO INSTEAD NOTIFY',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'PostgreSQL docs, CREATE RULE',
    },
    {
      words: 'ROLLBACK PREPARED',
      kind: 'discard_data',
      source: 'PostgreSQL docs, ROLLBACK PREPARED',
    },
    {
      words: 'ALTER DATABASE|ROLE|USER … SET SESSION_PRELOAD_LIBRARIES|LOCAL_PRELOAD_LIBRARIES',
      kind: 'load_library',
      source: 'PostgreSQL docs, Shared library preloading',
    },
    {
      words: "ALTER DATABASE|ROLE|USER … SET PGAUDIT . LOG =|TO NONE|'NONE'",
      kind: 'disable_protection',
      source: 'pgAudit README, Settings',
    },
    {
      words: "SET SESSION|LOCAL? PGAUDIT . LOG =|TO NONE|'NONE'",
      kind: 'disable_protection',
      source: 'pgAudit README, Settings',
    },
    // Protections
    {
      words: 'SET SESSION|LOCAL? ZERO_DAMAGED_PAGES =|TO <on>',
      kind: 'discard_data',
      source: 'PostgreSQL docs, Developer options (zero_damaged_pages)',
    },
    {
      words: 'ALTER EVENT TRIGGER <t> DISABLE',
      kind: 'disable_trigger',
      source: 'PostgreSQL docs, ALTER EVENT TRIGGER',
    },
    {
      words: "SET SESSION|LOCAL? LOG_STATEMENT =|TO NONE|'NONE'",
      kind: 'disable_protection',
      source: 'PostgreSQL docs, Error reporting and logging (log_statement)',
    },
    {
      words: "SELECT SET_CONFIG ( 'LOG_STATEMENT'",
      kind: 'disable_protection',
      source: 'PostgreSQL docs, System administration functions (set_config)',
    },
    { words: 'SECURITY LABEL … IS NULL', kind: 'disable_protection', source: 'PostgreSQL docs, SECURITY LABEL' },
    {
      words: 'ALTER TABLE IF? EXISTS? ONLY? <t> … SET UNLOGGED',
      kind: 'reduce_durability',
      source: 'PostgreSQL docs, ALTER TABLE (SET UNLOGGED), CREATE TABLE (UNLOGGED)',
    },
    {
      words: 'CREATE OR? REPLACE? RULE … TO <t> … DO INSTEAD NOTHING',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'PostgreSQL docs, CREATE RULE',
    },
    // Replication
    {
      words: 'ALTER TABLE IF? EXISTS? ONLY? <t> … REPLICA IDENTITY NOTHING',
      kind: 'change_replication',
      source: 'PostgreSQL docs, ALTER TABLE (REPLICA IDENTITY)',
    },
    {
      words: 'CREATE|ALTER PUBLICATION <t>',
      kind: 'change_replication',
      source: 'PostgreSQL docs, CREATE PUBLICATION',
    },
    {
      words: 'CREATE|ALTER SUBSCRIPTION <t>',
      kind: 'change_replication',
      source: 'PostgreSQL docs, CREATE SUBSCRIPTION',
    },
    {
      words: 'DROP PUBLICATION|SUBSCRIPTION IF? EXISTS? <t>',
      kind: 'change_replication',
      source: 'PostgreSQL docs, DROP SUBSCRIPTION',
    },
    { words: 'CREATE SUBSCRIPTION <t>', kind: 'remote_sql', source: 'PostgreSQL docs, CREATE SUBSCRIPTION' },
    { words: 'ALTER SUBSCRIPTION <t> CONNECTION', kind: 'remote_sql', source: 'PostgreSQL docs, ALTER SUBSCRIPTION' },
    // Other servers
    { words: 'CREATE SERVER IF? NOT? EXISTS? <t>', kind: 'remote_server', source: 'PostgreSQL docs, CREATE SERVER' },
    { words: 'ALTER SERVER <t> … OPTIONS', kind: 'remote_server', source: 'PostgreSQL docs, ALTER SERVER' },
    { words: 'CREATE|ALTER USER MAPPING', kind: 'remote_server', source: 'PostgreSQL docs, CREATE USER MAPPING' },
    {
      words: 'CREATE FOREIGN TABLE IF? NOT? EXISTS? <t>',
      kind: 'remote_server',
      source: 'PostgreSQL docs, CREATE FOREIGN TABLE',
    },
    {
      words: 'CREATE|ALTER FOREIGN DATA WRAPPER <t>',
      kind: 'remote_server',
      source: 'PostgreSQL docs, CREATE FOREIGN DATA WRAPPER',
    },
    { words: 'IMPORT FOREIGN SCHEMA <t>', kind: 'remote_server', source: 'PostgreSQL docs, IMPORT FOREIGN SCHEMA' },
    // Sequences
    {
      words: 'ALTER SEQUENCE IF? EXISTS? <t> … MAXVALUE <n>',
      kind: 'reset_sequence',
      objectClass: 'sequence',
      source: 'PostgreSQL docs, ALTER SEQUENCE',
    },
    {
      words: 'ALTER SEQUENCE IF? EXISTS? <t> … RESTART',
      kind: 'reset_sequence',
      objectClass: 'sequence',
      source: 'PostgreSQL docs, ALTER SEQUENCE',
    },
    {
      words: 'ALTER TABLE IF? EXISTS? ONLY? <t> … ALTER COLUMN? <a> RESTART',
      kind: 'reset_sequence',
      objectClass: 'relation',
      source: 'PostgreSQL docs, ALTER TABLE (RESTART of an identity column)',
    },
  ],
  routines: [
    {
      names: 'pg_backup_stop pg_stop_backup',
      kind: 'server_control',
      source: 'PostgreSQL docs, System administration functions (Backup control)',
    },
    { names: 'drop_graph drop_label', schema: 'ag_catalog', kind: 'drop_schema', source: 'Apache AGE docs, Graphs' },
    {
      names: 'alter_subscription_resynchronize_table',
      kind: 'truncate',
      source: 'pglogical docs, Subscription management',
    },
    {
      names: 'pg_logical_slot_get_changes pg_logical_slot_get_binary_changes',
      kind: 'disable_protection',
      source: 'PostgreSQL docs, Replication management functions',
    },
    // Large objects
    { names: 'lo_unlink', kind: 'discard_data', source: 'PostgreSQL docs, Large object functions' },
    {
      names: 'lo_truncate lo_truncate64 lo_put lowrite',
      kind: 'discard_data',
      when: 'from rows',
      source: 'PostgreSQL docs, Large object functions',
    },
    // Files
    {
      names:
        'pg_read_file pg_read_binary_file pg_read_server_files pg_ls_dir pg_ls_logdir pg_ls_waldir pg_ls_tmpdir pg_ls_archive_statusdir pg_stat_file lo_import lo_export',
      kind: 'access_file',
      source: 'PostgreSQL docs, Generic file access functions',
    },
    {
      names: 'pg_file_write pg_file_rename pg_file_unlink pg_file_sync pg_logdir_ls',
      kind: 'access_file',
      source: 'PostgreSQL docs, adminpack',
    },
    // Text that runs as SQL
    {
      names:
        'query_to_xml query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml table_to_xml schema_to_xml database_to_xml table_to_xml_and_xmlschema schema_to_xml_and_xmlschema database_to_xml_and_xmlschema',
      kind: 'execute_text',
      source: 'PostgreSQL docs, Mapping tables to XML',
    },
    { names: 'ts_stat ts_rewrite', kind: 'execute_text', source: 'PostgreSQL docs, Text search functions' },
    {
      names: 'crosstab crosstab2 crosstab3 crosstab4 connectby',
      kind: 'execute_text',
      source: 'PostgreSQL docs, tablefunc',
    },
    { names: 'xpath_table', kind: 'execute_text', source: 'PostgreSQL docs, xml2' },
    { names: 'exec_sql', kind: 'execute_text', source: 'Supabase docs, functions that run their argument' },
    {
      names:
        'run_command_on_workers run_command_on_all_nodes run_command_on_shards run_command_on_placements run_command_on_colocated_placements run_command_on_coordinator master_run_on_worker',
      kind: 'execute_text',
      source: 'Citus docs, Utility functions',
    },
    {
      names: 'master_apply_delete_command master_modify_multiple_shards',
      kind: 'execute_text',
      source: 'Citus docs, Utility functions',
    },
    { names: 'pg_background_launch', kind: 'execute_text', source: 'pg_background README' },
    // Other servers
    {
      names: 'dblink dblink_exec dblink_connect dblink_connect_u dblink_send_query dblink_open dblink_fetch',
      kind: 'remote_sql',
      source: 'PostgreSQL docs, dblink',
    },
    {
      names: 'http http_get http_post http_put http_delete http_patch http_head',
      kind: 'remote_sql',
      source: 'pgsql-http README',
    },
    {
      names: 'query_export_to_s3 table_import_from_s3',
      kind: 'remote_sql',
      source: 'Amazon RDS docs, Exporting data to Amazon S3',
    },
    {
      names: 'invoke',
      schema: 'aws_lambda',
      bare: false,
      kind: 'remote_sql',
      source: 'Amazon RDS docs, Invoking an AWS Lambda function',
    },
    {
      names: 'postgres_fdw_disconnect postgres_fdw_disconnect_all',
      kind: 'end_session',
      source: 'PostgreSQL docs, postgres_fdw',
    },
    // Sessions and the server
    {
      names: 'pg_terminate_backend pg_cancel_backend',
      kind: 'end_session',
      source: 'PostgreSQL docs, Server signaling functions',
    },
    {
      names:
        'pg_promote pg_reload_conf pg_switch_wal pg_switch_xlog pg_wal_replay_pause pg_wal_replay_resume pg_xlog_replay_pause',
      kind: 'server_control',
      source: 'PostgreSQL docs, System administration functions',
    },
    {
      names: 'citus_remove_node master_remove_node citus_disable_node master_disable_node citus_drain_node',
      kind: 'server_control',
      source: 'Citus docs, Utility functions',
    },
    // Replication
    {
      names: 'pg_drop_replication_slot pg_replication_slot_advance',
      kind: 'disable_protection',
      source: 'PostgreSQL docs, Replication management functions',
    },
    {
      names:
        'pg_create_physical_replication_slot pg_create_logical_replication_slot pg_replication_origin_advance pg_replication_origin_drop',
      kind: 'change_replication',
      source: 'PostgreSQL docs, Replication management functions',
    },
    // History and sequences
    {
      names:
        'pg_stat_reset pg_stat_reset_shared pg_stat_reset_single_table_counters pg_stat_reset_single_function_counters pg_stat_reset_slru pg_stat_reset_replication_slot pg_stat_reset_subscription_stats pg_stat_statements_reset pg_rotate_logfile',
      kind: 'clear_history',
      source: 'PostgreSQL docs, Cumulative statistics system; pg_stat_statements',
    },
    {
      names: 'setval',
      kind: 'reset_sequence',
      when: 'constant value',
      objectClass: 'sequence',
      source: 'PostgreSQL docs, Sequence manipulation functions',
    },
    // Damaged tables
    {
      names: 'heap_force_kill heap_force_freeze pg_surgery',
      kind: 'discard_data',
      source: 'PostgreSQL docs, pg_surgery',
    },
    // PostGIS: these drop a table, a column or a schema
    {
      names:
        'dropgeometrytable dropgeometrycolumn droptopology droptopogeometrycolumn droprastercolumns droprasterconstraints',
      kind: 'discard_data',
      source: 'PostGIS docs, DropGeometryTable; DropGeometryColumn; DropTopology',
    },
    // Queues
    {
      names: 'drop_queue purge_queue',
      schema: 'pgmq',
      bare: false,
      kind: 'discard_data',
      source: 'pgmq docs, drop_queue; purge_queue',
    },
    // PostgreSQL Anonymizer overwrites the values
    {
      names:
        'anonymize_database anonymize_table anonymize_column static_substitution shuffle_column add_noise_on_numeric_column add_noise_on_datetime_column',
      kind: 'discard_data',
      source: 'PostgreSQL Anonymizer docs, Static masking',
    },
    // pg_timetable
    {
      names: 'add_job add_task',
      schema: 'timetable',
      bare: false,
      kind: 'schedule_job',
      source: 'pg_timetable docs, Basic jobs',
    },
    // pg_cron
    {
      names: 'schedule schedule_in_database',
      schema: 'cron',
      kind: 'schedule_job',
      source: 'pg_cron README',
    },
    { names: 'alter_job', schema: 'cron', kind: 'schedule_job', when: 'not only switches', source: 'pg_cron README' },
    { names: 'alter_job', schema: 'cron', kind: 'drop_job', when: 'switches only', source: 'pg_cron README' },
    { names: 'unschedule', schema: 'cron', kind: 'drop_job', source: 'pg_cron README' },
    // pg_partman
    {
      names: 'drop_partition_id drop_partition_time',
      kind: 'discard_data',
      source: 'pg_partman docs, Destruction functions',
    },
    // TimescaleDB
    { names: 'drop_chunks', kind: 'discard_data', source: 'TimescaleDB docs, drop_chunks()' },
    { names: 'detach_chunk', kind: 'detach_partition', source: 'TimescaleDB docs, detach_chunk()' },
    {
      names: 'decompress_chunk move_chunk',
      kind: 'maintain',
      source: 'TimescaleDB docs, decompress_chunk(), move_chunk()',
    },
    {
      names: 'add_retention_policy add_drop_chunks_policy',
      kind: 'schedule_job',
      source: 'TimescaleDB docs, add_retention_policy()',
    },
    { names: 'add_job', schema: 'public', kind: 'schedule_job', source: 'TimescaleDB docs, Jobs' },
    {
      names: 'drop_chunk',
      schema: '_timescaledb_functions',
      bare: false,
      kind: 'discard_data',
      source: 'TimescaleDB source, sql/chunk.sql',
    },
    {
      names: 'drop_chunk',
      schema: '_timescaledb_internal',
      bare: false,
      kind: 'discard_data',
      source: 'TimescaleDB source, sql/chunk.sql (before 2.12)',
    },
    {
      names: 'create_hypertable',
      kind: 'maintain',
      when: 'named migrate_data',
      objectClass: 'relation',
      maintenance: 'rewrite',
      source: 'TimescaleDB docs, create_hypertable() (migrate_data: locks the table while rows move)',
    },
    {
      names: 'alter_job',
      schema: 'public',
      kind: 'schedule_job',
      when: 'not only switches',
      source: 'TimescaleDB docs, alter_job()',
    },
    {
      names: 'alter_job',
      schema: 'public',
      kind: 'drop_job',
      when: 'switches only',
      source: 'TimescaleDB docs, alter_job()',
    },
    {
      names:
        'delete_job remove_retention_policy remove_compression_policy remove_columnstore_policy remove_continuous_aggregate_policy remove_reorder_policy remove_drop_chunks_policy',
      kind: 'drop_job',
      source: 'TimescaleDB docs, Jobs',
    },
    // Citus
    {
      names: 'master_drop_all_shards citus_drop_all_shards truncate_local_data_after_distributing_table',
      kind: 'discard_data',
      source: 'Citus docs, Utility functions',
    },
    { names: 'drop_old_time_partitions', kind: 'discard_data', source: 'Citus docs, drop_old_time_partitions' },
    {
      names: 'undistribute_table create_distributed_table create_reference_table alter_distributed_table',
      kind: 'maintain',
      objectClass: 'relation',
      maintenance: 'rewrite',
      source: 'Citus docs, Table and shard DDL (blocks writes while the rows move)',
    },
    {
      names: 'alter_table_set_access_method',
      kind: 'maintain',
      objectClass: 'relation',
      maintenance: 'rewrite',
      source: 'Citus docs, alter_table_set_access_method',
    },
    // E-Maj
    {
      names: 'emaj_rollback_group emaj_rollback_groups emaj_logged_rollback_group emaj_logged_rollback_groups',
      kind: 'discard_data',
      source: 'E-Maj docs, Rollback a tables group',
    },
    {
      names: 'emaj_reset_group emaj_drop_group emaj_force_drop_group emaj_delete_before_mark_group',
      kind: 'clear_history',
      source: 'E-Maj docs, Tables groups (logs are deleted)',
    },
  ],
  tables: [
    { names: 'job', schema: 'cron', kind: 'schedule_job', source: 'pg_cron README' },
    { names: 'job_run_details', schema: 'cron', kind: 'clear_history', source: 'pg_cron README' },
    { names: 'pga_job pga_jobstep pga_schedule pga_exception', kind: 'schedule_job', source: 'pgAgent docs' },
    { names: 'pga_joblog pga_jobsteplog', kind: 'clear_history', source: 'pgAgent docs' },
    {
      names: 'part_config part_config_sub',
      kind: 'schedule_job',
      // Retention drops partitions, or detaches them.
      unlessAssigned: { word: 'RETENTION', kind: 'drop_job' },
      source: 'pg_partman docs, Tables',
    },
    {
      names: 'buckets',
      schema: 'storage',
      kind: 'publish_bucket',
      whenTrue: 'public',
      source: 'Supabase docs, Storage buckets (access models)',
    },
    { names: 'bgw_job', kind: 'schedule_job', source: 'TimescaleDB docs, Jobs' },
  ],
};
