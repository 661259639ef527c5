import type { QueryEvent, StatusEvent } from '../../contract/index.ts';
import { eventHex } from '../audit/find-event.ts';
import type { EventOutcome } from '../engine/engine.ts';
import { chunksOf, columnOf, runInTurn, type Statement, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import { eventHash } from './event-hash.ts';
import type { EventsRecord, EventsRecorded, RecordAuthor } from './records.ts';

/** An event that is new. */
export interface IngestedEvent {
  readonly record: EventsRecord;
  readonly event: QueryEvent;
  readonly outcome: EventOutcome;
  /** Its `at`. */
  readonly ranAt: Date;
  /** Whether its row is narrow. */
  readonly narrow: boolean;
  /** SHA-256 (hex) of its content. */
  readonly hash: string;
  /** 32 hex digits that identify it in the store (audit/find-event.ts). */
  readonly hex: string;
}

export interface IngestedEvents {
  /** In the order of arrival. */
  readonly taken: readonly IngestedEvent[];
  /** Reports of proxies about themselves. */
  readonly reports: readonly { readonly record: EventsRecord; readonly event: StatusEvent }[];
  /** For each record. */
  readonly recorded: ReadonlyMap<EventsRecord, EventsRecorded>;
}

class Arrival implements IngestedEvent {
  readonly record: EventsRecord;
  readonly index: number;
  readonly event: QueryEvent;
  readonly outcome: EventOutcome;
  readonly ranAt: Date;
  readonly narrow: boolean;
  readonly hex: string;
  #hash: string | undefined;

  constructor(
    record: EventsRecord,
    { index, event, outcome }: EventsRecord['events'][number],
    { ranAt, narrow }: Pick<Arrival, 'ranAt' | 'narrow'>,
  ) {
    this.record = record;
    this.ranAt = ranAt;
    this.narrow = narrow;
    this.hex = eventHex(record.workspace, event.id);
    this.index = index;
    this.event = event;
    this.outcome = outcome;
  }

  get hash(): string {
    return this.computeHash();
  }

  /** Computes it once; call it while the store works. */
  computeHash(): string {
    this.#hash ??= eventHash(this.event, this.outcome);
    return this.#hash;
  }
}

/** Tolerated clock skew of clients. An event further in the future would outlive the retention. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const AHEAD = '`at` is more than a day in the future; correct the clock of the client';

function isAhead(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + AHEAD_MS;
}

/**
 * Records each event once. An event id that was seen before (in this batch, an earlier one, or on another server at the
 * same time) is a duplicate, or refused if its content differs. Events that take too long to read are recorded too, so
 * that they count once.
 */
export async function ingestEvents(
  tx: Queryable,
  workspace: string,
  records: readonly EventsRecord[],
  { now, isNarrow }: { readonly now: Date; readonly isNarrow: (record: RecordAuthor, ranAt: Date) => boolean },
): Promise<IngestedEvents> {
  const recorded = new Map<EventsRecord, Tally>();
  const arrivals: Arrival[] = [];
  const reports: { record: EventsRecord; event: StatusEvent }[] = [];
  for (const record of records) {
    const tally = new Tally();
    recorded.set(record, tally);
    for (const arrived of record.events) {
      const { index, event, outcome } = arrived;
      const ranAt = new Date(event.at);
      if ('invalid' in outcome) tally.refuse(index, event, 'event_invalid', outcome.invalid);
      else if (isAhead(ranAt, now)) tally.refuse(index, event, 'event_invalid', AHEAD);
      else arrivals.push(new Arrival(record, arrived, { ranAt, narrow: isNarrow(record, ranAt) }));
    }
    for (const { index, event } of record.statuses ?? []) {
      if (isAhead(new Date(event.at), now)) tally.refuse(index, event, 'event_invalid', AHEAD);
      else {
        reports.push({ record, event });
        tally.accepted++;
      }
    }
  }
  const first = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!first.has(arrival.event.id)) first.set(arrival.event.id, arrival);
  const known = await enter(tx, workspace, [...first.values()], now);
  const taken = arrivals.filter((arrival) => !known.has(arrival.event.id) && first.get(arrival.event.id) === arrival);
  const isNew = new Set(taken);
  for (const arrival of arrivals) {
    const { id } = arrival.event;
    const isFirst = isNew.has(arrival);
    const isStored = isFirst || arrival.hash.startsWith(known.get(id) ?? first.get(id)?.hash ?? '');
    recorded.get(arrival.record)?.count(arrival, isStored, isFirst);
  }
  for (const tally of recorded.values()) tally.refused.sort((a, b) => a.index - b.index);
  return { taken, reports, recorded };
}

class Tally implements EventsRecorded {
  accepted = 0;
  duplicates = 0;
  readonly refused: EventsRecorded['refused'] = [];

  refuse(
    index: number,
    { id }: { readonly id: string },
    code: EventsRecorded['refused'][number]['code'],
    detail: string,
  ): void {
    this.refused.push({ index, id, code, detail });
  }

  count({ index, event, outcome }: Arrival, isStored: boolean, isNew: boolean): void {
    if (!isStored)
      this.refuse(index, event, 'event_id_reused', 'another event already has this id; give each event a unique id');
    else if ('tooCostly' in outcome) {
      const detail = `the query takes too long to read (${outcome.tooCostly}); send only its first part, as \`truncated\``;
      this.refuse(index, event, 'event_too_costly', detail);
    } else if (isNew) this.accepted++;
    else this.duplicates++;
  }
}

/**
 * Inserts the ids of events whose rows are not narrow, in the same order on all servers. Returns the hash (hex, or its
 * beginning) of those that already existed, and of narrow ones.
 */
async function enter(
  tx: Queryable,
  workspace: string,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (arrivals.length === 0) return new Map();
  const wide = arrivals.filter(({ narrow }) => !narrow).sort((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const rows = wide.length === 0 ? [] : await runInTurn<{ id: string }>(tx, idStatements(workspace, wide, now));
  const entered = new Set(rows.map(({ id }) => id));
  const known = knownEvents(tx, workspace, arrivals, entered);
  for (const arrival of arrivals) arrival.computeHash();
  return known;
}

/** The hash (hex, or its beginning) of each event that was recorded before; `entered` are those of this transaction. */
async function knownEvents(
  tx: Queryable,
  workspace: string,
  events: readonly Pick<IngestedEvent, 'event' | 'hex'>[],
  entered: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const hexes = new Map(events.map(({ event, hex }) => [hex, event.id]));
  const others = events.flatMap(({ event }) => (entered.has(event.id) ? [] : event.id));
  const { rows } = await tx.query<{ id: string; hash: string }>(
    // As lines, which are cheaper than lists: neither has line breaks. One by one, since the plan may be from when the tables were empty.
    `SELECT e.id, encode(e.event_hash, 'hex') AS hash FROM unnest(string_to_array($2, E'\\n')) AS i (id)
       CROSS JOIN LATERAL (SELECT * FROM event_ids WHERE workspace_id = $1 AND event_ids.id = i.id LIMIT 1) AS e
     UNION ALL
     SELECT replace(t.id::text, '-', ''), encode(t.content, 'hex') FROM unnest(string_to_array($3, E'\\n')::uuid[]) AS i (id)
       CROSS JOIN LATERAL (SELECT * FROM traffic_entries WHERE traffic_entries.id = i.id LIMIT 1) AS t`,
    [workspace, others.join('\n'), [...hexes.keys()].join('\n')],
  );
  return new Map(rows.map(({ id, hash }) => [hexes.get(id) ?? id, hash]));
}

/**
 * Whether another transaction recorded one of the events meanwhile. Nothing can be recorded any more once the end of the
 * chain is locked.
 */
export async function wereRecorded(
  tx: Queryable,
  workspace: string,
  taken: readonly IngestedEvent[],
): Promise<boolean> {
  if (taken.length === 0) return false;
  const wide = new Set(taken.filter(({ narrow }) => !narrow).map(({ event }) => event.id));
  return (await knownEvents(tx, workspace, taken, wide)).size > 0;
}

/** Gives the ids of events that are not narrow the time of their entries, by which these are found. */
export async function moveEvents(
  tx: Queryable,
  workspace: string,
  taken: readonly IngestedEvent[],
  at: Date,
): Promise<void> {
  const ids = taken.flatMap(({ narrow, event }) => (narrow ? [] : event.id));
  if (ids.length > 0)
    await tx.query('UPDATE event_ids SET received_at = $3 WHERE workspace_id = $1 AND id = ANY ($2::text[])', [
      workspace,
      ids,
      at,
    ]);
}

function* idStatements(workspace: string, sorted: readonly Arrival[], now: Date): Generator<Statement> {
  for (const chunk of chunksOf(sorted)) {
    const column = columnOf(chunk);
    const parameters: unknown[] = [workspace, now];
    const ids = selectColumns(
      [column('id', 'text', ({ event }) => event.id), column('event_hash', 'bytea', ({ hash }) => `\\x${hash}`)],
      parameters,
    );
    const sql = `INSERT INTO event_ids (workspace_id, id, event_hash, received_at)
     SELECT $1, c.id, c.event_hash, $2 FROM ${ids} ON CONFLICT DO NOTHING RETURNING id`;
    yield { sql, parameters };
  }
}
