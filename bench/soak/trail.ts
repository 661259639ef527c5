import type { AuditEvent } from '../../src/contract/index.ts';
import { auditEntries } from './lists.ts';
import type { Soak } from './soak.ts';

export interface FoundQuery {
  readonly id: string;
  readonly verdict: string;
}

/** Counts of a run in the audit trail. */
export interface FoundTrail {
  readonly entries: number;
  /** By request id. */
  readonly queries: ReadonlyMap<string, readonly FoundQuery[]>;
  /** By request id: ids of dry runs. */
  readonly dryRuns: ReadonlyMap<string, readonly string[]>;
  /** How often each event occurs, by id; and its calls in the history. */
  readonly events: ReadonlyMap<string, number>;
  readonly eventCalls: number;
  /** How often each simulation started and ended, by id. */
  readonly started: ReadonlyMap<string, number>;
  readonly ended: ReadonlyMap<string, number>;
  /** How often each key was created and ended. */
  readonly made: ReadonlyMap<string, number>;
  readonly revoked: ReadonlyMap<string, number>;
}

/** Reads all entries; one that is missing or listed twice is a fault. The list is sorted by time, the numbers are not. */
export async function readTrail(soak: Soak): Promise<FoundTrail> {
  const queries = new Map<string, FoundQuery[]>();
  const dryRuns = new Map<string, string[]>();
  const counts = { events: counter(), started: counter(), ended: counter(), made: counter(), revoked: counter() };
  const sequences: number[] = [];
  let eventCalls = 0;
  for await (const { sequence, type, requestId = '', details } of auditEntries(soak)) {
    sequences.push(sequence);
    const text = (name: string) => textOf(details, name);
    if (type === 'query.evaluated') push(queries, requestId, { id: text('query'), verdict: text('verdict') });
    if (type === 'query.ingested') {
      counts.events.add(text('event'));
      if (details['outcome'] === 'ok') eventCalls += Number(details['calls']);
    }
    if (type === 'dry_run') push(dryRuns, requestId, text('dryRun'));
    if (type === 'simulation.started') counts.started.add(text('simulation'));
    if (type === 'simulation.ended') counts.ended.add(text('simulation'));
    if (type === 'key.created' || type === 'key.rotation_begun') counts.made.add(text('key'));
    if (type === 'key.revoked' || type === 'key.rotated') counts.revoked.add(text('key'));
  }
  sequences.sort((a, b) => a - b);
  const wrong = sequences.findIndex((sequence, at) => sequence !== at + 1);
  if (wrong >= 0) soak.journal.fault(`the audit trail lists entry ${sequences[wrong]} where ${wrong + 1} should be`);
  const { events, started, ended, made, revoked } = counts;
  return {
    entries: sequences.length,
    queries,
    dryRuns,
    eventCalls,
    events: events.counts,
    started: started.counts,
    ended: ended.counts,
    made: made.counts,
    revoked: revoked.counts,
  };
}

function textOf(details: AuditEvent['details'], name: string): string {
  const value = details[name];
  if (typeof value === 'string') return value;
  throw new Error(`an audit entry has no \`${name}\`: ${JSON.stringify(details).slice(0, 300)}`);
}

function counter() {
  const counts = new Map<string, number>();
  return { counts, add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1) };
}

function push<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}
