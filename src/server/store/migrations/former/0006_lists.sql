-- The API key that recorded a query.
ALTER TABLE queries ADD COLUMN key_id text;

-- The id of whoever made the entry, or the login name of an administrator, who has none; and the database of the API key.
ALTER TABLE audit_events ADD COLUMN actor text;
ALTER TABLE audit_events ADD COLUMN database_id text;

-- Entries that are here already get these columns, and nothing else of them can change.
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
  RAISE EXCEPTION 'the audit trail can only be appended to';
END
$$;

UPDATE audit_events SET actor = left(coalesce(entry::json->'actor'->>'id', entry::json->'actor'->>'name'), 200),
  database_id = entry::json->>'databaseId'
WHERE actor IS NULL;

UPDATE queries q SET key_id = a.actor FROM audit_events a
WHERE a.workspace_id = q.workspace_id AND a.sequence = q.sequence AND a.actor LIKE 'key\_%';

-- The rules that each query breaks. Like `queries`, without a foreign key.
CREATE TABLE query_rules (
  workspace_id text NOT NULL,
  rule text NOT NULL,
  at timestamptz NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (workspace_id, rule, at, sequence)
);

INSERT INTO query_rules (workspace_id, rule, at, sequence)
SELECT DISTINCT q.workspace_id, r.rule, q.at, q.sequence FROM queries q, unnest(q.rules) AS r (rule);
