import type { SimulateRequest } from '../../contract/index.ts';
import { reportBranchRuleset } from '../rulesets/branch.ts';
import type { Queryable } from '../store/database.ts';

/** Newest simulations of the default branch, and of other branches, whose files are kept per workspace. */
export const KEPT_SOURCES = 20;

/**
 * Stores the source of a new simulation, such as its repository and commit. Its rule files are kept for its report, and
 * to activate the default branch.
 */
export async function insertSource(
  tx: Queryable,
  source: {
    readonly id: string;
    readonly at: Date;
    readonly workspace: string;
    /** Id of the API key. */
    readonly key: string;
    readonly request: SimulateRequest;
    /** Hash of the proposed ruleset. */
    readonly hash: string;
  },
): Promise<void> {
  const { id, at, workspace, key, request, hash } = source;
  const { change } = request;
  const isDefault = change?.defaultBranch === true;
  await tx.query(
    `INSERT INTO simulation_sources
       (simulation_id, workspace_id, created_at, repository, ref, commit_id, default_branch, head_hash, head)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      workspace,
      at,
      change?.repository ?? null,
      change?.ref ?? null,
      change?.commit ?? null,
      isDefault,
      hash,
      JSON.stringify(request.head),
    ],
  );
  await tx.query(
    `UPDATE simulation_sources SET head = NULL WHERE simulation_id IN (
       SELECT simulation_id FROM simulation_sources WHERE workspace_id = $1 AND head IS NOT NULL AND default_branch = $3
       ORDER BY created_at DESC, simulation_id = $2 DESC OFFSET ${KEPT_SOURCES})`,
    [workspace, id, isDefault],
  );
  if (isDefault) await reportBranchRuleset(tx, workspace, { hash, at, change, key, simulation: id });
}
