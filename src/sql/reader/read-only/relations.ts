import type { Dialect } from '../../../model/index.ts';
import { words } from './function-classes.ts';

/** Catalogs without passwords, keys, files of the server and statistics of other users' rows. */
interface SystemRelations {
  /** The schemas and the names that belong to the server, in lower case. */
  isSystem(schema: string, name: string): boolean;
  /** Those of them that may be read, as `schema.name`. */
  readonly readable: ReadonlySet<string>;
  /** The schema of a catalog without one. */
  readonly home: string;
  /** Catalogs are found under the name of any schema. */
  readonly inEverySchema: boolean;
}

function within(schema: string, names: string): readonly string[] {
  return words(names).map((name) => `${schema}.${name}`);
}

/** Without the options of foreign servers and of user mappings, which hold passwords. */
const INFORMATION_SCHEMA = within(
  'information_schema',
  `applicable_roles attributes character_sets check_constraints collations column_domain_usage column_privileges
   column_udt_usage columns constraint_column_usage constraint_table_usage domain_constraints domains element_types
   enabled_roles information_schema_catalog_name key_column_usage parameters referential_constraints role_column_grants
   role_routine_grants role_table_grants role_usage_grants routine_privileges routines schemata sequences table_constraints
   table_privileges tables triggered_update_columns triggers usage_privileges user_defined_types view_column_usage
   view_routine_usage view_table_usage views`,
);

/**
 * Without passwords (pg_authid, pg_shadow, pg_user_mapping, pg_subscription, pg_foreign_server), large objects, files
 * (pg_hba_file_rules, pg_file_settings, pg_config), and the values in pg_statistic, which row security does not cover.
 */
const PG_CATALOG = within(
  'pg_catalog',
  `pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_cast pg_class pg_collation pg_constraint
   pg_conversion pg_database pg_default_acl pg_depend pg_description pg_enum pg_event_trigger pg_extension
   pg_foreign_data_wrapper pg_foreign_table pg_group pg_index pg_indexes pg_inherits pg_init_privs pg_language pg_locks
   pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily pg_partitioned_table pg_policies pg_policy pg_proc
   pg_publication pg_publication_rel pg_publication_tables pg_range pg_replication_slots pg_rewrite pg_roles pg_rules
   pg_seclabel pg_seclabels pg_sequence pg_sequences pg_settings pg_shdepend pg_shdescription pg_stat_activity
   pg_stat_all_indexes pg_stat_all_tables pg_stat_archiver pg_stat_bgwriter pg_stat_database pg_stat_database_conflicts
   pg_stat_io pg_stat_progress_analyze pg_stat_progress_cluster pg_stat_progress_copy pg_stat_progress_create_index
   pg_stat_progress_vacuum pg_stat_replication pg_stat_slru pg_stat_ssl pg_stat_sys_indexes pg_stat_sys_tables
   pg_stat_user_functions pg_stat_user_indexes pg_stat_user_tables pg_stat_wal pg_stat_xact_all_tables
   pg_stat_xact_user_tables pg_statio_all_indexes pg_statio_all_tables pg_statio_user_indexes pg_statio_user_tables
   pg_statistic_ext pg_stats pg_tables pg_tablespace pg_timezone_abbrevs pg_timezone_names pg_transform pg_trigger
   pg_ts_config pg_ts_config_map pg_ts_dict pg_ts_parser pg_ts_template pg_type pg_user pg_views`,
);

/** Extensions put this view into a schema of the user. */
const STATEMENTS = 'pg_stat_statements';

const MYSQL_INFORMATION_SCHEMA = within(
  'information_schema',
  `applicable_roles character_sets check_constraints collation_character_set_applicability collations column_privileges
   columns enabled_roles engines events files global_status global_variables innodb_metrics innodb_tablespaces keywords
   key_column_usage parameters partitions plugins processlist referential_constraints routines schema_privileges schemata
   session_status session_variables statistics system_variables table_constraints table_privileges tables triggers
   user_privileges views view_table_usage`,
);
const PERFORMANCE_SCHEMA = within(
  'performance_schema',
  `events_statements_summary_by_digest global_status global_variables session_status session_variables
   table_io_waits_summary_by_index_usage table_io_waits_summary_by_table table_lock_waits_summary_by_table`,
);

const postgresql: SystemRelations = {
  isSystem: (schema, name) =>
    schema.startsWith('pg_') || schema === 'information_schema' || (schema === '' && name.startsWith('pg_')),
  readable: new Set([...INFORMATION_SCHEMA, ...PG_CATALOG]),
  home: 'pg_catalog',
  inEverySchema: false,
};

const mysql: SystemRelations = {
  isSystem: (schema) => /^(?:mysql|sys|performance_schema|information_schema)$/.test(schema),
  readable: new Set([...MYSQL_INFORMATION_SCHEMA, ...PERFORMANCE_SCHEMA]),
  home: '',
  inEverySchema: false,
};

const sqlite: SystemRelations = {
  isSystem: (_schema, name) => name.startsWith('sqlite_') || name.startsWith('pragma_'),
  readable: new Set(
    words(
      `sqlite_master sqlite_schema sqlite_temp_master sqlite_temp_schema sqlite_sequence sqlite_stat1 sqlite_stat4
       pragma_collation_list pragma_compile_options pragma_database_list pragma_function_list pragma_module_list
       pragma_pragma_list pragma_table_list`,
    ).map((name) => `.${name}`),
  ),
  home: '',
  inEverySchema: true,
};

const SYSTEM_RELATIONS: Readonly<Partial<Record<Dialect, SystemRelations>>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
};

/** Those of the tables, as `schema.name` or `name`, that are catalogs of the server and not on the list. */
export function unlistedRelations(dialect: Dialect, tables: readonly string[]): readonly string[] {
  const relations = SYSTEM_RELATIONS[dialect];
  if (!relations) return [];
  return tables.filter((table) => {
    const lower = table.toLowerCase();
    const dot = lower.lastIndexOf('.');
    const schema = lower.slice(0, Math.max(dot, 0));
    const name = lower.slice(dot + 1);
    // A server, database or schema before the schema.
    const inner = schema.slice(schema.lastIndexOf('.') + 1);
    if (name === STATEMENTS || !relations.isSystem(inner, name)) return false;
    const home = relations.inEverySchema || inner === '' ? relations.home : inner;
    return !relations.readable.has(`${home}.${name}`);
  });
}
