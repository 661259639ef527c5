-- The last request of a session, written at most once a minute, and where the user signed in from.
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz;
ALTER TABLE sessions ADD COLUMN address text;
ALTER TABLE sessions ADD COLUMN agent text;

-- A member who is disabled in this workspace keeps their role, and has no access to it.
ALTER TABLE members ADD COLUMN disabled_at timestamptz;

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
