import type { Operation } from '../model/index.ts';

/**
 * Settings that change neither which objects a later statement is about nor what it does to them: timeouts, messages,
 * memory, planning and durability. Every other setting counts as one that changes the meaning of what follows.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  // A timeout can only make a statement fail.
  ...['lock_timeout', 'statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'],
  ...['idle_session_timeout', 'deadlock_timeout', 'tcp_user_timeout', 'client_connection_check_interval'],
  ...['lock_wait_timeout', 'innodb_lock_wait_timeout', 'wait_timeout', 'interactive_timeout', 'net_read_timeout'],
  ...['net_write_timeout', 'max_execution_time', 'max_statement_time', 'busy_timeout', 'deadlock_priority'],
  // Messages and logs
  ...['client_min_messages', 'application_name', 'log_statement', 'log_min_messages', 'log_min_duration_statement'],
  ...['log_min_error_statement', 'log_error_verbosity', 'log_duration', 'sql_notes', 'sql_warnings', 'nocount'],
  ...['statistics', 'bytea_output', 'extra_float_digits', 'max_error_count'],
  // Memory, planning, durability
  ...['work_mem', 'maintenance_work_mem', 'temp_buffers', 'synchronous_commit', 'jit', 'from_collapse_limit'],
  ...['join_collapse_limit', 'max_parallel_workers', 'max_parallel_workers_per_gather', 'random_page_cost'],
  ...['max_parallel_maintenance_workers', 'enable_seqscan', 'enable_indexscan', 'enable_bitmapscan', 'enable_hashjoin'],
  ...['enable_nestloop', 'enable_mergejoin', 'enable_sort', 'default_tablespace', 'default_table_access_method'],
  ...['check_function_bodies', 'max_allowed_packet', 'sort_buffer_size', 'join_buffer_size', 'tmp_table_size'],
  ...['max_heap_table_size', 'bulk_insert_buffer_size', 'net_buffer_length', 'journal_mode', 'synchronous'],
  ...['cache_size', 'temp_store', 'mmap_size', 'wal_autocheckpoint', 'optimize', 'maxdop', 'threads'],
]);

/** Settings of the client's character set. */
const CHARACTER_SET: ReadonlySet<string> = new Set([
  ...['names', 'character', 'charset', 'client_encoding', 'character_set_client', 'character_set_connection'],
  ...['character_set_results', 'collation_connection'],
]);

/** Character sets in which a byte of a character can be a backslash or quote, or which come from a variable. */
const RISKY_CHARACTER_SET = /@|gb|big5|sjis|shift|cp932|johab|euc|uhc|mule|utf_?16|utf_?32|ucs2|iso.?2022|sql_ascii/i;

/** SQL modes that only make statements fail. Without a strict one, MySQL changes values that do not fit. */
const HARMLESS_MODES =
  /^(?:STRICT_(?:TRANS|ALL)_TABLES|ONLY_FULL_GROUP_BY|NO_ZERO_IN_DATE|NO_ZERO_DATE|ERROR_FOR_DIVISION_BY_ZERO|NO_ENGINE_SUBSTITUTION|NO_AUTO_CREATE_USER)$/;
const STRICT = /\bSTRICT_(?:TRANS|ALL)_TABLES\b/;
const SETS_MODES = /^\s*SET\s+(?:SESSION\s+|LOCAL\s+|@@SESSION\.|@@LOCAL\.|@@)?sql_mode\s*=\s*(['"])([A-Z_, ]*)\1\s*$/i;
/** The server's modes without ONLY_FULL_GROUP_BY, which concerns queries only. */
const SETS_OWN_MODES =
  /^\s*SET\s+(?:SESSION\s+|LOCAL\s+|@@SESSION\.|@@LOCAL\.|@@)?sql_mode\s*=\s*(?:\(\s*SELECT\s+)?REPLACE\(\s*@@(?:SESSION\.)?sql_mode\s*,\s*(['"])ONLY_FULL_GROUP_BY,?\1\s*,\s*(['"])\2\s*\)\s*\)?\s*$/i;
const MAX_MODES = 400;

function isHarmlessMode(sql: string): boolean {
  if (sql.length > MAX_MODES) return false;
  if (SETS_OWN_MODES.test(sql)) return true;
  const modes = (SETS_MODES.exec(sql)?.[2] ?? '').toUpperCase();
  return STRICT.test(modes) && modes.split(',').every((mode) => HARMLESS_MODES.test(mode.trim()));
}

/**
 * Whether the operation only sets a variable or a setting that does not change what later statements mean.
 *
 * @param sql the statement without comments
 */
export function isHarmlessSetting({ kind, target, place }: Operation, sql: string): boolean {
  if (kind !== 'set' || target.schema !== '' || target.name === undefined) return false;
  if (place !== 'statement' && place !== 'executable_comment') return false;
  const name = target.name.toLowerCase();
  // Later statements that read a variable are compared with its value.
  if (/^@[^@]/.test(name)) return true;
  // While it is on, a statement that failed ends the batch. Switching it off lets the rest run.
  if (name === 'xact_abort') return /\bon\W*$/i.test(sql.slice(-40));
  if (name === 'sql_mode') return isHarmlessMode(sql);
  if (CHARACTER_SET.has(name)) return !RISKY_CHARACTER_SET.test(sql);
  return HARMLESS.has(name);
}
