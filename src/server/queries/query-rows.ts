import type { ProxySettings } from '../../contract/index.ts';
import type { NewEntry } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Queryable } from '../store/database.ts';
import type { IngestedEvent } from './ingest-events.ts';
import { type QueryRecord, type RecordAuthor, storable } from './records.ts';

/** A row of `queries`, without its sequence number. */
export interface QueryRow {
  readonly id: string;
  readonly at: Date;
  readonly lastAt?: Date | undefined;
  readonly channel: 'http' | 'proxy' | 'events';
  readonly databaseId: string | undefined;
  readonly dialect: string;
  /** JSON. */
  readonly caller: string;
  readonly calls: number;
  readonly verdict: string;
  readonly rules: readonly string[];
  readonly ruleset: number | undefined;
  readonly judgedAtIngest: boolean;
  readonly mode?: string | undefined;
  readonly outcome?: string | undefined;
  readonly sqlstate?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly session?: string | undefined;
  readonly proxy?: string | undefined;
  /** The texts that the data policy can select; empty if there is none. */
  readonly texts: { readonly shape: string; readonly full: string };
}

/** The audit entry of a record; of a query or event, also its row. */
export interface Written {
  readonly entry: NewEntry;
  readonly row?: QueryRow | undefined;
}

export function authorOf({ actor, requestId, databaseId }: RecordAuthor) {
  return { actor, requestId, databaseId };
}

/** A query that was judged before it ran. */
export function evaluatedQuery(record: QueryRecord, at: Date): Written {
  const { id, request, outcome, ruleset, databaseId } = record;
  const rules = [...new Set(outcome.findings.filter(({ excepted }) => !excepted).map(({ rule }) => rule))];
  const { verdict, statements } = outcome;
  const { dialect } = request;
  return {
    entry: {
      ...authorOf(record),
      at,
      type: 'query.evaluated',
      details: { query: id, channel: 'http', dialect, verdict, statements, rules, ruleset },
    },
    row: {
      ...{ id, at, channel: 'http', databaseId, dialect, calls: 1, verdict, rules, ruleset, judgedAtIngest: false },
      caller: callerJson(request.caller),
      texts: { shape: outcome.shape, full: request.query },
    },
  };
}

/** A query that a client reported. */
export function ingestedQuery({ record, event, outcome }: IngestedEvent, at: Date): Written {
  const { dialect, calls = 1, outcome: became = 'ok', sqlstate, proxy, durationMs, session } = event;
  const id = newId('qry');
  const ran = new Date(event.at);
  const lastAt = event.lastAt === undefined ? undefined : new Date(event.lastAt);
  const channel = proxy === undefined ? 'events' : 'proxy';
  const read = 'rows' in outcome ? outcome : undefined;
  const { verdict, rules, ruleset, mode } = event.judged ?? {
    // What cannot be read cannot be judged.
    ...(read?.judged ?? { verdict: 'unknown', rules: ['unreadable'] }),
    ruleset: record.ruleset,
    mode: undefined,
  };
  const judgedAtIngest = event.judged === undefined;
  return {
    entry: {
      ...authorOf(record),
      at,
      type: 'query.ingested',
      details: {
        ...{ query: id, event: event.id, channel, proxy, dialect, ranAt: ran.toISOString() },
        lastAt: lastAt?.toISOString(),
        ...{ calls, verdict, rules, ruleset, judgedAtIngest, mode, outcome: became, sqlstate },
        ...(!read && { unread: true }),
        ...(read?.rows.some(({ unreadable }) => unreadable) && { unreadable: true }),
        ...('truncated' in event && event.truncated && { truncated: true }),
      },
    },
    row: {
      ...{ id, at: ran, lastAt, channel, databaseId: record.databaseId, dialect, calls, outcome: became, sqlstate },
      ...{ verdict, rules, ruleset, judgedAtIngest, mode, durationMs, session, proxy },
      caller: callerJson('rows' in event ? read?.caller : event.caller),
      texts: { shape: read?.shape ?? '', full: event.query ?? '' },
    },
  };
}

function callerJson(caller: QueryRecord['request']['caller']): string {
  const names: Record<string, string> = {};
  for (const name of ['user', 'role', 'application', 'database'] as const) {
    const value = caller?.[name];
    if (value !== undefined) names[name] = storable(value);
  }
  return JSON.stringify(names);
}

/**
 * Reads the data policy after locking the end of the chain. A policy change takes the same lock, so no text is stored
 * under an old policy.
 */
export async function addQueries(
  tx: Queryable,
  workspace: string,
  written: readonly Written[],
  sequences: readonly number[],
): Promise<void> {
  const rows = written.flatMap(({ row }, at) => (row ? { row, sequence: sequences[at] } : []));
  if (rows.length === 0) return;
  const policy = await queryText(tx, workspace);
  const texts = rows.map(({ row }) => (policy === 'none' ? '' : row.texts[policy]));
  const column = (value: (row: QueryRow) => unknown) => rows.map(({ row }) => value(row));
  await tx.query(
    `INSERT INTO queries (workspace_id, sequence, id, at, last_at, channel, database_id, dialect, caller, calls,
       verdict, rules, ruleset_version, judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, text,
       text_kind)
     SELECT $1, q.sequence, q.id, q.at, q.last_at, q.channel, q.database_id, q.dialect, q.caller, q.calls, q.verdict,
       q.rules::text[], q.ruleset_version, q.judged_at_ingest, q.mode, q.outcome, q.sqlstate, q.duration_ms,
       q.session, q.proxy, q.text, CASE WHEN q.text IS NOT NULL THEN $2 END
     FROM unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[], $9::text[],
       $10::jsonb[], $11::bigint[], $12::text[], $13::text[], $14::integer[], $15::boolean[], $16::text[],
       $17::text[], $18::text[], $19::double precision[], $20::text[], $21::text[], $22::text[])
       AS q (sequence, id, at, last_at, channel, database_id, dialect, caller, calls, verdict, rules, ruleset_version,
         judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, text)`,
    [
      workspace,
      policy,
      rows.map(({ sequence }) => sequence),
      column(({ id }) => id),
      column(({ at }) => at),
      column(({ lastAt }) => lastAt),
      column(({ channel }) => channel),
      column(({ databaseId }) => databaseId),
      column(({ dialect }) => dialect),
      column(({ caller }) => caller),
      column(({ calls }) => calls),
      column(({ verdict }) => verdict),
      // A list of lists must be a rectangle, so each is a text: ids of rules need no quotes.
      column(({ rules }) => `{${rules.join(',')}}`),
      column(({ ruleset }) => ruleset),
      column(({ judgedAtIngest }) => judgedAtIngest),
      column(({ mode }) => mode),
      column(({ outcome }) => outcome),
      column(({ sqlstate }) => sqlstate),
      column(({ durationMs }) => durationMs),
      column(({ session }) => session),
      column(({ proxy }) => proxy),
      texts.map((text) => (text === '' ? undefined : storable(text))),
    ],
  );
}

async function queryText(tx: Queryable, workspace: string): Promise<ProxySettings['queryText']> {
  const { rows } = await tx.query<{ query_text: ProxySettings['queryText'] }>(
    'SELECT query_text FROM workspaces WHERE id = $1',
    [workspace],
  );
  return rows[0]?.query_text ?? 'none';
}
