import type { SimulateRequest } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import type { Database, Queryable } from '../store/database.ts';

// A simulation belongs to whoever took it last: the runner's name and the number of the attempt stand in every later
// statement, so that one who was thought dead changes nothing any more. Leases run by the clock of the store, since those of
// two servers need not agree.

/** A simulation that this runner took. */
export interface ClaimedSimulation {
  readonly id: string;
  readonly workspace: string;
  readonly createdAt: Date;
  readonly requestId: string;
  readonly request: SimulateRequest;
  readonly runner: string;
  /** How often it was begun, this time included. */
  readonly attempt: number;
}

/**
 * Takes a simulation that waits, or whose runner is dead; undefined where there is none. Workspaces take turns: that of which
 * the fewest run comes first, then that whose last one ended longest ago; of one workspace, the oldest.
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
      // It went through the contract when it came.
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

/** Holds the simulation for longer, and tells how far it is. False: it is not ours any more. */
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
 * Puts it back into the queue, for the next one to begin anew. `counted`: the attempt counts; it does not where nothing is
 * wrong with the simulation. False: it was not ours any more.
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

/** How a simulation ended. */
export interface SimulationEnd {
  readonly status: 'done' | 'failed';
  /** JSON of the answer's body. */
  readonly outcome: string;
  /** For the audit trail. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Stores how it ended, and says so in the audit trail. False: it was not ours any more, and nothing is stored. */
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
    const actor = { kind: 'service', id: undefined, name: 'querygate' } as const;
    await appendAudit(tx, workspace, [
      { at, type: 'simulation.ended', actor, requestId, details: { simulation: id, status, ...details } },
    ]);
    return true;
  });
}

/**
 * In the embedded store, whose only process this is, whatever runs was begun by a process that is dead: it goes back into the
 * queue at once. The attempt counts, since it may be what killed that process.
 */
export async function reclaimOrphans(db: Database): Promise<void> {
  if (db.kind !== 'embedded') return;
  await db.query(
    `UPDATE simulations SET status = 'queued', runner = NULL, lease_until = NULL WHERE status = 'running'`,
  );
}
