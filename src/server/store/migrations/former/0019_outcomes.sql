-- What happened to the executions: of query_counts, those that ran, failed and were refused; those of the channel http were
-- only advised. Of a flow, by verdict. Executions that an earlier version records have no outcome here.
ALTER TABLE query_counts ADD COLUMN ran_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_counts ADD COLUMN failed_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_counts ADD COLUMN refused_calls bigint NOT NULL DEFAULT 0;

ALTER TABLE query_flows ADD COLUMN allow_ran bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN allow_failed bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN allow_refused bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN allow_advised bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN warn_ran bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN warn_failed bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN warn_refused bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN warn_advised bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN unknown_ran bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN unknown_failed bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN unknown_refused bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN unknown_advised bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN block_ran bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN block_failed bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN block_refused bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN block_advised bigint NOT NULL DEFAULT 0;

-- Executions that are here already, as far as their queries are kept.
UPDATE query_counts c SET ran_calls = q.ran, failed_calls = q.failed, refused_calls = q.refused
FROM (
  SELECT workspace_id, u.unit, date_trunc(u.unit, at, 'UTC') AS at, channel, coalesce(database_id, '') AS database_id,
    coalesce(verdict, 'unknown') AS verdict,
    least(coalesce(sum(calls) FILTER (WHERE outcome = 'ok'), 0), 9007199254740991)::bigint AS ran,
    least(coalesce(sum(calls) FILTER (WHERE outcome = 'failed'), 0), 9007199254740991)::bigint AS failed,
    least(coalesce(sum(calls) FILTER (WHERE outcome = 'blocked'), 0), 9007199254740991)::bigint AS refused
  FROM queries, (VALUES ('minute'), ('hour'), ('day')) AS u (unit)
  WHERE outcome IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
) AS q
WHERE c.workspace_id = q.workspace_id AND c.unit = q.unit AND c.at = q.at AND c.channel = q.channel
  AND c.database_id = q.database_id AND c.verdict = q.verdict;

UPDATE query_flows f SET
  allow_ran = q.allow_ran, allow_failed = q.allow_failed, allow_refused = q.allow_refused, allow_advised = q.allow_advised,
  warn_ran = q.warn_ran, warn_failed = q.warn_failed, warn_refused = q.warn_refused, warn_advised = q.warn_advised,
  unknown_ran = q.unknown_ran, unknown_failed = q.unknown_failed, unknown_refused = q.unknown_refused, unknown_advised = q.unknown_advised,
  block_ran = q.block_ran, block_failed = q.block_failed, block_refused = q.block_refused, block_advised = q.block_advised
FROM (
  SELECT workspace_id, flow, database_id,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'allow' AND outcome = 'ok'), 0), 9007199254740991)::bigint AS allow_ran,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'allow' AND outcome = 'failed'), 0), 9007199254740991)::bigint AS allow_failed,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'allow' AND outcome = 'blocked'), 0), 9007199254740991)::bigint AS allow_refused,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'allow' AND outcome IS NULL), 0), 9007199254740991)::bigint AS allow_advised,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'warn' AND outcome = 'ok'), 0), 9007199254740991)::bigint AS warn_ran,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'warn' AND outcome = 'failed'), 0), 9007199254740991)::bigint AS warn_failed,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'warn' AND outcome = 'blocked'), 0), 9007199254740991)::bigint AS warn_refused,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'warn' AND outcome IS NULL), 0), 9007199254740991)::bigint AS warn_advised,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'unknown' AND outcome = 'ok'), 0), 9007199254740991)::bigint AS unknown_ran,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'unknown' AND outcome = 'failed'), 0), 9007199254740991)::bigint AS unknown_failed,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'unknown' AND outcome = 'blocked'), 0), 9007199254740991)::bigint AS unknown_refused,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'unknown' AND outcome IS NULL), 0), 9007199254740991)::bigint AS unknown_advised,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'block' AND outcome = 'ok'), 0), 9007199254740991)::bigint AS block_ran,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'block' AND outcome = 'failed'), 0), 9007199254740991)::bigint AS block_failed,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'block' AND outcome = 'blocked'), 0), 9007199254740991)::bigint AS block_refused,
    least(coalesce(sum(calls) FILTER (WHERE verdict = 'block' AND outcome IS NULL), 0), 9007199254740991)::bigint AS block_advised
  FROM queries WHERE flow IS NOT NULL GROUP BY 1, 2, 3
) AS q
WHERE f.workspace_id = q.workspace_id AND f.flow_id = q.flow AND f.database_id IS NOT DISTINCT FROM q.database_id;
