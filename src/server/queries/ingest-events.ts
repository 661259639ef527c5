import type { QueryEvent, StatusEvent } from '../../contract/index.ts';
import type { EventOutcome } from '../engine/engine.ts';
import { hex } from '../history/add-history.ts';
import { chunksOf, columnOf, runInTurn, type Statement, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import { eventHash } from './event-hash.ts';
import type { EventsRecord, EventsRecorded } from './records.ts';

/** An event that is new. */
export interface IngestedEvent {
  readonly record: EventsRecord;
  readonly event: QueryEvent;
  readonly outcome: EventOutcome;
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
  #hash: string | undefined;

  constructor(record: EventsRecord, { index, event, outcome }: EventsRecord['events'][number]) {
    this.record = record;
    this.index = index;
    this.event = event;
    this.outcome = outcome;
  }

  /** Hex. Computed when it is needed, while the store works. */
  get hash(): string {
    this.#hash ??= eventHash(this.event, this.outcome);
    return this.#hash;
  }
}

/** Tolerated clock skew of clients. An event further in the future would outlive the retention. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const AHEAD = '`at` is more than a day in the future; correct the clock of the client';

function isAhead({ at }: { readonly at: string }, now: Date): boolean {
  return Date.parse(at) > now.getTime() + AHEAD_MS;
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
  now: Date,
): Promise<IngestedEvents> {
  const recorded = new Map<EventsRecord, Tally>();
  const arrivals: Arrival[] = [];
  const reports: { record: EventsRecord; event: StatusEvent }[] = [];
  for (const record of records) {
    const tally = new Tally();
    recorded.set(record, tally);
    for (const { index, event, outcome } of record.events) {
      if ('invalid' in outcome) tally.refuse(index, event, 'event_invalid', outcome.invalid);
      else if (isAhead(event, now)) tally.refuse(index, event, 'event_invalid', AHEAD);
      else arrivals.push(new Arrival(record, { index, event, outcome }));
    }
    for (const { index, event } of record.statuses ?? []) {
      if (isAhead(event, now)) tally.refuse(index, event, 'event_invalid', AHEAD);
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
    const stored = known.get(arrival.event.id) ?? first.get(arrival.event.id)?.hash;
    recorded.get(arrival.record)?.count(arrival, stored === arrival.hash, isNew.has(arrival));
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

/** Inserts the ids, in the same order on all servers; returns the hash (hex) of those that already existed. */
async function enter(
  tx: Queryable,
  workspace: string,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (arrivals.length === 0) return new Map();
  const sorted = arrivals.toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const ids = sorted.map(({ event }) => event.id);
  const rows = await runInTurn<{ id: string }>(tx, idStatements(workspace, sorted, now));
  const entered = new Set(rows.map(({ id }) => id));
  const others = ids.filter((id) => !entered.has(id));
  if (others.length === 0) return new Map();
  const known = await tx.query<{ id: string; event_hash: Uint8Array }>(
    'SELECT id, event_hash FROM event_ids WHERE workspace_id = $1 AND id = ANY ($2::text[])',
    [workspace, others],
  );
  return new Map(known.rows.map(({ id, event_hash }) => [id, hex(event_hash)]));
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
