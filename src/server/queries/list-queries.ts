import type { z } from 'zod';
import { type queriesQuerySchema, type recordedQuerySchema, timestampOf } from '../../contract/index.ts';
import { entryOfEvent } from '../audit/find-event.ts';
import { idOf } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { containing, type FilterTable, filtersOf, nameFilter } from '../lists/filters.ts';
import { type PageRequest, readPage, type TimedList } from '../lists/page.ts';
import { flowIdsOf } from './flow-ids.ts';
import { outcomeOf, outcomeSql } from './outcomes.ts';
import { readSlowest } from './slowest.ts';

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

/** The text of a narrow row. */
export const NARROW_TEXT = `CASE WHEN (SELECT w.query_text FROM workspaces w WHERE w.id = $1) <> 'none' THEN k.text END`;

/** What it is. */
export const NARROW_TEXT_KIND = `CASE WHEN k.text IS NOT NULL THEN 'shape' END`;

const NARROW_NAMES = `k.caller->>'user', k.caller->>'role', k.caller->>'application', k.caller->>'database', k.database_id,
    t.session, k.proxy, array_to_string(k.rules, E'\\n')`;

/** Several verdicts, and the queries of a flow, have no index in the order of the list, unless their rows are narrow. */
const FILTERS: FilterTable<Omit<QueriesQuery, 'search' | 'sort'> & DerivedFilters> = {
  sequence: { sql: 'sequence = $', narrow: { indexed: 't.sequence = $' } },
  rule: { sql: 'rule = $', table: 'query_rules', narrow: { kind: 'k.rules @> ARRAY[$::text]' } },
  key: { sql: 'key_id = $', narrow: { kind: 'k.actor = $ AND k.key_id = $' } },
  user: { sql: nameFilter("caller->>'user'"), narrow: { kind: nameFilter("k.caller->>'user'") } },
  application: { sql: nameFilter("caller->>'application'"), narrow: { kind: nameFilter("k.caller->>'application'") } },
  databaseId: { sql: 'database_id = $', narrow: { kind: 'k.database_id = $' } },
  verdict: { sql: 'verdict = $', narrow: { kind: 'k.verdict = $' } },
  verdicts: unindexed((table) => `${table}verdict = ANY (string_to_array($, ','))`),
  channel: { sql: 'channel = $', narrow: { kind: 'k.channel = $' } },
  outcome: unindexed((table) => `${outcomeSql(`${table}outcome`)} = ANY (string_to_array($, ','))`),
  mode: unindexed((table) => `${table}mode = $`),
  flow: unindexed((table) => `${table}flow IN (SELECT decode(id, 'hex') FROM unnest(string_to_array($, ',')) AS id)`),
  inTexts: {
    ...{ sql: containing(`${ALLOWED_TEXT}, ${NAMES}`), unindexed: true },
    narrow: { entry: containing(`${NARROW_TEXT}, ${NARROW_NAMES}`) },
  },
  inNames: { sql: containing(NAMES), unindexed: true, narrow: { entry: containing(NARROW_NAMES) } },
};

/** A filter that no index of `queries` serves. */
function unindexed(sql: (table: '' | 'k.') => string) {
  return { sql: sql(''), unindexed: true, narrow: { kind: sql('k.') } } as const;
}

export interface QueryListRow {
  readonly sequence: number;
  readonly id: string;
  readonly key_id: string | null;
  readonly at: Date;
  readonly last_at: Date | null;
  /** NULL if the kind of a narrow row is missing, as are all its columns. */
  readonly channel: RecordedQuery['channel'] | null;
  readonly database_id: string | null;
  readonly dialect: RecordedQuery['dialect'] | null;
  readonly caller: Partial<RecordedQuery['caller']> | null;
  readonly calls: number;
  readonly verdict: RecordedQuery['verdict'] | null;
  readonly rules: string[] | null;
  readonly ruleset_version: number | null;
  readonly judged_at_ingest: boolean | null;
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
 * A page of the recorded queries, newest first unless they are sorted otherwise; fewer than `limit` if the texts are large,
 * or few match several filters. Without `withTexts`, no text leaves the store. `window`: queries that are sorted by
 * duration. Raises ProblemError for a bad cursor.
 */
export async function listQueries(
  ctx: Context,
  workspace: string,
  query: QueriesQuery,
  { withTexts, window }: { readonly withTexts: boolean; readonly window?: number },
): Promise<{ items: RecordedQuery[]; next: string | undefined; sortedNewest?: number | undefined }> {
  const bytesOf = (table: '' | 'k.', text: string) =>
    `octet_length(concat(${withTexts ? text : 'NULL'}, ${table}caller, ${table}rules)) + 1 AS bytes`;
  const list: TimedList = {
    table: 'queries',
    columns: `${queryColumns({ withTexts })}, ${bytesOf('', ALLOWED_TEXT)}`,
    narrow: { time: 'ran_at', columns: `${narrowColumns({ withTexts })}, ${bytesOf('k.', NARROW_TEXT)}` },
  };
  const several = query.verdict?.includes(',');
  const flow = query.flow && (await flowIdsOf(ctx, workspace, query.flow)).all.join(',');
  const verdicts = several ? { verdict: undefined, verdicts: query.verdict } : {};
  const { event, search, sort, ...others } = query;
  const sequence = event === undefined ? undefined : await entryOfEvent(ctx.db, workspace, event);
  if (event !== undefined && sequence === undefined) return { items: [], next: undefined };
  const searched = withTexts ? { inTexts: search } : { inNames: search };
  const filters = filtersOf(FILTERS, { ...others, ...verdicts, ...(flow && { flow }), ...searched, sequence });
  const { rows, ...page } =
    sort === 'slowest' && sequence === undefined
      ? await readSlowest<QueryListRow>(ctx.db, workspace, list, filters, { ...query, size: window })
      : await readPage<QueryListRow>(ctx.db, workspace, list, filters, {
          ...query,
          order: sort === 'oldest' ? sort : 'newest',
        });
  return { items: rows.map(queryOf), ...page };
}

/** The columns of a query, besides `at` and `sequence`. Without `withTexts`, no text leaves the store. */
export function queryColumns({ withTexts }: { readonly withTexts: boolean }): string {
  return `id, last_at, channel, database_id, key_id, dialect, caller, calls, verdict, rules, ruleset_version,
    judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, flow,
    ${withTexts ? ALLOWED_TEXT : 'NULL::text'} AS text`;
}

/** The same columns of `traffic_entries AS t` and `traffic_kinds AS k`. */
export function narrowColumns({ withTexts }: { readonly withTexts: boolean }): string {
  return `t.id::text AS id, t.last_at, k.channel, k.database_id, k.key_id, k.dialect, k.caller, coalesce(t.calls, 1) AS calls,
    k.verdict, k.rules, k.ruleset_version, k.judged_at_ingest, k.mode, k.outcome, k.sqlstate, t.duration_ms, t.session,
    k.proxy, k.flow, ${withTexts ? NARROW_TEXT : 'NULL::text'} AS text`;
}

/** The id of a query: narrow rows have it as a UUID. */
export function queryId(stored: string): string {
  return /^[0-9a-f-]{36}$/.test(stored) ? idOf('qry', stored.replaceAll('-', '')) : stored;
}

export function queryOf(row: QueryListRow): RecordedQuery {
  const { user, role, application, database } = row.caller ?? {};
  return {
    id: queryId(row.id),
    at: timestampOf(row.at),
    lastAt: row.last_at ? timestampOf(row.last_at) : undefined,
    channel: row.channel ?? undefined,
    databaseId: row.database_id ?? undefined,
    key: row.key_id ?? undefined,
    dialect: row.dialect ?? undefined,
    caller: { user, role, application, database },
    calls: row.calls,
    // Events of an older version of the service had none.
    verdict: row.verdict ?? 'unknown',
    rules: row.rules ?? [],
    ruleset: row.ruleset_version ?? undefined,
    judgedAtIngest: row.judged_at_ingest ?? false,
    mode: row.mode ?? undefined,
    outcome: row.channel === null ? undefined : outcomeOf(row.outcome),
    sqlstate: row.sqlstate ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    session: row.session ?? undefined,
    proxy: row.proxy ?? undefined,
    text: row.text ?? undefined,
    flow: row.flow ? Buffer.from(row.flow).toString('hex') : undefined,
    audit: row.sequence,
    damaged: row.channel === null ? 'what it has in common with equal queries is missing' : undefined,
  };
}
