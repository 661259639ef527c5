import type { ProxySettings } from '../../contract/index.ts';
import type { EntryKind, NarrowEntry } from '../audit/traffic-rows.ts';
import { hexOfId, idOf } from '../context/ids.ts';
import type { EventOutcome } from '../engine/engine.ts';
import type { Queryable } from '../store/database.ts';
import type { IngestedEvent } from './ingest-events.ts';
import { narrowKinds } from './narrow-rows.ts';
import { evaluatedQuery, ingestedQuery, type QueryRow, type WrittenQuery } from './query-rows.ts';
import type { EventsRecord, QueryRecord, RecordAuthor } from './records.ts';

/** The narrow entry of a query or event, and the row of one of its kind. */
export interface NarrowSource {
  readonly entry: NarrowEntry;
  readonly row: QueryRow;
}

/** The narrow rows of the queries and events that have one. Their kinds are stored before the end of the chain is locked. */
export async function narrowSources(
  tx: Queryable,
  workspace: string,
  options: {
    readonly queries: readonly QueryRecord[];
    readonly taken: readonly IngestedEvent[];
    readonly at: Date;
    readonly isNarrow: (author: RecordAuthor, ranAt: Date) => boolean;
    readonly policy: ProxySettings['queryText'];
  },
): Promise<ReadonlyMap<object, NarrowSource>> {
  const { taken, at, isNarrow, policy } = options;
  const queries = options.queries.flatMap((query) => {
    const hex = isNarrow(query, at) ? hexOfId('qry', query.id) : undefined;
    return hex === undefined ? [] : { query, hex, written: evaluatedQuery(query, at) };
  });
  const byKind = new WrittenByKind(at);
  const events = taken.flatMap((event) => (event.narrow ? { event, written: byKind.written(event) } : []));
  const kinds = await narrowKinds(
    tx,
    workspace,
    new Set([...queries, ...events].map(({ written }) => written)),
    policy,
  );
  const sources = new Map<object, NarrowSource>();
  for (const { query, hex, written } of queries)
    sources.set(query, { entry: queryEntry(query, hex, kinds.get(written) as EntryKind, at), row: written.row });
  for (const { event, written } of events)
    sources.set(event, { entry: eventEntry(event, kinds.get(written) as EntryKind, at), row: written.row });
  return sources;
}

/** The same with another time of the entry. A query that was judged over HTTP has that time only. */
export function movedTo({ entry, row }: NarrowSource, at: Date): NarrowSource {
  if (at === entry.at) return { entry, row };
  const ran = entry.event === undefined && { ranAt: at, ranAtText: at.toISOString() };
  return { entry: { ...entry, at, ...ran }, row };
}

function queryEntry({ id, requestId }: QueryRecord, hex: string, kind: EntryKind, at: Date): NarrowEntry {
  return {
    ...{ kind, at, ranAt: at, ranAtText: at.toISOString(), lastAt: undefined, calls: 1, id: hex, query: id },
    ...{ event: undefined, requestId, content: undefined, durationMs: undefined, session: undefined },
  };
}

/** Hex digits of the hash of an event that a narrow row holds. */
const CONTENT_DIGITS = 16;

function eventEntry({ record, event, ranAt, hash, hex }: IngestedEvent, kind: EntryKind, at: Date): NarrowEntry {
  const { id, lastAt, calls = 1, durationMs, session } = event;
  return {
    kind,
    at,
    ranAt,
    ranAtText: isCanonical(event.at) ? event.at : ranAt.toISOString(),
    lastAt: lastAt === undefined ? undefined : new Date(lastAt),
    calls,
    id: hex,
    query: idOf('qry', hex),
    event: id,
    requestId: record.requestId,
    content: hash.slice(0, CONTENT_DIGITS),
    durationMs,
    session,
  };
}

/** Whether a valid timestamp is as `toISOString` writes it. */
function isCanonical(at: string): boolean {
  return at.length === '2026-11-20T16:22:57.123Z'.length && at.endsWith('Z');
}

/**
 * What is written of events, made once for those that have it in common: production repeats itself, and a batch has
 * thousands of events.
 */
class WrittenByKind {
  readonly #at: Date;
  readonly #authors = new Map<string, Outcomes>();
  readonly #records = new Map<EventsRecord, Outcomes>();

  constructor(at: Date) {
    this.#at = at;
  }

  /** Of this event, or of another of its kind. */
  written(event: IngestedEvent): WrittenQuery {
    const { record, outcome } = event;
    const values = valuesOf(event);
    if (values === undefined) return ingestedQuery(event, this.#at);
    const outcomes = entryOf(this.#records, record, () => entryOf(this.#authors, authorText(record), () => new Map()));
    const alike = entryOf(outcomes, outcome, () => new Map());
    return entryOf(alike, values, () => ingestedQuery(event, this.#at));
  }
}

/** What is written of the events of an author, by the outcome of the engine and their other values. */
type Outcomes = Map<EventOutcome, Map<string, WrittenQuery>>;

function authorText({ actor, databaseId, requestId }: EventsRecord): string {
  return JSON.stringify([actor, databaseId, requestId === undefined]);
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/**
 * What an event has in common with others, besides its author and the outcome of the engine; undefined if the events of
 * one outcome can differ in more.
 */
function valuesOf({ event, outcome }: IngestedEvent): string | undefined {
  const { judged, dialect, outcome: became = '', sqlstate = '', proxy = '', lastAt } = event;
  if (!judged || !('rows' in event && 'rows' in outcome)) return undefined;
  const { verdict, rules, ruleset, mode = '' } = judged;
  // None of them has a space.
  return `${dialect} ${became} ${sqlstate} ${proxy} ${lastAt === undefined} ${verdict} ${rules.join()} ${ruleset} ${mode}`;
}
