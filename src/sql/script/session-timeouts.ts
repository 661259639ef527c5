import type { Operation } from '../../model/index.ts';

const LOCK_TIMEOUTS = new Set(['lock_timeout', 'lock_wait_timeout', 'innodb_lock_wait_timeout']);
/** MySQL's max_execution_time is for SELECT only. */
const STATEMENT_TIMEOUTS = new Set(['statement_timeout', 'max_statement_time']);

interface Timeouts {
  readonly lock: boolean;
  readonly statement: boolean;
}

const NONE: Timeouts = { lock: false, statement: false };

/** Tracks whether the session has a lock timeout and a statement timeout. */
export class SessionTimeouts {
  #current = NONE;
  /** The values after COMMIT: those of the session, without SET LOCAL. */
  #committed = NONE;
  /** The values after ROLLBACK: those before BEGIN. */
  #before = NONE;

  get lock(): boolean {
    return this.#current.lock;
  }

  get statement(): boolean {
    return this.#current.statement;
  }

  begin(): void {
    this.#before = this.#current;
    this.#committed = this.#current;
  }

  commit(): void {
    this.#current = this.#committed;
  }

  rollBack(): void {
    this.#current = this.#before;
    this.#committed = this.#before;
  }

  reset(): void {
    this.#current = NONE;
    this.#committed = NONE;
    this.#before = NONE;
  }

  /**
   * Applies a SET. A SET LOCAL outside a transaction does nothing, as PostgreSQL warns.
   */
  apply({ target: { name }, objectClass }: Operation, inTransaction: boolean): void {
    if (name === undefined) return;
    const all = name === 'all' && objectClass === 'unset';
    const lock = all || LOCK_TIMEOUTS.has(name);
    const statement = all || STATEMENT_TIMEOUTS.has(name);
    const isLocal = objectClass === 'transaction setting';
    if ((!lock && !statement) || (isLocal && !inTransaction)) return;
    const set = objectClass !== 'unset';
    const change = (timeouts: Timeouts): Timeouts => ({
      lock: lock ? set : timeouts.lock,
      statement: statement ? set : timeouts.statement,
    });
    this.#current = change(this.#current);
    if (!isLocal) this.#committed = change(this.#committed);
  }
}
