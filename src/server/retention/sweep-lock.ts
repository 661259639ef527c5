import type { Actor } from '../../contract/index.ts';
import type { Queryable } from '../store/database.ts';

/** Who deletes what is beyond the retention. */
export const SWEEP_ACTOR: Actor = { kind: 'service', id: undefined, name: 'retention' };

/** First key of the advisory locks of sweeps; the second is the hash of the workspace's id. */
const SWEEP_LOCK = 1_726_431;

/** The retention (days) of a workspace that no other server is sweeping; undefined where one is. Until the transaction ends. */
export async function acquireSweepLock(tx: Queryable, workspace: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free', [
    SWEEP_LOCK,
    workspace,
  ]);
  if (!rows[0]?.free) return undefined;
  const found = await tx.query<{ retention_days: number }>('SELECT retention_days FROM workspaces WHERE id = $1', [
    workspace,
  ]);
  return found.rows[0]?.retention_days;
}
