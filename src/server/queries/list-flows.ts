import type { z } from 'zod';
import { LIMITS, type queryFlowsQuerySchema, type queryFlowsSchema } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';
import { containing } from '../lists/filters.ts';
import { CHANNEL_BITS } from './channel-bits.ts';
import {
  ALLOWED_SHAPE,
  type FlowRow,
  flowColumns,
  flowOf,
  OUTCOME_COLUMNS,
  outcomeColumn,
  SEVERITIES,
} from './flow-rows.ts';
import { chosenOutcomes } from './outcomes.ts';

type FlowsQuery = z.output<typeof queryFlowsQuerySchema>;
type Flows = z.output<typeof queryFlowsSchema>;
type Verdict = (typeof SEVERITIES)[number];

/**
 * Flows that one page examines, of each verdict if it is sorted by them, if filters without an index are given; the page
 * is then short, and has a `next`.
 */
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

/** Verdicts in the order of `sort=verdict`. */
const BY_NEED: readonly Verdict[] = ['block', 'warn', 'unknown', 'allow'];

/** A place in the list. `verdict`: the worst of the flow, if the list is sorted by it. */
interface Place {
  readonly verdict: Verdict | undefined;
  readonly at: Date;
  /** Hex. */
  readonly flow: string;
}

interface Scanned {
  readonly rows: readonly FlowRow[];
  /** Whether flows may follow those rows. */
  readonly more: boolean;
  /** The last examined flow, if fewer matched than there was room for and more must be examined. */
  readonly examined: FlowRow | undefined;
}

/**
 * A page of the flows of a workspace, the last seen first (to the minute); with `sort=verdict` the blocked ones first,
 * then warned, unknown and allowed ones. A flow that is seen again moves to the top of its part. The first page has the
 * totals. Raises ProblemError for a bad cursor.
 */
export async function listFlows(
  ctx: Context,
  workspace: string,
  query: FlowsQuery,
  texts: { readonly withTexts: boolean },
): Promise<Flows> {
  if (query.sort === 'calls') return mostCalled(ctx, workspace, query, texts);
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const after = readPlace(query);
  const rows: FlowRow[] = [];
  let next: Place | undefined;
  for (const verdict of scansOf(query, after)) {
    const within = after?.verdict === verdict ? after : undefined;
    const room = limit - rows.length;
    const scan = { ...texts, worst: verdict, after: within, room };
    const { more, examined, rows: found } = await scanFlows(ctx, workspace, query, scan);
    rows.push(...found);
    if (!more) continue;
    const last = rows.at(-1);
    if (examined) next = placeOf(examined, verdict);
    else if (last) next = placeOf(last, verdict && SEVERITIES[last.severity]);
    break;
  }
  return {
    items: rows.map(flowOf),
    next: next && writePlace(next),
    ...(after === undefined && (await totalsOf(ctx.db, workspace, query, texts.withTexts))),
  };
}

/**
 * The worst verdicts to read one after the other: the index on verdict and time then serves the order. Undefined: all at
 * once, in the order of the time.
 */
function scansOf(query: FlowsQuery, after: Place | undefined): readonly (Verdict | undefined)[] {
  if (query.sort !== 'verdict') return [undefined];
  const worst = worstVerdicts(query);
  return worst.slice(after?.verdict === undefined ? 0 : worst.indexOf(after.verdict));
}

/** The worst verdicts that flows with calls of the chosen verdicts can have. */
function worstVerdicts(query: FlowsQuery): readonly Verdict[] {
  const least = Math.min(...(chosenVerdicts(query) ?? SEVERITIES).map((verdict) => SEVERITIES.indexOf(verdict)));
  return BY_NEED.filter((verdict) => SEVERITIES.indexOf(verdict) >= least);
}

/** The verdicts of the filter, if there is one. */
function chosenVerdicts({ verdict }: FlowsQuery): readonly Verdict[] | undefined {
  const chosen = verdict?.split(',');
  return chosen && SEVERITIES.filter((each) => chosen.includes(each));
}

interface Scan {
  /** Only flows with this worst verdict. */
  readonly worst: Verdict | undefined;
  readonly after: Place | undefined;
  readonly room: number;
  readonly withTexts: boolean;
}

/** At most `room` flows after a place, the last seen first. */
async function scanFlows(
  { db }: Context,
  workspace: string,
  query: FlowsQuery,
  { worst, after, room, withTexts }: Scan,
): Promise<Scanned> {
  const conditions = conditionsOf(workspace, query, withTexts);
  const { indexed, others } = conditions;
  const { verdict, outcome, databaseId } = query;
  // Flows with blocked calls are exactly those whose worst verdict is `block`.
  const only = worst ?? (verdict === 'block' ? verdict : undefined);
  // The index on the database has no verdict.
  if (only !== undefined)
    (databaseId === undefined ? indexed : others).push(`severity = ${conditions.parameter(SEVERITIES.indexOf(only))}`);
  const areAllWanted = only !== undefined && outcome === undefined && (chosenVerdicts(query)?.includes(only) ?? true);
  if (!areAllWanted) others.push(...callsOf(query));
  if (after) {
    const place = [conditions.parameter(after.at), conditions.parameter(Buffer.from(after.flow, 'hex'))];
    indexed.push(`(last_minute, flow) < (${place.join(', ')})`);
  }
  const bound = others.length === 0 ? room + 1 : EXAMINED;
  const { rows } = await db.query<FlowRow & { matches: boolean; place: number }>(
    `SELECT ${flowColumns({ withTexts })}, matches, place FROM (
       SELECT e.*, ${matching(others)} AS matches, row_number() OVER (ORDER BY last_minute DESC, flow DESC) AS place
       FROM (
         SELECT * FROM query_flows WHERE ${indexed.join(' AND ')} ORDER BY last_minute DESC, flow DESC LIMIT ${bound}
       ) AS e
     ) AS p
     WHERE matches OR place = ${EXAMINED}
     ORDER BY last_minute DESC, flow DESC LIMIT ${conditions.parameter(room + 1)}`,
    conditions.parameters,
  );
  const matched = rows.filter(({ matches }) => matches);
  const last = rows.at(-1);
  if (matched.length > room) return { rows: matched.slice(0, room), more: true, examined: undefined };
  return last?.place === EXAMINED
    ? { rows: matched, more: true, examined: last }
    : { rows: matched, more: false, examined: undefined };
}

/** Raises ProblemError for a cursor of another list, or of this list in another order. */
function readPlace(query: FlowsQuery): Place | undefined {
  const read = readTimeCursor(query.cursor);
  if (!read) return undefined;
  const [, verdict, flow] = /^(?:([a-z]+):)?([0-9a-f]{64})$/.exec(read.id) ?? [];
  const known = worstVerdicts(query).find((each) => each === verdict);
  if (flow === undefined || verdict !== known || (known !== undefined) !== (query.sort === 'verdict'))
    throw invalidCursor();
  return { verdict: known, at: read.at, flow };
}

function placeOf({ last_minute: at, flow }: FlowRow, verdict: Verdict | undefined): Place {
  return { verdict, at, flow: Buffer.from(flow).toString('hex') };
}

function writePlace({ verdict, at, flow }: Place): string {
  return writeTimeCursor({ at, id: verdict === undefined ? flow : `${verdict}:${flow}` });
}

/** The number of flows that match, and by worst verdict of those that match all filters but that of the verdict. */
async function totalsOf(
  db: Context['db'],
  workspace: string,
  query: FlowsQuery,
  withTexts: boolean,
): Promise<Pick<Flows, 'matching' | 'totals' | 'complete'>> {
  const { parameters, indexed, others } = conditionsOf(workspace, query, withTexts);
  const all = matching([...others, ...callsOf({ ...query, verdict: undefined })]);
  const shown = matching([...others, ...callsOf(query)]);
  const { rows } = await db.query<{ severity: number; flows: number; shown: number; examined: number }>(
    `SELECT severity, count(*) FILTER (WHERE ${all}) AS flows, count(*) FILTER (WHERE ${shown}) AS shown,
       sum(count(*)) OVER () AS examined FROM (
       SELECT severity, shape, flow_id, database_id, caller, channels, rules, first_at, last_at,
         ${[...VERDICT_COLUMNS, ...OUTCOME_COLUMNS].join(', ')} FROM query_flows
       WHERE ${indexed.join(' AND ')} ORDER BY last_minute DESC, flow DESC LIMIT ${LIMITS.countedFlows + 1}
     ) AS e GROUP BY severity`,
    parameters,
  );
  const count = (verdict: (typeof SEVERITIES)[number]) =>
    Number(rows.find(({ severity }) => severity === SEVERITIES.indexOf(verdict))?.flows ?? 0);
  return {
    matching: rows.reduce((sum, row) => sum + Number(row.shown), 0),
    totals: { allow: count('allow'), warn: count('warn'), unknown: count('unknown'), block: count('block') },
    complete: Number(rows[0]?.examined ?? 0) <= LIMITS.countedFlows,
  };
}

function matching(others: readonly string[]): string {
  return others.length === 0 ? 'true' : `coalesce(${others.map((sql) => `(${sql})`).join(' AND ')}, false)`;
}

const NAMES = `caller->>'user', caller->>'role', caller->>'application', caller->>'database', database_id,
  array_to_string(rules, E'\\n'), encode(flow_id, 'hex')`;

/** All conditions but those on the calls by verdict and outcome. */
function conditionsOf(workspace: string, query: FlowsQuery, withTexts: boolean): Conditions {
  const conditions = new Conditions(workspace);
  const { indexed, others } = conditions;
  const add = (list: string[], value: unknown, sql: (parameter: string) => string) => {
    if (value !== undefined) list.push(sql(conditions.parameter(value)));
  };
  add(indexed, query.databaseId, (value) => `database_id = ${value}`);
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
  add(others, query.search, (value) =>
    containing(withTexts ? `${ALLOWED_SHAPE}, ${NAMES}` : NAMES).replaceAll(/\$(?!\d)/g, () => value),
  );
  return conditions;
}

/** The columns with the calls of a verdict. */
const VERDICT_COLUMNS = SEVERITIES.map((verdict) => `${verdict}_calls`);

/** Flows from before calls were counted by verdict have none of them. */
const NOT_COUNTED = `${VERDICT_COLUMNS.join(' + ')} = 0`;

/** The calls of a flow with the chosen verdicts, else with its worst verdict. */
function shownCalls(query: FlowsQuery): string {
  const chosen = chosenVerdicts(query);
  const calls = chosen
    ? chosen.map((verdict) => `${verdict}_calls`).join(' + ')
    : `CASE severity ${SEVERITIES.map((verdict, at) => `WHEN ${at} THEN ${verdict}_calls`).join(' ')} END`;
  return `coalesce(nullif(${calls}, 0), calls)`;
}

/** A page in the order of the calls, of the flows that were last seen: no index has them in that order. */
async function mostCalled(
  { db }: Context,
  workspace: string,
  query: FlowsQuery,
  { withTexts }: { readonly withTexts: boolean },
): Promise<Flows> {
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const conditions = conditionsOf(workspace, query, withTexts);
  conditions.others.push(...callsOf(query));
  const shown = shownCalls(query);
  const after = readTimeCursor(query.cursor);
  const [, calls, flow] = /^(\d{1,16}):([0-9a-f]{64})$/.exec(after?.id ?? '') ?? [];
  if (after && (calls === undefined || flow === undefined)) throw invalidCursor();
  if (flow !== undefined)
    conditions.others.push(
      `(${shown}, flow) < (${conditions.parameter(Number(calls))}, ${conditions.parameter(Buffer.from(flow, 'hex'))})`,
    );
  const { rows } = await db.query<FlowRow & { shown_calls: number }>(
    `SELECT ${flowColumns({ withTexts })}, ${shown} AS shown_calls FROM (
       SELECT * FROM query_flows WHERE ${conditions.indexed.join(' AND ')}
       ORDER BY last_minute DESC, flow DESC LIMIT ${LIMITS.countedFlows}
     ) AS e
     WHERE ${matching(conditions.others)} ORDER BY ${shown} DESC, flow DESC
     LIMIT ${conditions.parameter(limit + 1)}`,
    conditions.parameters,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last && `${last.shown_calls}:${Buffer.from(last.flow).toString('hex')}`;
  return {
    items: page.map(flowOf),
    next: next ? writeTimeCursor({ at: last.last_minute, id: next }) : undefined,
    ...(after === undefined && (await totalsOf(db, workspace, query, withTexts))),
  };
}

/**
 * Conditions on the calls of a flow: some have one of the chosen verdicts and one of the chosen outcomes. Without chosen
 * verdicts, the outcomes are those of the calls with the worst verdict.
 */
function callsOf(query: FlowsQuery): readonly string[] {
  const [verdicts, outcomes] = [chosenVerdicts(query), chosenOutcomes(query.outcome)];
  if (!outcomes) return verdicts ? [withVerdicts(verdicts)] : [];
  const sumOf = (verdict: Verdict) => outcomes.map((outcome) => outcomeColumn(verdict, outcome)).join(' + ');
  if (verdicts) return [`${verdicts.map(sumOf).join(' + ')} > 0`];
  return [
    `CASE severity ${SEVERITIES.map((verdict, severity) => `WHEN ${severity} THEN ${sumOf(verdict)}`).join(' ')} END > 0`,
  ];
}

function withVerdicts(verdicts: readonly Verdict[]): string {
  const calls = verdicts.map((verdict) => `${verdict}_calls`).join(' + ');
  const severities = verdicts.map((verdict) => SEVERITIES.indexOf(verdict)).join(', ');
  return `${calls} > 0 OR (${NOT_COUNTED} AND severity IN (${severities}))`;
}
