import { LIMITS, type SimulateRequest, type Simulation } from '../../contract/index.ts';
import { InternalError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { loadRuleset } from '../rulesets/load.ts';
import type { Queryable } from '../store/database.ts';
import { insertSource } from './sources.ts';

/** Maximum queued and running simulations of one workspace. */
const MAX_OPEN = 100;

/** `Retry-After` in seconds when a workspace has too many open simulations. */
const WAIT_FOR_ROOM = 10;

export interface SimulationRequest {
  readonly workspace: string;
  readonly by: Author;
  /** `databaseId` of the API key. */
  readonly databaseId: string | undefined;
  readonly request: SimulateRequest;
  /** SHA-256 of the body as received. */
  readonly requestHash: Uint8Array;
  readonly idempotencyKey: string | undefined;
}

export type QueuedSimulation = Extract<Simulation, { status: 'queued' }>;

/**
 * Queues a simulation for an API key, a CI job or a signed-in user. A repeated request with the same `Idempotency-Key` gets the first response and starts nothing.
 * The head rules are loaded now, so that mistakes in them are reported immediately; declared flows are read when the
 * simulation runs.
 * Raises ProblemError `rules_invalid`, `idempotency_key_reused`, `rate_limited`.
 */
export async function startSimulation(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset'>,
  input: SimulationRequest,
): Promise<QueuedSimulation> {
  const before = await findRepeated(ctx.db, input, rememberedSince(ctx));
  if (before) return before;
  const head = await loadRuleset(engine, input.request.head, input.workspace);
  const { actor, requestId, reauthorize } = input.by;
  if (actor.id === undefined) throw new InternalError('the actor of a simulation has an id');
  const starter = actor.id;
  return ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    await reauthorize?.(tx);
    await forget(tx, input, rememberedSince(ctx));
    const { rows } = await tx.query<{ open: number }>(
      `SELECT count(*) AS open FROM simulations WHERE workspace_id = $1 AND status IN ('queued', 'running')`,
      [input.workspace],
    );
    const open = rows[0]?.open ?? 0;
    if (open >= MAX_OPEN)
      throw new ProblemError(
        'rate_limited',
        `the workspace already has ${open} simulations queued or running, which is the limit; try again when some have finished`,
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
        input.workspace,
        at,
        starter,
        input.idempotencyKey ?? null,
        input.requestHash,
        JSON.stringify(input.request),
        requestId,
      ],
    );
    if (count === 0) {
      // A concurrent request with the same key was committed first.
      const other = await findRepeated(tx, input, rememberedSince(ctx));
      if (!other) throw new InternalError('a simulation with the same `Idempotency-Key` appeared and disappeared');
      return other;
    }
    await insertSource(tx, {
      id,
      at,
      workspace: input.workspace,
      key: starter,
      request: input.request,
      hash: head.hash,
    });
    const { entry, commit, files } = input.request.head;
    await appendAudit(tx, input.workspace, [
      {
        at,
        type: 'simulation.started',
        actor,
        databaseId: input.databaseId,
        requestId,
        details: {
          simulation: id,
          head: { entry, commit, files: files.length, hash: head.hash, rules: head.rules },
          change: input.request.change,
        },
      },
    ]);
    return queued(id, input.workspace, at);
  });
}

/** Start of the period in which idempotency keys are remembered. */
function rememberedSince({ now }: Context): Date {
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

/** The simulation that the same request started before. Raises ProblemError if its key was used with another body. */
async function findRepeated(
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
    `the \`Idempotency-Key\` was already used with another body (simulation \`${row.id}\`); send a new key with a new request`,
  );
}

function queued(id: string, workspace: string, at: Date): QueuedSimulation {
  return { id, workspace, createdAt: at.toISOString(), status: 'queued' };
}
