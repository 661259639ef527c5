-- Instants are UTC. Ids are text: a prefix that says what they are, and random base-62 characters.

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
  -- The head of the audit chain: whoever appends holds the lock of this row.
  audit_sequence bigint NOT NULL,
  audit_hash text NOT NULL,
  -- Days (UTC) up to and with this one have been swept.
  swept_on date
);

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  -- scrypt, with its parameters and salt: `scrypt$N$r$p$salt$hash`.
  password text NOT NULL,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz
);

CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE members (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  user_id text NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE INDEX members_user ON members (user_id);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
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
  rotates text REFERENCES api_keys (id)
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
  workspace_id text NOT NULL REFERENCES workspaces (id),
  sequence bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL,
  -- The very text that was hashed: canonical JSON of the entry without its hash.
  entry text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (workspace_id, sequence)
);

CREATE INDEX audit_events_type ON audit_events (workspace_id, type, sequence);

-- Whoever owns the database can take these off; then the chain shows what was done.
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail can only be appended to';
END
$$;

CREATE TRIGGER audit_events_stay BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();

CREATE TRIGGER audit_events_whole BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();

-- Queries that were asked about or told of. They go when the retention is over; the audit trail stays.
CREATE TABLE queries (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- `sequence` of the entry in the audit trail, which also orders the list.
  sequence bigint NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  channel text NOT NULL CHECK (channel IN ('http', 'events')),
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
  PRIMARY KEY (workspace_id, sequence)
);

CREATE INDEX queries_at ON queries (workspace_id, at);

-- Ids of events that were taken, so that none counts twice. They go with the queries.
CREATE TABLE event_ids (
  workspace_id text NOT NULL REFERENCES workspaces (id),
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
  PRIMARY KEY (workspace_id, row_hash)
);

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
  key_id text NOT NULL REFERENCES api_keys (id),
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
