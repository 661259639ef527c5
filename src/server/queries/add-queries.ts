import { type ProxySettings, QUERY_OUTCOMES } from '../../contract/index.ts';
import { MAX_DAY_EXECUTIONS } from '../history/capped-counter.ts';
import { type Column, chunksOf, columnOf, type Statement, selectColumns } from '../store/columns.ts';
import { OUTCOME_COLUMNS, outcomeColumn, SEVERITIES } from './flow-rows.ts';
import {
  type FlowSum,
  flowSums,
  minuteOf,
  type NumberedQuery,
  type QueryCount,
  queryCounts,
  sumQueries,
} from './query-sums.ts';
import { storable } from './records.ts';

/** Longest shape of a flow that is stored, in characters (UTF-16 code units). */
const SHAPE = 2_000;

type Policy = ProxySettings['queryText'];

/**
 * The statements that add the rows, in chunks; the last one also adds what they count. The data policy must be read
 * after locking the end of the chain: a policy change takes the same lock, so that no text is stored under an old policy.
 */
export function* queryStatements(
  workspace: string,
  queries: readonly NumberedQuery[],
  policy: Policy,
): Generator<Statement> {
  const wide = queries.filter(({ narrow }) => !narrow);
  for (const chunk of chunksOf(wide)) {
    const parameters: unknown[] = [workspace, policy];
    const sql = `INSERT INTO queries (workspace_id, sequence, id, at, last_at, channel, database_id, key_id, dialect, caller,
       calls, verdict, rules, ruleset_version, judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy,
       flow, text, text_kind)
     SELECT $1, c.sequence, c.id, c.at, c.last_at, c.channel, c.database_id, c.key_id, c.dialect, c.caller, c.calls,
       c.verdict, c.rules::text[], c.ruleset_version, c.judged_at_ingest, c.mode, c.outcome, c.sqlstate,
       c.duration_ms, c.session, c.proxy, c.flow, c.text, CASE WHEN c.text IS NOT NULL THEN $2 END
     FROM ${selectColumns(queryColumns(chunk, policy), parameters)}`;
    yield { sql, parameters };
  }
  if (queries.length > 0) yield sumsStatement(workspace, queries, policy);
}

/** Adds counts, flows and broken rules. */
function sumsStatement(workspace: string, queries: readonly NumberedQuery[], policy: Policy): Statement {
  const parameters: unknown[] = [workspace];
  const rules = ruleColumns(queries.filter(({ narrow }) => !narrow));
  const sums = sumQueries(queries);
  const sql = `WITH counted AS (
       INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls, ${COUNTED.join(', ')})
       SELECT $1, c.unit, c.at, c.channel, c.database_id, c.verdict, c.calls, ${ofRow(COUNTED)}
       FROM ${selectColumns(countColumns(queryCounts(sums)), parameters)}
       ON CONFLICT (workspace_id, unit, at, channel, database_id, verdict)
         DO UPDATE SET ${['calls', ...COUNTED].map((column) => `${column} = ${added('query_counts', column)}`).join(', ')}
     ), flows AS (
       INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, database_id, caller, shape, calls, allow_calls,
         warn_calls, unknown_calls, block_calls, channels, first_at, last_at, last_minute, severity, worst_sequence,
         rules, ${OUTCOME_COLUMNS.join(', ')})
       SELECT $1, c.flow, c.flow_id, c.dialect, c.database_id, c.caller, c.shape, c.calls, c.allow_calls, c.warn_calls,
         c.unknown_calls, c.block_calls, c.channels, c.first_at, c.last_at, c.last_minute, c.severity, c.worst_sequence,
         c.rules::text[], ${ofRow(OUTCOME_COLUMNS)}
       FROM ${selectColumns(flowColumns(flowSums(sums), policy), parameters)}
       ON CONFLICT (workspace_id, flow) DO UPDATE SET
         ${SUMMED.map((column) => `${column} = ${added('query_flows', column)}`).join(', ')},
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
     SELECT $1, c.rule, c.at, c.sequence FROM ${selectColumns(rules, parameters)}`;
  return { sql, parameters };
}

/** Columns of `query_counts` for outcomes; what was only advised has a channel of its own. */
const COUNTED = ['ran_calls', 'failed_calls', 'refused_calls'] as const;

/** Columns of `query_flows` that are added up. */
const SUMMED = ['calls', ...SEVERITIES.map((verdict) => `${verdict}_calls`), ...OUTCOME_COLUMNS];

function ofRow(columns: readonly string[]): string {
  return columns.map((column) => `c.${column}`).join(', ');
}

function added(table: string, column: string): string {
  return `least(${table}.${column} + excluded.${column}, ${MAX_DAY_EXECUTIONS})`;
}

function countColumns(counts: readonly QueryCount[]): readonly Column[] {
  const column = columnOf(counts);
  return [
    column('unit', 'text', ({ unit }) => unit),
    column('at', 'timestamptz', ({ at }) => at),
    column('channel', 'text', ({ channel }) => channel),
    column('database_id', 'text', ({ databaseId = '' }) => databaseId),
    column('verdict', 'text', ({ verdict }) => verdict),
    column('calls', 'bigint', ({ calls }) => calls),
    column('ran_calls', 'bigint', ({ outcomes }) => outcomes.ran),
    column('failed_calls', 'bigint', ({ outcomes }) => outcomes.failed),
    column('refused_calls', 'bigint', ({ outcomes }) => outcomes.refused),
  ];
}

function flowColumns(flows: readonly FlowSum[], policy: Policy): readonly Column[] {
  const column = columnOf(flows);
  return [
    column('flow', 'bytea', ({ key }) => key),
    column('flow_id', 'bytea', ({ row }) => bytesOf(row.flow)),
    column('dialect', 'text', ({ row }) => row.dialect),
    column('database_id', 'text', ({ row }) => row.databaseId),
    column('caller', 'jsonb', ({ row }) => row.caller),
    column('shape', 'text', ({ shape }) =>
      policy === 'none' || shape === '' ? undefined : storable(shape.slice(0, SHAPE)),
    ),
    column('calls', 'bigint', ({ calls }) => calls),
    ...SEVERITIES.map((verdict, severity) =>
      column(`${verdict}_calls`, 'bigint', ({ verdictCalls }) => verdictCalls[severity]),
    ),
    ...SEVERITIES.flatMap((verdict, severity) =>
      QUERY_OUTCOMES.map((outcome) =>
        column(outcomeColumn(verdict, outcome), 'bigint', ({ outcomeCalls }) => outcomeCalls[severity]?.[outcome]),
      ),
    ),
    column('channels', 'smallint', ({ channels }) => channels),
    column('first_at', 'timestamptz', ({ first }) => first),
    column('last_at', 'timestamptz', ({ last }) => last),
    column('last_minute', 'timestamptz', ({ last }) => minuteOf(last)),
    column('severity', 'smallint', ({ severity }) => severity),
    column('worst_sequence', 'bigint', ({ worst }) => worst.sequence),
    column('rules', 'text', ({ worst }) => listText(worst.row.rules)),
  ];
}

function ruleColumns(queries: readonly NumberedQuery[]): readonly Column[] {
  const broken = queries.flatMap(({ row, sequence }) =>
    [...new Set(row.rules)].map((rule) => ({ rule, at: row.at, sequence })),
  );
  const column = columnOf(broken);
  return [
    column('rule', 'text', ({ rule }) => rule),
    column('at', 'timestamptz', ({ at }) => at),
    column('sequence', 'bigint', ({ sequence }) => sequence),
  ];
}

function queryColumns(queries: readonly NumberedQuery[], policy: Policy): readonly Column[] {
  const column = columnOf(queries);
  return [
    column('sequence', 'bigint', ({ sequence }) => sequence),
    column('id', 'text', ({ row }) => row.id),
    column('at', 'timestamptz', ({ row }) => row.at.toISOString()),
    column('last_at', 'timestamptz', ({ row }) => row.lastAt?.toISOString()),
    column('channel', 'text', ({ row }) => row.channel),
    column('database_id', 'text', ({ row }) => row.databaseId),
    column('key_id', 'text', ({ row }) => row.key),
    column('dialect', 'text', ({ row }) => row.dialect),
    column('caller', 'jsonb', ({ row }) => row.caller),
    column('calls', 'bigint', ({ row }) => row.calls),
    column('verdict', 'text', ({ row }) => row.verdict),
    column('rules', 'text', ({ row }) => listText(row.rules)),
    column('ruleset_version', 'integer', ({ row }) => row.ruleset),
    column('judged_at_ingest', 'boolean', ({ row }) => row.judgedAtIngest),
    column('mode', 'text', ({ row }) => row.mode),
    column('outcome', 'text', ({ row }) => row.outcome),
    column('sqlstate', 'text', ({ row }) => row.sqlstate),
    column('duration_ms', 'double precision', ({ row }) => row.durationMs),
    column('session', 'text', ({ row }) => row.session),
    column('proxy', 'text', ({ row }) => row.proxy),
    column('flow', 'bytea', ({ row }) => `\\x${row.flow}`),
    column('text', 'text', ({ row }) => {
      const text = policy === 'none' ? '' : row.texts[policy];
      return text === '' ? undefined : storable(text);
    }),
  ];
}

/** A list of lists must be a rectangle, so each is a text: ids of rules need no quotes. */
function listText(rules: readonly string[]): string {
  return `{${rules.join(',')}}`;
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}
