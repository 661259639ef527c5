import { LIMITS } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import { deleteGivenUp } from '../history/pending-imports.ts';
import { firstRetainedDay } from '../history/retention-start.ts';
import { markAllExpired } from '../keys/mark-expired.ts';
import { forgetRequests } from '../keys/repeated-request.ts';
import { deleteTraffic, type Misfit } from './delete-traffic.ts';
import { deleteUnused, UNUSED } from './delete-unused.ts';
import { type Deletion, deletions } from './deletions.ts';
import { removeTexts } from './remove-texts.ts';
import { step } from './steps.ts';
import { acquireSweepLock, SWEEP_ACTOR } from './sweep-lock.ts';

/** What a sweep deleted, of all workspaces. */
export interface SweepResult {
  readonly workspaces: number;
  /** Number of deleted items by kind: `queries`, `eventIds`, `historyDays`, … */
  readonly deleted: Readonly<Record<string, number>>;
  /** Where retention of traffic stands still: deleting an entry that does not fit the chain would hide that. */
  readonly stopped: readonly StoppedRetention[];
}

export interface StoppedRetention extends Misfit {
  readonly workspace: string;
}

interface Due {
  readonly id: string;
  readonly lowered: boolean;
  /** Not yet swept today, or due again. */
  readonly unswept: boolean;
}

/**
 * Deletes data older than the retention of each workspace, once a day (UTC) and when a lowered retention takes effect;
 * query texts that the data policy no longer allows; and expired text parts and sessions. It can be interrupted at any
 * time and run on several servers: each batch is deleted in one transaction together with its audit entry.
 */
export async function sweep(ctx: Context): Promise<SweepResult> {
  const now = ctx.now();
  const total: Record<string, number> = {};
  const add = (what: string, count: number) => {
    if (count > 0) total[what] = (total[what] ?? 0) + count;
  };
  const stopped: StoppedRetention[] = [];
  add('texts', await expired(ctx, 'texts', 'created_at', new Date(now.getTime() - LIMITS.partMinutes * 60_000)));
  add('sessions', await expired(ctx, 'sessions', 'expires_at', now));
  await markAllExpired(ctx.db, now);
  add('keyRequests', await forgetRequests(ctx.db, now));
  const { rows } = await ctx.db.query<Due>(
    `SELECT id, coalesce(lowered_from <= $1::date, false) AS lowered,
       swept_on IS NULL OR swept_on < $1::date AS unswept
     FROM workspaces WHERE swept_on IS NULL OR swept_on < $1::date OR lowered_from <= $1::date OR texts_due ORDER BY id`,
    [dayOf(now)],
  );
  for (const { id, lowered, unswept } of rows) {
    if (lowered) await applyLowered(ctx, id, now);
    if (lowered || unswept) {
      const misfit = await sweepWorkspace(ctx, id, now, add);
      if (misfit) stopped.push({ workspace: id, ...misfit });
    }
    for (const [what, count] of Object.entries(await removeTexts(ctx, id, now))) add(what, count);
  }
  // The embedded store has no autovacuum.
  if (ctx.db.kind === 'embedded' && Object.keys(total).length > 0) await ctx.db.query('VACUUM (ANALYZE)');
  return { workspaces: rows.length, deleted: total, stopped };
}

/** Deletes expired rows of a table that does not depend on a retention. */
async function expired({ db }: Context, table: 'texts' | 'sessions', column: string, before: Date): Promise<number> {
  const { count } = await db.transaction(
    (tx) => tx.query(`DELETE FROM ${table} WHERE ${column} < $1`, [before]),
    'bulk',
  );
  return count;
}

function applyLowered({ db }: Context, workspace: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ retention_days: number; lowered_to: number }>(
      `SELECT retention_days, lowered_to FROM workspaces WHERE id = $1 AND lowered_from <= $2::date FOR NO KEY UPDATE`,
      [workspace, dayOf(now)],
    );
    const [row] = rows;
    if (!row) return;
    await tx.query(
      'UPDATE workspaces SET retention_days = lowered_to, lowered_to = NULL, lowered_from = NULL WHERE id = $1',
      [workspace],
    );
    const details = {
      before: { retentionDays: row.retention_days },
      after: { retentionDays: row.lowered_to },
      due: true,
    };
    await appendAudit(tx, workspace, [{ at: now, type: 'data_policy.changed', actor: SWEEP_ACTOR, details }]);
  });
}

/** Returns where it had to stop. */
async function sweepWorkspace(
  ctx: Context,
  workspace: string,
  now: Date,
  add: (what: string, count: number) => void,
): Promise<Misfit | undefined> {
  const { db } = ctx;
  /** Number of deleted items; undefined if another server is sweeping the workspace. */
  const deletePart = async (what: string, run: Deletion['run']): Promise<number | undefined> => {
    const deleted = await db.transaction(async (tx) => {
      const retentionDays = await acquireSweepLock(tx, workspace);
      if (retentionDays === undefined) return undefined;
      const from = firstRetainedDay(now, retentionDays);
      const count = await run(tx, workspace, from);
      if (count > 0) {
        const details = { [what]: count, before: from };
        await appendAudit(tx, workspace, [{ at: now, type: 'data.deleted', actor: SWEEP_ACTOR, details }]);
      }
      return count;
    }, 'bulk');
    add(what, deleted ?? 0);
    return deleted;
  };
  for (const { what, run } of deletions) {
    for (let deleted = 1; deleted > 0; ) {
      const count = await step(() => deletePart(what, run));
      if (count === undefined) return undefined;
      deleted = count;
    }
  }
  const { deleted, misfit } = await deleteTraffic(ctx, workspace, now);
  add('auditEntries', deleted);
  for (const referred of UNUSED) {
    const remove = async (run: Deletion['run']) => (await deletePart(referred.what, run)) !== undefined;
    if (!(await deleteUnused(db, workspace, referred, remove))) return misfit;
  }
  add('historyDays', await deleteGivenUp(db, workspace, now));
  await db.query('UPDATE workspaces SET swept_on = $2::date WHERE id = $1', [workspace, dayOf(now)]);
  return misfit;
}
