import { type Connections, type ExchangeLimits, exchange, Fault, MAX_ATTEMPTS, type Reply } from '../http/index.ts';
import { ServiceError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import { backoff, duration, retryAfter } from './wait.ts';

/** A wait before the next attempt, for progress reports. */
export interface Retry {
  /** Why the last attempt failed, in a few words. */
  readonly reason: string;
  /** Milliseconds. */
  readonly wait: number;
}

export interface SessionOptions extends Connections {
  readonly baseUrl: BaseUrl;
  readonly headers: Readonly<Record<string, string>>;
  /** The header `Authorization`; called before each call, since the token of a CI job is replaced. */
  readonly authorization: () => Promise<string>;
  readonly limits: ExchangeLimits;
  /** Milliseconds for the whole session. */
  readonly deadline: number;
  readonly clock: Clock;
  readonly onRetry: (retry: Retry) => void;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Without `Authorization`. */
  readonly anonymous?: true;
}

/** Transient statuses. A server that sends one of them has not processed the request, so a retry is safe. */
const TRANSIENT: Readonly<Record<number, string>> = {
  429: 'HTTP 429 too many requests',
  502: 'HTTP 502 bad gateway',
  503: 'HTTP 503 service unavailable',
  504: 'HTTP 504 gateway timeout',
};

/** Calls to one service that share a deadline. */
export class Session {
  readonly #options: SessionOptions;
  readonly #end: number;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** The current step, for the message when time runs out. */
  activity = 'no complete response yet';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#end = options.clock.elapsed() + options.deadline;
    this.#timer = setTimeout(() => this.#abort.abort(), options.deadline);
  }

  /** Milliseconds until the deadline. */
  get remaining(): number {
    return this.#end - this.#options.clock.elapsed();
  }

  /** The response to a call, of any status, with retries. Raises ServiceError if there is none. */
  async call({ anonymous, ...given }: Call): Promise<Reply> {
    const call = anonymous
      ? given
      : { ...given, headers: { ...given.headers, authorization: await this.#options.authorization() } };
    for (let failures = 1; ; failures++) {
      const outcome = await this.#attempt(call);
      if (!(outcome instanceof Fault) && !(outcome.status in TRANSIENT)) return outcome;
      const reason = outcome instanceof Fault ? outcome.message : (TRANSIENT[outcome.status] ?? '');
      const requested = outcome instanceof Fault ? undefined : retryAfter(outcome.headers, this.#options.clock);
      const attempts = outcome instanceof Fault ? outcome.attempts : MAX_ATTEMPTS;
      if (failures >= attempts && requested === undefined) {
        // The last response is returned, because its body may say more than its status.
        if (!(outcome instanceof Fault)) return outcome;
        throw this.#unreachable(outcome, failures);
      }
      const wait = backoff(failures, this.#options.clock);
      this.activity = reason;
      this.#options.onRetry({ reason, wait: Math.max(wait, requested ?? 0) });
      await this.sleep(wait, requested);
    }
  }

  /**
   * Waits, or longer if the service requests it (`requested`, milliseconds).
   * Raises ServiceError at the deadline; immediately, if the requested wait exceeds the remaining time.
   */
  async sleep(milliseconds: number, requested = 0): Promise<void> {
    if (requested > 0 && requested >= this.remaining) {
      throw new ServiceError(
        `${this.#service}: ${this.activity}; it asks to retry after ${duration(requested)}, which is longer than the remaining time; run it again later, or raise \`timeout\``,
      );
    }
    await this.#options.clock.sleep(Math.max(0, Math.min(Math.max(milliseconds, requested), this.remaining)));
    if (this.remaining <= 0) throw this.#tooLate();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#options.dispatcher.destroy();
  }

  async #attempt(call: Call): Promise<Reply | Fault> {
    const { baseUrl, dispatcher, headers, limits } = this.#options;
    if (this.remaining <= 0) throw this.#tooLate();
    try {
      const { origin, prefix } = baseUrl;
      const request = { ...call, origin, path: `${prefix}${call.path}`, headers: { ...headers, ...call.headers } };
      return await exchange(request, dispatcher, limits, this.#abort.signal);
    } catch (error) {
      if (error instanceof Fault) return error;
      if (this.#abort.signal.aborted) throw this.#tooLate();
      throw error;
    }
  }

  #unreachable({ message }: Fault, attempts: number): ServiceError {
    const suffix = attempts === 1 ? '' : ` (${attempts} attempts)`;
    return new ServiceError(`no response from ${this.#service}${this.#options.proxyHint}: ${message}${suffix}`);
  }

  #tooLate(): ServiceError {
    return new ServiceError(
      `${this.#service} did not finish within ${duration(this.#options.deadline)}: ${this.activity}; raise \`timeout\`, or check whether the service is healthy`,
    );
  }

  get #service(): string {
    return `the service at \`${this.#options.baseUrl.origin}\``;
  }
}
