-- The version of the facts in a row (docs/facts.md). Rows that are here already have version 1: the facts that were
-- added later are not known of them. From version 2 on, `row_hash` is the SHA-256 of the version, a line feed and `row`.
ALTER TABLE history_rows ADD COLUMN facts_version integer NOT NULL DEFAULT 1;
