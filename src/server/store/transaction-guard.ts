import { AsyncLocalStorage } from 'node:async_hooks';
import { InternalError } from '../../model/index.ts';

/**
 * Notices a query of the database inside one of its own transactions, which would wait for itself where there is one
 * connection (the embedded store), and could where there are ten.
 */
export class TransactionGuard {
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();

  /** Raises InternalError inside of `run`. */
  check(): void {
    if (this.#inside.getStore()?.open)
      throw new InternalError('the database was asked inside of a transaction: ask the transaction itself');
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
