-- When the user of a session last proved who they are, if that was after the sign-in.
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;
