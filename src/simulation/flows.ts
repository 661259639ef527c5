import {
  compareText,
  type FlowCaller,
  type FlowClass,
  flowCaller,
  flowId,
  flowShape,
  type HistoryRow,
} from '../model/index.ts';
import type { CountedRow } from './recorded-run.ts';
import type { Judgement, Replay } from './replay.ts';

/** A row that the change affects. */
export interface AffectedRow extends CountedRow {
  readonly judgement: Judgement;
}

/** A flow that the change affects, with all its rows. */
export interface AffectedFlow {
  readonly id: string;
  readonly class: Exclude<FlowClass, 'unchanged'>;
  readonly rows: readonly HistoryRow[];
  /** All executions. */
  readonly calls: number;
  readonly touched: readonly AffectedRow[];
  /** The rows to which the class applies. */
  readonly affected: readonly AffectedRow[];
  readonly affectedCalls: number;
  /** The rows that would or might be blocked: newly blocked and undecided ones. */
  readonly endangered: readonly AffectedRow[];
  /** UTC dates on which it ran, in order; the empty string stands for executions without a date. */
  readonly days: readonly string[];
}

export interface ReplayedHistory {
  readonly calls: number;
  readonly flows: number;
  readonly touched: readonly AffectedFlow[];
}

/** A flow while its rows are collected. */
interface FlowRows {
  readonly rows: HistoryRow[];
  calls: number;
  readonly touched: AffectedRow[];
}

/** Rows between two progress reports: some milliseconds of work. */
const PROGRESS_INTERVAL = 1000;

/** Judges every row, and returns the flows that the change affects, worst first. */
export function replayHistory(
  rows: readonly CountedRow[],
  replay: Replay,
  onProgress: (rows: number) => void = () => {},
): ReplayedHistory {
  const byShape = new Map<string, Map<string, FlowRows>>();
  const all: FlowRows[] = [];
  let calls = 0;
  for (const [at, counted] of rows.entries()) {
    if (at % PROGRESS_INTERVAL === 0) onProgress(at);
    const { row } = counted;
    const flow = flowOf(row, byShape, all);
    calls += counted.calls;
    flow.calls += counted.calls;
    flow.rows.push(row);
    const judgement = replay.judge(row);
    if (judgement.class !== 'unchanged') flow.touched.push({ row, calls: counted.calls, judgement });
  }
  onProgress(rows.length);
  const touched = all.filter((flow) => flow.touched.length > 0).map((flow) => affectedFlow(flow, replay));
  return { calls, flows: all.length, touched: touched.sort(worstFirst) };
}

function flowOf(row: HistoryRow, byShape: Map<string, Map<string, FlowRows>>, all: FlowRows[]): FlowRows {
  let ofShape = byShape.get(row.shape);
  if (!ofShape) {
    const shape = flowShape(row.shape);
    ofShape = byShape.get(shape) ?? new Map<string, FlowRows>();
    byShape.set(row.shape, ofShape);
    byShape.set(shape, ofShape);
  }
  const key = `${row.dialect}\0${row.caller.database ?? ''}\0${flowCaller(row)}`;
  let flow = ofShape.get(key);
  if (!flow) {
    flow = { rows: [], calls: 0, touched: [] };
    ofShape.set(key, flow);
    all.push(flow);
  }
  return flow;
}

const ORDER: readonly FlowClass[] = ['newly_blocked', 'partly_blocked', 'unknown', 'newly_allowed', 'changed'];

function worstFirst(a: AffectedFlow, b: AffectedFlow): number {
  return (
    ORDER.indexOf(a.class) - ORDER.indexOf(b.class) || b.affectedCalls - a.affectedCalls || compareText(a.id, b.id)
  );
}

function affectedFlow({ rows, calls, touched }: FlowRows, replay: Replay): AffectedFlow {
  const of = (...kinds: readonly Judgement['class'][]): readonly AffectedRow[] =>
    touched.filter(({ judgement }) => kinds.includes(judgement.class));
  const blocked = of('newly_blocked');
  const undecided = of('unknown');
  const looser = of('newly_allowed', 'unknown_loosening');
  const result = (kind: AffectedFlow['class'], affected: readonly AffectedRow[]): AffectedFlow => ({
    id: flowId(rows[0] as HistoryRow),
    class: kind,
    rows,
    calls,
    touched,
    affected,
    affectedCalls: affected.reduce((sum, row) => sum + row.calls, 0),
    endangered: [...blocked, ...undecided],
    days: daysOf(rows),
  });
  if (blocked.length > 0) {
    // Runs that the base certainly blocks are not legitimate, so they do not make the break partial.
    const blockedRows = new Set(blocked.map(({ row }) => row));
    const isFullyBlocked = rows.every((row) => blockedRows.has(row) || replay.baseBlocks(row));
    return result(isFullyBlocked ? 'newly_blocked' : 'partly_blocked', blocked);
  }
  if (undecided.length > 0) return result('unknown', undecided);
  return looser.length > 0 ? result('newly_allowed', looser) : result('changed', touched);
}

/** UTC dates on which the rows ran, in order; the empty string stands for executions without a date. */
export function daysOf(rows: readonly HistoryRow[]): readonly string[] {
  const days = new Set<string>();
  for (const row of rows) for (const day in row.days) if ((row.days[day] ?? 0) > 0) days.add(day);
  return [...days].sort();
}

/** The endangered rows or, if there are none, those to which the class applies. */
export function decisiveRows({ endangered, affected }: AffectedFlow): readonly AffectedRow[] {
  return endangered.length > 0 ? endangered : affected;
}

/**
 * The caller of a flow. A name is undefined if it differs between rows: one application may connect as several users.
 */
export function callerOf(rows: readonly HistoryRow[]): FlowCaller {
  const only = (fact: keyof FlowCaller): string | undefined => {
    const value = rows[0]?.caller[fact];
    return rows.every(({ caller }) => caller[fact] === value) ? value : undefined;
  };
  return { application: only('application'), user: only('user'), database: only('database') };
}
