import { setTimeout as sleep } from 'node:timers/promises';
import type { SentEvent, ServiceClient } from '../../client/index.ts';
import type { ProxySettings } from '../../contract/index.ts';
import { ServiceError } from '../../model/index.ts';
import { FaultLog, type Log } from '../log.ts';
import type { EventStore } from './event-store.ts';
import type { EventText } from './segment-format.ts';

export interface EventSenderOptions {
  readonly store: EventStore;
  readonly client: Pick<ServiceClient, 'sendEvents'>;
  /** Which texts the service stores now. */
  readonly queryText: () => ProxySettings['queryText'];
  /** Milliseconds for which events are collected before they are sent. Default: 1 second. */
  readonly sendEvery?: number | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
}

/** Outcomes of the sent events. */
export interface SentCounts {
  readonly accepted: number;
  readonly duplicates: number;
  /** Events that the service rejects; they are dropped. */
  readonly refused: number;
}

const DEFAULT_SEND_MS = 1_000;
/** Limits of one call, which the client splits into requests. */
const BATCH = { events: 4_000, bytes: 8 * 1024 * 1024 };
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Refused events that are logged one by one, per batch. */
const MAX_NAMED = 5;

/**
 * Sends stored events in their order, at least once each; their ids make it exactly once. If the service does not answer,
 * the events wait in the store. What it refuses is logged, counted and dropped.
 */
export class EventSender {
  readonly #options: EventSenderOptions;
  readonly #faults: FaultLog;
  readonly #stop = new AbortController();
  /** Ends a wait early. */
  #hurry = new AbortController();
  readonly #counts = { accepted: 0, duplicates: 0, refused: 0 };
  #draining = false;
  readonly #running: Promise<void>;

  constructor(options: EventSenderOptions) {
    this.#options = options;
    this.#faults = new FaultLog(options.log, options.now);
    this.#running = this.#run();
  }

  get counts(): SentCounts {
    return this.#counts;
  }

  /** Sends what is stored, for at most the given milliseconds, and stops. */
  async close(timeout: number): Promise<void> {
    this.#draining = true;
    this.#hurry.abort();
    await Promise.race([
      this.#running,
      sleep(timeout, undefined, { signal: this.#stop.signal }).catch(() => undefined),
    ]);
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    const { store, sendEvery = DEFAULT_SEND_MS } = this.#options;
    for (let failures = 0; !this.#stop.signal.aborted; ) {
      if (!this.#draining) {
        await store.changed(AbortSignal.any([this.#stop.signal, this.#hurry.signal]));
        await this.#wait(failures > 0 ? this.#backOff(failures) : sendEvery);
      }
      try {
        if (!(await this.#sendNext()) && this.#draining) break;
        if (failures > 0) this.#faults.ended('the service takes events again');
        failures = 0;
      } catch (error) {
        failures++;
        this.#report(error);
        // While the proxy stops, what cannot be sent waits on disk for its next start.
        if (this.#draining) break;
      }
    }
    this.#stop.abort();
  }

  /** Returns false if there is nothing to send. */
  async #sendNext(): Promise<boolean> {
    const { store } = this.#options;
    const batch = await store.read(BATCH);
    if (!batch || this.#stop.signal.aborted) return false;
    await this.#deliver(batch.events);
    // The store may be closed meanwhile; the events are then sent again after the next start.
    if (!this.#stop.signal.aborted) await store.advance(batch);
    return true;
  }

  async #deliver(events: readonly EventText[]): Promise<void> {
    const { client, queryText } = this.#options;
    const withText = queryText() === 'full';
    const sent = events.map(({ json }) => {
      const event = JSON.parse(json) as SentEvent & { query?: string };
      // The policy may have changed since the event was recorded.
      if (!withText) delete event.query;
      return event;
    });
    try {
      const { accepted, duplicates, refused } = await client.sendEvents(sent);
      this.#counts.accepted += accepted;
      this.#counts.duplicates += duplicates;
      this.#drop(refused);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The service rejects the whole request: find the invalid event by bisection.
      const half = Math.ceil(events.length / 2);
      if (events.length > 1) {
        await this.#deliver(events.slice(0, half));
        await this.#deliver(events.slice(half));
      } else this.#drop([{ id: sent[0]?.id, code: error.details.code ?? 'refused', detail: error.message }]);
    }
  }

  #drop(refused: readonly { readonly id: string | undefined; readonly code: string; readonly detail: string }[]): void {
    this.#counts.refused += refused.length;
    for (const { id, code, detail } of refused.slice(0, MAX_NAMED))
      this.#options.log('error', `the service refused an event, which is dropped: ${detail}`, { event: id, code });
    if (refused.length > MAX_NAMED)
      this.#options.log('error', `the service refused ${refused.length - MAX_NAMED} more events, which are dropped`);
  }

  #report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const { status } = error instanceof ServiceError ? error.details : {};
    const key = message.replace(/ \(request `[^`]*`\)/, '');
    this.#faults.failed(
      status === 401 || status === 403 ? 'error' : 'warn',
      `events cannot be sent and wait on disk: ${message}`,
      key,
    );
  }

  #backOff(failures: number): number {
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10));
    return wait * (0.5 + this.#options.random() / 2);
  }

  async #wait(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.#stop.signal, this.#hurry.signal]);
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** The service rejects this request, so a retry cannot succeed. */
function isRefusal(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { status, code } = error.details;
  // A gateway in front of the service may have a smaller limit, and sends no problem code.
  return status === 413 || ((status === 400 || status === 422) && code !== undefined);
}
