import type { ServiceClient } from '../../client/index.ts';
import type { ProxySettings } from '../../contract/index.ts';
import { FaultLog, type Log } from '../log.ts';
import type { EventSink, ObservedQuery } from '../types.ts';
import { eventIds } from './event-ids.ts';
import { type EventOrigin, type Executions, eventJson } from './event-json.ts';
import { EventSender, type SentCounts } from './event-sender.ts';
import { EventStore } from './event-store.ts';
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts';
import { Sums } from './sums.ts';

export interface ServiceEventsOptions extends EventOrigin {
  readonly client: Pick<ServiceClient, 'sendEvents'>;
  /** An existing folder that only this process uses. */
  readonly folder: string;
  /** Bytes of all events that wait on disk. Default: 256 MiB. */
  readonly maxBytes?: number | undefined;
  /** Which texts may be stored now. */
  readonly queryText: () => ProxySettings['queryText'];
  /** See HeartbeatOptions. */
  readonly state: HeartbeatOptions['state'];
  /** Add up equal queries that are allowed, for a few seconds each. */
  readonly summed?: boolean | undefined;
  readonly log: Log;
  readonly commitEvery?: number | undefined;
  readonly sendEvery?: number | undefined;
  /** Milliseconds for which queries are added up. Default: 3 seconds. */
  readonly sumFor?: number | undefined;
  readonly statusEvery?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly random?: (() => number) | undefined;
}

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_SUM_MS = 3_000;
/** Share of the room from which on queries are added up even if that was not asked for. */
const BACK_PRESSURE = 0.5;

/** Events for metrics. */
export interface EventCounts extends SentCounts {
  readonly dropped: number;
  readonly damagedBytes: number;
}

/** Reports queries to the service, by way of a store on disk. */
export class ServiceEvents implements EventSink {
  readonly #options: ServiceEventsOptions;
  readonly #store: EventStore;
  readonly #sender: EventSender;
  readonly #heartbeat: Heartbeat;
  readonly #newId: () => string;
  readonly #sums: Sums;
  readonly #roomFaults: FaultLog;
  readonly #sumFaults: FaultLog;
  #sumTimer: NodeJS.Timeout | undefined;

  static async open(options: ServiceEventsOptions): Promise<ServiceEvents> {
    const { folder, maxBytes = DEFAULT_MAX_BYTES, commitEvery, log, now } = options;
    return new ServiceEvents(options, await EventStore.open({ folder, maxBytes, commitEvery, log, now }));
  }

  private constructor(options: ServiceEventsOptions, store: EventStore) {
    const { client, queryText, sendEvery, log, now = Date.now, random = Math.random, proxy, state } = options;
    this.#options = options;
    this.#store = store;
    this.#newId = eventIds(proxy);
    this.#roomFaults = new FaultLog(log, now);
    this.#sumFaults = new FaultLog(log, now);
    this.#sums = new Sums((sum) => this.#write(sum), this.#newId);
    this.#sender = new EventSender({ store, client, queryText, sendEvery, log, now, random });
    const interval = options.statusEvery;
    this.#heartbeat = new Heartbeat({ client, proxy, newId: this.#newId, sink: this, state, interval, now });
  }

  get full(): boolean {
    return this.#store.full;
  }

  get counts(): EventCounts {
    const { dropped, damagedBytes } = this.#store;
    return { ...this.#sender.counts, dropped, damagedBytes };
  }

  record(query: ObservedQuery): string {
    // Without this policy, no text may reach the disk.
    const text = this.#options.queryText() === 'full' ? query.text() : undefined;
    if (this.#isSumming() && Sums.canSum(query)) {
      this.#sumTimer ??= setTimeout(() => this.#flushSums(), this.#options.sumFor ?? DEFAULT_SUM_MS);
      return this.#sums.add(query, text);
    }
    const id = this.#newId();
    const { at, durationMs, session } = query;
    this.#write({ id, first: query, firstAt: at, lastAt: at, calls: 1, durationMs, session, text });
    return id;
  }

  backlog(now: number): { readonly buffered: number; readonly lagMs: number } {
    const oldest = Math.min(this.#store.oldestAt ?? now, this.#sums.oldestAt ?? now);
    return { buffered: this.#store.buffered + this.#sums.size, lagMs: Math.max(0, now - oldest) };
  }

  /** Resolves when everything that was recorded before is on disk. */
  async flushed(): Promise<void> {
    this.#flushSums();
    await this.#store.flushed();
  }

  async close(timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    this.#heartbeat.close();
    this.#flushSums();
    // What is on disk is safe, so this comes first.
    await within(this.#store.flushed(), timeout);
    await this.#sender.close(Math.max(0, end - performance.now()));
    await this.#store.close(Math.max(0, end - performance.now()));
  }

  #isSumming(): boolean {
    if (this.#options.summed) return true;
    if (this.#store.used > BACK_PRESSURE) {
      const message =
        'more than half of the room for events is used; equal allowed queries are added up until the service takes events again';
      this.#sumFaults.failed('warn', message);
      return true;
    }
    this.#sumFaults.ended('queries are reported one by one again');
    return false;
  }

  #flushSums(): void {
    clearTimeout(this.#sumTimer);
    this.#sumTimer = undefined;
    this.#sums.flush();
  }

  #write(executions: Executions): void {
    let isStored = true;
    for (const json of eventJson(executions, this.#options))
      isStored = this.#store.append({ at: executions.firstAt, json }) && isStored;
    if (isStored) this.#roomFaults.ended('there is room for events again');
    else this.#roomFaults.failed('error', 'there is no room for events: they are not reported');
  }
}

async function within(work: Promise<void>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
