import { type Actor, type AuditChain, timestampOf } from '../../contract/index.ts';
import type { Author, Context } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import { type Queryable, StoreError } from '../store/database.ts';
import type { Checkpoint } from './checkpoint.ts';
import { verifyAudit } from './verify-audit.ts';

/**
 * Entries verified between two heartbeats, and the milliseconds without a heartbeat after which a verification is taken
 * for dead.
 */
const PART = 20_000;
const DEAD_AFTER = 60_000;

interface Row {
  readonly audit_sequence: number;
  readonly audit_hash: string;
  readonly gone: number;
  readonly oldest: number | null;
  readonly oldest_at: Date | null;
  readonly started_at: Date | null;
  readonly started_by: Actor;
  readonly alive_at: Date;
  readonly finished_at: Date | null;
  readonly checked: number;
  readonly up_to: number;
  readonly broken_sequence: number | null;
  readonly broken_reason: string | null;
}

/** The state of the audit trail, and its newest verification. Raises ProblemError `workspace_not_found`. */
export async function readAuditChain({ db, now }: Context, workspace: string): Promise<AuditChain> {
  const { rows } = await db.query<Row>(
    `SELECT w.audit_sequence, w.audit_hash, o.sequence AS oldest, o.at AS oldest_at, v.started_at, v.started_by,
       v.alive_at, v.finished_at, v.entries AS checked, v.up_to, v.broken_sequence, v.broken_reason,
       (SELECT coalesce(sum(s.last_sequence - s.first_sequence + 1), 0)::bigint FROM audit_segments s
         WHERE s.workspace_id = w.id) AS gone
     FROM workspaces w
       LEFT JOIN LATERAL (
         SELECT * FROM (
           (SELECT sequence, at FROM audit_events WHERE workspace_id = w.id ORDER BY sequence LIMIT 1)
           UNION ALL
           (SELECT sequence, at FROM traffic_entries WHERE workspace_id = w.id ORDER BY sequence LIMIT 1)
         ) AS first ORDER BY sequence LIMIT 1
       ) AS o ON true
       LEFT JOIN audit_verifications v ON v.workspace_id = w.id
     WHERE w.id = $1`,
    [workspace],
  );
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  const { oldest, oldest_at: oldestAt } = row;
  return {
    workspace,
    sequence: row.audit_sequence,
    hash: row.audit_hash,
    entries: row.audit_sequence - row.gone,
    oldest: oldest === null || oldestAt === null ? undefined : { sequence: oldest, at: timestampOf(oldestAt) },
    deleted: await deletedSegments(db, workspace),
    deletedEntries: row.gone,
    verification: verificationOf(row, now()),
  };
}

/** Segments shown, the newest first. */
const MAX_SEGMENTS = 100;

async function deletedSegments(db: Queryable, workspace: string): Promise<AuditChain['deleted']> {
  const { rows } = await db.query<{ first_sequence: number; last_sequence: number; at: Date }>(
    `SELECT s.first_sequence, s.last_sequence, a.at FROM audit_segments s
       JOIN audit_events a ON a.workspace_id = s.workspace_id AND a.sequence = s.recorded
     WHERE s.workspace_id = $1 ORDER BY s.first_sequence DESC LIMIT $2`,
    [workspace, MAX_SEGMENTS],
  );
  return rows.map(({ first_sequence: from, last_sequence: to, at }) => ({ from, to, at: at.toISOString() }));
}

function verificationOf(row: Row, now: Date): AuditChain['verification'] {
  if (row.started_at === null) return undefined;
  const broken =
    row.broken_sequence === null ? undefined : { sequence: row.broken_sequence, reason: row.broken_reason ?? '' };
  const isAlive = now.getTime() - row.alive_at.getTime() < DEAD_AFTER;
  return {
    state: row.finished_at ? (broken ? 'broken' : 'intact') : isAlive ? 'running' : 'interrupted',
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by,
    finishedAt: row.finished_at?.toISOString(),
    entries: row.checked,
    upTo: row.up_to,
    broken,
  };
}

/**
 * Starts to verify the audit trail of a workspace in the background, unless a server does so already. Raises ProblemError
 * if the author lost the permission.
 */
export async function startVerification(
  ctx: Context,
  workspace: string,
  { actor, reauthorize }: Author,
  onError: (error: unknown) => void,
): Promise<AuditChain> {
  const at = ctx.now();
  const started = await ctx.db.transaction(async (tx) => {
    await reauthorize?.(tx);
    const { count } = await tx.query(
      `INSERT INTO audit_verifications (workspace_id, started_at, started_by, alive_at, entries, up_to)
       VALUES ($1, $2, $3::jsonb, $2, 0, 0)
       ON CONFLICT (workspace_id) DO UPDATE SET started_at = excluded.started_at, started_by = excluded.started_by,
         alive_at = excluded.alive_at, finished_at = NULL, entries = 0, up_to = 0, broken_sequence = NULL,
         broken_reason = NULL
       WHERE audit_verifications.finished_at IS NOT NULL OR audit_verifications.alive_at < $4`,
      [workspace, at, JSON.stringify(actor), new Date(at.getTime() - DEAD_AFTER)],
    );
    return count > 0;
  });
  if (started) void verify(ctx, workspace, at, onError);
  return readAuditChain(ctx, workspace);
}

/** Never raises. A verification with neither a result nor heartbeats is shown as interrupted. */
async function verify(
  ctx: Context,
  workspace: string,
  startedAt: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, now } = ctx;
  // Also the heartbeat: a part takes about a second.
  const progress = (entries: number, upTo: number) =>
    db.query(
      'UPDATE audit_verifications SET alive_at = $3, entries = $4, up_to = $5 WHERE workspace_id = $1 AND started_at = $2',
      [workspace, startedAt, now(), entries, upTo],
    );
  try {
    let entries = 0;
    let after: Checkpoint | undefined;
    for (;;) {
      const part = await verifyAudit(ctx, workspace, { after, limit: PART });
      entries += part.entries;
      after = part.next;
      if (after) {
        await progress(entries, after.sequence);
        continue;
      }
      const { broken, head } = part;
      await progress(entries, broken ? broken.sequence - 1 : head.sequence);
      await db.query(
        `UPDATE audit_verifications SET finished_at = $3, broken_sequence = $4, broken_reason = $5
         WHERE workspace_id = $1 AND started_at = $2`,
        [workspace, startedAt, now(), broken?.sequence ?? null, broken?.reason ?? null],
      );
      return;
    }
  } catch (error) {
    // The store is closed when the service stops.
    if (!(error instanceof StoreError)) onError(error);
  }
}
