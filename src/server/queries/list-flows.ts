import type { z } from 'zod';
import { LIMITS, type queryFlowsQuerySchema, type queryFlowsSchema } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';
import { CHANNEL_BITS } from './channel-bits.ts';
import { type FlowRow, flowColumns, flowOf, SEVERITIES } from './flow-rows.ts';

type FlowsQuery = z.output<typeof queryFlowsQuerySchema>;
type Flows = z.output<typeof queryFlowsSchema>;

/** Flows that one page examines if filters without an index are given; the page is then short, and has a `next`. */
const EXAMINED = 5_000;

/** Conditions, and their parameters. */
class Conditions {
  readonly parameters: unknown[];
  /** Served by an index, which also sorts. */
  readonly indexed: string[] = ['workspace_id = $1'];
  /** Evaluated flow by flow. */
  readonly others: string[] = [];

  constructor(workspace: string) {
    this.parameters = [workspace];
  }

  parameter(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}

/**
 * A page of the flows of a workspace, the last seen first (to the minute). A flow that is seen again moves to the top of
 * the list. The first page has the totals. Raises ProblemError for a bad cursor.
 */
export async function listFlows(
  { db }: Context,
  workspace: string,
  query: FlowsQuery,
  texts: { readonly withTexts: boolean },
): Promise<Flows> {
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const conditions = conditionsOf(workspace, query, true);
  const { indexed, others } = conditions;
  const after = readTimeCursor(query.cursor);
  if (after && !/^[0-9a-f]{64}$/.test(after.id)) throw invalidCursor();
  if (after) {
    const place = [conditions.parameter(after.at), conditions.parameter(Buffer.from(after.id, 'hex'))];
    indexed.push(`(last_minute, flow) < (${place.join(', ')})`);
  }
  const examined = others.length === 0 ? limit + 1 : EXAMINED;
  const { rows } = await db.query<FlowRow & { matches: boolean; place: number }>(
    `SELECT ${flowColumns(texts)}, matches, place FROM (
       SELECT e.*, ${matching(others)} AS matches, row_number() OVER (ORDER BY last_minute DESC, flow DESC) AS place
       FROM (
         SELECT * FROM query_flows WHERE ${indexed.join(' AND ')} ORDER BY last_minute DESC, flow DESC LIMIT ${examined}
       ) AS e
     ) AS p
     WHERE matches OR place = ${EXAMINED}
     ORDER BY last_minute DESC, flow DESC LIMIT ${conditions.parameter(limit + 1)}`,
    conditions.parameters,
  );
  const page = rows.filter(({ matches }) => matches).slice(0, limit);
  const last = rows.at(-1);
  const end = last?.place === EXAMINED ? last : page.at(-1);
  const more = rows.length > page.length || last?.place === EXAMINED;
  return {
    items: page.map(flowOf),
    next: more && end ? writeTimeCursor({ at: end.last_minute, id: Buffer.from(end.flow).toString('hex') }) : undefined,
    ...(after === undefined && (await totalsOf(db, workspace, query))),
  };
}

/** The number of flows by worst verdict that match all filters but that of the verdict. */
async function totalsOf(
  db: Context['db'],
  workspace: string,
  query: FlowsQuery,
): Promise<Pick<Flows, 'totals' | 'complete'>> {
  const { parameters, indexed, others } = conditionsOf(workspace, query, false);
  const { rows } = await db.query<{ severity: number; flows: number; examined: number }>(
    `SELECT severity, count(*) FILTER (WHERE ${matching(others)}) AS flows, sum(count(*)) OVER () AS examined FROM (
       SELECT severity, caller, channels, rules, first_at, last_at FROM query_flows
       WHERE ${indexed.join(' AND ')} ORDER BY last_minute DESC, flow DESC LIMIT ${LIMITS.countedFlows + 1}
     ) AS e GROUP BY severity`,
    parameters,
  );
  const count = (verdict: (typeof SEVERITIES)[number]) =>
    Number(rows.find(({ severity }) => severity === SEVERITIES.indexOf(verdict))?.flows ?? 0);
  return {
    totals: { allow: count('allow'), warn: count('warn'), unknown: count('unknown'), block: count('block') },
    complete: Number(rows[0]?.examined ?? 0) <= LIMITS.countedFlows,
  };
}

function matching(others: readonly string[]): string {
  return others.length === 0 ? 'true' : `coalesce(${others.map((sql) => `(${sql})`).join(' AND ')}, false)`;
}

function conditionsOf(workspace: string, query: FlowsQuery, withVerdict: boolean): Conditions {
  const conditions = new Conditions(workspace);
  const { indexed, others } = conditions;
  const add = (list: string[], value: unknown, sql: (parameter: string) => string) => {
    if (value !== undefined) list.push(sql(conditions.parameter(value)));
  };
  add(indexed, query.databaseId, (value) => `database_id = ${value}`);
  const severities = query.verdict?.split(',').map((verdict) => (SEVERITIES as readonly string[]).indexOf(verdict));
  const [only, ...more] = severities ?? [];
  // Several verdicts have no common index in the order of the list.
  if (withVerdict && more.length === 0 && query.databaseId === undefined)
    add(indexed, only, (value) => `severity = ${value}`);
  else if (withVerdict) add(others, severities, (value) => `severity = ANY (${value}::smallint[])`);
  add(
    indexed,
    query.from && new Date(query.from),
    (value) => `last_minute >= date_trunc('minute', ${value}::timestamptz, 'UTC')`,
  );
  add(others, query.from && new Date(query.from), (value) => `last_at >= ${value}`);
  add(others, query.to && new Date(query.to), (value) => `first_at < ${value}`);
  add(others, query.channel && CHANNEL_BITS[query.channel], (value) => `channels & ${value} <> 0`);
  add(others, query.user, (value) => `caller->>'user' = ${value}`);
  add(others, query.application, (value) => `caller->>'application' = ${value}`);
  add(others, query.rule, (value) => `${value} = ANY (rules)`);
  return conditions;
}
