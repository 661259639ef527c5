-- Which store this is, and where it was when a service last started on it: another place means that it was restored from
-- a backup, or copied. There is at most one row.
CREATE TABLE store_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Random. A backup and a copy have the same.
  id text NOT NULL,
  place text NOT NULL
);
