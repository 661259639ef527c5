-- Failed sign-ins until then no longer keep the user from signing in. Each server counts failures in its memory.
ALTER TABLE users ADD COLUMN sign_in_unlocked_at timestamptz;
