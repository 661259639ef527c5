-- Users who only sign on at the identity provider have no password.
ALTER TABLE users ALTER COLUMN password DROP NOT NULL;

ALTER TABLE identities ADD COLUMN last_used_at timestamptz;

-- Whether the sign-on connects the identity to the account of the session, instead of confirming the session.
ALTER TABLE sign_ons ADD COLUMN connects boolean NOT NULL DEFAULT false;

-- Whether groups at the identity provider gave the role. They also change it and take it away.
ALTER TABLE members ADD COLUMN by_groups boolean NOT NULL DEFAULT false;
