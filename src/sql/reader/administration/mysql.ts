import type { Administration } from './table.ts';

/** Statements, procedures and functions of MySQL and MariaDB, and the procedures of Amazon RDS. */
export const MYSQL: Administration = {
  statements: [
    {
      words: 'ALTER TABLE <t> … ALTER CHECK|CONSTRAINT <a> NOT ENFORCED',
      kind: 'disable_constraint',
      source: 'MySQL docs, ALTER TABLE (NOT ENFORCED)',
    },
    {
      words: 'ALTER TABLE <t> … ALTER CHECK|CONSTRAINT <a> ENFORCED',
      kind: 'enable_constraint',
      source: 'MySQL docs, ALTER TABLE (ENFORCED)',
    },
    {
      words: "ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … ENCRYPTION|ENCRYPTED =? NO|'N'|'NO'",
      kind: 'disable_protection',
      source: 'MySQL docs, InnoDB data-at-rest encryption',
    },
    { words: 'RENAME USER <t>', kind: 'alter_role', source: 'MySQL docs, RENAME USER' },
    {
      words:
        "CREATE OR? REPLACE? TABLE IF? NOT? EXISTS? <t> … ENGINE =? FEDERATED|FEDERATEDX|SPIDER|'FEDERATED'|'SPIDER'",
      kind: 'remote_server',
      source: 'MySQL docs, The FEDERATED storage engine',
    },
    {
      words: "CREATE OR? REPLACE? TABLE IF? NOT? EXISTS? <t> … ENGINE =? CONNECT|'CONNECT'",
      kind: 'access_file',
      source: 'MariaDB docs, CONNECT',
    },
    // Objects that are replaced
    { words: 'CREATE OR REPLACE DATABASE|SCHEMA <t>', kind: 'drop_database', source: 'MariaDB docs, CREATE DATABASE' },
    {
      words: 'CREATE OR REPLACE SEQUENCE <t>',
      kind: 'reset_sequence',
      objectClass: 'sequence',
      source: 'MariaDB docs, CREATE SEQUENCE',
    },
    {
      words: 'ALTER SEQUENCE IF? EXISTS? <t> … RESTART',
      kind: 'reset_sequence',
      objectClass: 'sequence',
      source: 'MariaDB docs, ALTER SEQUENCE',
    },
    // Rows that are lost
    {
      words: 'ALTER ONLINE? IGNORE ONLINE? TABLE IF? EXISTS? <t>',
      kind: 'discard_data',
      source: 'MariaDB docs, ALTER TABLE (IGNORE)',
    },
    {
      words:
        "ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … ENGINE =? BLACKHOLE|EXAMPLE|FEDERATED|FEDERATEDX|SPIDER|MERGE|MRG_MYISAM|'BLACKHOLE'|'EXAMPLE'|'FEDERATED'|'FEDERATEDX'|'SPIDER'|'MERGE'|'MRG_MYISAM'",
      kind: 'truncate',
      source: 'MySQL docs, Alternative storage engines: these keep no rows of their own',
    },
    {
      words: 'ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … UNION =? ( )',
      kind: 'discard_data',
      source: 'MySQL docs, The MERGE storage engine',
    },
    { words: 'XA ROLLBACK', kind: 'discard_data', source: 'MySQL docs, XA transactions' },
    {
      words: "ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … ENGINE =? MEMORY|HEAP|'MEMORY'|'HEAP'",
      kind: 'discard_data',
      source: 'MySQL docs, The MEMORY storage engine',
    },
    {
      words: "ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … ENGINE =? CSV|'CSV'",
      kind: 'reduce_durability',
      source: 'MySQL docs, The CSV storage engine',
    },
    {
      words:
        "ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … CONVERT TO CHARSET|CHARACTER SET? ASCII|LATIN1|LATIN2|LATIN5|LATIN7|CP850|CP852|CP866|CP1250|CP1251|CP1256|CP1257|KOI8R|KOI8U|GREEK|HEBREW|SWE7|'ASCII'|'LATIN1'",
      kind: 'discard_data',
      source: 'MySQL docs, Converting between character sets',
    },
    {
      words: 'ALTER ONLINE|IGNORE? ONLINE|IGNORE? TABLE IF? EXISTS? <t> … DROP SYSTEM VERSIONING',
      kind: 'discard_data',
      source: 'MariaDB docs, System-versioned tables',
    },
    { words: 'DELETE HISTORY FROM <t>', kind: 'discard_data', source: 'MariaDB docs, DELETE HISTORY' },
    { words: 'LOAD DATA|XML … REPLACE INTO TABLE <t>', kind: 'replace', source: 'MySQL docs, LOAD DATA (REPLACE)' },
    // Protections
    { words: 'SET … SQL_LOG_BIN =|:= <other>', kind: 'disable_protection', source: 'MySQL docs, SET sql_log_bin' },
    {
      words: 'SET … @@SQL_LOG_BIN|@@SESSION.SQL_LOG_BIN|@@LOCAL.SQL_LOG_BIN =|:= <other>',
      kind: 'disable_protection',
      source: 'MySQL docs, SET sql_log_bin',
    },
    {
      words: 'SET … CHECK_CONSTRAINT_CHECKS =|:= <other>',
      kind: 'disable_constraint',
      source: 'MariaDB docs, CONSTRAINT (check_constraint_checks)',
    },
    // Rows of the past are written as the session says, and not as they were.
    {
      words:
        'SET … SYSTEM_VERSIONING_INSERT_HISTORY|@@SYSTEM_VERSIONING_INSERT_HISTORY|@@SESSION.SYSTEM_VERSIONING_INSERT_HISTORY =|:= <on>',
      kind: 'disable_protection',
      source: 'MariaDB docs, System-versioned tables (system_versioning_insert_history)',
    },
    {
      words: 'SET … SKIP_REPLICATION|@@SKIP_REPLICATION|@@SESSION.SKIP_REPLICATION =|:= <on>',
      kind: 'disable_protection',
      source: 'MariaDB docs, Selectively skipping replication of binlog events',
    },
    {
      words: 'SET … WSREP_ON|@@WSREP_ON|@@SESSION.WSREP_ON =|:= <other>',
      kind: 'disable_protection',
      source: 'MariaDB docs, Galera cluster system variables (wsrep_on)',
    },
    {
      words: 'SET … SQL_LOG_OFF|@@SQL_LOG_OFF|@@SESSION.SQL_LOG_OFF =|:= <on>',
      kind: 'disable_protection',
      source: 'MySQL docs, Server system variables (sql_log_off)',
    },
    {
      words: "ALTER UNDO? TABLESPACE <t> … ENCRYPTION =? NO|'N'|'NO'",
      kind: 'disable_protection',
      source: 'MySQL docs, ALTER TABLESPACE',
    },
    { words: 'ALTER EVENT <t> … DISABLE', kind: 'drop_job', source: 'MySQL docs, ALTER EVENT' },
    { words: 'ALTER DEFINER … EVENT <t> … DISABLE', kind: 'drop_job', source: 'MySQL docs, ALTER EVENT' },
    { words: 'REPAIR … USE_FRM', kind: 'discard_data', source: 'MySQL docs, REPAIR TABLE (USE_FRM)' },
    { words: 'UNINSTALL PLUGIN|COMPONENT|SONAME', kind: 'disable_protection', source: 'MySQL docs, UNINSTALL PLUGIN' },
    { words: 'ALTER INSTANCE', kind: 'server_control', source: 'MySQL docs, ALTER INSTANCE' },
    // Other servers and files
    {
      words: 'CREATE OR? REPLACE? SERVER IF? NOT? EXISTS? <t>',
      kind: 'remote_server',
      source: 'MySQL docs, CREATE SERVER',
    },
    { words: 'ALTER SERVER <t>', kind: 'remote_server', source: 'MySQL docs, ALTER SERVER' },
    { words: 'IMPORT TABLE FROM', kind: 'access_file', source: 'MySQL docs, IMPORT TABLE' },
  ],
  routines: [
    { names: 'load_file', kind: 'access_file', source: 'MySQL docs, LOAD_FILE()' },
    { names: 'sys_exec sys_eval', kind: 'execute_program', source: 'lib_mysqludf_sys docs' },
    { names: 'execute_prepared_stmt', kind: 'execute_text', source: 'MySQL docs, sys.execute_prepared_stmt()' },
    { names: 'ps_truncate_all_tables', kind: 'clear_history', source: 'MySQL docs, sys.ps_truncate_all_tables()' },
    {
      names:
        'ps_setup_disable_background_threads ps_setup_disable_consumer ps_setup_disable_instrument ps_setup_disable_thread ps_setup_reset_to_default',
      schema: 'sys',
      kind: 'clear_history',
      source: 'MySQL docs, sys schema stored procedures',
    },
    {
      names: 'audit_log_filter_remove_filter audit_log_filter_remove_user audit_log_filter_flush',
      kind: 'disable_protection',
      source: 'MySQL docs, Audit log functions',
    },
    {
      names: 'sp_set_firewall_mode sp_set_firewall_group_mode sp_firewall_group_delist',
      schema: 'mysql',
      kind: 'disable_protection',
      source: 'MySQL docs, MySQL Enterprise Firewall',
    },
    {
      names: 'dropgeometrycolumn',
      schema: 'mysql',
      kind: 'discard_data',
      source: 'MariaDB docs, Geometry column procedures (mysql.DropGeometryColumn drops the column)',
    },
    {
      names: 'addgeometrycolumn',
      schema: 'mysql',
      kind: 'execute_text',
      source: 'MariaDB docs, Geometry column procedures (mysql.AddGeometryColumn runs a text made of its arguments)',
    },
    { names: 'keyring_key_remove', kind: 'discard_data', source: 'MySQL docs, General-purpose keyring functions' },
    {
      names:
        'group_replication_set_as_primary group_replication_switch_to_single_primary_mode group_replication_switch_to_multi_primary_mode',
      kind: 'server_control',
      source: 'MySQL docs, Group replication functions',
    },
    {
      names: 'asynchronous_connection_failover_add_source asynchronous_connection_failover_delete_source',
      kind: 'change_replication',
      source: 'MySQL docs, Asynchronous connection failover functions',
    },
    // Amazon RDS and Aurora
    {
      names:
        'rds_kill rds_kill_query rds_kill_query_id rds_stop_replication rds_start_replication rds_set_external_master rds_set_external_source rds_set_external_master_with_delay rds_set_external_master_with_auto_position rds_reset_external_master rds_reset_external_source rds_next_master_log rds_next_source_log rds_skip_repl_error rds_skip_transaction_with_gtid rds_import_binlog_ssl_material rds_remove_binlog_ssl_material rds_rotate_master_key rds_innodb_buffer_pool_dump_now',
      kind: 'server_control',
      source: 'Amazon RDS docs, RDS for MySQL stored procedures',
    },
    {
      names:
        'rds_set_configuration rds_set_read_only rds_set_master_auto_position rds_set_source_delay rds_enable_gsh_collector rds_disable_gsh_collector',
      kind: 'alter_system',
      source: 'Amazon RDS docs, mysql.rds_set_configuration',
    },
    {
      names: 'rds_rotate_slow_log rds_rotate_general_log rds_rotate_global_status_history',
      kind: 'clear_history',
      source: 'Amazon RDS docs, mysql.rds_rotate_slow_log',
    },
    { names: 'lambda_async lambda_sync', kind: 'remote_sql', source: 'Amazon Aurora docs, Invoking a Lambda function' },
    { names: 'spider_direct_sql spider_bg_direct_sql', kind: 'remote_sql', source: 'MariaDB docs, Spider functions' },
  ],
  tables: [
    {
      names: 'setup_actors setup_consumers setup_instruments setup_objects setup_threads threads',
      schema: 'performance_schema',
      kind: 'disable_protection',
      source: 'MySQL docs, Performance Schema setup tables',
    },
    {
      names: 'rewrite_rules',
      schema: 'query_rewrite',
      kind: 'disable_protection',
      source: 'MySQL docs, Rewriter Query Rewrite Plugin',
    },
    {
      names: 'gtid_executed',
      schema: 'mysql',
      kind: 'server_control',
      source: 'MySQL docs, mysql.gtid_executed Table',
    },
    {
      names: 'password_history audit_log_user audit_log_filter',
      schema: 'mysql',
      kind: 'disable_protection',
      source: 'MySQL docs, The mysql System Schema',
    },
    {
      names: 'general_log slow_log',
      schema: 'mysql',
      kind: 'clear_history',
      source: 'MySQL docs, Selecting general query log and slow query log output destinations',
    },
  ],
};
