import type { z } from 'zod';
import { LIMITS, type queryFlowSchema, type queryFlowsQuerySchema, type VERDICTS } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';

export type Flow = z.output<typeof queryFlowSchema>;

/** Verdicts by severity, as the table has them. */
export const SEVERITIES: readonly (typeof VERDICTS)[number][] = ['allow', 'warn', 'unknown', 'block'];

interface Row {
  readonly flow: Uint8Array;
  readonly dialect: Flow['dialect'];
  readonly database_id: string | null;
  readonly caller: Partial<Flow['caller']>;
  readonly shape: string | null;
  readonly calls: number;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly last_minute: Date;
  readonly severity: number;
}

/**
 * A page of the flows of a workspace, the last seen first (to the minute). A flow that is seen again moves to the top of
 * the list. Raises ProblemError for a bad cursor.
 */
export async function listFlows(
  { db }: Context,
  workspace: string,
  query: z.output<typeof queryFlowsQuerySchema>,
  { withTexts }: { readonly withTexts: boolean },
): Promise<{ items: Flow[]; next: string | undefined }> {
  const limit = query.limit ?? LIMITS.defaultPageItems;
  const parameters: unknown[] = [workspace];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = ['workspace_id = $1'];
  if (query.databaseId !== undefined) conditions.push(`database_id = ${parameter(query.databaseId)}`);
  if (query.verdict !== undefined)
    conditions.push(`severity = ANY (${parameter(severitiesOf(query.verdict))}::smallint[])`);
  if (query.from !== undefined) {
    const from = parameter(new Date(query.from));
    conditions.push(`last_minute >= date_trunc('minute', ${from}::timestamptz, 'UTC') AND last_at >= ${from}`);
  }
  const after = readTimeCursor(query.cursor);
  if (after && !/^[0-9a-f]{64}$/.test(after.id)) throw invalidCursor();
  if (after)
    conditions.push(`(last_minute, flow) < (${parameter(after.at)}, ${parameter(Buffer.from(after.id, 'hex'))})`);
  const { rows } = await db.query<Row>(
    `SELECT flow, dialect, database_id, caller, ${withTexts ? 'shape' : 'NULL::text'} AS shape, calls, first_at,
       last_at, last_minute, severity
     FROM query_flows WHERE ${conditions.join(' AND ')}
     ORDER BY last_minute DESC, flow DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(itemOf),
    next: last && writeTimeCursor({ at: last.last_minute, id: idOf(last) }),
  };
}

/** The severities of verdicts with commas between them. */
function severitiesOf(verdicts: string): number[] {
  return verdicts.split(',').map((verdict) => (SEVERITIES as readonly string[]).indexOf(verdict));
}

function idOf({ flow }: Row): string {
  return Buffer.from(flow).toString('hex');
}

function itemOf(row: Row): Flow {
  const { user, role, application, database } = row.caller;
  return {
    id: idOf(row),
    dialect: row.dialect,
    databaseId: row.database_id ?? undefined,
    caller: { user, role, application, database },
    shape: row.shape ?? undefined,
    calls: row.calls,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    verdict: SEVERITIES[row.severity] ?? 'unknown',
  };
}
