-- Each statement can be repeated if one of them failed. Ids of queries are random: a hash index stays small.
DROP INDEX CONCURRENTLY IF EXISTS queries_id;
CREATE INDEX CONCURRENTLY queries_id ON queries USING hash (id);
DROP INDEX CONCURRENTLY IF EXISTS history_rows_flow;
CREATE INDEX CONCURRENTLY history_rows_flow ON history_rows (workspace_id, flow) WHERE flow IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS query_flows_id;
CREATE INDEX CONCURRENTLY query_flows_id ON query_flows (workspace_id, flow_id);
