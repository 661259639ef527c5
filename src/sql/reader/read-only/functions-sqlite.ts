import { type FunctionClasses, joined } from './function-classes.ts';

/**
 * Functions that SQLite documents, and that only compute a value. Left out on purpose: load_extension, fts3_tokenizer,
 * which registers code, and the functions that only its shell has (readfile, writefile, edit). An application that
 * registers a function of the same name decides what it does.
 */
const CLASSES: FunctionClasses = {
  'text, numbers and bytes: a value of the arguments': `
    abs char concat concat_ws format glob hex instr length like lower ltrim octet_length printf quote random randomblob replace
    round rtrim sign soundex substr substring trim typeof unhex unicode unistr unistr_quote upper zeroblob`,
  'choices between values': 'coalesce if ifnull iif likelihood likely nullif unlikely cast',
  'mathematics, if SQLite is built with it': `
    acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sin
    sinh sqrt tan tanh trunc`,
  'times: of the arguments, or of the clock': `
    current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch`,
  'JSON: a value of the arguments': `
    json json_array json_array_insert json_array_length json_each json_error_position json_extract json_group_array
    json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree
    json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_each jsonb_extract jsonb_group_array jsonb_group_object
    jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set jsonb_tree`,
  'aggregates and window functions': `
    avg count cume_dist dense_rank first_value group_concat lag last_value lead max median min nth_value ntile percent_rank
    percentile percentile_cont percentile_disc rank row_number string_agg sum total`,
  'full text: of the row that was found': 'bm25 highlight snippet offsets matchinfo',
  'the connection and the library': `
    changes last_insert_rowid sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id sqlite_version total_changes`,
  'functions of PRAGMAs that only read': `
    pragma_collation_list pragma_compile_options pragma_database_list pragma_foreign_key_list pragma_function_list
    pragma_index_info pragma_index_list pragma_index_xinfo pragma_module_list pragma_pragma_list pragma_table_info
    pragma_table_list pragma_table_xinfo`,
};

export const SQLITE_FUNCTIONS = joined(CLASSES);

/** PRAGMAs that only read, also with an argument: the name of a table or an index. */
export const READING_PRAGMAS: ReadonlySet<string> = new Set([
  ...['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'index_xinfo', 'foreign_key_list'],
]);

/** PRAGMAs that only read if they have no argument; with one, most of them change the connection or the file. */
export const READING_WITHOUT_ARGUMENT: ReadonlySet<string> = new Set([
  ...READING_PRAGMAS,
  ...[
    'application_id',
    'collation_list',
    'compile_options',
    'data_version',
    'database_list',
    'encoding',
    'foreign_keys',
  ],
  ...['freelist_count', 'function_list', 'journal_mode', 'module_list', 'page_count', 'page_size', 'pragma_list'],
  ...['schema_version', 'user_version'],
]);
