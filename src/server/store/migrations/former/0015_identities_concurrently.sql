-- Each statement can be repeated if one of them failed.
DROP INDEX CONCURRENTLY IF EXISTS identities_user_id;
CREATE INDEX CONCURRENTLY identities_user_id ON identities (user_id);
