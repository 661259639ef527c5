import { LIMITS, type SimulateRequest, type Simulation } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { loadRuleset } from '../workspaces/load.ts';

/** Simulations of one workspace that may wait and run at once. */
const MOST_OPEN = 100;

/** Seconds after which a client whose workspace has too many open may come again. */
const WAIT_FOR_ROOM = 10;

export interface SimulationRequest {
  readonly workspace: string;
  readonly key: { readonly id: string; readonly name: string; readonly databaseId?: string | undefined };
  readonly request: SimulateRequest;
  /** SHA-256 of the body as it came. */
  readonly requestHash: Uint8Array;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

export type QueuedSimulation = Extract<Simulation, { status: 'queued' }>;

/**
 * Puts a simulation into the queue; the same wish again is answered as the first time, and starts nothing. The head's rules are
 * loaded at once, so that a mistake in them is told at once; declared flows are read when it runs.
 * Raises ProblemError `rules_invalid`, `idempotency_key_reused`, `rate_limited`.
 */
export async function startSimulation(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset'>,
  wish: SimulationRequest,
): Promise<QueuedSimulation> {
  const before = await isSameRequest(ctx.db, wish, remembered(ctx));
  if (before) return before;
  const head = await loadRuleset(engine, wish.request.head, wish.workspace);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    await forget(tx, wish, remembered(ctx));
    const { rows } = await tx.query<{ open: number }>(
      `SELECT count(*) AS open FROM simulations WHERE workspace_id = $1 AND status IN ('queued', 'running')`,
      [wish.workspace],
    );
    const open = rows[0]?.open ?? 0;
    if (open >= MOST_OPEN)
      throw new ProblemError(
        'rate_limited',
        `${open} simulations of the workspace wait or run, and there may be no more; come again when some are over`,
        {},
        WAIT_FOR_ROOM,
      );
    const id = newId('sim');
    const { count } = await tx.query(
      `INSERT INTO simulations
         (id, workspace_id, created_at, key_id, idempotency_key, request_hash, request, request_id, status, progress_done,
          progress_total, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', 0, 0, 0)
       ON CONFLICT (workspace_id, idempotency_key) DO NOTHING`,
      [
        id,
        wish.workspace,
        at,
        wish.key.id,
        wish.idempotencyKey ?? null,
        wish.requestHash,
        JSON.stringify(wish.request),
        wish.requestId,
      ],
    );
    if (count === 0) {
      // Somebody else was quicker with the same key, and has committed.
      const other = await isSameRequest(tx, wish, remembered(ctx));
      if (!other) throw new Error('a simulation with the same `Idempotency-Key` came and went');
      return other;
    }
    const { entry, commit, files } = wish.request.head;
    const { key, requestId } = wish;
    await appendAudit(tx, wish.workspace, [
      {
        at,
        type: 'simulation.started',
        actor: { kind: 'key', id: key.id, name: key.name },
        databaseId: key.databaseId,
        requestId,
        details: {
          simulation: id,
          head: { entry, commit, files: files.length, hash: head.hash, rules: head.rules },
          change: wish.request.change,
        },
      },
    ]);
    return queued(id, wish.workspace, at);
  });
}

/** Wishes from this instant on are remembered. */
function remembered({ now }: Context): Date {
  return new Date(now().getTime() - LIMITS.idempotencyHours * 3_600_000);
}

async function forget(tx: Queryable, { workspace, idempotencyKey }: SimulationRequest, since: Date): Promise<void> {
  if (idempotencyKey === undefined) return;
  await tx.query(
    `UPDATE simulations SET idempotency_key = NULL
     WHERE workspace_id = $1 AND idempotency_key = $2 AND created_at < $3`,
    [workspace, idempotencyKey, since],
  );
}

/** The simulation that the same wish started before. Raises ProblemError where its key came with another body. */
async function isSameRequest(
  db: Queryable,
  { workspace, idempotencyKey, requestHash }: SimulationRequest,
  since: Date,
): Promise<QueuedSimulation | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const { rows } = await db.query<{ id: string; created_at: Date; request_hash: Uint8Array }>(
    `SELECT id, created_at, request_hash FROM simulations
     WHERE workspace_id = $1 AND idempotency_key = $2 AND created_at >= $3`,
    [workspace, idempotencyKey, since],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (Buffer.compare(row.request_hash, requestHash) === 0) return queued(row.id, workspace, row.created_at);
  throw new ProblemError(
    'idempotency_key_reused',
    `the \`Idempotency-Key\` came before with another body (simulation \`${row.id}\`); send a new key with a new wish`,
  );
}

function queued(id: string, workspace: string, at: Date): QueuedSimulation {
  return { id, workspace, createdAt: at.toISOString(), status: 'queued' };
}
