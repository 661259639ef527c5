import type { QueryOutcome } from '../../../src/contract/index.ts';
import type { Checked } from '../checks.ts';
import type { SentQuery } from './clients.ts';

/** When a process was sent SIGKILL, and when it had ended, by the clock of the load. */
export interface Kill {
  readonly sentAt: number;
  readonly endedAt: number;
}

/** A query as the service lists it. */
export interface ListedQuery {
  /** Number in its text; undefined without one. */
  readonly query: number | undefined;
  readonly verdict: string;
  readonly outcome: QueryOutcome | undefined;
  readonly calls: number;
}

/** All that a run left: what the clients know, and what the database and the service say. */
export interface SoakRecords {
  readonly sent: ReadonlyMap<number, SentQuery>;
  readonly proxyKills: readonly Kill[];
  /** The table that only forbidden statements change, before and after the load. */
  readonly guarded: { readonly before: string; readonly after: string };
  /** Queries of which the table `kept` has a row. */
  readonly kept: ReadonlySet<number>;
  /** How often each event is in the audit trail, by its id. */
  readonly trail: ReadonlyMap<string, number>;
  readonly listed: readonly ListedQuery[];
}

/** Acknowledged queries without an event, which the proxy was killed too early to write. */
export interface Unwritten {
  readonly queries: number;
  /** The longest time from an answer to the kill; 0 without any. */
  readonly longestMs: number;
}

export interface RecordFindings {
  readonly checks: readonly Checked[];
  readonly unwritten: Unwritten;
  readonly faults: readonly string[];
}

/**
 * Milliseconds before a proxy is killed for which events may be missing: events are collected for 20 ms, and wait for the
 * disk to sync the ones before.
 */
export const UNWRITTEN_MS = 250;

/** One line of the table, and what is wrong in it. */
class Check {
  readonly faults: string[] = [];
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  expect(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(`${this.#what}: ${fault}`);
  }

  result(acknowledged: number, open: number, found: number): Checked {
    return { what: this.#what, acknowledged, open, found, faults: this.faults.length };
  }
}

/** Compares what the database and the service have with what the clients were answered. */
export function checkRecords(records: SoakRecords): RecordFindings {
  const { sent } = records;
  const queries = [...sent];
  const [forbidden, kept, events] = [new Check('forbidden queries'), new Check('inserted rows'), new Check('events')];
  const { before, after } = records.guarded;
  forbidden.expect(before === after, 'the table that only they change was changed');
  for (const { statement, answer } of sent.values())
    forbidden.expect(statement.isAllowed || answer !== 'ran', `\`${statement.text(0)}\` ran`);

  const inserts = queries.filter(([, { statement }]) => statement.keeps === true);
  for (const [query, { answer }] of inserts)
    kept.expect(answer !== 'ran' || records.kept.has(query), 'a row whose INSERT was acknowledged is missing');

  const found = eventsByQuery(records, events);
  const unwritten: number[] = [];
  for (const [number, query] of queries) {
    const event = found.get(number);
    if (event) checkEvent(query, event, forbidden, events);
    else if (query.answer !== 'unknown') {
      const kill = records.proxyKills.find(({ endedAt }) => endedAt >= query.answeredAt);
      const time = kill ? Math.max(0, kill.sentAt - query.answeredAt) : Number.POSITIVE_INFINITY;
      if (time <= UNWRITTEN_MS) unwritten.push(time);
      else events.expect(false, `an acknowledged query has no event (${Math.round(time)} ms before a kill)`);
    }
  }
  const count = (test: (query: SentQuery) => boolean) => queries.filter(([, query]) => test(query)).length;
  const isForbidden = ({ statement }: SentQuery) => !statement.isAllowed;
  return {
    checks: [
      forbidden.result(
        count((query) => isForbidden(query) && query.answer === 'blocked'),
        count((query) => isForbidden(query) && query.answer === 'unknown'),
        [...found.keys()].filter((number) => sent.get(number)?.statement.isAllowed === false).length,
      ),
      kept.result(
        inserts.filter(([, { answer }]) => answer === 'ran').length,
        inserts.filter(([, { answer }]) => answer !== 'ran').length,
        records.kept.size,
      ),
      events.result(
        count(({ answer }) => answer !== 'unknown'),
        count(({ answer }) => answer === 'unknown'),
        found.size,
      ),
    ],
    unwritten: { queries: unwritten.length, longestMs: Math.max(0, ...unwritten) },
    faults: [...forbidden.faults, ...kept.faults, ...events.faults],
  };
}

/** The event of each query: each has one, of one execution, and is in the audit trail once. */
function eventsByQuery({ sent, trail, listed }: SoakRecords, events: Check): ReadonlyMap<number, ListedQuery> {
  for (const times of trail.values()) events.expect(times === 1, 'an event is in the audit trail more than once');
  events.expect(
    listed.length === trail.size,
    `${listed.length} queries are listed, of ${trail.size} in the audit trail`,
  );
  const found = new Map<number, ListedQuery>();
  for (const event of listed) {
    const { query, outcome, calls } = event;
    events.expect(query !== undefined && sent.has(query), 'an event reports a query that was never sent');
    events.expect(calls === 1, 'an event reports several executions');
    if (query === undefined) continue;
    const other = found.get(query);
    events.expect(
      !other,
      `\`${sent.get(query)?.statement.text(0)}\` has two events, with the outcomes ${other?.outcome} and ${outcome}, and was answered: ${sent.get(query)?.answer}`,
    );
    found.set(query, event);
  }
  return found;
}

function checkEvent({ statement, answer }: SentQuery, event: ListedQuery, forbidden: Check, events: Check): void {
  const wrong = `was reported with the verdict ${event.verdict} and the outcome ${event.outcome}`;
  if (!statement.isAllowed)
    forbidden.expect(event.verdict === 'block' && event.outcome !== 'ran', `\`${statement.text(0)}\` ${wrong}`);
  else {
    events.expect(event.verdict === 'allow', `\`${statement.text(0)}\` ${wrong}`);
    events.expect(event.outcome !== 'refused', `\`${statement.text(0)}\`, which is allowed, ${wrong}`);
  }
  if (answer === 'ran') events.expect(event.outcome === 'ran', `an acknowledged query ${wrong}`);
  if (answer === 'blocked') events.expect(event.outcome === 'refused', `a blocked query ${wrong}`);
}
