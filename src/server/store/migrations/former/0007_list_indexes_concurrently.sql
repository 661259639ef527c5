-- Lists are sorted by time, then by sequence, newest first. Each filter has an index in that order. Names of callers are
-- of any length, and an index holds only their beginning. Each statement can be repeated if one of them failed.
DROP INDEX CONCURRENTLY IF EXISTS audit_events_at;
CREATE INDEX CONCURRENTLY audit_events_at ON audit_events (workspace_id, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS audit_events_type_at;
CREATE INDEX CONCURRENTLY audit_events_type_at ON audit_events (workspace_id, type, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS audit_events_actor;
CREATE INDEX CONCURRENTLY audit_events_actor ON audit_events (workspace_id, actor, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS audit_events_database;
CREATE INDEX CONCURRENTLY audit_events_database ON audit_events (workspace_id, database_id, at, sequence)
  WHERE database_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS queries_at_sequence;
CREATE INDEX CONCURRENTLY queries_at_sequence ON queries (workspace_id, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS queries_channel;
CREATE INDEX CONCURRENTLY queries_channel ON queries (workspace_id, channel, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS queries_verdict;
CREATE INDEX CONCURRENTLY queries_verdict ON queries (workspace_id, verdict, at, sequence);
DROP INDEX CONCURRENTLY IF EXISTS queries_database;
CREATE INDEX CONCURRENTLY queries_database ON queries (workspace_id, database_id, at, sequence)
  WHERE database_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS queries_key;
CREATE INDEX CONCURRENTLY queries_key ON queries (workspace_id, key_id, at, sequence)
  WHERE key_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS queries_user;
CREATE INDEX CONCURRENTLY queries_user ON queries (workspace_id, left(caller->>'user', 200), at, sequence)
  WHERE caller->>'user' IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS queries_application;
CREATE INDEX CONCURRENTLY queries_application ON queries (workspace_id, left(caller->>'application', 200), at, sequence)
  WHERE caller->>'application' IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_events_type;
DROP INDEX CONCURRENTLY IF EXISTS queries_at;
