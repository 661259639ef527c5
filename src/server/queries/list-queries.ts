import type { z } from 'zod';
import { LIMITS, type QueryVerdict, type recordedQuerySchema } from '../../contract/index.ts';
import { fitting, instantOf, type Paged, pageOf, readCursor } from '../audit/cursor.ts';
import type { Context } from '../context/types.ts';

export interface QueriesQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly verdict?: QueryVerdict['verdict'] | undefined;
  readonly databaseId?: string | undefined;
  /** ISO 8601: `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type RecordedQuery = z.output<typeof recordedQuerySchema>;

interface Row extends Paged {
  readonly id: string;
  readonly at: Date;
  readonly last_at: Date | null;
  readonly channel: RecordedQuery['channel'];
  readonly database_id: string | null;
  readonly dialect: RecordedQuery['dialect'];
  readonly caller: Partial<RecordedQuery['caller']>;
  readonly calls: number;
  readonly verdict: RecordedQuery['verdict'] | null;
  readonly rules: string[];
  readonly ruleset_version: number | null;
  readonly judged_at_ingest: boolean;
  readonly mode: NonNullable<RecordedQuery['mode']> | null;
  readonly outcome: string | null;
  readonly sqlstate: string | null;
  readonly duration_ms: number | null;
  readonly session: string | null;
  readonly proxy: string | null;
  readonly text: string | null;
}

/**
 * A page of the recorded queries, newest first; fewer than `limit` if the texts are large. Without `withTexts`, no text
 * leaves the store. Raises ProblemError for a bad cursor.
 */
export async function listQueries(
  { db }: Context,
  workspace: string,
  query: QueriesQuery,
  { withTexts }: { readonly withTexts: boolean },
): Promise<{ items: RecordedQuery[]; next: string | undefined }> {
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const text = withTexts ? 'text' : 'NULL::text';
  const { rows } = await db.query<Row>(
    fitting(
      `SELECT sequence, id, at, last_at, channel, database_id, dialect, caller, calls, verdict, rules, ruleset_version,
         judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, ${text} AS text,
         coalesce(octet_length(${text}), 0) + octet_length(caller::text) + octet_length(rules::text) AS bytes
       FROM queries
       WHERE workspace_id = $1 AND ($2::bigint IS NULL OR sequence < $2) AND ($3::text IS NULL OR verdict = $3)
         AND ($4::text IS NULL OR database_id = $4)
         AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)
       ORDER BY sequence DESC LIMIT $7`,
      'DESC',
    ),
    [
      ...[workspace, readCursor(query.cursor), query.verdict, query.databaseId],
      ...[instantOf(query.from), instantOf(query.to), limit + 1],
    ],
  );
  return pageOf(rows, limit, itemOf);
}

function itemOf(row: Row): RecordedQuery {
  const { user, role, application, database } = row.caller;
  return {
    id: row.id,
    at: row.at.toISOString(),
    lastAt: row.last_at?.toISOString(),
    channel: row.channel,
    databaseId: row.database_id ?? undefined,
    dialect: row.dialect,
    caller: { user, role, application, database },
    calls: row.calls,
    // Events of an older version of the service had none.
    verdict: row.verdict ?? 'unknown',
    rules: row.rules,
    ruleset: row.ruleset_version ?? undefined,
    judgedAtIngest: row.judged_at_ingest,
    mode: row.mode ?? undefined,
    outcome: row.outcome ?? undefined,
    sqlstate: row.sqlstate ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    session: row.session ?? undefined,
    proxy: row.proxy ?? undefined,
    text: row.text ?? undefined,
    audit: row.sequence,
  };
}
