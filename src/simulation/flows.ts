import { createHash } from 'node:crypto';
import type { FlowCaller, FlowClass, HistoryRow } from '../model/index.ts';
import type { Judgement, Replay } from './replay.ts';
import type { CountedRow } from './run.ts';

/** One row of a flow that the change touches. */
export interface AffectedRow extends CountedRow {
  readonly judgement: Judgement;
}

/** A flow that the change touches, with all its rows. */
export interface AffectedFlow {
  readonly id: string;
  readonly class: Exclude<FlowClass, 'unchanged'>;
  readonly rows: readonly HistoryRow[];
  /** All executions. */
  readonly calls: number;
  readonly touched: readonly AffectedRow[];
  /** The rows that the class is about. */
  readonly affected: readonly AffectedRow[];
  readonly affectedCalls: number;
  /** The rows that may stop: those that are blocked, and those that cannot be decided. Empty where none may. */
  readonly endangered: readonly AffectedRow[];
  /** UTC days on which it ran, in order; the empty string stands for executions without a date. */
  readonly days: readonly string[];
}

export interface ReplayedHistory {
  readonly calls: number;
  readonly flows: number;
  readonly touched: readonly AffectedFlow[];
}

interface Identified extends Pick<HistoryRow, 'dialect' | 'shape' | 'caller'> {}

function who({ caller }: Identified): string {
  return caller.application || caller.user || '';
}

/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, shape, application (the user where the
 * application is empty or not carried) and database, joined by NUL. It holds no literal and no date, so it stays the
 * same from one history to the next as long as the query, who runs it and where do.
 */
export function flowId(row: Identified): string {
  const identity = ['v1', row.dialect, row.shape, who(row), row.caller.database ?? ''].join('\0');
  return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}

/** A flow while its rows are gathered. */
interface Gathered {
  readonly rows: HistoryRow[];
  calls: number;
  readonly touched: AffectedRow[];
}

/** Some milliseconds. */
const ROWS_A_STEP = 1000;

/** Judges every row, and gathers the flows that the change touches, worst first. */
export function replayHistory(
  rows: readonly CountedRow[],
  replay: Replay,
  onProgress: (rows: number) => void = () => {},
): ReplayedHistory {
  const byShape = new Map<string, Map<string, Gathered>>();
  const all: Gathered[] = [];
  let calls = 0;
  for (const [at, counted] of rows.entries()) {
    if (at % ROWS_A_STEP === 0) onProgress(at);
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

function flowOf(row: HistoryRow, byShape: Map<string, Map<string, Gathered>>, all: Gathered[]): Gathered {
  let ofShape = byShape.get(row.shape);
  if (!ofShape) {
    ofShape = new Map();
    byShape.set(row.shape, ofShape);
  }
  const key = `${row.dialect}\0${row.caller.database ?? ''}\0${who(row)}`;
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
    ORDER.indexOf(a.class) - ORDER.indexOf(b.class) ||
    b.affectedCalls - a.affectedCalls ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

function affectedFlow({ rows, calls, touched }: Gathered, replay: Replay): AffectedFlow {
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
    // Runs that the base blocks for certain are no legitimate part of the flow.
    const stopped = new Set(blocked.map(({ row }) => row));
    const isWhole = rows.every((row) => stopped.has(row) || replay.baseBlocks(row));
    return result(isWhole ? 'newly_blocked' : 'partly_blocked', blocked);
  }
  if (undecided.length > 0) return result('unknown', undecided);
  return looser.length > 0 ? result('newly_allowed', looser) : result('changed', touched);
}

function daysOf(rows: readonly HistoryRow[]): readonly string[] {
  const days = new Set<string>();
  for (const row of rows) for (const day in row.days) if ((row.days[day] ?? 0) > 0) days.add(day);
  return [...days].sort();
}

/** The rows that tell of the danger, or, where there is none, those that the class is about. */
export function decisiveRows({ endangered, affected }: AffectedFlow): readonly AffectedRow[] {
  return endangered.length > 0 ? endangered : affected;
}

/** Who runs a flow. Where the application tells flows apart, one flow may have several users: then none is named. */
export function callerOf(rows: readonly HistoryRow[]): FlowCaller {
  const only = (fact: keyof FlowCaller): string | undefined => {
    const value = rows[0]?.caller[fact];
    return rows.every(({ caller }) => caller[fact] === value) ? value : undefined;
  };
  return { application: only('application'), user: only('user'), database: only('database') };
}
