import { type FunctionClasses, joined } from './function-classes.ts';

/**
 * Functions that MySQL and MariaDB document, and that only compute a value. Left out on purpose: LAST_INSERT_ID, which sets
 * a value if it has an argument; SLEEP, BENCHMARK and the functions that wait for replication; GET_LOCK and its family;
 * LOAD_FILE; sequences; the functions of plugins. A stored function with the name of one of these is called only if its schema
 * is written, and then it is not on the list; or if the server is too old to have one of this name itself.
 */
const COMMON: FunctionClasses = {
  'text to text, number or bytes': `
    ascii bin bit_length char char_length character_length concat concat_ws elt export_set field find_in_set format from_base64
    hex insert instr lcase left length locate lower lpad ltrim make_set mid oct octet_length ord position quote regexp_instr
    regexp_replace regexp_substr repeat replace reverse right rpad rtrim soundex space strcmp substr substring substring_index
    to_base64 trim ucase unhex upper weight_string charset collation coercibility convert cast`,
  'numbers: a value of the arguments, or a random one': `
    abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor ln log log10 log2 mod pi pow power radians rand
    round sign sin sqrt tan truncate bit_count greatest least`,
  'times: of the arguments, or of the clock': `
    adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format date_sub
    datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format hour last_day localtime
    localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time second
    str_to_date subdate subtime sysdate time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days
    to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek`,
  'choices between values': 'coalesce if ifnull interval isnull nullif values name_const',
  'hashes and ciphers of the arguments': `
    aes_decrypt aes_encrypt compress md5 random_bytes sha sha1 sha2 uncompress uncompressed_length`,
  'identifiers and addresses': `
    inet6_aton inet6_ntoa inet_aton inet_ntoa is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 uuid uuid_short`,
  'the session, as every user may see it': `
    connection_id current_role current_user database found_rows row_count schema session_user system_user user version`,
  'JSON and XML: a value of the arguments': `
    extractvalue json_array json_array_append json_array_insert json_arrayagg json_contains json_contains_path json_depth
    json_extract json_insert json_keys json_length json_merge json_merge_patch json_merge_preserve json_object json_objectagg
    json_overlaps json_pretty json_quote json_remove json_replace json_schema_valid json_search json_set json_table json_type
    json_unquote json_valid json_value updatexml`,
  'aggregates and window functions': `
    avg bit_and bit_or bit_xor count cume_dist dense_rank first_value group_concat lag last_value lead max min nth_value ntile
    percent_rank rank row_number std stddev stddev_pop stddev_samp sum var_pop var_samp variance`,
  'geometry: of the arguments': `
    geometrycollection linestring mbrcontains mbrcoveredby mbrdisjoint mbrequals mbrintersects
    mbroverlaps mbrtouches mbrwithin multilinestring multipoint multipolygon point polygon st_area st_asbinary st_asgeojson
    st_astext st_buffer st_centroid st_contains st_convexhull st_crosses st_difference st_dimension st_disjoint st_distance
    st_distance_sphere st_endpoint st_envelope st_equals st_exteriorring st_geometryn st_geometrytype st_geomfromgeojson
    st_geomfromtext st_geomfromwkb st_interiorringn st_intersection st_intersects st_isclosed st_isempty st_issimple st_isvalid
    st_length st_linefromtext st_numgeometries st_numinteriorrings st_numpoints st_overlaps st_pointfromtext
    st_pointn st_polyfromtext st_simplify st_srid st_startpoint st_symdifference st_touches st_union st_within st_x st_y`,
};

const MYSQL: FunctionClasses = {
  'a value of the arguments': `
    any_value bin_to_uuid format_bytes format_pico_time geomcollection grouping is_uuid json_schema_validation_report json_storage_free
    json_storage_size regexp_like statement_digest statement_digest_text st_hausdorffdistance st_latfromgeohash st_latitude
    st_longfromgeohash st_longitude st_makeenvelope st_pointfromgeohash st_geohash st_transform uuid_to_bin`,
  'an icu version': 'icu_version',
  'the default of a column, if it is a value. In MariaDB it may be a sequence': 'default',
};

const MARIADB: FunctionClasses = {
  'a value of the arguments': `
    add_months chr crc32c format_pico_time from_base64 json_compact json_detailed json_equals json_exists json_loose json_normalize
    json_query json_array_intersect json_object_filter_keys json_object_to_array kdf length natural_sort_key nvl nvl2 sformat
    to_char uuid_v4 uuid_v7 months_between median percentile_cont percentile_disc`,
  'the dynamic columns of a value': `
    column_add column_check column_create column_delete column_exists column_get column_json column_list`,
};

export const MYSQL_FUNCTIONS = joined(COMMON, MYSQL);
export const MARIADB_FUNCTIONS = joined(COMMON, MARIADB);
