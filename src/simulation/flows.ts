import { createHash } from 'node:crypto';
import type { FlowCaller, FlowClass, HistoryRow } from '../model/index.ts';
import type { Judgement, Replay } from './replay.ts';
import { callsOf } from './run.ts';

/** One row of the history that the change touches. */
export interface TouchedRow {
  readonly row: HistoryRow;
  readonly calls: number;
  readonly judgement: Judgement;
}

/** A flow that the change touches, with all its rows. */
export interface TouchedFlow {
  readonly id: string;
  readonly class: Exclude<FlowClass, 'unchanged'>;
  readonly rows: readonly HistoryRow[];
  /** All executions. */
  readonly calls: number;
  readonly touched: readonly TouchedRow[];
  /** The rows that the class is about. */
  readonly affected: readonly TouchedRow[];
  readonly affectedCalls: number;
}

export interface ReplayedHistory {
  readonly calls: number;
  readonly flows: number;
  readonly touched: readonly TouchedFlow[];
}

/** What tells two flows apart, as one text: shape, dialect, application (or user where there is none) and database. */
function identityOf({ dialect, shape, caller }: Pick<HistoryRow, 'dialect' | 'shape' | 'caller'>): string {
  return `v1\0${dialect}\0${shape}\0${caller.application || caller.user || ''}\0${caller.database ?? ''}`;
}

/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, shape, application (the user where the
 * application is empty or not carried) and database, joined by NUL. It holds no literal and no date, so it stays the
 * same from one history to the next as long as the query, who runs it and where do.
 */
export function flowId(row: Pick<HistoryRow, 'dialect' | 'shape' | 'caller'>): string {
  return createHash('sha256').update(identityOf(row)).digest('hex').slice(0, 12);
}

/** Judges every row, and gathers the flows that the change touches, worst first. */
export function replayHistory(rows: readonly HistoryRow[], replay: Replay): ReplayedHistory {
  const judged = new Map<HistoryRow, Judgement>();
  const touchedKeys = new Set<string>();
  const rowsOf = new Map<string, HistoryRow[]>();
  let calls = 0;
  for (const row of rows) {
    calls += callsOf(row);
    const key = identityOf(row);
    const flow = rowsOf.get(key);
    if (flow) flow.push(row);
    else rowsOf.set(key, [row]);
    const judgement = replay.judge(row);
    if (judgement.class === 'unchanged') continue;
    judged.set(row, judgement);
    touchedKeys.add(key);
  }
  const touched = [...touchedKeys].map((key) => touchedFlow(rowsOf.get(key) ?? [], judged, replay));
  return { calls, flows: rowsOf.size, touched: touched.sort(worstFirst) };
}

const ORDER: readonly FlowClass[] = ['newly_blocked', 'partly_blocked', 'unknown', 'newly_allowed', 'changed'];

function worstFirst(a: TouchedFlow, b: TouchedFlow): number {
  return (
    ORDER.indexOf(a.class) - ORDER.indexOf(b.class) ||
    b.affectedCalls - a.affectedCalls ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

function touchedFlow(
  rows: readonly HistoryRow[],
  judged: ReadonlyMap<HistoryRow, Judgement>,
  replay: Replay,
): TouchedFlow {
  const touched = rows.flatMap((row) => {
    const judgement = judged.get(row);
    return judgement ? [{ row, calls: callsOf(row), judgement }] : [];
  });
  const of = (...kinds: readonly Judgement['class'][]) =>
    touched.filter(({ judgement }) => kinds.includes(judgement.class));
  const blocked = of('newly_blocked');
  const undecided = of('unknown');
  const looser = of('newly_allowed', 'unknown_loosening');
  const result = (kind: TouchedFlow['class'], affected: readonly TouchedRow[]): TouchedFlow => ({
    id: flowId(rows[0] as HistoryRow),
    class: kind,
    rows,
    calls: rows.reduce((sum, row) => sum + callsOf(row), 0),
    touched,
    affected,
    affectedCalls: affected.reduce((sum, { calls }) => sum + calls, 0),
  });
  if (blocked.length > 0) {
    // Runs that the base blocks for certain are no legitimate part of the flow.
    const others = rows.filter((row) => judged.get(row)?.class !== 'newly_blocked');
    return result(others.every((row) => replay.baseBlocks(row)) ? 'newly_blocked' : 'partly_blocked', blocked);
  }
  if (undecided.length > 0) return result('unknown', undecided);
  return looser.length > 0 ? result('newly_allowed', looser) : result('changed', touched);
}

/** The runs that may stop: those that are blocked, and those that cannot be decided. */
export function endangered({ touched }: TouchedFlow): TouchedRow[] {
  return touched.filter(({ judgement }) => judgement.class === 'newly_blocked' || judgement.class === 'unknown');
}

export function isEndangered(flow: TouchedFlow): boolean {
  return flow.class === 'newly_blocked' || flow.class === 'partly_blocked' || flow.class === 'unknown';
}

/** Who runs a flow. Where the application tells flows apart, one flow may have several users: then none is named. */
export function callerOf(rows: readonly HistoryRow[]): FlowCaller {
  const only = (fact: keyof FlowCaller): string | undefined => {
    const values = new Set(rows.map(({ caller }) => caller[fact]));
    return values.size === 1 ? rows[0]?.caller[fact] : undefined;
  };
  return { application: only('application'), user: only('user'), database: only('database') };
}

/** The UTC days on which a flow ran; `isComplete` is false where some executions carry no time. */
export function daysOf(rows: readonly HistoryRow[]): { days: readonly string[]; isComplete: boolean } {
  const days = new Set<string>();
  for (const row of rows) for (const day in row.days) if ((row.days[day] ?? 0) > 0) days.add(day);
  const isComplete = !days.delete('');
  return { days: [...days].sort(), isComplete };
}
