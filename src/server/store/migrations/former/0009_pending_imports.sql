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
