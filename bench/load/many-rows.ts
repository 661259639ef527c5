import pg from 'pg';

/** The first instant of the rows. */
export const BEGIN = new Date('2026-09-01T00:00:00Z');
export const DAYS = 30;

/** Workspaces and their shares of the rows; the first is the one that is read. */
export const WORKSPACES = [
  { id: 'big', share: 0.8 },
  { id: 'middle', share: 0.15 },
  { id: 'small', share: 0.05 },
] as const;

/** A number below the limit; small ones are much more frequent, as with real users and databases. */
const skewed = (limit: number) => `floor(${limit} * power(random(), 3))::int`;

const WORKSPACE = `CASE WHEN w < ${WORKSPACES[0].share} THEN '${WORKSPACES[0].id}' WHEN w < ${WORKSPACES[0].share + WORKSPACES[1].share} THEN '${WORKSPACES[1].id}' ELSE '${WORKSPACES[2].id}' END`;

/** Each row at its place in time, with random values. */
const random = (
  rows: number,
) => `SELECT n, timestamptz '${BEGIN.toISOString()}' + n * (interval '${DAYS} days' / ${rows}) AS at,
  random() AS w, random() AS v, random() AS c, ${skewed(20)} AS d, ${skewed(200)} AS u, ${skewed(30)} AS r, ${skewed(500)} AS s
  FROM generate_series(1, ${rows}) AS n`;

/** Nine of ten queries are allowed; the others break one or two of thirty rules. */
const queries = (rows: number) => `INSERT INTO queries (workspace_id, sequence, id, at, channel, database_id, key_id,
    dialect, caller, calls, verdict, rules, ruleset_version, judged_at_ingest, outcome, duration_ms, session, text, text_kind)
  SELECT ${WORKSPACE}, n, 'qry_' || md5(n::text), at,
    CASE WHEN c < 0.05 THEN 'http' WHEN c < 0.35 THEN 'events' ELSE 'proxy' END, 'db-' || d, 'key_' || d % 11,
    'postgresql', jsonb_build_object('user', 'user-' || u, 'application', 'app-' || u % 25, 'database', 'shop'), 1,
    CASE WHEN v < 0.9 THEN 'allow' WHEN v < 0.96 THEN 'warn' WHEN v < 0.98 THEN 'unknown' ELSE 'block' END,
    CASE WHEN v < 0.9 THEN '{}' WHEN c < 0.5 THEN ARRAY['rule-' || r] ELSE ARRAY['rule-' || r, 'rule-' || (r + 1) % 30] END,
    1, true, 'ok', 1.5, 'session-' || n % 50,
    'select id, total, state from orders_' || s || ' where customer_id = ? and state in (?) order by id limit ?', 'shape'
  FROM (${random(rows)}) AS q`;

const audit = (
  rows: number,
) => `INSERT INTO audit_events (workspace_id, sequence, at, type, entry, hash, actor, database_id)
  SELECT ${WORKSPACE}, n, at, type, json_build_object('workspace', ${WORKSPACE}, 'sequence', n, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'type', type, 'actor', json_build_object('kind', CASE WHEN v < 0.999 THEN 'key' ELSE 'user' END, 'id', actor, 'name', 'a name'), 'databaseId', 'db-' || d,
      'details', json_build_object('query', 'qry_' || md5(n::text), 'channel', 'proxy', 'dialect', 'postgresql', 'verdict', 'allow', 'rules', '[]'::json),
      'previous', repeat('0', 64))::text,
    md5(n::text) || md5(n::text), actor, 'db-' || d
  FROM (SELECT *, CASE WHEN v < 0.999 THEN CASE WHEN c < 0.05 THEN 'query.evaluated' ELSE 'query.ingested' END ELSE 'key.created' END AS type,
    CASE WHEN v < 0.999 THEN 'key_' || d % 11 ELSE 'usr_' || u % 10 END AS actor FROM (${random(rows)}) AS q) AS e`;

const UNITS = ['minute', 'hour', 'day'];

const derived = [
  `INSERT INTO query_rules (workspace_id, rule, at, sequence)
   SELECT workspace_id, rule, at, sequence FROM queries, unnest(rules) AS rule WHERE verdict <> 'allow'`,
  ...UNITS.map(
    (unit) => `INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls)
     SELECT workspace_id, '${unit}', date_trunc('${unit}', at, 'UTC'), channel, database_id, verdict, sum(calls)
     FROM queries GROUP BY 1, 2, 3, 4, 5, 6`,
  ),
  `INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, database_id, caller, shape, calls, first_at, last_at,
     last_minute, severity, allow_calls, channels)
   SELECT workspace_id, f, substring(f FOR 6), 'postgresql', database_id, caller, text, sum(calls), min(at), max(at),
     date_trunc('minute', max(at), 'UTC'),
     max(CASE verdict WHEN 'allow' THEN 0 WHEN 'warn' THEN 1 WHEN 'unknown' THEN 2 ELSE 3 END), sum(calls), 2
   FROM (SELECT *, sha256(convert_to(concat(text, database_id, caller), 'UTF8')) AS f FROM queries
     WHERE sequence % 10 = 0) AS q
   GROUP BY workspace_id, f, database_id, caller, text`,
];

const TABLES = ['queries', 'audit_events', 'query_rules', 'query_counts', 'query_flows'];

/** Writes the rows, and then the indexes again: that is much faster than row by row. */
export async function fillStore(connectionString: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const run = async (what: string, sql: string) => {
    const begun = performance.now();
    await client.query(sql);
    const seconds = (performance.now() - begun) / 1000;
    if (seconds > 5) process.stdout.write(`  ${what}: ${seconds.toFixed(0)} s\n`);
  };
  try {
    // Durability does not matter while the store is filled.
    for (const setting of ["max_wal_size = '4GB'", 'fsync = off', 'full_page_writes = off', 'synchronous_commit = off'])
      await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    await client.query("SET maintenance_work_mem = '1GB'");
    await client.query("SET work_mem = '512MB'");
    await client.query('SELECT setseed(0.42)');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i WHERE NOT i.indisprimary AND i.indrelid::regclass::text = ANY ($1)`,
      [TABLES],
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await run('queries', queries(rows));
    await run('audit entries', audit(rows));
    for (const sql of derived) await run(sql.slice(0, 40), sql);
    for (const { name, definition } of indexes) await run(name, definition);
    await run('vacuum', `VACUUM ANALYZE ${TABLES.join(', ')}`);
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
