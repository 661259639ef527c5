import { z } from 'zod';
import {
  type AuditEvent,
  auditEventSchema,
  type auditExportQuerySchema,
  type auditQuerySchema,
} from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { type FilterTable, filtersOf } from '../lists/filters.ts';
import { type PageRequest, readPage } from '../lists/page.ts';
import { actorColumn } from './append.ts';
import { entryOfEvent } from './find-event.ts';

export type AuditQuery = PageRequest & Partial<z.output<typeof auditQuerySchema>>;

const FILTERS: FilterTable<AuditQuery & { readonly sequence?: number | undefined }> = {
  sequence: { sql: 'sequence = $' },
  key: { sql: 'actor = $' },
  actor: { sql: 'actor = $' },
  type: { sql: 'type = $' },
  databaseId: { sql: 'database_id = $' },
};

interface Row {
  readonly at: Date;
  readonly sequence: number;
  readonly entry: string;
  readonly hash: string;
}

const entrySchema = auditEventSchema.omit({ hash: true }).extend({ workspace: z.string() });

/**
 * A page of the audit trail, newest first; fewer than `limit` entries if they are large, or if few match several
 * filters. Raises ProblemError for a bad cursor.
 */
export async function listAudit(
  { db }: Context,
  workspace: string,
  { event, ...query }: AuditQuery,
): Promise<{ items: AuditEvent[]; next: string | undefined }> {
  const list = { table: 'audit_events', columns: 'entry, hash, octet_length(entry) AS bytes' } as const;
  const actor = query.actor === undefined ? undefined : actorColumn({ id: query.actor });
  const sequence = event === undefined ? undefined : await entryOfEvent(db, workspace, event);
  if (event !== undefined && sequence === undefined) return { items: [], next: undefined };
  const filters = filtersOf(FILTERS, { ...query, sequence, actor });
  const { rows, next } = await readPage<Row>(db, workspace, list, filters, query);
  const items = rows.map(({ entry, hash }) => {
    const { workspace: _, ...event } = entrySchema.parse(JSON.parse(entry));
    return { ...event, hash };
  });
  return { items, next };
}

/** Entries per page of an export. */
const EXPORT_PAGE = 500;

/**
 * All entries of the audit trail that match, as the list gives them, newest first: one line of JSON for each. Pages are
 * read as the client takes them.
 */
export async function* streamAudit(
  ctx: Context,
  workspace: string,
  query: z.output<typeof auditExportQuerySchema>,
): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await listAudit(ctx, workspace, { ...query, cursor, limit: EXPORT_PAGE });
    if (page.items.length > 0) yield page.items.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    cursor = page.next;
  } while (cursor !== undefined);
}
