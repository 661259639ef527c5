import { setTimeout as sleep } from 'node:timers/promises';
import { recordedQueries } from '../lists.ts';
import type { Soak } from '../soak.ts';
import { readTrail } from '../trail.ts';
import type { SentQuery } from './clients.ts';
import { checkRecords, type Kill, type ListedQuery, type RecordFindings } from './records.ts';
import { queryOf } from './statements.ts';
import type { SoakUpstream } from './upstream.ts';

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

/** Reads what the database and the service have, and checks it; faults go to the journal. */
export async function checkProxy({ soak, sent, upstream, guarded, proxyKills }: ProxySoak): Promise<RecordFindings> {
  const after = await upstream.guardedRows();
  const kept = new Set(await upstream.keptQueries());
  const { events: trail } = await readTrail(soak);
  const listed: ListedQuery[] = [];
  for await (const { text, verdict, outcome, calls } of recordedQueries(soak))
    listed.push({ query: queryOf(text), verdict, outcome, calls });
  const findings = checkRecords({ sent, proxyKills, guarded: { before: guarded, after }, kept, trail, listed });
  for (const fault of findings.faults) soak.journal.fault(fault);
  return findings;
}
