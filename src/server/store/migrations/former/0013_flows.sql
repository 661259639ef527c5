-- The id of a flow is that of simulations: 12 hex digits, as bytes. `flow` of query_flows stays the key of a flow of one
-- database.
ALTER TABLE queries ADD COLUMN flow bytea;
ALTER TABLE history_rows ADD COLUMN flow bytea;
ALTER TABLE query_flows ADD COLUMN flow_id bytea;

-- Executions by verdict; the channels (1 http, 2 proxy, 4 events); and of the newest query with the worst verdict, its
-- number and the rules that it broke.
ALTER TABLE query_flows ADD COLUMN allow_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN warn_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN unknown_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN block_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN channels smallint NOT NULL DEFAULT 0;
ALTER TABLE query_flows ADD COLUMN worst_sequence bigint;
ALTER TABLE query_flows ADD COLUMN rules text[] NOT NULL DEFAULT '{}';

-- Flows that are here already keep an id of their own.
UPDATE query_flows SET flow_id = substring(flow FOR 6) WHERE flow_id IS NULL;

-- Dry runs, without any SQL. They go when the retention is over; the audit trail stays.
CREATE TABLE dry_runs (
  workspace_id text NOT NULL,
  id text NOT NULL,
  -- `sequence` of the entry in the audit trail, which also orders the list.
  sequence bigint NOT NULL,
  at timestamptz NOT NULL,
  key_id text,
  verdict text NOT NULL,
  -- JSON of the answer.
  record text NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE INDEX dry_runs_at ON dry_runs (workspace_id, at, sequence);
CREATE INDEX dry_runs_verdict ON dry_runs (workspace_id, verdict, at, sequence);
CREATE INDEX dry_runs_key ON dry_runs (workspace_id, key_id, at, sequence) WHERE key_id IS NOT NULL;

-- The newest verification of the audit trail of each workspace.
CREATE TABLE audit_verifications (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id),
  started_at timestamptz NOT NULL,
  started_by jsonb NOT NULL,
  -- Renewed while it runs: a server that stopped leaves it behind.
  alive_at timestamptz NOT NULL,
  finished_at timestamptz,
  entries bigint NOT NULL,
  up_to bigint NOT NULL,
  broken_sequence bigint,
  broken_reason text
);
