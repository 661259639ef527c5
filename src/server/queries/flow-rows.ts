import type { z } from 'zod';
import {
  CHANNELS,
  QUERY_OUTCOMES,
  type QueryOutcome,
  type queryFlowSchema,
  timestampOf,
  type VERDICTS,
} from '../../contract/index.ts';
import { CHANNEL_BITS } from './channel-bits.ts';

export type Flow = z.output<typeof queryFlowSchema>;

type Verdict = (typeof VERDICTS)[number];

/** Verdicts by severity, as the table has them. */
export const SEVERITIES: readonly Verdict[] = ['allow', 'warn', 'unknown', 'block'];

/** Columns of the executions with a verdict and an outcome, such as `block_ran`. */
type OutcomeColumn = `${Verdict}_${QueryOutcome}`;

export function outcomeColumn(verdict: Verdict, outcome: QueryOutcome): OutcomeColumn {
  return `${verdict}_${outcome}`;
}

export const OUTCOME_COLUMNS: readonly OutcomeColumn[] = SEVERITIES.flatMap((verdict) =>
  QUERY_OUTCOMES.map((outcome) => outcomeColumn(verdict, outcome)),
);

export interface FlowRow extends Readonly<Record<OutcomeColumn, number>> {
  readonly flow: Uint8Array;
  readonly flow_id: Uint8Array;
  readonly dialect: Flow['dialect'];
  readonly database_id: string | null;
  readonly caller: Partial<Flow['caller']>;
  readonly shape: string | null;
  readonly calls: number;
  readonly allow_calls: number;
  readonly warn_calls: number;
  readonly unknown_calls: number;
  readonly block_calls: number;
  readonly channels: number;
  readonly rules: string[];
  readonly first_at: Date;
  readonly last_at: Date;
  readonly last_minute: Date;
  readonly severity: number;
  readonly worst_sequence: number | null;
}

/** The shape of a flow, if the data policy still allows it. `$1` is the workspace. */
export const ALLOWED_SHAPE = `CASE WHEN (SELECT w.query_text FROM workspaces w WHERE w.id = $1) <> 'none' THEN shape END`;

/** The columns of a flow. Without `withTexts`, no text leaves the store. */
export function flowColumns({ withTexts }: { readonly withTexts: boolean }): string {
  return `flow, flow_id, dialect, database_id, caller, ${withTexts ? ALLOWED_SHAPE : 'NULL::text'} AS shape, calls, allow_calls,
    warn_calls, unknown_calls, block_calls, channels, rules, first_at, last_at, last_minute, severity, worst_sequence,
    ${OUTCOME_COLUMNS.join(', ')}`;
}

export function flowOf(row: FlowRow): Flow {
  const { user, role, application, database } = row.caller;
  return {
    id: Buffer.from(row.flow_id).toString('hex'),
    dialect: row.dialect,
    databaseId: row.database_id ?? undefined,
    caller: { user, role, application, database },
    shape: row.shape ?? undefined,
    calls: row.calls,
    verdicts: { allow: row.allow_calls, warn: row.warn_calls, unknown: row.unknown_calls, block: row.block_calls },
    outcomes: byVerdict((verdict) => byOutcome((outcome) => row[outcomeColumn(verdict, outcome)])),
    channels: CHANNELS.filter((channel) => (row.channels & CHANNEL_BITS[channel]) !== 0),
    rules: row.rules,
    firstAt: timestampOf(row.first_at),
    lastAt: timestampOf(row.last_at),
    verdict: SEVERITIES[row.severity] ?? 'unknown',
  };
}

/** A value for each verdict. */
export function byVerdict<T>(value: (verdict: Verdict) => T): Record<Verdict, T> {
  return { allow: value('allow'), warn: value('warn'), block: value('block'), unknown: value('unknown') };
}

/** A value for each outcome. */
export function byOutcome<T>(value: (outcome: QueryOutcome) => T): Record<QueryOutcome, T> {
  return { ran: value('ran'), failed: value('failed'), refused: value('refused'), advised: value('advised') };
}
