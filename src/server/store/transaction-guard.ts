import { AsyncLocalStorage } from 'node:async_hooks';
import { InternalError } from '../../model/index.ts';

/**
 * Detects a query on the database inside one of its own transactions. With one connection (the embedded store) it would
 * wait for itself forever; with ten it could.
 */
export class TransactionGuard {
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();

  /** Raises InternalError inside `run`. */
  check(): void {
    if (this.#inside.getStore()?.open)
      throw new InternalError('the database was queried inside a transaction: query the transaction itself');
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const mark = { open: true };
    try {
      return await this.#inside.run(mark, work);
    } finally {
      mark.open = false;
    }
  }
}
