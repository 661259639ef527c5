export interface UpstreamHealthOptions {
  /** Reaches the server once; raises if that fails. Called only while no client reaches it. */
  readonly probe: () => Promise<void>;
  /** Milliseconds between two probes. Default: 5 seconds. */
  readonly interval?: number | undefined;
  /** Milliseconds for which a contact counts. Default: 15 seconds. */
  readonly patience?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_INTERVAL_MS = 5_000;
const DEFAULT_PATIENCE_MS = 15_000;

/** Whether the database server was reached lately: by a client's connection, else by a probe. */
export class UpstreamHealth {
  readonly #options: UpstreamHealthOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #reachedAt: number | undefined;
  #closed = false;

  constructor(options: UpstreamHealthOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    void this.#look();
  }

  get isReached(): boolean {
    const { patience = DEFAULT_PATIENCE_MS } = this.#options;
    return this.#reachedAt !== undefined && this.#now() - this.#reachedAt <= patience;
  }

  /** A connection to the server succeeded. */
  reached(): void {
    this.#reachedAt = this.#now();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Never raises. */
  async #look(): Promise<void> {
    const { probe, interval = DEFAULT_INTERVAL_MS } = this.#options;
    if (this.#reachedAt === undefined || this.#now() - this.#reachedAt >= interval) {
      try {
        await probe();
        this.reached();
      } catch {
        // `isReached` turns false with time.
      }
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), interval);
  }
}
