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

/**
 * Each row at its place in time, with random values. A shape `s` has a caller, a database and rules of its own, as queries of
 * programs do.
 */
const random = (rows: number) => `SELECT q.*, s * 7 % 200 AS u, s % 20 AS d, s % 30 AS r FROM (
    SELECT n, timestamptz '${BEGIN.toISOString()}' + n * (interval '${DAYS} days' / ${rows}) AS at,
      random() AS w, random() AS v, random() AS c, ${skewed(2000)} AS s
    FROM generate_series(1, ${rows}) AS n
  ) AS q`;

/** Nine of ten queries are allowed; the others break one or two of thirty rules. */
const values = (rows: number) => `SELECT n, at, ${WORKSPACE} AS workspace,
    CASE WHEN c < 0.05 THEN 'http' WHEN c < 0.35 THEN 'events' ELSE 'proxy' END AS channel, d, s,
    jsonb_build_object('user', 'user-' || u, 'application', 'app-' || u % 25, 'database', 'shop') AS caller,
    CASE WHEN v < 0.9 THEN 'allow' WHEN v < 0.96 THEN 'warn' WHEN v < 0.98 THEN 'unknown' ELSE 'block' END AS verdict,
    CASE WHEN v < 0.9 THEN '{}' WHEN c < 0.5 THEN ARRAY['rule-' || r] ELSE ARRAY['rule-' || r, 'rule-' || (r + 1) % 30] END AS rules
  FROM (${random(rows)}) AS q`;

/** The template is not one that an entry could be composed from: no list of this benchmark reads it as such. */
const queries = (rows: number) => `
  CREATE TEMPORARY TABLE filled AS SELECT *, dense_rank() OVER (ORDER BY workspace, channel, s, verdict, rules) AS kind
    FROM (${values(rows)}) AS v;
  INSERT INTO traffic_kinds (id, workspace_id, hash, template, type, actor, database_id, key_id, channel, dialect, caller,
    verdict, rules, ruleset_version, judged_at_ingest, outcome, flow, text) OVERRIDING SYSTEM VALUE
  SELECT DISTINCT ON (kind) kind, workspace, sha256(kind::text::bytea),
    json_build_object('workspace', workspace, 'sequence', E'\\u0001sequence', 'at', E'\\u0001at',
      'type', CASE channel WHEN 'http' THEN 'query.evaluated' ELSE 'query.ingested' END,
      'actor', json_build_object('kind', 'key', 'id', 'key_' || d % 11, 'name', 'a name'), 'databaseId', 'db-' || d,
      'details', json_build_object('query', E'\\u0001query', 'channel', channel, 'dialect', 'postgresql', 'verdict', verdict,
        'rules', rules), 'previous', E'\\u0001previous')::text,
    CASE channel WHEN 'http' THEN 'query.evaluated' ELSE 'query.ingested' END, 'key_' || d % 11, 'db-' || d,
    'key_' || d % 11, channel, 'postgresql', caller, verdict, rules, 1, true, 'ok',
    substring(sha256(concat(s, caller, d)::bytea) FOR 6),
    'select id, total, state from orders_' || s || ' where customer_id = ? and state in (?) order by id limit ?'
  FROM filled ORDER BY kind;
  INSERT INTO traffic_entries (workspace_id, sequence, at, ran_at, duration_ms, kind, id, hash, session)
  SELECT workspace, n, at, at, 0.2 / (1.00001 - random()), kind, md5(n::text)::uuid, sha256(n::text::bytea), 'session-' || n % 50 FROM filled`;

/** One administrative entry for a thousand queries. */
const audit = (
  rows: number,
) => `INSERT INTO audit_events (workspace_id, sequence, at, type, entry, hash, actor, database_id)
  SELECT workspace, n, at, 'key.created', json_build_object('workspace', workspace, 'sequence', n,
      'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'type', 'key.created',
      'actor', json_build_object('kind', 'user', 'id', 'usr_' || d % 10, 'name', 'a name'), 'databaseId', 'db-' || d,
      'details', json_build_object('key', 'key_1'), 'previous', repeat('0', 64))::text,
    md5(n::text) || md5(n::text), 'usr_' || d % 10, 'db-' || d
  FROM (SELECT workspace, ${rows} + row_number() OVER (ORDER BY n) AS n, at, d FROM filled WHERE n % 1000 = 0) AS e`;

const UNITS = ['minute', 'hour', 'day'];

const derived = [
  ...UNITS.map(
    (unit) => `INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls)
     SELECT workspace, '${unit}', date_trunc('${unit}', at, 'UTC'), channel, 'db-' || d, verdict, count(*)
     FROM filled GROUP BY 1, 2, 3, 4, 5, 6`,
  ),
  `INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, database_id, caller, shape, calls, first_at, last_at,
     last_minute, severity, allow_calls, channels)
   SELECT workspace, sha256(concat(s, caller, d)::bytea), substring(sha256(concat(s, caller, d)::bytea) FOR 6),
     'postgresql', 'db-' || d, caller, 'select ' || s, count(*), min(at), max(at), date_trunc('minute', max(at), 'UTC'),
     max(CASE verdict WHEN 'allow' THEN 0 WHEN 'warn' THEN 1 WHEN 'unknown' THEN 2 ELSE 3 END), count(*), 2
   FROM filled GROUP BY workspace, s, caller, d`,
];

const TABLES = ['traffic_entries', 'traffic_kinds', 'audit_events', 'query_counts', 'query_flows'];

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
       FROM pg_index i WHERE i.indrelid::regclass::text = ANY ($1)
         AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
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
