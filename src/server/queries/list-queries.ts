import type { z } from 'zod';
import type { queriesQuerySchema, recordedQuerySchema } from '../../contract/index.ts';
import { entryOfEvent } from '../audit/find-event.ts';
import type { Context } from '../context/types.ts';
import { containing, type FilterTable, filtersOf, nameFilter } from '../lists/filters.ts';
import { type PageRequest, readPage } from '../lists/page.ts';
import { flowIdsOf } from './flow-ids.ts';
import { OUTCOME_SQL, outcomeOf } from './outcomes.ts';

export type QueriesQuery = PageRequest & Partial<z.output<typeof queriesQuerySchema>>;

export type RecordedQuery = z.output<typeof recordedQuerySchema>;

/** Filters that stand for parameters. */
interface DerivedFilters {
  readonly sequence?: number | undefined;
  readonly verdicts?: string | undefined;
  readonly inTexts?: string | undefined;
  readonly inNames?: string | undefined;
}

/**
 * The text of a query, if the data policy still allows it: the sweep removes the others later. `$1` is the workspace.
 */
export const ALLOWED_TEXT = `CASE (SELECT w.query_text FROM workspaces w WHERE w.id = $1)
    WHEN 'full' THEN text WHEN 'shape' THEN CASE text_kind WHEN 'shape' THEN text END END`;

const NAMES = `caller->>'user', caller->>'role', caller->>'application', caller->>'database', database_id, session,
    proxy, array_to_string(rules, E'\\n')`;

/** Several verdicts, and the queries of a flow, have no index in the order of the list. */
const FILTERS: FilterTable<Omit<QueriesQuery, 'search'> & DerivedFilters> = {
  sequence: { sql: 'sequence = $' },
  rule: { sql: 'rule = $', table: 'query_rules' },
  key: { sql: 'key_id = $' },
  user: { sql: nameFilter("caller->>'user'") },
  application: { sql: nameFilter("caller->>'application'") },
  databaseId: { sql: 'database_id = $' },
  verdict: { sql: 'verdict = $' },
  verdicts: { sql: "verdict = ANY (string_to_array($, ','))", unindexed: true },
  channel: { sql: 'channel = $' },
  outcome: { sql: `${OUTCOME_SQL} = ANY (string_to_array($, ','))`, unindexed: true },
  mode: { sql: 'mode = $', unindexed: true },
  flow: { sql: "flow IN (SELECT decode(id, 'hex') FROM unnest(string_to_array($, ',')) AS id)", unindexed: true },
  inTexts: { sql: containing(`${ALLOWED_TEXT}, ${NAMES}`), unindexed: true },
  inNames: { sql: containing(NAMES), unindexed: true },
};

export interface QueryListRow {
  readonly sequence: number;
  readonly id: string;
  readonly key_id: string | null;
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
  readonly flow: Uint8Array | null;
}

/**
 * A page of the recorded queries, newest first; fewer than `limit` if the texts are large, or few match several filters. Without `withTexts`, no text
 * leaves the store. Raises ProblemError for a bad cursor.
 */
export async function listQueries(
  ctx: Context,
  workspace: string,
  query: QueriesQuery,
  { withTexts }: { readonly withTexts: boolean },
): Promise<{ items: RecordedQuery[]; next: string | undefined }> {
  const columns = `${queryColumns({ withTexts })},
    coalesce(octet_length(${withTexts ? ALLOWED_TEXT : 'NULL::text'}), 0) + octet_length(caller::text) + octet_length(rules::text) AS bytes`;
  const several = query.verdict?.includes(',');
  const flow = query.flow && (await flowIdsOf(ctx, workspace, query.flow)).all.join(',');
  const verdicts = several ? { verdict: undefined, verdicts: query.verdict } : {};
  const { event, search, ...others } = query;
  const sequence = event === undefined ? undefined : await entryOfEvent(ctx.db, workspace, event);
  if (event !== undefined && sequence === undefined) return { items: [], next: undefined };
  const searched = withTexts ? { inTexts: search } : { inNames: search };
  const filters = filtersOf(FILTERS, { ...others, ...verdicts, ...(flow && { flow }), ...searched, sequence });
  const { rows, next } = await readPage<QueryListRow>(ctx.db, workspace, { table: 'queries', columns }, filters, query);
  return { items: rows.map(queryOf), next };
}

/** The columns of a query, besides `at` and `sequence`. Without `withTexts`, no text leaves the store. */
export function queryColumns({ withTexts }: { readonly withTexts: boolean }): string {
  return `id, last_at, channel, database_id, key_id, dialect, caller, calls, verdict, rules, ruleset_version,
    judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, flow,
    ${withTexts ? ALLOWED_TEXT : 'NULL::text'} AS text`;
}

export function queryOf(row: QueryListRow): RecordedQuery {
  const { user, role, application, database } = row.caller;
  return {
    id: row.id,
    at: row.at.toISOString(),
    lastAt: row.last_at?.toISOString(),
    channel: row.channel,
    databaseId: row.database_id ?? undefined,
    key: row.key_id ?? undefined,
    dialect: row.dialect,
    caller: { user, role, application, database },
    calls: row.calls,
    // Events of an older version of the service had none.
    verdict: row.verdict ?? 'unknown',
    rules: row.rules,
    ruleset: row.ruleset_version ?? undefined,
    judgedAtIngest: row.judged_at_ingest,
    mode: row.mode ?? undefined,
    outcome: outcomeOf(row.outcome),
    sqlstate: row.sqlstate ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    session: row.session ?? undefined,
    proxy: row.proxy ?? undefined,
    text: row.text ?? undefined,
    flow: row.flow ? Buffer.from(row.flow).toString('hex') : undefined,
    audit: row.sequence,
  };
}
