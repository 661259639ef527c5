-- works-with: 0021_former_versions
-- All tables, as the migrations in `former` made them step by step. A store that has those is only marked with this one.
--
-- Times are UTC. Ids are text: a prefix that says what they are, and random base-62 characters.

-- With which former versions each migration works, so that these can start on the store after it. NULL: with none.
ALTER TABLE schema_migrations ADD COLUMN works_with text;

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Version of the active ruleset.
  active_version integer NOT NULL,
  retention_days integer NOT NULL,
  grace_days integer NOT NULL,
  query_text text NOT NULL CHECK (query_text IN ('none', 'shape', 'full')),
  -- Texts are stored that `query_text` does not allow any more: the next sweep takes them out.
  texts_due boolean NOT NULL DEFAULT false,
  -- A lower retention that is still to come, and the day (UTC) from which it deletes.
  lowered_to integer,
  lowered_from date,
  -- The head of the audit chain: a transaction that appends holds the lock of this row.
  audit_sequence bigint NOT NULL,
  audit_hash text NOT NULL,
  -- Days (UTC) up to and with this one have been swept.
  swept_on date,
  -- What proxies do with blocked queries: JSON `{default, databases: {<database id>: mode}}`.
  proxy_modes jsonb NOT NULL DEFAULT '{"default":"observe","databases":{}}',
  -- Hash of the last administrative entry. Entries of traffic are deleted after the retention, administrative ones stay:
  -- each holds the hash of the one before it, so that none of them can go with the traffic.
  audit_administrative text NOT NULL DEFAULT repeat('0', 64),
  -- Entries of the first versions, up to this one, do not have that hash. They stay, whatever they are.
  audit_unlinked bigint NOT NULL DEFAULT 0,
  -- Number of the entry of the audit trail at which the last sweep stopped, since it does not fit the chain.
  retention_misfit bigint,
  -- Time of the last entry of the audit trail.
  audit_at timestamptz
);

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  -- scrypt, with its parameters and salt: `scrypt$N$r$p$salt$hash`.
  password text,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  -- Failed sign-ins until then no longer keep the user from signing in. Each server counts failures in its memory.
  sign_in_unlocked_at timestamptz
);

CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE members (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  user_id text NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- A member who is disabled in this workspace keeps their role, and has no access to it.
  disabled_at timestamptz,
  -- Whether groups at the identity provider gave the role. They also change it and take it away.
  by_groups boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, user_id)
);

CREATE INDEX members_user ON members (user_id);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The last request of a session, written at most once a minute, and where the user signed in from.
  last_used_at timestamptz,
  address text,
  agent text,
  -- When the user of a session last proved who they are, if that was after the sign-in.
  confirmed_at timestamptz,
  sign_on boolean NOT NULL DEFAULT false
);

CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  name text NOT NULL,
  -- SHA-256 of the key, and nothing else of it.
  key_hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  database_id text,
  ttl_days integer,
  created_at timestamptz NOT NULL,
  created_by jsonb NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The key whose place this one takes; unconfirmed while that one is not revoked.
  rotates text REFERENCES api_keys (id),
  -- When a key was first seen to have expired: it stays expired if the clock goes back.
  expired_at timestamptz
);

CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at DESC, id);
CREATE INDEX api_keys_rotates ON api_keys (rotates);

-- What a key was made with stays, and a revoked key can never come back: whatever a statement tries, it fails here.
CREATE FUNCTION api_keys_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an API key cannot be changed: it can only be used, or revoked for ever';
END
$$;

CREATE TRIGGER api_keys_stay BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (
    (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
    OR (NEW.id, NEW.workspace_id, NEW.name, NEW.key_hash, NEW.scopes, NEW.database_id, NEW.ttl_days, NEW.created_at,
      NEW.created_by, NEW.expires_at, NEW.rotates)
      IS DISTINCT FROM
      (OLD.id, OLD.workspace_id, OLD.name, OLD.key_hash, OLD.scopes, OLD.database_id, OLD.ttl_days, OLD.created_at,
      OLD.created_by, OLD.expires_at, OLD.rotates)
  )
  EXECUTE FUNCTION api_keys_refuse();

CREATE TRIGGER api_keys_last BEFORE DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_refuse();

CREATE TABLE rulesets (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  version integer NOT NULL,
  activated_at timestamptz NOT NULL,
  activated_by jsonb NOT NULL,
  hash text NOT NULL,
  -- JSON: `{entry, commit, files: [{path, text}]}`, as it came. No jsonb, which cannot hold every character of a file.
  files text NOT NULL,
  sources text[] NOT NULL,
  rules integer NOT NULL,
  reason text NOT NULL,
  restores integer,
  PRIMARY KEY (workspace_id, version)
);

-- Only appended to. Each entry is chained to the one before by hash; it holds no SQL.
CREATE TABLE audit_events (
  workspace_id text NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL,
  -- The very text that was hashed: canonical JSON of the entry without its hash.
  entry text NOT NULL,
  hash text NOT NULL,
  -- The id of the actor, or the login name of an administrator, who has no id; and the database of the API key.
  actor text,
  database_id text,
  PRIMARY KEY (workspace_id, sequence)
);

-- Lists are sorted by time, then by sequence, newest first. Each filter has an index in that order. Names of callers are
-- of any length, and an index holds only their beginning.
CREATE INDEX audit_events_at ON audit_events (workspace_id, at, sequence);
CREATE INDEX audit_events_type_at ON audit_events (workspace_id, type, at, sequence);
CREATE INDEX audit_events_actor ON audit_events (workspace_id, actor, at, sequence);
CREATE INDEX audit_events_database ON audit_events (workspace_id, database_id, at, sequence)
  WHERE database_id IS NOT NULL;

-- Only entries of traffic can be deleted, and only those of a recorded segment.
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.actor IS NULL
      AND (OLD.workspace_id, OLD.sequence, OLD.at, OLD.type, OLD.entry, OLD.hash)
        = (NEW.workspace_id, NEW.sequence, NEW.at, NEW.type, NEW.entry, NEW.hash)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.type IN ('dry_run', 'simulation.started', 'simulation.ended', 'query.evaluated', 'query.ingested')
      AND OLD.sequence <= (
        SELECT s.last_sequence FROM audit_segments s
        WHERE s.workspace_id = OLD.workspace_id AND s.first_sequence <= OLD.sequence
        ORDER BY s.first_sequence DESC LIMIT 1)
    THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail can only be appended to';
END
$$;

CREATE TRIGGER audit_events_stay BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();

CREATE TRIGGER audit_events_whole BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();

-- Queries that were asked about or told of. They go when the retention is over; the audit trail stays.
CREATE TABLE queries (
  workspace_id text NOT NULL,
  -- `sequence` of the entry in the audit trail, which also orders the list.
  sequence bigint NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  channel text NOT NULL,
  database_id text,
  dialect text NOT NULL,
  caller jsonb NOT NULL,
  calls bigint NOT NULL,
  verdict text,
  rules text[] NOT NULL,
  outcome text,
  -- As the data policy had it when it came, and which that is.
  text text,
  text_kind text CHECK (text_kind IN ('shape', 'full')),
  -- What an event says besides: of a sum, the last execution; which ruleset gave the verdict, in which mode; how the
  -- query ended; the session; the proxy that reported it.
  last_at timestamptz,
  ruleset_version integer,
  judged_at_ingest boolean NOT NULL DEFAULT false,
  mode text,
  sqlstate text,
  duration_ms double precision,
  session text,
  proxy text,
  -- The API key that recorded a query.
  key_id text,
  -- The id of a flow is that of simulations: 12 hex digits, as bytes. `flow` of query_flows stays the key of a flow of one
  -- database.
  flow bytea,
  PRIMARY KEY (workspace_id, sequence)
);

CREATE INDEX queries_at_sequence ON queries (workspace_id, at, sequence);
CREATE INDEX queries_channel ON queries (workspace_id, channel, at, sequence);
CREATE INDEX queries_verdict ON queries (workspace_id, verdict, at, sequence);
CREATE INDEX queries_database ON queries (workspace_id, database_id, at, sequence)
  WHERE database_id IS NOT NULL;
CREATE INDEX queries_key ON queries (workspace_id, key_id, at, sequence)
  WHERE key_id IS NOT NULL;
CREATE INDEX queries_user ON queries (workspace_id, left(caller->>'user', 200), at, sequence)
  WHERE caller->>'user' IS NOT NULL;
CREATE INDEX queries_application ON queries (workspace_id, left(caller->>'application', 200), at, sequence)
  WHERE caller->>'application' IS NOT NULL;
-- Ids of queries are random: a hash index stays small.
CREATE INDEX queries_id ON queries USING hash (id);

-- Ids of events that were taken, so that none counts twice. They go with the queries.
CREATE TABLE event_ids (
  workspace_id text NOT NULL,
  id text NOT NULL,
  -- SHA-256 of the event: the same id with another event is refused.
  event_hash bytea NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE INDEX event_ids_received ON event_ids (workspace_id, received_at);

-- The history: distinct tuples of facts, and how often each ran on each day.
CREATE TABLE history_rows (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- SHA-256 of `row`.
  row_hash bytea NOT NULL,
  -- A row of a snapshot (docs/history-format.md) without its days.
  row text NOT NULL,
  -- The version of the facts in a row (docs/facts.md). From version 2 on, `row_hash` is the SHA-256 of the version, a line
  -- feed and `row`.
  facts_version integer NOT NULL DEFAULT 1,
  flow bytea,
  PRIMARY KEY (workspace_id, row_hash)
);

CREATE INDEX history_rows_flow ON history_rows (workspace_id, flow) WHERE flow IS NOT NULL;

CREATE TABLE history_days (
  workspace_id text NOT NULL,
  row_hash bytea NOT NULL,
  -- The empty text where the source carries no time.
  day text NOT NULL,
  -- What it was told by: `http`, `events`, or the id of an imported snapshot.
  source text NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (workspace_id, row_hash, day, source),
  FOREIGN KEY (workspace_id, row_hash) REFERENCES history_rows (workspace_id, row_hash)
);

CREATE INDEX history_days_day ON history_days (workspace_id, day);

-- What no row stands for: executions that could not be read (`unread`), or that do not count (`passed_over`), by reason.
CREATE TABLE history_counts (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- `http` or `events`; of an imported snapshot, its header says it.
  source text NOT NULL,
  dialect text NOT NULL,
  day text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('unread', 'passed_over')),
  reason text NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (workspace_id, source, dialect, day, kind, reason)
);

-- Imported snapshots.
CREATE TABLE history_sources (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  source text NOT NULL,
  -- SHA-256 of its rows and header: none counts twice.
  hash bytea NOT NULL,
  -- JSON of its header.
  header text NOT NULL,
  -- The day (UTC) that its retention counts from where its rows carry no time: when it was collected.
  collected_on date NOT NULL,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, source),
  UNIQUE (workspace_id, hash)
);

CREATE TABLE simulations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  created_at timestamptz NOT NULL,
  key_id text NOT NULL,
  idempotency_key text,
  request_hash bytea NOT NULL,
  -- JSON of the body, as long as the simulation is open.
  request text,
  request_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
  progress_done integer NOT NULL,
  progress_total integer NOT NULL,
  -- Who runs it, how often it was begun, and until when it is taken for alive.
  runner text,
  attempts integer NOT NULL,
  lease_until timestamptz,
  finished_at timestamptz,
  -- JSON of the answer's body once it is done or failed.
  outcome text
);

CREATE UNIQUE INDEX simulations_idempotency ON simulations (workspace_id, idempotency_key);
CREATE INDEX simulations_open ON simulations (created_at) WHERE status IN ('queued', 'running');
CREATE INDEX simulations_finished ON simulations (workspace_id, finished_at);

-- Parts of texts that were too large for one request; they go after an hour.
CREATE TABLE texts (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  hash text NOT NULL,
  -- UTF-8; no text, which cannot hold NUL.
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, hash)
);

CREATE INDEX texts_created ON texts (created_at);

-- Requests that made an API key, by their `Idempotency-Key`.
CREATE TABLE key_requests (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  idempotency_key text NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  key_id text NOT NULL REFERENCES api_keys (id),
  -- The response, for a few minutes: encrypted with a key that is derived from the session token, which is not stored.
  sealed bytea,
  PRIMARY KEY (workspace_id, idempotency_key)
);

CREATE INDEX key_requests_created ON key_requests (created_at);

-- The last report of each proxy about itself.
CREATE TABLE proxies (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  id text NOT NULL,
  key_id text NOT NULL,
  key_name text NOT NULL,
  database_id text,
  version text NOT NULL,
  ruleset_version integer,
  mode text NOT NULL,
  lag_ms bigint NOT NULL,
  buffered bigint NOT NULL,
  -- By the clock of the proxy.
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- Truncating workspaces would reach this table.
CREATE FUNCTION workspaces_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'workspaces cannot be deleted: their audit trail stays';
END
$$;

CREATE TRIGGER proxies_whole BEFORE TRUNCATE ON proxies
  FOR EACH STATEMENT EXECUTE FUNCTION workspaces_refuse();

CREATE TABLE invitations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- SHA-256 of the token, and nothing else of it.
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  created_by jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Accepted or revoked: it cannot be used again.
  closed_at timestamptz
);

CREATE INDEX invitations_open ON invitations (workspace_id, created_at DESC, id) WHERE closed_at IS NULL;

-- What a simulation was run for, as the client stated it.
CREATE TABLE simulation_sources (
  simulation_id text PRIMARY KEY REFERENCES simulations (id) ON DELETE CASCADE,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  created_at timestamptz NOT NULL,
  repository text,
  ref text,
  commit_id text,
  default_branch boolean NOT NULL,
  -- Hash and files (JSON) of the proposed ruleset. The files are kept only for the default branch.
  head_hash text NOT NULL,
  head text,
  -- Of a finished simulation: its outcome, the version of the base and the totals.
  summary jsonb,
  ended text CHECK (ended IN ('done', 'failed'))
);

CREATE INDEX simulation_sources_created ON simulation_sources (workspace_id, created_at DESC, simulation_id);
CREATE INDEX simulation_sources_ref ON simulation_sources (workspace_id, ref, created_at DESC, simulation_id);
CREATE INDEX simulation_sources_ended ON simulation_sources (workspace_id, ended, created_at DESC, simulation_id);
-- Simulations whose files are kept.
CREATE INDEX simulation_sources_kept ON simulation_sources (workspace_id, created_at) WHERE head IS NOT NULL;

-- The ruleset of the default branch, as the newest report stated it.
CREATE TABLE branch_rulesets (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id),
  hash text NOT NULL,
  -- The first of the consecutive reports with this hash, and the newest.
  first_reported_at timestamptz NOT NULL,
  reported_at timestamptz NOT NULL,
  repository text,
  ref text,
  commit_id text,
  key_id text NOT NULL,
  simulation_id text
);

-- The rules that each query breaks. Like `queries`, without a foreign key.
CREATE TABLE query_rules (
  workspace_id text NOT NULL,
  rule text NOT NULL,
  at timestamptz NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (workspace_id, rule, at, sequence)
);

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
  -- Of these, by what happened to them; those of the channel `http` were only advised. Executions that the first versions
  -- recorded have no outcome here.
  ran_calls bigint NOT NULL DEFAULT 0,
  failed_calls bigint NOT NULL DEFAULT 0,
  refused_calls bigint NOT NULL DEFAULT 0,
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
  flow_id bytea,
  -- Executions by verdict; the channels (1 http, 2 proxy, 4 events); and of the newest query with the worst verdict, its
  -- number and the rules that it broke.
  allow_calls bigint NOT NULL DEFAULT 0,
  warn_calls bigint NOT NULL DEFAULT 0,
  unknown_calls bigint NOT NULL DEFAULT 0,
  block_calls bigint NOT NULL DEFAULT 0,
  channels smallint NOT NULL DEFAULT 0,
  worst_sequence bigint,
  rules text[] NOT NULL DEFAULT '{}',
  allow_ran bigint NOT NULL DEFAULT 0,
  allow_failed bigint NOT NULL DEFAULT 0,
  allow_refused bigint NOT NULL DEFAULT 0,
  allow_advised bigint NOT NULL DEFAULT 0,
  warn_ran bigint NOT NULL DEFAULT 0,
  warn_failed bigint NOT NULL DEFAULT 0,
  warn_refused bigint NOT NULL DEFAULT 0,
  warn_advised bigint NOT NULL DEFAULT 0,
  unknown_ran bigint NOT NULL DEFAULT 0,
  unknown_failed bigint NOT NULL DEFAULT 0,
  unknown_refused bigint NOT NULL DEFAULT 0,
  unknown_advised bigint NOT NULL DEFAULT 0,
  block_ran bigint NOT NULL DEFAULT 0,
  block_failed bigint NOT NULL DEFAULT 0,
  block_refused bigint NOT NULL DEFAULT 0,
  block_advised bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, flow)
) WITH (fillfactor = 70);

CREATE INDEX query_flows_last ON query_flows (workspace_id, last_minute, flow);
CREATE INDEX query_flows_database ON query_flows (workspace_id, database_id, last_minute, flow)
  WHERE database_id IS NOT NULL;
CREATE INDEX query_flows_severity ON query_flows (workspace_id, severity, last_minute, flow);
CREATE INDEX query_flows_id ON query_flows (workspace_id, flow_id);

-- Parts of the history that no reader sees: days of an import that is not complete, or that was removed. They are added
-- and deleted in small transactions.
CREATE TABLE history_pending (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  source text NOT NULL,
  begun_at timestamptz NOT NULL,
  -- The sweep deletes its days.
  given_up boolean NOT NULL,
  PRIMARY KEY (workspace_id, source)
);

-- Consecutive entries of traffic that are deleted.
CREATE TABLE audit_segments (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  first_sequence bigint NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence >= first_sequence),
  -- Hashes of the entry before the first, of the first, and of the last.
  previous text NOT NULL,
  first_hash text NOT NULL,
  hash text NOT NULL,
  -- The administrative entry that records the deletion.
  recorded bigint NOT NULL CHECK (recorded > last_sequence),
  -- False while its rows are being deleted.
  emptied boolean NOT NULL,
  PRIMARY KEY (workspace_id, first_sequence)
);

CREATE INDEX audit_segments_full ON audit_segments (workspace_id, first_sequence) WHERE NOT emptied;

CREATE FUNCTION audit_segments_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a segment of the audit trail stays as it is';
END
$$;

CREATE TRIGGER audit_segments_stay BEFORE UPDATE ON audit_segments FOR EACH ROW
  WHEN (
    OLD.emptied
    OR (NEW.workspace_id, NEW.first_sequence, NEW.last_sequence, NEW.previous, NEW.first_hash, NEW.hash, NEW.recorded)
      IS DISTINCT FROM
      (OLD.workspace_id, OLD.first_sequence, OLD.last_sequence, OLD.previous, OLD.first_hash, OLD.hash, OLD.recorded)
  )
  EXECUTE FUNCTION audit_segments_refuse();

CREATE TRIGGER audit_segments_last BEFORE DELETE ON audit_segments
  FOR EACH ROW EXECUTE FUNCTION audit_segments_refuse();

CREATE TRIGGER audit_segments_whole BEFORE TRUNCATE ON audit_segments
  FOR EACH STATEMENT EXECUTE FUNCTION audit_segments_refuse();

-- Where the last verification ended.
CREATE TABLE audit_checkpoints (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id),
  sequence bigint NOT NULL,
  hash text NOT NULL,
  -- Hash of the last administrative entry up to it.
  administrative text NOT NULL,
  -- Whether a deleted segment comes before it.
  segments boolean NOT NULL,
  verified_at timestamptz NOT NULL
);

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

-- Who a user is at the identity provider. One account there is one user here.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_user_id ON identities (user_id);

-- Sign-ons that a browser has begun; each can be finished once.
CREATE TABLE sign_ons (
  cookie_hash bytea PRIMARY KEY,
  state text NOT NULL,
  nonce text NOT NULL,
  verifier text NOT NULL,
  return_to text NOT NULL,
  -- SHA-256 of the session that is confirmed.
  session_hash bytea,
  -- SHA-256 of the invitation that is accepted.
  invitation_hash bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Whether the sign-on connects the identity to the account of the session, instead of confirming the session.
  connects boolean NOT NULL DEFAULT false
);

CREATE INDEX sign_ons_expires_at ON sign_ons (expires_at);

-- Trusts in the identity tokens of a CI host. A removed one stays, because simulations name it.
CREATE TABLE trusts (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  name text NOT NULL,
  host text NOT NULL,
  issuer text NOT NULL,
  audience text NOT NULL,
  -- The values that each claim may have.
  claims jsonb NOT NULL,
  scopes text[] NOT NULL,
  ttl_minutes integer NOT NULL,
  created_at timestamptz NOT NULL,
  created_by jsonb NOT NULL,
  last_used_at timestamptz,
  last_used_by text,
  removed_at timestamptz
);

CREATE INDEX trusts_audience ON trusts (issuer, audience) WHERE removed_at IS NULL;
CREATE INDEX trusts_list ON trusts (workspace_id, created_at, id) WHERE removed_at IS NULL;

-- Tokens of CI jobs, until they expire.
CREATE TABLE ci_tokens (
  token_hash bytea PRIMARY KEY,
  trust_id text NOT NULL REFERENCES trusts (id),
  -- The trust, and subject, repository and ref of the job: the actor of what it does.
  name text NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX ci_tokens_expires_at ON ci_tokens (expires_at);

-- Identity tokens that were exchanged, until they expire. The hash is of issuer and `jti`.
CREATE TABLE used_identities (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX used_identities_expires_at ON used_identities (expires_at);

-- Which store this is, and where it was when a service last started on it: another place means that it was restored from
-- a backup, or copied. There is at most one row.
CREATE TABLE store_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Random. A backup and a copy have the same.
  id text NOT NULL,
  place text NOT NULL
);

-- What equal queries of equal callers have in common. Entries refer to it by its number, and their hash covers its template.
CREATE TABLE traffic_kinds (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  workspace_id text NOT NULL,
  -- SHA-256 of what it has; of a kind whose text was removed, another one, so that no new query gets it.
  hash bytea NOT NULL,
  -- The entry of the audit trail as JSON, with a mark in the place of each value that differs between its queries.
  template text NOT NULL,
  -- The same as columns, for the lists.
  type text NOT NULL,
  actor text,
  database_id text,
  key_id text,
  channel text NOT NULL,
  dialect text NOT NULL,
  caller jsonb NOT NULL,
  verdict text NOT NULL,
  rules text[] NOT NULL,
  ruleset_version integer,
  judged_at_ingest boolean NOT NULL,
  mode text,
  outcome text,
  sqlstate text,
  proxy text,
  flow bytea NOT NULL,
  -- The shape, if the data policy allowed it.
  text text,
  UNIQUE (workspace_id, hash)
);

-- Filters select kinds. Names of callers are of any length, and an index holds only their beginning.
CREATE INDEX traffic_kinds_actor ON traffic_kinds (workspace_id, actor);
CREATE INDEX traffic_kinds_database ON traffic_kinds (workspace_id, database_id) WHERE database_id IS NOT NULL;
CREATE INDEX traffic_kinds_user ON traffic_kinds (workspace_id, left(caller->>'user', 200))
  WHERE caller->>'user' IS NOT NULL;
CREATE INDEX traffic_kinds_application ON traffic_kinds (workspace_id, left(caller->>'application', 200))
  WHERE caller->>'application' IS NOT NULL;
CREATE INDEX traffic_kinds_rules ON traffic_kinds USING gin (rules);
CREATE INDEX traffic_kinds_flow ON traffic_kinds (workspace_id, flow);

-- Of a kind, only the text can be removed. A kind without entries can be deleted.
CREATE FUNCTION traffic_kinds_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF NEW.text IS NULL AND to_jsonb(OLD) - 'text' - 'hash' = to_jsonb(NEW) - 'text' - 'hash' THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF NOT EXISTS (SELECT FROM traffic_entries t WHERE t.kind = OLD.id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'entries of the audit trail refer to it';
END
$$;

CREATE TRIGGER traffic_kinds_stay BEFORE UPDATE OR DELETE ON traffic_kinds
  FOR EACH ROW EXECUTE FUNCTION traffic_kinds_refuse();

CREATE TRIGGER traffic_kinds_whole BEFORE TRUNCATE ON traffic_kinds
  FOR EACH STATEMENT EXECUTE FUNCTION traffic_kinds_refuse();

-- Only appended to. Columns are in an order that needs no padding.
CREATE TABLE traffic_entries (
  sequence bigint NOT NULL,
  -- When it was recorded, and when the query ran: on the same day (UTC), so that both go with the same retention.
  at timestamptz NOT NULL,
  ran_at timestamptz NOT NULL,
  duration_ms double precision,
  last_at timestamptz,
  -- NULL: once.
  calls bigint,
  kind integer NOT NULL,
  -- The id of the query without its prefix; of an event, the first half of a SHA-256 that has the id of the event.
  id uuid NOT NULL,
  hash bytea NOT NULL,
  -- The beginning of the SHA-256 of an event: the same id with another event is refused.
  content bytea,
  request bytea,
  workspace_id text NOT NULL,
  -- Without the name of its proxy.
  event text,
  session text,
  PRIMARY KEY (workspace_id, sequence)
);

CREATE UNIQUE INDEX traffic_entries_id ON traffic_entries (id);
CREATE INDEX traffic_entries_at ON traffic_entries (workspace_id, at, sequence);
CREATE INDEX traffic_entries_ran ON traffic_entries (workspace_id, ran_at, sequence);
CREATE INDEX traffic_entries_kind_at ON traffic_entries (kind, at, sequence);
CREATE INDEX traffic_entries_kind_ran ON traffic_entries (kind, ran_at, sequence);

-- Only entries of a recorded segment can be deleted.
CREATE FUNCTION traffic_entries_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.sequence <= (
        SELECT s.last_sequence FROM audit_segments s
        WHERE s.workspace_id = OLD.workspace_id AND s.first_sequence <= OLD.sequence
        ORDER BY s.first_sequence DESC LIMIT 1)
    THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail can only be appended to';
END
$$;

CREATE TRIGGER traffic_entries_stay BEFORE UPDATE OR DELETE ON traffic_entries
  FOR EACH ROW EXECUTE FUNCTION traffic_entries_refuse();

CREATE TRIGGER traffic_entries_whole BEFORE TRUNCATE ON traffic_entries
  FOR EACH STATEMENT EXECUTE FUNCTION traffic_entries_refuse();

-- From when on entries are narrow: in a new store, always.
CREATE TABLE traffic_format (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  narrow_from timestamptz NOT NULL
);

INSERT INTO traffic_format (narrow_from) VALUES ('-infinity');
