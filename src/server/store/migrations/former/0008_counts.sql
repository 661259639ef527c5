-- Executions of the recorded queries for each minute, hour and day (UTC), added up in the transaction that records them.
CREATE TABLE query_counts (
  workspace_id text NOT NULL,
  unit text NOT NULL CHECK (unit IN ('minute', 'hour', 'day')),
  at timestamptz NOT NULL,
  channel text NOT NULL,
  -- The empty text if the API key has no database.
  database_id text NOT NULL,
  verdict text NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (workspace_id, unit, at, channel, database_id, verdict)
);

-- Queries of the same shape, caller and database.
CREATE TABLE query_flows (
  workspace_id text NOT NULL,
  -- SHA-256 of shape, dialect, caller and database.
  flow bytea NOT NULL,
  dialect text NOT NULL,
  database_id text,
  caller jsonb NOT NULL,
  -- As the data policy allowed it, and only its beginning.
  shape text,
  calls bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- The minute of `last_at`, by which flows are listed. The index changes once a minute, not with each query.
  last_minute timestamptz NOT NULL,
  -- The worst verdict: 0 allow, 1 warn, 2 unknown, 3 block.
  severity smallint NOT NULL,
  PRIMARY KEY (workspace_id, flow)
) WITH (fillfactor = 70);

CREATE INDEX query_flows_last ON query_flows (workspace_id, last_minute, flow);
CREATE INDEX query_flows_database ON query_flows (workspace_id, database_id, last_minute, flow)
  WHERE database_id IS NOT NULL;
CREATE INDEX query_flows_severity ON query_flows (workspace_id, severity, last_minute, flow);

-- Queries that are here already are counted; they belong to no flow.
INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls)
SELECT q.workspace_id, u.unit, date_trunc(u.unit, q.at, 'UTC'), q.channel, coalesce(q.database_id, ''),
  coalesce(q.verdict, 'unknown'), least(sum(q.calls), 9007199254740991)::bigint
FROM queries q, (VALUES ('minute'), ('hour'), ('day')) AS u (unit)
GROUP BY 1, 2, 3, 4, 5, 6;
