import { createHash } from 'node:crypto';
import { QUERY_OUTCOMES, type QueryOutcome } from '../../contract/index.ts';
import type { ChainEntry } from '../audit/append.ts';
import { MAX_DAY_EXECUTIONS } from '../history/capped-counter.ts';
import { CHANNEL_BITS } from './channel-bits.ts';
import { SEVERITIES } from './flow-rows.ts';
import { outcomeOf } from './outcomes.ts';
import type { QueryRow } from './query-rows.ts';

// What recorded queries add to the rows that count them. Summed here, because a batch has thousands of queries and few
// sums.

/** A query with its number in the audit trail. */
export interface NumberedQuery {
  readonly sequence: number;
  /** Its row; if it is narrow, that of any query of its kind, and only the values below are its own. */
  readonly row: QueryRow;
  readonly at: Date;
  readonly lastAt: Date | undefined;
  readonly calls: number;
  /** Whether the entry of the audit trail is also the row of the query. */
  readonly narrow: boolean;
}

export function numberedQuery(sequence: number, entry: ChainEntry, row: QueryRow): NumberedQuery {
  const narrow = 'kind' in entry;
  const { lastAt, calls } = narrow ? entry : row;
  return { sequence, row, at: narrow ? entry.ranAt : row.at, lastAt, calls, narrow };
}

/** Queries of one row and minute. */
interface QuerySum {
  readonly row: QueryRow;
  /** Start of the minute. */
  readonly minute: number;
  calls: number;
  first: Date;
  last: Date;
  /** Number of the newest. */
  sequence: number;
}

/** Adds up queries with the same row, which most of a large batch share with others. */
export function sumQueries(queries: readonly NumberedQuery[]): readonly QuerySum[] {
  const sums: QuerySum[] = [];
  const latest = new Map<QueryRow, QuerySum>();
  for (const { sequence, row, at, lastAt = at, calls } of queries) {
    const minute = startOf('minute', at);
    const known = latest.get(row);
    if (known?.minute === minute) {
      known.calls = added(calls, known.calls);
      if (at < known.first) known.first = at;
      if (lastAt > known.last) known.last = lastAt;
      known.sequence = Math.max(sequence, known.sequence);
      continue;
    }
    const sum = { row, minute, calls, first: at, last: lastAt, sequence };
    sums.push(sum);
    latest.set(row, sum);
  }
  return sums;
}

/** A row of `query_counts`. */
export interface QueryCount {
  readonly unit: 'minute' | 'hour' | 'day';
  /** The start of the unit (UTC). */
  readonly at: Date;
  readonly channel: QueryRow['channel'];
  readonly databaseId: string | undefined;
  readonly verdict: string;
  readonly calls: number;
  /** Of them, by what happened. */
  readonly outcomes: OutcomeCalls;
}

/** Executions by what happened to them. */
export type OutcomeCalls = Readonly<Record<QueryOutcome, number>>;

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The executions per minute, hour and day. */
export function queryCounts(sums: readonly QuerySum[]): readonly QueryCount[] {
  const minutes = countsBy(
    'minute',
    sums.map(({ row: { channel, databaseId, verdict, outcome }, first, calls }) => ({
      ...{ at: first, channel, databaseId, verdict, calls, outcomes: outcomesOf(outcome, calls) },
    })),
  );
  const hours = countsBy('hour', minutes);
  return [...minutes, ...hours, ...countsBy('day', hours)];
}

function countsBy(unit: QueryCount['unit'], parts: readonly Omit<QueryCount, 'unit'>[]): readonly QueryCount[] {
  const counts = new Map<string, QueryCount>();
  for (const { at, channel, databaseId, verdict, calls, outcomes } of parts) {
    const start = startOf(unit, at);
    const key = `${start} ${channel} ${verdict} ${databaseId ?? ''}`;
    const known = counts.get(key);
    counts.set(key, {
      ...{ unit, at: known?.at ?? new Date(start), channel, databaseId, verdict },
      calls: added(calls, known?.calls),
      outcomes: together(outcomes, known?.outcomes),
    });
  }
  return [...counts.values()];
}

const NONE: OutcomeCalls = { ran: 0, failed: 0, refused: 0, advised: 0 };

function outcomesOf(outcome: QueryRow['outcome'], calls: number): OutcomeCalls {
  return { ...NONE, [outcomeOf(outcome)]: calls };
}

function together(calls: OutcomeCalls, before: OutcomeCalls = NONE): OutcomeCalls {
  const sum = { ...before };
  for (const outcome of QUERY_OUTCOMES) sum[outcome] = added(calls[outcome], before[outcome]);
  return sum;
}

function startOf(unit: QueryCount['unit'], at: Date): number {
  return Math.floor(at.getTime() / UNITS[unit]) * UNITS[unit];
}

/** What queries of one shape, caller and database add to their row of `query_flows`. */
export interface FlowSum {
  readonly key: Uint8Array;
  /** Any of the queries: these have the same dialect, caller and database. */
  readonly row: QueryRow;
  shape: string;
  calls: number;
  /** By severity. */
  readonly verdictCalls: number[];
  /** By severity. */
  readonly outcomeCalls: OutcomeCalls[];
  channels: number;
  first: Date;
  last: Date;
  severity: number;
  /** Taken from the newest query with the worst verdict. */
  worst: Pick<QuerySum, 'row' | 'sequence'>;
}

export function flowSums(queries: readonly QuerySum[]): readonly FlowSum[] {
  const sums = new Map<string, FlowSum>();
  for (const query of queries) {
    const { row, calls, first, last, sequence } = query;
    const name = JSON.stringify([row.flow, row.databaseId]);
    const severity = (SEVERITIES as readonly string[]).indexOf(row.verdict);
    let sum = sums.get(name);
    if (!sum) {
      sum = newSum(name, query, severity);
      sums.set(name, sum);
    }
    sum.shape ||= row.texts.shape;
    sum.calls = added(calls, sum.calls);
    sum.verdictCalls[severity] = added(calls, sum.verdictCalls[severity]);
    sum.outcomeCalls[severity] = together(outcomesOf(row.outcome, calls), sum.outcomeCalls[severity]);
    sum.channels |= CHANNEL_BITS[row.channel];
    if (first < sum.first) sum.first = first;
    if (last > sum.last) sum.last = last;
    if (severity > sum.severity || (severity === sum.severity && sequence >= sum.worst.sequence)) {
      sum.severity = severity;
      sum.worst = query;
    }
  }
  return [...sums.values()];
}

function newSum(name: string, query: QuerySum, severity: number): FlowSum {
  const { row, first, last } = query;
  return {
    ...{ key: createHash('sha256').update(name).digest(), row, shape: '', calls: 0 },
    ...{
      verdictCalls: SEVERITIES.map(() => 0),
      outcomeCalls: SEVERITIES.map(() => NONE),
      channels: 0,
      first,
      last,
    },
    ...{ severity, worst: query },
  };
}

/** The minute (UTC) of a time. */
export function minuteOf(at: Date): Date {
  return new Date(startOf('minute', at));
}

function added(calls: number, before = 0): number {
  return Math.min(calls + before, MAX_DAY_EXECUTIONS);
}
