-- Entries of queries, with the queries themselves, take a narrow row each. What many of them have in common is stored once.
-- The tables `audit_events`, `queries` and `event_ids` stay as they are: they have all other entries, and the queries that
-- do not fit a narrow row (docs/service.md, "How much it stores").

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

-- From when on entries are narrow. The version before does not read them, and runs on the store until then: for a week,
-- unless the store is new.
CREATE TABLE traffic_format (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  narrow_from timestamptz NOT NULL
);

INSERT INTO traffic_format (narrow_from)
SELECT CASE WHEN EXISTS (SELECT FROM workspaces) THEN now() + interval '7 days' ELSE '-infinity' END;
