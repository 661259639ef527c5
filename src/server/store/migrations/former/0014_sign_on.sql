-- Who a user is at the identity provider. One account there is one user here.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);

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
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ons_expires_at ON sign_ons (expires_at);

ALTER TABLE sessions ADD COLUMN sign_on boolean NOT NULL DEFAULT false;
