import { z } from 'zod';
import {
  type AuditEvent,
  auditEventSchema,
  type auditExportQuerySchema,
  type auditQuerySchema,
  timestampOf,
} from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { type FilterTable, filtersOf } from '../lists/filters.ts';
import { type PageRequest, readPage, type TimedList } from '../lists/page.ts';
import { actorColumn } from './append.ts';
import { entryOfEvent } from './find-event.ts';
import { type ChainRow, HASH_FAULT, readEntry } from './stored-entry.ts';
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

const entrySchema = auditEventSchema.omit({ hash: true, damaged: true }).extend({ workspace: z.string() });

/**
 * A page of the audit trail, newest first; fewer than `limit` entries if they are large, or if few match several
 * filters. An entry that is not as it was appended is shown as damaged. Raises ProblemError for a bad cursor.
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
  return { items: rows.map((row) => eventOf(row, workspace)), next };
}

function eventOf(row: Row, workspace: string): AuditEvent {
  const { text, entry, fault } = readEntry(row, row.previous ?? '', workspace);
  const damaged = row.entry === null && fault === HASH_FAULT ? `${fault}, or the entry before it was changed` : fault;
  const { data } = entrySchema.safeParse(entry && JSON.parse(text));
  if (data) {
    const { workspace: _, ...event } = data;
    return { ...event, hash: row.hash, damaged };
  }
  const { sequence, at, type, actor, database_id: databaseId, previous, hash } = row;
  return {
    ...{ sequence, at: timestampOf(at), type: type ?? 'unknown', databaseId: databaseId ?? undefined, details: {} },
    ...{ actor: { kind: 'unknown', id: undefined, name: actor ?? 'unknown' }, previous: previous ?? '', hash },
    ...{ requestId: undefined, administrative: undefined },
    damaged: damaged ?? 'this version of the service cannot read the entry',
  };
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
