import type { HistorySourceKind } from '../../model/index.ts';

/** A read-only statement that exports what one database records of its queries. */
export interface SourceExport {
  readonly title: string;
  /** The reader of its output. */
  readonly format: HistorySourceKind;
  /** For `history collect --dialect`, if the output does not name it. */
  readonly dialect?: string;
  /** Columns of its rows in order; for JSON Lines, the keys of the object in its only column. */
  readonly columns: readonly string[];
  /** A pipeline that runs it, with the database's own client. */
  readonly command: string;
  /** Whether it was run against the real product. */
  readonly tested: boolean;
  /** What to know before running it. */
  readonly remarks: readonly string[];
  readonly sql: string;
}

/** By the name that `querygate history export-sql` takes. */
export const EXPORTS = {
  'pg-stat-statements': {
    title: '`pg_stat_statements` of PostgreSQL 14 and newer',
    format: 'pg-stat-statements',
    columns: [
      ...['read_at', 'rolname', 'datname', 'toplevel', 'queryid', 'calls', 'stats_since', 'dealloc', 'stats_reset'],
      'query',
    ],
    command: 'psql -X -q --csv -d shop',
    tested: true,
    remarks: ['Run it as a member of `pg_read_all_stats`: texts of other users are hidden otherwise.'],
    sql: `SELECT
  to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS read_at,
  r.rolname, d.datname, s.toplevel, s.queryid, s.calls,
  to_jsonb(s) ->> 'stats_since' AS stats_since,
  i.dealloc, i.stats_reset, s.query
FROM pg_stat_statements AS s
CROSS JOIN pg_stat_statements_info AS i
LEFT JOIN pg_roles AS r ON r.oid = s.userid
LEFT JOIN pg_database AS d ON d.oid = s.dbid;`,
  },
  'mysql-digest': {
    title: 'statement digests of MySQL',
    format: 'mysql-digest',
    columns: ['schema_name', 'digest_text', 'count_star', 'first_seen', 'last_seen'],
    command: 'mysql --batch',
    tested: false,
    remarks: ['Digests have no literals, and are cut at `max_digest_length`.'],
    sql: `SELECT schema_name, digest_text, count_star, first_seen, last_seen
FROM performance_schema.events_statements_summary_by_digest;`,
  },
  'mariadb-digest': {
    title: 'statement digests of MariaDB',
    format: 'mysql-digest',
    dialect: 'mariadb',
    columns: ['schema_name', 'digest_text', 'count_star', 'first_seen', 'last_seen'],
    command: 'mariadb --batch',
    tested: true,
    remarks: ['Off by default: start the server with `performance_schema = on`.'],
    sql: `SELECT schema_name, digest_text, count_star, first_seen, last_seen
FROM performance_schema.events_statements_summary_by_digest;`,
  },
  'query-store': {
    title: 'Query Store of SQL Server 2016 and newer, Azure SQL',
    format: 'query-store',
    columns: ['day', 'database_name', 'count_executions', 'query_parameterization_type', 'query_sql_text'],
    command:
      "pwsh -NoProfile -Command '$sql = $input | Out-String; Invoke-Sqlcmd -ServerInstance server -Database shop -MaxCharLength 10000000 -Query $sql | ConvertTo-Csv -NoTypeInformation'",
    tested: false,
    remarks: [
      'Run it once per database.',
      'Without PowerShell, run it in Management Studio or `sqlcmd` and save the result as CSV with its header.',
    ],
    sql: `SELECT
  CONVERT(char(10), i.start_time, 23) AS day,
  DB_NAME() AS database_name,
  SUM(s.count_executions) AS count_executions,
  q.query_parameterization_type,
  t.query_sql_text
FROM sys.query_store_runtime_stats AS s
JOIN sys.query_store_runtime_stats_interval AS i ON i.runtime_stats_interval_id = s.runtime_stats_interval_id
JOIN sys.query_store_plan AS p ON p.plan_id = s.plan_id
JOIN sys.query_store_query AS q ON q.query_id = p.query_id
JOIN sys.query_store_query_text AS t ON t.query_text_id = q.query_text_id
WHERE s.execution_type = 0 AND q.object_id = 0 AND q.is_internal_query = 0
GROUP BY CONVERT(char(10), i.start_time, 23), q.query_parameterization_type, t.query_sql_text;`,
  },
  'extended-events': {
    title: 'files of an Extended Events session of SQL Server',
    format: 'extended-events',
    columns: ['event_data'],
    command: 'sqlcmd -S server -d master -y 0 -h -1',
    tested: false,
    remarks: [
      'The session must record `sql_batch_completed` and `rpc_completed`, with the actions `server_principal_name`, `client_app_name`, `database_name` and `session_id`. Put the path of its files in the statement.',
    ],
    sql: `SET NOCOUNT ON;
SELECT event_data
FROM sys.fn_xe_file_target_read_file('querygate*.xel', NULL, NULL, NULL)
WHERE object_name IN ('sql_batch_completed', 'rpc_completed');`,
  },
  clickhouse: {
    title: '`system.query_log` of ClickHouse, last 30 days',
    format: 'jsonl',
    dialect: 'postgresql',
    columns: ['sql', 'user', 'application', 'database', 'at', 'truncated'],
    command: 'clickhouse-client',
    tested: false,
    remarks: ['If `log_queries_cut_to_length` is not 100000, put your value in the statement.'],
    sql: `SELECT
  query AS sql,
  initial_user AS user,
  if(client_name != '', client_name, http_user_agent) AS application,
  current_database AS database,
  toUnixTimestamp(event_time) AS at,
  length(query) >= 100000 AS truncated
FROM system.query_log
WHERE type = 'QueryFinish' AND is_initial_query AND event_date >= today() - 30
FORMAT JSONEachRow;`,
  },
  snowflake: {
    title: '`QUERY_HISTORY` of Snowflake, last 30 days',
    format: 'jsonl',
    dialect: 'postgresql',
    columns: ['sql', 'user', 'database', 'session', 'at', 'truncated'],
    command: 'snowsql -o friendly=false -o header=false -o timing=false -o output_format=plain',
    tested: false,
    remarks: ['Texts are cut at 100,000 characters. Short queries on hybrid tables may be missing.'],
    sql: `SELECT TO_JSON(OBJECT_CONSTRUCT(
  'sql', query_text,
  'user', user_name,
  'database', database_name,
  'session', session_id::string,
  'at', DATE_PART(epoch_millisecond, start_time),
  'truncated', LENGTH(query_text) >= 100000))
FROM snowflake.account_usage.query_history
WHERE execution_status = 'SUCCESS' AND start_time >= DATEADD(day, -30, CURRENT_TIMESTAMP());`,
  },
  bigquery: {
    title: '`INFORMATION_SCHEMA.JOBS` of BigQuery, last 30 days',
    format: 'jsonl',
    dialect: 'postgresql',
    columns: ['sql', 'user', 'database', 'at'],
    command: "bq query --use_legacy_sql=false --format=json --max_rows=10000000 | jq -c '.[]'",
    tested: false,
    remarks: [
      'Put your region in the statement. Each statement of a script is a job of its own; scripts are left out.',
    ],
    sql: `SELECT
  query AS sql,
  user_email AS user,
  project_id AS database,
  FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', creation_time) AS at
FROM \`region-eu\`.INFORMATION_SCHEMA.JOBS
WHERE job_type = 'QUERY' AND state = 'DONE' AND error_result IS NULL AND statement_type != 'SCRIPT'
  AND creation_time >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 30 DAY)`,
  },
  redshift: {
    title: '`SYS_QUERY_HISTORY` of Redshift, last 7 days',
    format: 'jsonl',
    dialect: 'redshift',
    columns: ['sql', 'user', 'database', 'session', 'at', 'truncated'],
    command: 'psql -X -q -At -d dev',
    tested: false,
    remarks: ['Texts are cut at 4,000 characters.'],
    sql: `SELECT JSON_SERIALIZE(OBJECT(
  'sql', REPLACE(TRIM(q.query_text), '\\\\n', CHR(10)),
  'user', TRIM(u.usename),
  'database', TRIM(q.database_name),
  'session', q.session_id,
  'at', TO_CHAR(q.start_time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'truncated', LEN(q.query_text) >= 4000))
FROM sys_query_history AS q
LEFT JOIN pg_user AS u ON u.usesysid = q.user_id
WHERE q.status = 'success' AND q.start_time >= DATEADD(day, -7, GETDATE());`,
  },
} as const satisfies Readonly<Record<string, SourceExport>>;

export type ExportName = keyof typeof EXPORTS;

/** The whole pipeline, from the statement to the snapshot. */
export function exportPipeline(name: ExportName): string {
  const { command, format, ...more }: SourceExport = EXPORTS[name];
  const dialect = more.dialect === undefined ? '' : ` --dialect ${more.dialect}`;
  return `querygate history export-sql ${name} | ${command} | querygate history collect --format ${format}${dialect} -o history.jsonl.gz -`;
}

/** The statement, with comments that say how to run it. */
export function exportText(name: ExportName): string {
  const { title, tested, remarks, sql }: SourceExport = EXPORTS[name];
  const comments = [
    `Exports ${title.replaceAll('`', '')}. It only reads.`,
    ...(tested ? [] : ['Not run against the real product: look at a few lines of its output before you trust it.']),
    ...remarks.map((remark) => remark.replaceAll('`', '')),
    exportPipeline(name),
  ];
  return `${comments.map((line) => `-- ${line}\n`).join('')}${sql}\n`;
}
