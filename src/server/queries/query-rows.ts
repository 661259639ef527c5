import { createHash } from 'node:crypto';
import type { ProxySettings, QueryVerdict } from '../../contract/index.ts';
import { flowId } from '../../model/index.ts';
import type { NewEntry } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import { MAX_DAY_EXECUTIONS } from '../history/capped-counter.ts';
import { type Column, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import { CHANNEL_BITS } from './channel-bits.ts';
import { SEVERITIES } from './flow-rows.ts';
import type { IngestedEvent } from './ingest-events.ts';
import { type QueryRecord, type RecordAuthor, storable } from './records.ts';

/** A row of `queries`, without its sequence number. */
export interface QueryRow {
  readonly id: string;
  readonly at: Date;
  readonly lastAt?: Date | undefined;
  readonly channel: 'http' | 'proxy' | 'events';
  readonly databaseId: string | undefined;
  /** The API key that recorded it. */
  readonly key: string | undefined;
  readonly dialect: string;
  /** JSON. */
  readonly caller: string;
  readonly calls: number;
  readonly verdict: string;
  readonly rules: readonly string[];
  readonly ruleset: number | undefined;
  readonly judgedAtIngest: boolean;
  readonly mode?: string | undefined;
  readonly outcome?: string | undefined;
  readonly sqlstate?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly session?: string | undefined;
  readonly proxy?: string | undefined;
  /** Id of its flow. */
  readonly flow: string;
  /** The texts that the data policy can select; empty if there is none. */
  readonly texts: { readonly shape: string; readonly full: string };
}

/** The audit entry of a record; of a query or event, also its row. */
export interface Written {
  readonly entry: NewEntry;
  readonly row?: QueryRow | undefined;
}

export function authorOf({ actor, requestId, databaseId }: RecordAuthor) {
  return { actor, requestId, databaseId };
}

function keyOf({ actor }: RecordAuthor): string | undefined {
  return actor.kind === 'key' ? actor.id : undefined;
}

/** A query that was judged before it ran. */
export function evaluatedQuery(record: QueryRecord, at: Date): Written {
  const { id, request, outcome, ruleset, databaseId } = record;
  const rules = [...new Set(outcome.findings.filter(({ excepted }) => !excepted).map(({ rule }) => rule))];
  const { verdict, statements } = outcome;
  const { dialect } = request;
  return {
    entry: {
      ...authorOf(record),
      at,
      type: 'query.evaluated',
      details: { query: id, channel: 'http', dialect, verdict, statements, rules, ruleset },
    },
    row: {
      ...{
        id,
        at,
        channel: 'http',
        databaseId,
        key: keyOf(record),
        dialect,
        calls: 1,
        verdict,
        rules,
        ruleset,
        judgedAtIngest: false,
      },
      caller: callerJson(request.caller),
      flow: outcome.flow,
      texts: { shape: outcome.shape, full: request.query },
    },
  };
}

/** A query that a client reported. */
export function ingestedQuery({ record, event, outcome }: IngestedEvent, at: Date): Written {
  const { dialect, calls = 1, outcome: became = 'ok', sqlstate, proxy, durationMs, session } = event;
  const id = newId('qry');
  const ran = new Date(event.at);
  const lastAt = event.lastAt === undefined ? undefined : new Date(event.lastAt);
  const channel = proxy === undefined ? 'events' : 'proxy';
  const read = 'rows' in outcome ? outcome : undefined;
  const { verdict, rules, ruleset, mode } = event.judged ?? {
    // What cannot be read cannot be judged.
    ...(read?.judged ?? { verdict: 'unknown', rules: ['unreadable'] }),
    ruleset: record.ruleset,
    mode: undefined,
  };
  const judgedAtIngest = event.judged === undefined;
  const caller = 'rows' in event ? read?.caller : event.caller;
  return {
    entry: {
      ...authorOf(record),
      at,
      type: 'query.ingested',
      details: {
        ...{ query: id, event: event.id, channel, proxy, dialect, ranAt: ran.toISOString() },
        lastAt: lastAt?.toISOString(),
        ...{ calls, verdict, rules, ruleset, judgedAtIngest, mode, outcome: became, sqlstate },
        ...(!read && { unread: true }),
        ...(read?.rows.some(({ unreadable }) => unreadable) && { unreadable: true }),
        ...('truncated' in event && event.truncated && { truncated: true }),
      },
    },
    row: {
      ...{ id, at: ran, lastAt, channel, databaseId: record.databaseId, key: keyOf(record) },
      ...{ dialect, calls, outcome: became, sqlstate },
      ...{ verdict, rules, ruleset, judgedAtIngest, mode, durationMs, session, proxy },
      caller: callerJson(caller),
      flow: read?.flow ?? flowId({ dialect, shape: '', caller: { ...NOBODY, ...caller } }),
      texts: { shape: read?.shape ?? '', full: event.query ?? '' },
    },
  };
}

function callerJson(caller: QueryRecord['request']['caller']): string {
  const names: Record<string, string> = {};
  for (const name of ['user', 'role', 'application', 'database'] as const) {
    const value = caller?.[name];
    if (value !== undefined) names[name] = storable(value);
  }
  return JSON.stringify(names);
}

/** Longest shape of a flow that is stored, in characters (UTF-16 code units). */
const SHAPE = 2_000;

const SUM = `least(sum(c.calls), ${MAX_DAY_EXECUTIONS})::bigint`;

function sumOf(verdict: QueryVerdict['verdict']): string {
  const severity = SEVERITIES.indexOf(verdict);
  return `least(coalesce(sum(c.calls) FILTER (WHERE c.severity = ${severity}), 0), ${MAX_DAY_EXECUTIONS})::bigint`;
}

function added(column: string): string {
  return `least(query_flows.${column} + excluded.${column}, ${MAX_DAY_EXECUTIONS})`;
}

const NOBODY = { application: undefined, user: undefined, database: undefined };

/** Key of a flow of one database. */
function flowKey({ flow, databaseId }: QueryRow): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([flow, databaseId]))
    .digest();
}

/**
 * Adds the rows. The data policy must be read after locking the end of the chain: a policy change takes the same lock, so
 * that no text is stored under an old policy.
 */
export async function addQueries(
  tx: Queryable,
  workspace: string,
  written: readonly Written[],
  sequences: readonly number[],
  policy: ProxySettings['queryText'],
): Promise<void> {
  const rows = written.flatMap(({ row }, at) => (row ? { row, sequence: sequences[at] } : []));
  if (rows.length === 0) return;
  const texts = rows.map(({ row }) => (policy === 'none' ? '' : row.texts[policy]));
  const column = (name: string, type: string, value: (row: QueryRow) => unknown): Column => ({
    ...{ name, type },
    values: rows.map(({ row }) => value(row)),
  });
  const parameters: unknown[] = [workspace, policy];
  const columns: readonly Column[] = [
    { name: 'sequence', type: 'bigint', values: rows.map(({ sequence }) => sequence) },
    column('id', 'text', ({ id }) => id),
    column('at', 'timestamptz', ({ at }) => at.toISOString()),
    column('last_at', 'timestamptz', ({ lastAt }) => lastAt?.toISOString()),
    column('channel', 'text', ({ channel }) => channel),
    column('database_id', 'text', ({ databaseId }) => databaseId),
    column('key_id', 'text', ({ key }) => key),
    column('dialect', 'text', ({ dialect }) => dialect),
    column('caller', 'jsonb', ({ caller }) => caller),
    column('calls', 'bigint', ({ calls }) => calls),
    column('verdict', 'text', ({ verdict }) => verdict),
    // A list of lists must be a rectangle, so each is a text: ids of rules need no quotes.
    column('rules', 'text', ({ rules }) => `{${rules.join(',')}}`),
    column('ruleset_version', 'integer', ({ ruleset }) => ruleset),
    column('judged_at_ingest', 'boolean', ({ judgedAtIngest }) => judgedAtIngest),
    column('mode', 'text', ({ mode }) => mode),
    column('outcome', 'text', ({ outcome }) => outcome),
    column('sqlstate', 'text', ({ sqlstate }) => sqlstate),
    column('duration_ms', 'double precision', ({ durationMs }) => durationMs),
    column('session', 'text', ({ session }) => session),
    column('proxy', 'text', ({ proxy }) => proxy),
    column('flow', 'bytea', flowKey),
    column('flow_id', 'bytea', ({ flow }) => Buffer.from(flow, 'hex')),
    column('channel_bit', 'smallint', ({ channel }) => CHANNEL_BITS[channel]),
    column('severity', 'smallint', ({ verdict }) => (SEVERITIES as readonly string[]).indexOf(verdict)),
    {
      name: 'shape',
      type: 'text',
      values: rows.map(({ row }) => (policy === 'none' ? undefined : storable(row.texts.shape.slice(0, SHAPE)))),
    },
    { name: 'text', type: 'text', values: texts.map((text) => (text === '' ? undefined : storable(text))) },
  ];
  await tx.query(
    `WITH c AS MATERIALIZED (
       SELECT * FROM ${selectColumns(columns, parameters)}
     ), added AS (
       INSERT INTO queries (workspace_id, sequence, id, at, last_at, channel, database_id, key_id, dialect, caller,
         calls, verdict, rules, ruleset_version, judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy,
         flow, text, text_kind)
       SELECT $1, c.sequence, c.id, c.at, c.last_at, c.channel, c.database_id, c.key_id, c.dialect, c.caller, c.calls,
         c.verdict, c.rules::text[], c.ruleset_version, c.judged_at_ingest, c.mode, c.outcome, c.sqlstate,
         c.duration_ms, c.session, c.proxy, c.flow_id, c.text, CASE WHEN c.text IS NOT NULL THEN $2 END
       FROM c
     ), counted AS (
       INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls)
       SELECT $1, u.unit, date_trunc(u.unit, c.at, 'UTC'), c.channel, coalesce(c.database_id, ''), c.verdict,
         ${SUM}
       FROM c, (VALUES ('minute'), ('hour'), ('day')) AS u (unit) GROUP BY 2, 3, 4, 5, 6
       ON CONFLICT (workspace_id, unit, at, channel, database_id, verdict)
         DO UPDATE SET calls = least(query_counts.calls + excluded.calls, ${MAX_DAY_EXECUTIONS})
     ), flows AS (
       INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, database_id, caller, shape, calls, allow_calls,
         warn_calls, unknown_calls, block_calls, channels, first_at, last_at, last_minute, severity, worst_sequence,
         rules)
       SELECT $1, c.flow, (array_agg(c.flow_id))[1], min(c.dialect), min(c.database_id), (array_agg(c.caller))[1],
         nullif(min(c.shape), ''), ${SUM}, ${sumOf('allow')}, ${sumOf('warn')}, ${sumOf('unknown')},
         ${sumOf('block')}, bit_or(c.channel_bit), min(c.at), max(coalesce(c.last_at, c.at)),
         date_trunc('minute', max(coalesce(c.last_at, c.at)), 'UTC'), max(c.severity),
         (array_agg(c.sequence ORDER BY c.severity DESC, c.sequence DESC))[1],
         (array_agg(c.rules ORDER BY c.severity DESC, c.sequence DESC))[1]::text[]
       FROM c GROUP BY c.flow
       ON CONFLICT (workspace_id, flow) DO UPDATE SET
         calls = ${added('calls')}, allow_calls = ${added('allow_calls')}, warn_calls = ${added('warn_calls')},
         unknown_calls = ${added('unknown_calls')}, block_calls = ${added('block_calls')},
         channels = query_flows.channels | excluded.channels,
         worst_sequence = CASE WHEN excluded.severity >= query_flows.severity
           THEN excluded.worst_sequence ELSE query_flows.worst_sequence END,
         rules = CASE WHEN excluded.severity >= query_flows.severity THEN excluded.rules ELSE query_flows.rules END,
         first_at = least(query_flows.first_at, excluded.first_at),
         last_at = greatest(query_flows.last_at, excluded.last_at),
         last_minute = greatest(query_flows.last_minute, excluded.last_minute),
         severity = greatest(query_flows.severity, excluded.severity),
         shape = coalesce(query_flows.shape, excluded.shape)
     )
     INSERT INTO query_rules (workspace_id, rule, at, sequence)
     SELECT DISTINCT $1, r.rule, c.at, c.sequence FROM c, unnest(c.rules::text[]) AS r (rule)`,
    parameters,
  );
}
