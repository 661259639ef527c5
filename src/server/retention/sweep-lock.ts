import type { Actor } from '../../contract/index.ts';
import type { Queryable } from '../store/database.ts';

/** Actor of the retention sweep in the audit trail. */
export const SWEEP_ACTOR: Actor = { kind: 'service', id: undefined, name: 'retention' };

/** First key of the advisory locks of sweeps; the second is the hash of the workspace's id. */
const SWEEP_LOCK = 1_726_431;

/**
 * Locks a workspace for sweeping until the transaction ends, and returns its retention in days; undefined if another
 * server is sweeping it.
 */
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
