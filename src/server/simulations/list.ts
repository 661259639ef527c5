import type { z } from 'zod';
import { LIMITS, type SimulationItem, type simulationsQuerySchema } from '../../contract/index.ts';
import { readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';

interface Row {
  readonly id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly status: SimulationItem['status'];
  readonly key_id: string;
  readonly is_key: boolean;
  readonly is_trust: boolean;
  readonly name: string | null;
  readonly repository: string | null;
  readonly ref: string | null;
  readonly commit_id: string | null;
  readonly default_branch: boolean;
  readonly head_hash: string;
  readonly kept: boolean;
  readonly summary: SimulationItem['summary'] | null;
}

/** Lists the simulations of a workspace, newest first. Raises ProblemError for a bad cursor. */
export async function listSimulations(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  { cursor, limit = LIMITS.defaultPageItems, status, ref }: z.output<typeof simulationsQuerySchema>,
): Promise<{ readonly items: SimulationItem[]; readonly next: string | undefined }> {
  const after = readTimeCursor(cursor);
  // The index does not cover open states: a workspace has few open simulations.
  const ended = status === 'done' || status === 'failed';
  const byStatus = status === undefined ? '' : ended ? 'AND o.ended = $6' : 'AND o.ended IS NULL AND s.status = $6';
  const { rows } = await db.query<Row>(
    `SELECT s.id, o.created_at, s.finished_at, s.status, s.key_id, k.id IS NOT NULL AS is_key, t.id IS NOT NULL AS is_trust,
       coalesce(k.name, t.name, u.email) AS name, o.repository, o.ref,
       o.commit_id, o.default_branch, o.head_hash, o.head IS NOT NULL AS kept, o.summary
     FROM simulation_sources o JOIN simulations s ON s.id = o.simulation_id 
       LEFT JOIN api_keys k ON k.id = s.key_id LEFT JOIN trusts t ON t.id = s.key_id
       LEFT JOIN users u ON u.id = s.key_id
     WHERE o.workspace_id = $1
       AND ($2::timestamptz IS NULL OR o.created_at < $2 OR (o.created_at = $2 AND o.simulation_id > $3))
       ${ref === undefined ? 'AND $5::text IS NULL' : 'AND o.ref = $5'} ${byStatus}
     ORDER BY o.created_at DESC, o.simulation_id LIMIT $4`,
    [workspace, after?.at ?? null, after?.id ?? '', limit + 1, ref ?? null, ...(status === undefined ? [] : [status])],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    next: rows.length > limit && last ? writeTimeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

function toItem(row: Row): SimulationItem {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString(),
    status: row.status,
    startedBy: {
      kind: row.is_key ? 'key' : row.is_trust ? 'trust' : 'user',
      id: row.key_id,
      name: row.name ?? row.key_id,
    },
    repository: row.repository ?? undefined,
    ref: row.ref ?? undefined,
    commit: row.commit_id ?? undefined,
    defaultBranch: row.default_branch,
    head: { hash: row.head_hash },
    activatable: row.status === 'done' && row.default_branch && row.kept,
    summary: summaryOf(row.summary),
  };
}

function summaryOf(summary: Row['summary']): SimulationItem['summary'] {
  if (!summary) return undefined;
  const { outcome, ruleset, totals } = summary;
  return { outcome, ruleset, totals };
}
