import { setTimeout as sleep } from 'node:timers/promises';
import type { Checked } from '../checks.ts';
import { recordedQueries } from '../lists.ts';
import type { Soak } from '../soak.ts';
import { readTrail } from '../trail.ts';
import type { SentQuery } from './clients.ts';
import { queryOf } from './statements.ts';
import type { SoakUpstream } from './upstream.ts';

/**
 * Milliseconds before a proxy is killed for which events may be missing: events are collected for 20 ms, and wait for the
 * disk to sync the ones before.
 */
const UNWRITTEN_MS = 250;
/** Milliseconds for the waiting events to be sent: the longest wait between two tries is a minute. */
const DRAIN_MS = 150_000;

export interface ProxySoak {
  readonly soak: Soak;
  readonly sent: ReadonlyMap<number, SentQuery>;
  readonly upstream: SoakUpstream;
  /** What `guardedRows` returned before the load. */
  readonly guarded: string;
  readonly proxyKills: readonly Kill[];
}

/** When a process was sent SIGKILL, and when it had ended, by the clock of the load. */
export interface Kill {
  readonly sentAt: number;
  readonly endedAt: number;
}

/** Acknowledged queries without an event, which the proxy was killed too early to write. */
export interface Unwritten {
  readonly queries: number;
  /** The longest time from an answer to the kill; 0 without any. */
  readonly longestMs: number;
}

/** The rows that only forbidden statements change, with the transactions that wrote them. */
export async function guardedRows(upstream: SoakUpstream): Promise<string> {
  return JSON.stringify(await upstream.asOwner('SELECT xmin::text, ctid::text, id, amount FROM guarded ORDER BY id'));
}

/** Waits until the proxy has sent all events. Raises Error if it does not. */
export async function drained(metricsUrl: string): Promise<void> {
  for (const until = performance.now() + DRAIN_MS; performance.now() < until; await sleep(200)) {
    const text = await fetch(metricsUrl).then(
      (answer) => answer.text(),
      () => '',
    );
    if (/^querygate_proxy_events_buffered(?:\{.*\})? 0$/m.test(text)) return;
  }
  throw new Error('the proxy still has events that it has not sent');
}

/** Compares the database and the service with what the clients were answered; faults go to the journal. */
export async function checkProxy(
  run: ProxySoak,
): Promise<{ readonly checks: readonly Checked[]; readonly unwritten: Unwritten }> {
  const { soak, sent, upstream, guarded } = run;
  const faults = (what: string) => {
    let count = 0;
    return {
      expect: (holds: boolean, fault: string) => {
        if (holds) return;
        count++;
        soak.journal.fault(`${what}: ${fault}`);
      },
      result: (acknowledged: number, open: number, found: number): Checked => ({
        what,
        acknowledged,
        open,
        found,
        faults: count,
      }),
    };
  };
  const queries = [...sent];
  const ofAnswer = (answer: SentQuery['answer'], isAllowed: boolean) =>
    queries.filter(([, query]) => query.answer === answer && query.statement.isAllowed === isAllowed).length;

  const forbidden = faults('forbidden queries');
  forbidden.expect((await guardedRows(upstream)) === guarded, 'the table that only they change was changed');
  const rows = new Set((await upstream.asOwner<{ query: number }>('SELECT query FROM kept')).map(({ query }) => query));
  const kept = faults('inserted rows');
  const inserts = queries.filter(([, { statement }]) => statement.keeps === true);
  for (const [number, { answer }] of inserts)
    kept.expect(answer !== 'ran' || rows.has(number), 'a row whose INSERT was acknowledged is missing');
  const kinds = inserts.filter(([, { answer }]) => answer === 'ran').length;

  const events = faults('events');
  const { events: ids } = await readTrail(soak);
  for (const times of ids.values()) events.expect(times === 1, 'an event is in the audit trail more than once');
  const found = new Map<number, { readonly verdict: string; readonly outcome: string | undefined }>();
  let listed = 0;
  for await (const { text, verdict, outcome, calls } of recordedQueries(soak)) {
    listed++;
    const number = queryOf(text);
    events.expect(number !== undefined && sent.has(number), 'an event reports a query that was never sent');
    events.expect(calls === 1, 'an event reports several executions');
    if (number === undefined) continue;
    const other = found.get(number);
    events.expect(
      !other,
      `\`${sent.get(number)?.statement.text(0)}\` has two events, with the outcomes ${other?.outcome} and ${outcome}, and was answered: ${sent.get(number)?.answer}`,
    );
    found.set(number, { verdict, outcome });
  }
  events.expect(listed === ids.size, `${listed} queries are listed, of ${ids.size} in the audit trail`);
  const unwritten: number[] = [];
  for (const [number, { statement, answer, answeredAt }] of queries) {
    const event = found.get(number);
    if (!event) {
      if (answer === 'unknown') continue;
      const kill = run.proxyKills.find(({ endedAt }) => endedAt >= answeredAt);
      const time = kill ? Math.max(0, kill.sentAt - answeredAt) : Number.POSITIVE_INFINITY;
      if (time <= UNWRITTEN_MS) unwritten.push(time);
      else events.expect(false, `an acknowledged query has no event (${Math.round(time)} ms before a kill)`);
      continue;
    }
    const wrong = `was reported with the verdict ${event.verdict} and the outcome ${event.outcome}`;
    if (!statement.isAllowed)
      forbidden.expect(event.verdict === 'block' && event.outcome !== 'ok', `\`${statement.text(0)}\` ${wrong}`);
    else events.expect(event.verdict === 'allow', `\`${statement.text(0)}\` ${wrong}`);
    if (answer === 'ran') events.expect(event.outcome === 'ok', `an acknowledged query ${wrong}`);
    if (answer === 'blocked') events.expect(event.outcome === 'blocked', `a blocked query ${wrong}`);
  }
  const acknowledged = queries.filter(([, { answer }]) => answer !== 'unknown').length;
  const foundForbidden = [...found.keys()].filter((number) => sent.get(number)?.statement.isAllowed === false).length;
  return {
    checks: [
      forbidden.result(ofAnswer('blocked', false), ofAnswer('unknown', false), foundForbidden),
      kept.result(kinds, inserts.length - kinds, rows.size),
      events.result(acknowledged, queries.length - acknowledged, found.size),
    ],
    unwritten: { queries: unwritten.length, longestMs: Math.max(0, ...unwritten) },
  };
}
