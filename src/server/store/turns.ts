import type { StatementLimit } from './database.ts';

/** Requests that go first before bulk work that waits gets a turn. */
const REQUESTS_IN_A_ROW = 16;

/** Gives the only connection to one user at a time. Bulk work lets waiting requests go first, but not indefinitely. */
export class Turns {
  readonly #requests: (() => void)[] = [];
  readonly #bulk: (() => void)[] = [];
  #taken = false;
  #inARow = 0;

  async take<T>(limit: StatementLimit, work: () => Promise<T>): Promise<T> {
    const isRequest = limit === 'request';
    if (this.#taken) await new Promise<void>((resolve) => (isRequest ? this.#requests : this.#bulk).push(resolve));
    this.#taken = true;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Passes the turn on; it stays taken in the meantime, so that no newcomer gets in between. */
  #next(): void {
    const bulkIsDue = this.#bulk.length > 0 && (this.#requests.length === 0 || this.#inARow >= REQUESTS_IN_A_ROW);
    const next = bulkIsDue ? this.#bulk.shift() : this.#requests.shift();
    this.#inARow = bulkIsDue ? 0 : this.#inARow + 1;
    if (next) next();
    else this.#taken = false;
  }
}
