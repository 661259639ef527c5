-- When a key was first seen to have expired: it stays expired if the clock goes back.
ALTER TABLE api_keys ADD COLUMN expired_at timestamptz;

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
