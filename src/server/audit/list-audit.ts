import { z } from 'zod';
import { type AuditEvent, type AuditType, auditEventSchema, LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { fitting, instantOf, type Paged, pageOf, readCursor } from './cursor.ts';

export interface AuditQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly type?: AuditType | undefined;
  /** ISO 8601: `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Row extends Paged {
  readonly entry: string;
  readonly hash: string;
}

const entrySchema = auditEventSchema.omit({ hash: true }).extend({ workspace: z.string() });

/**
 * A page of the audit trail, newest first; fewer than `limit` entries if they are large. Raises ProblemError for a bad
 * cursor.
 */
export async function listAudit(
  { db }: Context,
  workspace: string,
  query: AuditQuery,
): Promise<{ items: AuditEvent[]; next: string | undefined }> {
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const { rows } = await db.query<Row>(
    fitting(
      `SELECT sequence, entry, hash, octet_length(entry) AS bytes FROM audit_events
       WHERE workspace_id = $1 AND ($2::bigint IS NULL OR sequence < $2) AND ($3::text IS NULL OR type = $3)
         AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
       ORDER BY sequence DESC LIMIT $6`,
      'DESC',
    ),
    [workspace, readCursor(query.cursor), query.type, instantOf(query.from), instantOf(query.to), limit + 1],
  );
  return pageOf(rows, limit, ({ entry, hash }) => {
    const { workspace: _, ...event } = entrySchema.parse(JSON.parse(entry));
    return { ...event, hash };
  });
}
