import type { ActiveRuleset, Actor, RulesetFiles } from '../../contract/index.ts';
import type { Queryable } from '../store/database.ts';

/** A version without its files, as in lists. */
export type RulesetVersion = Omit<ActiveRuleset, 'ruleset'>;

export interface VersionRow {
  readonly version: number;
  readonly activated_at: Date;
  readonly activated_by: Actor;
  readonly hash: string;
  readonly sources: string[];
  readonly rules: number;
  readonly reason: string;
  readonly restores: number | null;
}

export const VERSION_COLUMNS = 'version, activated_at, activated_by, hash, sources, rules, reason, restores';

export function versionOf(workspace: string, row: VersionRow): RulesetVersion {
  const { kind, id, name } = row.activated_by;
  return {
    workspace,
    version: row.version,
    activatedAt: row.activated_at.toISOString(),
    activatedBy: { kind, id, name },
    hash: row.hash,
    sources: row.sources,
    rules: row.rules,
    reason: row.reason,
    restores: row.restores ?? undefined,
  };
}

/** Reads one version with its files; undefined if there is none. */
export async function findVersion(
  db: Queryable,
  workspace: string,
  version: number,
): Promise<ActiveRuleset | undefined> {
  const { rows } = await db.query<VersionRow & { files: string }>(
    `SELECT ${VERSION_COLUMNS}, files FROM rulesets WHERE workspace_id = $1 AND version = $2`,
    [workspace, version],
  );
  const [row] = rows;
  // Validated when it was received.
  return row && { ...versionOf(workspace, row), ruleset: JSON.parse(row.files) as RulesetFiles };
}

/** Stores a version, which is never changed afterwards. */
export async function insertVersion(tx: Queryable, ruleset: ActiveRuleset): Promise<void> {
  await tx.query(
    `INSERT INTO rulesets
       (workspace_id, version, activated_at, activated_by, hash, files, sources, rules, reason, restores)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10)`,
    [
      ruleset.workspace,
      ruleset.version,
      ruleset.activatedAt,
      JSON.stringify(ruleset.activatedBy),
      ruleset.hash,
      JSON.stringify(ruleset.ruleset),
      ruleset.sources,
      ruleset.rules,
      ruleset.reason,
      ruleset.restores ?? null,
    ],
  );
}
