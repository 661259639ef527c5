import { flowId } from '../../model/index.ts';
import type { ChainEntry, NewEntry } from '../audit/append.ts';
import { idOf, newId } from '../context/ids.ts';
import type { IngestedEvent } from './ingest-events.ts';
import { type QueryRecord, type RecordAuthor, storable } from './records.ts';

/** A row of `queries`, without its sequence number. */
export interface QueryRow {
  readonly id: string;
  readonly at: Date;
  readonly lastAt?: Date | undefined;
  readonly channel: 'http' | 'proxy' | 'events';
  readonly databaseId: string | undefined;
  /** The API key that recorded it. */
  readonly key: string | undefined;
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
  /** Id of its flow. */
  readonly flow: string;
  /** The texts that the data policy can select; empty if there is none. */
  readonly texts: { readonly shape: string; readonly full: string };
}

/** The audit entry of a record; of a query or event, also its row, or that of its kind if the entry is narrow. */
export interface Written {
  readonly entry: ChainEntry;
  readonly row?: QueryRow | undefined;
}

/** The audit entry of a query or event, and its row. */
export interface WrittenQuery {
  readonly entry: NewEntry;
  readonly row: QueryRow;
}

export function authorOf({ actor, requestId, databaseId }: RecordAuthor) {
  return { actor, requestId, databaseId };
}

function keyOf({ actor }: RecordAuthor): string | undefined {
  return actor.kind === 'key' ? actor.id : undefined;
}

/** A query that was judged before it ran. */
export function evaluatedQuery(record: QueryRecord, at: Date): WrittenQuery {
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
      ...{
        id,
        at,
        channel: 'http',
        databaseId,
        key: keyOf(record),
        dialect,
        calls: 1,
        verdict,
        rules,
        ruleset,
        judgedAtIngest: false,
      },
      caller: callerJson(request.caller),
      flow: outcome.flow,
      texts: { shape: outcome.shape, full: request.query },
    },
  };
}

/** A query that a client reported. */
export function ingestedQuery(
  { record, event, outcome, ranAt: ran, narrow, hex }: IngestedEvent,
  at: Date,
): WrittenQuery {
  const { dialect, calls = 1, outcome: became = 'ok', sqlstate, proxy, durationMs, session } = event;
  // The id of a narrow row is found by that of the event.
  const id = narrow ? idOf('qry', hex) : newId('qry');
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
  const caller = 'rows' in event ? read?.caller : event.caller;
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
      ...{ id, at: ran, lastAt, channel, databaseId: record.databaseId, key: keyOf(record) },
      ...{ dialect, calls, outcome: became, sqlstate },
      ...{ verdict, rules, ruleset, judgedAtIngest, mode, durationMs, session, proxy },
      caller: callerJson(caller),
      flow: read?.flow ?? flowId({ dialect, shape: '', caller: { ...UNKNOWN_CALLER, ...caller } }),
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

const UNKNOWN_CALLER = { application: undefined, user: undefined, database: undefined };
