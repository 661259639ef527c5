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

-- A simulation is also started by a CI job: then `key_id` is the trust.
ALTER TABLE simulations DROP CONSTRAINT simulations_key_id_fkey;
