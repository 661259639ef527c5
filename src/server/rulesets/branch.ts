import type { z } from 'zod';
import type { changeSchema } from '../../contract/index.ts';
import type { Queryable } from '../store/database.ts';

/** A report about the ruleset of the default branch of a repository, as a client stated it. */
export interface BranchReport {
  /** Hash of the effective ruleset; that of the active one if both judge alike. */
  readonly hash: string;
  readonly at: Date;
  readonly change: z.output<typeof changeSchema>;
  /** Id of the API key. */
  readonly key: string;
  readonly simulation?: string | undefined;
}

/** Stores the newest report of a workspace. Consecutive reports with the same hash keep the time of the first one. */
export async function reportBranchRuleset(
  tx: Queryable,
  workspace: string,
  { hash, at, change, key, simulation }: BranchReport,
): Promise<void> {
  await tx.query(
    `INSERT INTO branch_rulesets AS b
       (workspace_id, hash, first_reported_at, reported_at, repository, ref, commit_id, key_id, simulation_id)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (workspace_id) DO UPDATE SET hash = excluded.hash,
       first_reported_at = CASE WHEN b.hash = excluded.hash THEN b.first_reported_at ELSE excluded.first_reported_at END,
       reported_at = excluded.reported_at, repository = excluded.repository, ref = excluded.ref,
       commit_id = excluded.commit_id, key_id = excluded.key_id, simulation_id = excluded.simulation_id`,
    [
      workspace,
      hash,
      at,
      change.repository ?? null,
      change.ref ?? null,
      change.commit ?? null,
      key,
      simulation ?? null,
    ],
  );
}
