-- Entries of traffic are deleted after the retention; administrative entries stay. Each administrative entry holds the
-- hash of the one before it, so that none of them can go with the traffic.
ALTER TABLE workspaces ADD COLUMN audit_administrative text NOT NULL DEFAULT repeat('0', 64);
-- Entries up to this one do not have that hash. They stay, whatever they are.
ALTER TABLE workspaces ADD COLUMN audit_unlinked bigint NOT NULL DEFAULT 0;

UPDATE workspaces w SET audit_unlinked = audit_sequence, audit_administrative = coalesce((
    SELECT a.hash FROM audit_events a
    WHERE a.workspace_id = w.id
      AND a.type NOT IN ('dry_run', 'simulation.started', 'simulation.ended', 'query.evaluated', 'query.ingested')
    ORDER BY a.sequence DESC LIMIT 1), repeat('0', 64));

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

-- Only entries of traffic can be deleted, and only those of a recorded segment.
CREATE OR REPLACE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
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
