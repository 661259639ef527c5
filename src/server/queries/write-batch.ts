import { appendAudit, type NewEntry } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import {
  addHistory,
  addUncounted,
  type HistoryCount,
  type LiveSource,
  lockHistoryShared,
  type Uncounted,
} from '../history/add-history.ts';
import type { Queryable } from '../store/database.ts';
import { dryRunDetails } from './dry-run-details.ts';
import { type IngestedEvent, ingestEvents } from './ingest-events.ts';
import { type DryRunRecord, type EventsRecord, type EventsRecorded, type QueryRecord, storable } from './records.ts';

/** Records of one workspace that are written in one transaction. */
export interface Batch {
  readonly queries: readonly QueryRecord[];
  readonly events: readonly EventsRecord[];
  readonly dryRuns: readonly DryRunRecord[];
}

/** A row of `queries`, without its sequence number. */
interface QueryRow {
  readonly id: string;
  readonly at: string;
  readonly channel: LiveSource;
  readonly database_id: string | undefined;
  readonly dialect: string;
  readonly caller: object;
  readonly calls: number;
  readonly verdict?: string | undefined;
  readonly rules: readonly string[];
  readonly outcome?: string | undefined;
  /** The texts that the data policy can select. */
  readonly texts: { readonly shape: string; readonly full: string };
}

/** The audit entry of a record; of a query or event, also its row. */
interface Written {
  readonly entry: NewEntry;
  readonly row?: QueryRow | undefined;
}

/** Verdicts that let a query run. */
const RUNS = new Set(['allow', 'warn']);

/**
 * Writes a batch: event ids, history, audit trail, queries. All writers use this order, and lock the end of the audit
 * chain last.
 * Raises ProblemError `workspace_not_found`.
 */
export function writeBatch(
  { db, now }: Context,
  workspace: string,
  { queries, events, dryRuns }: Batch,
): Promise<ReadonlyMap<EventsRecord, EventsRecorded>> {
  return db.transaction(async (tx) => {
    const at = now();
    await lockHistoryShared(tx, workspace);
    const { taken, recorded } = await ingestEvents(tx, workspace, events, at);
    const history = [...queries.flatMap((query) => queryHistory(query, dayOf(at))), ...taken.flatMap(eventHistory)];
    await addHistory(tx, workspace, history);
    await addUncounted(tx, workspace, 'events', taken.flatMap(uncounted));
    const written = [
      ...queries.map((query) => evaluated(query, at)),
      ...taken.map((event) => ingested(event, at)),
      ...dryRuns.map(
        (dryRun): Written => ({ entry: { ...by(dryRun), at, type: 'dry_run', details: dryRunDetails(dryRun) } }),
      ),
    ];
    const sequences = await appendAudit(
      tx,
      workspace,
      written.map(({ entry }) => entry),
    );
    await addQueries(tx, workspace, written, sequences);
    return recorded;
  });
}

function by({ actor, requestId, databaseId }: QueryRecord | EventsRecord | DryRunRecord) {
  return { actor, requestId, databaseId };
}

function queryHistory({ outcome: { verdict, rows } }: QueryRecord, day: string): readonly HistoryCount[] {
  return RUNS.has(verdict) ? rows.map((row) => ({ source: 'http', row, day, calls: 1 })) : [];
}

function eventHistory({ event, outcome }: IngestedEvent): readonly HistoryCount[] {
  if ('tooCostly' in outcome || (event.outcome ?? 'ok') !== 'ok') return [];
  const day = eventDay(event);
  return outcome.rows.map((row) => ({ source: 'events', row, day, calls: event.calls ?? 1 }));
}

function uncounted({ event, outcome }: IngestedEvent): readonly Uncounted[] {
  const { dialect, calls = 1 } = event;
  const count = { dialect, day: eventDay(event), calls };
  if ((event.outcome ?? 'ok') !== 'ok')
    return [
      {
        ...count,
        kind: 'passed_over',
        reason: `query that was ${event.outcome === 'failed' ? 'not completed' : 'blocked'}`,
      },
    ];
  if ('tooCostly' in outcome) return [{ ...count, kind: 'unread', reason: 'query that takes too long to read' }];
  if (outcome.rows.length === 0) return [{ ...count, kind: 'passed_over', reason: 'text without a statement' }];
  return [];
}

function eventDay({ at }: IngestedEvent['event']): string {
  return dayOf(new Date(at));
}

function evaluated(record: QueryRecord, at: Date): Written {
  const { id, request, outcome, ruleset } = record;
  const rules = [...new Set(outcome.findings.filter(({ excepted }) => !excepted).map(({ rule }) => rule))];
  const { verdict, statements } = outcome;
  const { dialect } = request;
  return {
    entry: {
      ...by(record),
      at,
      type: 'query.evaluated',
      details: { query: id, channel: 'http', dialect, verdict, statements, rules, ruleset },
    },
    row: {
      ...{
        id,
        at: at.toISOString(),
        channel: 'http',
        database_id: record.databaseId,
        dialect,
        calls: 1,
        verdict,
        rules,
      },
      caller: callerNames(request.caller),
      texts: { shape: outcome.shape, full: request.query },
    },
  };
}

function ingested({ record, event, outcome }: IngestedEvent, at: Date): Written {
  const { dialect, calls = 1 } = event;
  const id = newId('qry');
  const ran = new Date(event.at).toISOString();
  const became = event.outcome ?? 'ok';
  const costly = 'tooCostly' in outcome;
  return {
    entry: {
      ...by(record),
      at,
      type: 'query.ingested',
      details: {
        ...{ query: id, event: event.id, channel: 'events', dialect, ranAt: ran, calls, outcome: became },
        ...(costly && { unread: true }),
        ...(!costly && outcome.rows.some(({ unreadable }) => unreadable) && { unreadable: true }),
        ...(event.truncated && { truncated: true }),
      },
    },
    row: {
      ...{ id, at: ran, channel: 'events', database_id: record.databaseId, dialect, calls, rules: [], outcome: became },
      caller: callerNames(event.caller),
      texts: { shape: costly ? '' : outcome.shape, full: event.query },
    },
  };
}

function callerNames(caller: QueryRecord['request']['caller']): object {
  const names: Record<string, string> = {};
  for (const name of ['user', 'role', 'application', 'database'] as const) {
    const value = caller?.[name];
    if (value !== undefined) names[name] = storable(value);
  }
  return names;
}

/**
 * Reads the data policy after locking the end of the chain. A policy change takes the same lock, so no text is stored
 * under an old policy.
 */
async function addQueries(
  tx: Queryable,
  workspace: string,
  written: readonly Written[],
  sequences: readonly number[],
): Promise<void> {
  if (!written.some(({ row }) => row)) return;
  const { rows } = await tx.query<{ query_text: 'none' | 'shape' | 'full' }>(
    'SELECT query_text FROM workspaces WHERE id = $1',
    [workspace],
  );
  const policy = rows[0]?.query_text ?? 'none';
  const values = written.flatMap(({ row }, at) => {
    if (!row) return [];
    const { texts, ...columns } = row;
    const text = policy === 'none' ? '' : texts[policy];
    return { ...columns, sequence: sequences[at], ...(text !== '' && { text: storable(text), text_kind: policy }) };
  });
  await tx.query(
    `INSERT INTO queries (workspace_id, sequence, id, at, channel, database_id, dialect, caller, calls, verdict, rules,
       outcome, text, text_kind)
     SELECT $1, q.sequence, q.id, q.at, q.channel, q.database_id, q.dialect, q.caller, q.calls, q.verdict, q.rules,
       q.outcome, q.text, q.text_kind
     FROM json_to_recordset($2::json) AS q (sequence bigint, id text, at timestamptz, channel text, database_id text,
       dialect text, caller jsonb, calls bigint, verdict text, rules text[], outcome text, text text,
       text_kind text)`,
    [workspace, JSON.stringify(values)],
  );
}
