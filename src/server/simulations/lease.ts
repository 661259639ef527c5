import type { SimulateRequest } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import type { Database, Queryable } from '../store/database.ts';

// A simulation belongs to the runner that claimed it last. Every later statement checks the runner's name and the
// attempt, so that a runner that lost its lease can change nothing. Leases use the clock of the store, because the
// clocks of servers can differ.

/** A simulation that this runner has claimed. */
export interface ClaimedSimulation {
  readonly id: string;
  readonly workspace: string;
  readonly createdAt: Date;
  readonly requestId: string;
  readonly request: SimulateRequest;
  readonly runner: string;
  /** Number of attempts, including this one. */
  readonly attempt: number;
}

/**
 * Claims a queued simulation, or one whose lease has expired; undefined if there is none. Workspaces take turns: the
 * one with the fewest running simulations first, then the one whose last simulation ended longest ago; within a
 * workspace, the oldest simulation.
 */
export async function claimSimulation(
  db: Queryable,
  runner: string,
  leaseMilliseconds: number,
): Promise<ClaimedSimulation | undefined> {
  const { rows } = await db.query<{
    id: string;
    workspace_id: string;
    created_at: Date;
    request_id: string;
    request: string;
    attempts: number;
  }>(
    `WITH turns AS MATERIALIZED (
       SELECT o.workspace_id, count(*) FILTER (WHERE o.lease_until >= clock_timestamp()) AS running,
         (SELECT max(f.finished_at) FROM simulations f WHERE f.workspace_id = o.workspace_id) AS ended
       FROM simulations o WHERE o.status IN ('queued', 'running') GROUP BY o.workspace_id
     ), next AS MATERIALIZED (
       SELECT s.id FROM simulations s JOIN turns t ON t.workspace_id = s.workspace_id
       WHERE s.status = 'queued' OR (s.status = 'running' AND s.lease_until < clock_timestamp())
       ORDER BY t.running, t.ended NULLS FIRST, s.created_at, s.id
       LIMIT 1
       FOR UPDATE OF s SKIP LOCKED
     )
     UPDATE simulations s
     SET status = 'running', runner = $1, attempts = s.attempts + 1, progress_done = 0, progress_total = 0,
       lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     FROM next
     WHERE s.id = next.id
     RETURNING s.id, s.workspace_id, s.created_at, s.request_id, s.request, s.attempts`,
    [runner, leaseMilliseconds],
  );
  const [row] = rows;
  return (
    row && {
      id: row.id,
      workspace: row.workspace_id,
      createdAt: row.created_at,
      requestId: row.request_id,
      // Validated when it was received.
      request: JSON.parse(row.request) as SimulateRequest,
      runner,
      attempt: row.attempts,
    }
  );
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Extends the lease and stores the progress. False: the simulation is no longer ours. */
export async function renewLease(
  db: Queryable,
  { id, runner, attempt }: ClaimedSimulation,
  { done, total }: Progress,
  leaseMilliseconds: number,
): Promise<boolean> {
  const { count } = await db.query(
    `UPDATE simulations
     SET lease_until = clock_timestamp() + $4 * interval '1 millisecond', progress_done = $5, progress_total = $6
     WHERE id = $1 AND runner = $2 AND attempts = $3 AND status = 'running'`,
    [id, runner, attempt, leaseMilliseconds, done, total],
  );
  return count > 0;
}

/**
 * Returns the simulation to the queue. `counted`: whether the attempt counts; it does not if the simulation itself was
 * not the cause. False: the simulation is no longer ours.
 */
export async function releaseSimulation(
  db: Queryable,
  { id, runner, attempt }: ClaimedSimulation,
  counted: boolean,
): Promise<boolean> {
  const { count } = await db.query(
    `UPDATE simulations SET status = 'queued', runner = NULL, lease_until = NULL, attempts = $4
     WHERE id = $1 AND runner = $2 AND attempts = $3 AND status = 'running'`,
    [id, runner, attempt, counted ? attempt : attempt - 1],
  );
  return count > 0;
}

/** The result of a simulation. */
export interface SimulationEnd {
  readonly status: 'done' | 'failed';
  /** Response body as JSON. */
  readonly outcome: string;
  /** For the audit trail. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Stores the result and an audit entry. False: the simulation is no longer ours, and nothing is stored. */
export async function finishSimulation(
  { db, now }: Context,
  { id, workspace, requestId, runner, attempt }: ClaimedSimulation,
  { status, outcome, details }: SimulationEnd,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const at = now();
    const { count } = await tx.query(
      `UPDATE simulations SET status = $4, outcome = $5, finished_at = $6, request = NULL, lease_until = NULL
       WHERE id = $1 AND runner = $2 AND attempts = $3 AND status = 'running'`,
      [id, runner, attempt, status, outcome, at],
    );
    if (count === 0) return false;
    await tx.query('UPDATE simulation_sources SET ended = $2, summary = $3::jsonb WHERE simulation_id = $1', [
      id,
      status,
      status === 'done' ? JSON.stringify(details) : null,
    ]);
    const actor = { kind: 'service', id: undefined, name: 'querygate' } as const;
    await appendAudit(tx, workspace, [
      { at, type: 'simulation.ended', actor, requestId, details: { simulation: id, status, ...details } },
    ]);
    return true;
  });
}

/**
 * Requeues running simulations of the embedded store: only one process uses it, so they belong to a dead one. The
 * attempt counts, since the simulation may have killed that process.
 */
export async function reclaimOrphans(db: Database): Promise<void> {
  if (db.kind !== 'embedded') return;
  await db.query(
    `UPDATE simulations SET status = 'queued', runner = NULL, lease_until = NULL WHERE status = 'running'`,
  );
}
