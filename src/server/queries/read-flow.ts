import type { FlowDetails } from '../../contract/index.ts';
import { exceptionLines } from '../../report/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import { type Engine, EngineBusy, EngineLimit } from '../engine/engine.ts';
import { flowSnapshot, historySnapshot } from '../history/snapshot.ts';
import { ProblemError } from '../problems/error.ts';
import { activeRuleset, engineRuleset } from '../rulesets/active.ts';
import { ruleTexts } from '../rulesets/rule-texts.ts';
import { type FlowIds, flowIdsOf } from './flow-ids.ts';
import { byOutcome, byVerdict, type Flow, type FlowRow, flowColumns, flowOf, SEVERITIES } from './flow-rows.ts';
import { ALLOWED_TEXT, NARROW_TEXT, NARROW_TEXT_KIND, queryId } from './list-queries.ts';
import { statementOf } from './read-query.ts';

/** Rows of a history in which an exception is searched. */
const MAX_ROWS = 20_000;

type FlowEngine = Pick<Engine, 'rulePlaces' | 'explainFlow'>;

/**
 * One flow of all databases, with the rules that its newest worst query broke, and how the active ruleset judges it in
 * the history. Raises ProblemError `flow_not_found`.
 */
export async function readFlow(
  ctx: Context,
  engine: FlowEngine,
  workspace: string,
  id: string,
): Promise<Omit<FlowDetails, 'url'>> {
  const ids = await flowIdsOf(ctx, workspace, id);
  const rows = await flowRows(ctx, workspace, ids.all);
  const [worst] = rows;
  if (!worst) throw new ProblemError('flow_not_found', `the workspace \`${workspace}\` has no such flow`);
  const flow = rows.map(flowOf).reduce(together);
  const query = await queryOf(ctx, workspace, worst.worst_sequence);
  const shape = rows.find((row) => row.shape !== null)?.shape;
  return {
    flow: { ...flow, id: ids.id },
    databaseIds: [...new Set(rows.flatMap(({ database_id: database }) => database ?? []))].sort(),
    statement: (query && statementOf(query)) ?? (shape ? { text: shape, kind: 'shape' } : undefined),
    query: query?.id,
    rules: await ruleTexts(ctx, engine, workspace, query?.ruleset_version ?? undefined, worst.rules),
    ...(await inHistory(ctx, engine, workspace, ids)),
  };
}

/** The flow in each database, the worst and newest first. */
async function flowRows({ db }: Context, workspace: string, ids: readonly string[]): Promise<readonly FlowRow[]> {
  const { rows } = await db.query<FlowRow>(
    `SELECT ${flowColumns({ withTexts: true })} FROM query_flows
     WHERE workspace_id = $1 AND flow_id = ANY ($2::bytea[]) ORDER BY severity DESC, last_at DESC, flow LIMIT 100`,
    [workspace, ids.map((id) => Buffer.from(id, 'hex'))],
  );
  return rows;
}

function together(a: Flow, b: Flow): Flow {
  const sum = (verdict: keyof Flow['verdicts']) => a.verdicts[verdict] + b.verdicts[verdict];
  return {
    ...a,
    databaseId: a.databaseId === b.databaseId ? a.databaseId : undefined,
    calls: a.calls + b.calls,
    verdicts: { allow: sum('allow'), warn: sum('warn'), unknown: sum('unknown'), block: sum('block') },
    outcomes: byVerdict((verdict) =>
      byOutcome((outcome) => a.outcomes[verdict][outcome] + b.outcomes[verdict][outcome]),
    ),
    channels: [...new Set([...a.channels, ...b.channels])],
    firstAt: [a.firstAt, b.firstAt].sort()[0] as string,
    lastAt: [a.lastAt, b.lastAt].sort()[1] as string,
    verdict: SEVERITIES.indexOf(a.verdict) >= SEVERITIES.indexOf(b.verdict) ? a.verdict : b.verdict,
  };
}

async function queryOf({ db }: Context, workspace: string, sequence: number | null) {
  const { rows } = await db.query<{
    id: string;
    text: string | null;
    text_kind: 'shape' | 'full' | null;
    ruleset_version: number | null;
  }>(
    `SELECT id, ${ALLOWED_TEXT} AS text, text_kind, ruleset_version FROM queries
     WHERE workspace_id = $1 AND sequence = $2
     UNION ALL
     SELECT t.id::text, ${NARROW_TEXT}, ${NARROW_TEXT_KIND}, k.ruleset_version
     FROM traffic_entries t JOIN traffic_kinds k ON k.id = t.kind WHERE t.workspace_id = $1 AND t.sequence = $2`,
    [workspace, sequence],
  );
  const [row] = rows;
  return row && { ...row, id: queryId(row.id) };
}

type InHistory = Pick<FlowDetails, 'days' | 'history' | 'values' | 'exception'>;

async function inHistory(
  ctx: Context,
  engine: FlowEngine,
  workspace: string,
  { id: flow, all }: FlowIds,
): Promise<InHistory> {
  const days = await daysOf(ctx, workspace, all);
  const without = (history: InHistory['history']): InHistory => ({ days, history, values: [], exception: undefined });
  if (days === 0) return without('none');
  try {
    const whole = await isSmall(ctx, workspace);
    const history = whole ? await historySnapshot(ctx, workspace) : await flowSnapshot(ctx, workspace, all);
    if (history.rows > MAX_ROWS) return without('too_large');
    const active = await activeRuleset(ctx, workspace);
    const explained = await engine.explainFlow({
      active: engineRuleset(active),
      ...{ history: history.bytes, whole, flow, today: dayOf(ctx.now()) },
    });
    if (!explained) return without('none');
    const { values, exception } = explained;
    return {
      ...{ days, history: 'read' },
      values: values.map((each) => ({ ...each, values: [...each.values] })),
      exception: exception && (await withYaml(ctx, engine, workspace, active.version, { ...exception, flow })),
    };
  } catch (error) {
    if (error instanceof EngineLimit) return without('too_large');
    if (error instanceof EngineBusy) return without('busy');
    throw error;
  }
}

async function withYaml(
  ctx: Context,
  engine: FlowEngine,
  workspace: string,
  version: number,
  { rule, when, flow }: { readonly rule: string; readonly when: string; readonly flow: string },
): Promise<InHistory['exception']> {
  const [text] = await ruleTexts(ctx, engine, workspace, version, [rule]);
  return { rule, when, yaml: `${exceptionLines({ rule, when, flows: [flow], owner: text?.owner }).join('\n')}\n` };
}

async function daysOf({ db }: Context, workspace: string, flows: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    `SELECT count(DISTINCT d.day) AS days FROM history_rows r JOIN history_days d
       ON d.workspace_id = r.workspace_id AND d.row_hash = r.row_hash
     WHERE r.workspace_id = $1 AND r.flow = ANY ($2::bytea[])`,
    [workspace, flows.map((flow) => Buffer.from(flow, 'hex'))],
  );
  return rows[0]?.days ?? 0;
}

/** Whether an exception can be searched in the whole history. */
async function isSmall({ db }: Context, workspace: string): Promise<boolean> {
  const { rows } = await db.query<{ rows: number }>(
    'SELECT count(*) AS rows FROM (SELECT FROM history_rows WHERE workspace_id = $1 LIMIT $2) AS r',
    [workspace, MAX_ROWS + 1],
  );
  return (rows[0]?.rows ?? 0) <= MAX_ROWS;
}
