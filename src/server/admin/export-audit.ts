import { type ChainRow, readEntry } from '../audit/stored-entry.ts';
import { NO_TRAFFIC_ENTRY, PREVIOUS_HASH, TRAFFIC_BYTES, TRAFFIC_ENTRY } from '../audit/traffic-rows.ts';
import type { Context } from '../context/types.ts';
import { fitting, type Paged } from '../lists/fitting.ts';
import type { AdminResult } from './results.ts';
import { workspaceOf } from './workspaces.ts';

const ENTRIES = 1000;

type Row = ChainRow & { readonly previous: string | null };

/**
 * A part of the audit trail, oldest first. Each entry is as stored, with its hash added as the last key: without that
 * key, the text is the input of the hash. One that is not as it was appended has the key `damaged` after it.
 * Raises ProblemError `workspace_not_found`.
 */
export async function exportAudit(
  ctx: Context,
  workspace: string,
  after: number,
): Promise<AdminResult<'audit export'>> {
  if (after === 0) await workspaceOf(ctx, workspace);
  const { rows } = await ctx.db.query<Paged & Row>(
    fitting(
      `SELECT * FROM (
         (SELECT sequence, at, entry, ${NO_TRAFFIC_ENTRY}, NULL::text AS previous, octet_length(entry) AS bytes
          FROM audit_events WHERE workspace_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3)
         UNION ALL
         (SELECT t.sequence, t.at, NULL::text AS entry, ${TRAFFIC_ENTRY}, ${PREVIOUS_HASH} AS previous,
            ${TRAFFIC_BYTES} AS bytes
          FROM (SELECT * FROM traffic_entries WHERE workspace_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3) AS t
            LEFT JOIN traffic_kinds k ON k.id = t.kind)
       ) AS e ORDER BY sequence LIMIT $3`,
      'sequence ASC',
    ),
    [workspace, after, ENTRIES],
  );
  const last = rows.at(-1);
  return {
    lines: rows.map((row) => lineOf(row, workspace)),
    next: last && (last.found > rows.length || last.found === ENTRIES) ? last.sequence : undefined,
  };
}

function lineOf(row: Row, workspace: string): string {
  const { sequence, at, previous, hash } = row;
  const { text, entry, fault } = readEntry(row, previous ?? '', workspace);
  if (!entry) return JSON.stringify({ workspace, sequence, at, stored: text, hash, damaged: fault });
  const damaged = fault === undefined ? '' : `,"damaged":${JSON.stringify(fault)}`;
  return `${text.slice(0, -1)},"hash":${JSON.stringify(hash)}${damaged}}`;
}
