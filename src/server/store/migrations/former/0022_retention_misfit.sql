-- works-with: 0021_former_versions
-- Number of the entry of the audit trail at which the last sweep stopped, since it does not fit the chain.
ALTER TABLE workspaces ADD COLUMN retention_misfit bigint;
