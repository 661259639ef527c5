import { z } from 'zod';
import {
  type AuditEvent,
  auditEventSchema,
  type auditExportQuerySchema,
  type auditQuerySchema,
} from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { type FilterTable, filtersOf } from '../lists/filters.ts';
import { type PageRequest, readPage, type TimedList } from '../lists/page.ts';
import { actorColumn } from './append.ts';
import { type ChainRow, textOf } from './chain.ts';
import { entryOfEvent } from './find-event.ts';
import { NO_TRAFFIC_ENTRY, PREVIOUS_HASH, TRAFFIC_BYTES, TRAFFIC_ENTRY } from './traffic-rows.ts';

export type AuditQuery = PageRequest & Partial<z.output<typeof auditQuerySchema>>;

const FILTERS: FilterTable<AuditQuery & { readonly sequence?: number | undefined }> = {
  sequence: { sql: 'sequence = $', narrow: { indexed: 't.sequence = $' } },
  key: { sql: 'actor = $', narrow: { kind: 'k.actor = $' } },
  actor: { sql: 'actor = $', narrow: { kind: 'k.actor = $' } },
  type: { sql: 'type = $', narrow: { kind: 'k.type = $' } },
  databaseId: { sql: 'database_id = $', narrow: { kind: 'k.database_id = $' } },
};

type Row = ChainRow & { readonly previous: string | null };

const LIST: TimedList = {
  table: 'audit_events',
  columns: `entry, ${NO_TRAFFIC_ENTRY}, NULL::text AS previous, octet_length(entry) AS bytes`,
  narrow: {
    time: 'at',
    columns: `NULL::text AS entry, ${TRAFFIC_ENTRY}, ${PREVIOUS_HASH} AS previous, ${TRAFFIC_BYTES} AS bytes`,
  },
};

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
  const actor = query.actor === undefined ? undefined : actorColumn({ id: query.actor });
  const sequence = event === undefined ? undefined : await entryOfEvent(db, workspace, event);
  if (event !== undefined && sequence === undefined) return { items: [], next: undefined };
  const filters = filtersOf(FILTERS, { ...query, sequence, actor });
  const { rows, next } = await readPage<Row>(db, workspace, LIST, filters, query);
  const items = rows.map((row) => {
    const { workspace: _, ...event } = entrySchema.parse(JSON.parse(textOf(row, row.previous ?? '')));
    return { ...event, hash: row.hash };
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
