import type { z } from 'zod';
import type { flowsExportQuerySchema, QueryOutcome, queriesExportQuerySchema } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { byVerdict, type Flow } from './flow-rows.ts';
import { listFlows } from './list-flows.ts';
import { listQueries, type RecordedQuery } from './list-queries.ts';

type QueriesExport = z.output<typeof queriesExportQuerySchema>;
type FlowsExport = z.output<typeof flowsExportQuerySchema>;

/** Items per page of an export; of the slowest queries, all of which are sorted for each page. */
const PAGE = 500;
const SORTED_PAGE = 5_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

type Columns<T> = Readonly<Record<string, (item: T) => string | number | undefined>>;

const CALLER = {
  application: ({ caller }) => caller.application,
  user: ({ caller }) => caller.user,
  role: ({ caller }) => caller.role,
  database: ({ caller }) => caller.database,
} as const satisfies Columns<Pick<RecordedQuery, 'caller'>>;

const QUERY_COLUMNS: Columns<RecordedQuery> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  verdict: ({ verdict }) => verdict,
  outcome: ({ outcome }) => outcome,
  mode: ({ mode }) => mode,
  sqlstate: ({ sqlstate }) => sqlstate,
  calls: ({ calls }) => calls,
  channel: ({ channel }) => channel,
  databaseId: ({ databaseId }) => databaseId,
  ...CALLER,
  rules: ({ rules }) => rules.join(' '),
  ruleset: ({ ruleset }) => ruleset,
  flow: ({ flow }) => flow,
  proxy: ({ proxy }) => proxy,
  session: ({ session }) => session,
  durationMs: ({ durationMs }) => durationMs,
  text: ({ text }) => text,
  damaged: ({ damaged }) => damaged,
};

const FLOW_COLUMNS: Columns<Flow> = {
  id: ({ id }) => id,
  verdict: ({ verdict }) => verdict,
  ...outcomeColumns('ran', 'refused', 'failed', 'advised'),
  calls: ({ calls }) => calls,
  ...byVerdict(
    (verdict) =>
      ({ verdicts }: Flow) =>
        verdicts[verdict],
  ),
  databaseId: ({ databaseId }) => databaseId,
  ...CALLER,
  rules: ({ rules }) => rules.join(' '),
  firstAt: ({ firstAt }) => firstAt,
  lastAt: ({ lastAt }) => lastAt,
  shape: ({ shape }) => shape,
};

/** Calls with the worst verdict of a flow, by outcome. */
function outcomeColumns(...outcomes: readonly QueryOutcome[]): Columns<Flow> {
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, ({ verdict, outcomes: calls }: Flow) => calls[verdict][outcome]]),
  );
}

/** All queries that match, in the order of the list, with the texts that the data policy allows. The audit trail records it first. */
export async function* exportQueries(
  ctx: Context,
  workspace: string,
  { format, ...query }: QueriesExport,
  by: Author,
): AsyncGenerator<string> {
  await record(ctx, workspace, { list: 'queries', format, filters: query }, by);
  const limit = query.sort === 'slowest' ? SORTED_PAGE : PAGE;
  const read = (cursor: string | undefined) =>
    listQueries(ctx, workspace, { ...query, cursor, limit }, { withTexts: true });
  yield* linesOf(read, format === 'csv' ? QUERY_COLUMNS : undefined);
}

/** All flows that match, in the order of the list. The audit trail records it first. */
export async function* exportFlows(
  ctx: Context,
  workspace: string,
  { format, ...query }: FlowsExport,
  by: Author,
): AsyncGenerator<string> {
  await record(ctx, workspace, { list: 'flows', format, filters: query }, by);
  const read = (cursor: string | undefined) =>
    listFlows(ctx, workspace, { ...query, cursor, limit: PAGE }, { withTexts: true });
  yield* linesOf(read, format === 'csv' ? FLOW_COLUMNS : undefined);
}

async function record(
  { db, now }: Context,
  workspace: string,
  {
    list,
    format = 'jsonl',
    filters,
  }: { readonly list: string; readonly format?: string | undefined; readonly filters: object },
  { actor, requestId }: Author,
): Promise<void> {
  const entry = { at: now(), type: 'queries.exported', actor, requestId, details: { list, format, filters } } as const;
  await db.transaction((tx) => appendAudit(tx, workspace, [entry]));
}

async function* linesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  columns: Columns<T> | undefined,
): AsyncGenerator<string> {
  if (columns) yield csvLine(Object.keys(columns));
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    const lines = page.items.map((item) =>
      columns ? csvLine(Object.values(columns).map((value) => value(item))) : `${JSON.stringify(item)}\n`,
    );
    if (lines.length > 0) yield lines.join('');
    cursor = page.next;
  } while (cursor !== undefined);
}

/** A line of CSV (RFC 4180). */
function csvLine(values: readonly (string | number | undefined)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  // A spreadsheet would run a text that begins like this as a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
