-- works-with: 0021_former_versions
-- Time of the last entry of the audit trail. A former version does not write it.
ALTER TABLE workspaces ADD COLUMN audit_at timestamptz;

UPDATE workspaces w SET audit_at = greatest(
  (SELECT a.at FROM audit_events a WHERE a.workspace_id = w.id AND a.sequence = w.audit_sequence),
  (SELECT t.at FROM traffic_entries t WHERE t.workspace_id = w.id AND t.sequence = w.audit_sequence))
WHERE w.audit_at IS NULL;
