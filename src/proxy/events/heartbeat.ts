import type { ServiceClient } from '../../client/index.ts';
import { PRODUCT } from '../../model/index.ts';
import type { EventSink, ProxyMode } from '../types.ts';

export interface HeartbeatOptions {
  readonly client: Pick<ServiceClient, 'sendEvents'>;
  readonly proxy: string;
  readonly newId: () => string;
  readonly sink: Pick<EventSink, 'backlog'>;
  /** Version of the ruleset in force, if it has one, and what the proxy does with a blocked query. */
  readonly state: () => { readonly ruleset: number | undefined; readonly mode: ProxyMode };
  /** Milliseconds. Default: 30 seconds. */
  readonly interval?: number | undefined;
  readonly now: () => number;
}

const DEFAULT_INTERVAL_MS = 30_000;

/** Reports the state of the proxy to the service. A report that fails is not sent again: the next one replaces it. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #timer: NodeJS.Timeout;
  #isSending = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#send(), options.interval ?? DEFAULT_INTERVAL_MS);
    void this.#send();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Never raises. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { client, proxy, newId, sink, state, now } = this.#options;
    const at = now();
    const { ruleset, mode } = state();
    const { buffered, lagMs } = sink.backlog(at);
    try {
      await client.sendEvents([
        {
          id: newId(),
          type: 'proxy_status',
          at: new Date(at).toISOString(),
          proxy,
          version: PRODUCT.version,
          ...(ruleset !== undefined && { ruleset }),
          mode,
          lagMs: Math.max(0, Math.round(lagMs)),
          buffered,
        },
      ]);
    } catch {
      // The sender of events reports a service that does not answer.
    } finally {
      this.#isSending = false;
    }
  }
}
