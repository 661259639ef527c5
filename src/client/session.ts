import type { Dispatcher } from 'undici';
import { ServiceError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import { type ExchangeLimits, exchange, type Reply } from './exchange.ts';
import { Fault, MAX_ATTEMPTS } from './fault.ts';
import { backoff, duration, retryAfter } from './wait.ts';

/** A wait before the next attempt, for whoever shows progress. */
export interface Retry {
  /** What the last attempt came to, in a few words. */
  readonly reason: string;
  /** Milliseconds. */
  readonly wait: number;
}

export interface SessionOptions {
  readonly baseUrl: BaseUrl;
  readonly dispatcher: Dispatcher;
  readonly proxyHint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  /** Milliseconds for all that the session does. */
  readonly deadline: number;
  readonly clock: Clock;
  readonly onRetry: (retry: Retry) => void;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** From the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Statuses that pass by themselves. Whoever sends them has not done what was asked, so that asking again is safe. */
const PASSING: Readonly<Record<number, string>> = {
  429: 'there are too many requests',
  502: 'a gateway before it had no answer (502)',
  503: 'it is not available (503)',
  504: 'a gateway before it waited in vain (504)',
};

/** Calls to one service that share a deadline. */
export class Session {
  readonly #options: SessionOptions;
  readonly #end: number;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** What it was about when time ran out. */
  activity = 'it has not answered';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#end = options.clock.elapsed() + options.deadline;
    this.#timer = setTimeout(() => this.#abort.abort(), options.deadline);
  }

  /** Milliseconds that are left. */
  get remaining(): number {
    return this.#end - this.#options.clock.elapsed();
  }

  /** The answer to a call, whatever its status, after as many attempts as it takes. Raises ServiceError where there is none. */
  async call(call: Call): Promise<Reply> {
    for (let failures = 1; ; failures++) {
      const outcome = await this.#attempt(call);
      if (!(outcome instanceof Fault) && !(outcome.status in PASSING)) return outcome;
      const reason = outcome instanceof Fault ? outcome.message : (PASSING[outcome.status] ?? '');
      const asked = outcome instanceof Fault ? undefined : retryAfter(outcome.headers, this.#options.clock);
      const attempts = outcome instanceof Fault ? outcome.attempts : MAX_ATTEMPTS;
      if (failures >= attempts && asked === undefined) {
        // A gateway's own answer is read like any other: it may hold more than its status says.
        if (!(outcome instanceof Fault)) return outcome;
        throw this.#unreachable(outcome, failures);
      }
      const wait = backoff(failures, this.#options.clock);
      this.activity = reason;
      this.#options.onRetry({ reason, wait: Math.max(wait, asked ?? 0) });
      await this.sleep(wait, asked);
    }
  }

  /**
   * Waits, and longer where the service asks for it (`asked`, milliseconds).
   * Raises ServiceError where the time that is left does not reach so far; for what was asked, at once.
   */
  async sleep(milliseconds: number, asked = 0): Promise<void> {
    if (asked > 0 && asked >= this.remaining) {
      throw new ServiceError(
        `${this.#service}: ${this.activity}, and it asks to wait ${duration(asked)}, longer than the time that is left; run it again later, or give it more time with \`timeout\``,
      );
    }
    await this.#options.clock.sleep(Math.max(0, Math.min(Math.max(milliseconds, asked), this.remaining)));
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
    const tried = attempts === 1 ? '' : ` (${attempts} attempts)`;
    return new ServiceError(`no answer of ${this.#service}${this.#options.proxyHint}: ${message}${tried}`);
  }

  #tooLate(): ServiceError {
    return new ServiceError(
      `${this.#service} was not done within ${duration(this.#options.deadline)}: ${this.activity}; give it more time with \`timeout\`, or look whether it is well`,
    );
  }

  get #service(): string {
    return `the service at \`${this.#options.baseUrl.origin}\``;
  }
}
