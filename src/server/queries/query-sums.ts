import { createHash } from 'node:crypto';
import { QUERY_OUTCOMES, type QueryOutcome } from '../../contract/index.ts';
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
  readonly row: QueryRow;
  /** Whether the entry of the audit trail is also the row of the query. */
  readonly narrow: boolean;
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
export function queryCounts(queries: readonly NumberedQuery[]): readonly QueryCount[] {
  const minutes = countsBy(
    'minute',
    queries.map(({ row }) => ({ ...row, outcomes: outcomesOf(row) })),
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

function outcomesOf({ outcome, calls }: Pick<QueryRow, 'outcome' | 'calls'>): OutcomeCalls {
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
  worst: NumberedQuery;
}

export function flowSums(queries: readonly NumberedQuery[]): readonly FlowSum[] {
  const sums = new Map<string, FlowSum>();
  for (const query of queries) {
    const { row } = query;
    const name = JSON.stringify([row.flow, row.databaseId]);
    const severity = (SEVERITIES as readonly string[]).indexOf(row.verdict);
    let sum = sums.get(name);
    if (!sum) {
      sum = newSum(name, query, severity);
      sums.set(name, sum);
    }
    sum.shape ||= row.texts.shape;
    sum.calls = added(row.calls, sum.calls);
    sum.verdictCalls[severity] = added(row.calls, sum.verdictCalls[severity]);
    sum.outcomeCalls[severity] = together(outcomesOf(row), sum.outcomeCalls[severity]);
    sum.channels |= CHANNEL_BITS[row.channel];
    if (row.at < sum.first) sum.first = row.at;
    const last = row.lastAt ?? row.at;
    if (last > sum.last) sum.last = last;
    if (severity > sum.severity || (severity === sum.severity && query.sequence >= sum.worst.sequence)) {
      sum.severity = severity;
      sum.worst = query;
    }
  }
  return [...sums.values()];
}

function newSum(name: string, query: NumberedQuery, severity: number): FlowSum {
  const { row } = query;
  return {
    ...{ key: createHash('sha256').update(name).digest(), row, shape: '', calls: 0 },
    ...{
      verdictCalls: SEVERITIES.map(() => 0),
      outcomeCalls: SEVERITIES.map(() => NONE),
      channels: 0,
      first: row.at,
      last: row.lastAt ?? row.at,
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
