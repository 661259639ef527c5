-- What proxies do with blocked queries: JSON `{default, databases: {<database id>: mode}}`.
ALTER TABLE workspaces ADD COLUMN proxy_modes jsonb NOT NULL DEFAULT '{"default":"observe","databases":{}}';

-- What an event says besides: of a sum, the last execution; which ruleset gave the verdict, in which mode; how the
-- query ended; the session; the proxy that reported it.
ALTER TABLE queries ADD COLUMN last_at timestamptz;
ALTER TABLE queries ADD COLUMN ruleset_version integer;
ALTER TABLE queries ADD COLUMN judged_at_ingest boolean NOT NULL DEFAULT false;
ALTER TABLE queries ADD COLUMN mode text;
ALTER TABLE queries ADD COLUMN sqlstate text;
ALTER TABLE queries ADD COLUMN duration_ms double precision;
ALTER TABLE queries ADD COLUMN session text;
ALTER TABLE queries ADD COLUMN proxy text;

-- Proxies are a channel of their own, and the code is what knows all channels.
ALTER TABLE queries DROP CONSTRAINT queries_channel_check;

-- Every transaction that writes these locks the row of its workspace, and no workspace is ever deleted. The checks of the
-- foreign keys, one for each row, were half of the cost of recording an event.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_workspace_id_fkey;
ALTER TABLE queries DROP CONSTRAINT queries_workspace_id_fkey;
ALTER TABLE event_ids DROP CONSTRAINT event_ids_workspace_id_fkey;

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
