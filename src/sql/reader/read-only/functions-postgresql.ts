import { type FunctionClasses, joined, words } from './function-classes.ts';

/**
 * PostgreSQL's functions that only compute a value or read what every session may know. Begun from the volatility in
 * `pg_proc` (version 15), and read line by line, since volatility says another thing: `table_to_xml` is stable and reads any
 * table, `current_setting` is stable and reads secrets of the application, `txid_current` is stable and assigns a
 * transaction number, and `random` is volatile and harmless. Left out on purpose: sequences, large objects, locks,
 * notifications, settings, files of the server (`pg_ls_dir`, `pg_config`, `pg_control_system`), replication, statistics that
 * are reset, and functions that only operators, aggregates and indexes call. The name counts for all its forms, so
 * `ts_rewrite` is left out: one of them runs a query.
 */
const CLASSES: FunctionClasses = {
  'text to text, number or array': `
    ascii bit_length btrim char_length character_length chr concat concat_ws convert convert_from convert_to decode encode
    format initcap is_normalized left length like_escape lower lpad ltrim md5 normalize octet_length overlay parse_ident
    position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches
    regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim sha224
    sha256 sha384 sha512 similar_escape similar_to_escape split_part starts_with string_to_array string_to_table strpos substr
    substring to_ascii to_hex translate unistr upper get_bit get_byte set_bit set_byte bit_count`,
  'numbers: a value of the arguments alone': `
    abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd degrees div
    exp factorial floor gcd lcm ln log log10 min_scale mod numeric_inc pi pow power radians round scale sign sin sind sinh sqrt
    tan tand tanh trim_scale trunc width_bucket num_nonnulls num_nulls`,
  'random values: they change nothing but the state of the generator': 'random gen_random_uuid',
  'times: of the arguments, or of the clock': `
    age clock_timestamp date_bin date_part date_trunc extract isfinite justify_days justify_hours justify_interval make_date
    make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp timeofday timezone to_char to_date
    to_number to_timestamp transaction_timestamp`,
  'casts that are written as calls': `
    bit bool box bpchar char cidr circle date daterange datemultirange float4 float8 int2 int4 int4multirange int4range int8
    int8multirange int8range interval line lseg macaddr macaddr8 money multirange name numeric nummultirange numrange oid path
    pg_lsn point polygon regclass text time timestamp timestamptz timetz tsmultirange tsrange tstzmultirange tstzrange varbit
    varchar xml`,
  'arrays and ranges': `
    array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_to_string array_upper cardinality generate_series generate_subscripts
    isempty lower_inc lower_inf range_merge trim_array unnest upper_inc upper_inf`,
  'JSON: a value of the arguments. Those that fill the row of a type are left out: they run the checks of its domains': `
    array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
    json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls json_to_record
    json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
    jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object
    jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
    jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz
    jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json
    to_jsonb`,
  'XML: a value of the arguments. Those that take the name of a table, schema or query are left out': `
    xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlagg xmlcomment xmlexists xpath xpath_exists`,
  'full text: of the arguments, with the installed dictionaries. ts_stat and ts_rewrite run a query': `
    array_to_tsvector get_current_ts_config json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery plainto_tsquery
    querytree setweight strip to_tsquery to_tsvector ts_debug ts_delete ts_filter ts_headline ts_lexize ts_parse ts_rank
    ts_rank_cd ts_token_type tsquery_phrase tsvector_to_array websearch_to_tsquery`,
  'geometry and network addresses: of the arguments': `
    abbrev area bound_box broadcast center diagonal diameter family height host hostmask inet_merge inet_same_family isclosed
    ishorizontal isopen isparallel isperp isvertical macaddr8_set7bit masklen netmask network npoints radius set_masklen slope
    width`,
  'aggregates and window functions': `
    array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp cume_dist dense_rank every first_value
    json_agg json_object_agg jsonb_agg jsonb_object_agg lag last_value lead max min mode nth_value ntile percent_rank
    percentile_cont percentile_disc range_agg range_intersect_agg rank regr_avgx regr_avgy regr_count regr_intercept regr_r2
    regr_slope regr_sxx regr_sxy regr_syy row_number stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance`,
  'enums and hashes': 'enum_first enum_last enum_range hashtext hashtextextended hash_record',
  'the session and the server, as every user may see them. Settings are left out': `
    current_database current_query current_schema current_schemas current_user getdatabaseencoding
    inet_client_addr inet_client_port inet_server_addr inet_server_port pg_backend_pid pg_client_encoding pg_conf_load_time
    pg_is_in_recovery pg_my_temp_schema pg_is_other_temp_schema pg_postmaster_start_time pg_trigger_depth row_security_active
    session_user version`,
  'names, definitions and privileges in the catalogs: no rows of tables': `
    aclexplode col_description format_type has_any_column_privilege has_column_privilege has_database_privilege
    has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege has_schema_privilege has_sequence_privilege
    has_server_privilege has_table_privilege has_tablespace_privilege has_type_privilege obj_description oidvectortypes
    pg_char_to_encoding pg_collation_for pg_collation_is_visible pg_column_compression pg_column_is_updatable pg_column_size
    pg_describe_object pg_encoding_to_char pg_function_is_visible pg_get_constraintdef pg_get_expr pg_get_function_arg_default
    pg_get_function_arguments pg_get_function_identity_arguments pg_get_function_result pg_get_function_sqlbody
    pg_get_functiondef pg_get_indexdef pg_get_keywords pg_get_partition_constraintdef pg_get_partkeydef
    pg_get_replica_identity_index pg_get_ruledef pg_get_serial_sequence pg_get_statisticsobjdef
    pg_get_statisticsobjdef_columns pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_has_role pg_identify_object
    pg_index_column_has_property pg_index_has_property pg_indexam_has_property pg_opclass_is_visible pg_operator_is_visible
    pg_opfamily_is_visible pg_partition_ancestors pg_partition_root pg_partition_tree pg_relation_is_publishable
    pg_relation_is_updatable pg_statistics_obj_is_visible pg_table_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible
    pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible pg_typeof shobj_description to_regclass
    to_regcollation to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure to_regrole to_regtype`,
  'sizes of files, which are not read': `
    pg_database_size pg_indexes_size pg_relation_size pg_size_bytes pg_size_pretty pg_table_size pg_tablespace_size
    pg_total_relation_size`,
  'positions in the log of changes, as monitoring reads them': `
    pg_current_wal_lsn pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_wal_lsn_diff`,
};

export const POSTGRESQL_FUNCTIONS = joined(CLASSES);

/** Those of them that return a row in all their forms. */
export const ROW_FUNCTIONS: ReadonlySet<string> = new Set(
  words(
    `aclexplode json_each json_each_text json_to_record json_to_recordset jsonb_each jsonb_each_text jsonb_to_record
     jsonb_to_recordset pg_get_keywords pg_identify_object pg_partition_tree ts_debug ts_parse ts_token_type`,
  ),
);

/** Those whose single value has a name of its own, which is that of the column; elsewhere, the column is named as the alias. */
export const NAMED_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['json_array_elements', ['value']],
  ['json_array_elements_text', ['value']],
  ['jsonb_array_elements', ['value']],
  ['jsonb_array_elements_text', ['value']],
  ['pg_partition_ancestors', ['relid']],
]);
