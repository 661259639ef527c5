import { changesPath } from '../judging/index.ts';
import type { ConnectionContext } from './context.ts';
import type { SessionQueries, SessionState } from './queries.ts';
import type { SentQuery } from './sent.ts';

/** Follows what a session creates, and whether its names still stand for it. */
export class OwnObjects {
  readonly #session: Pick<SessionState, 'name'> & { areNamesUnsure: boolean };
  readonly #context: ConnectionContext;
  readonly #queries: SessionQueries;
  /** The open transaction created something, which an error undoes. */
  #createdInTransaction = false;
  /** The session created something. */
  #created = false;
  /** The open transaction set the search path: names may stand for other tables once it ends. */
  #changedPath = false;

  constructor(
    session: Pick<SessionState, 'name'> & { areNamesUnsure: boolean },
    context: ConnectionContext,
    queries: SessionQueries,
  ) {
    this.#session = session;
    this.#context = context;
    this.#queries = queries;
  }

  /** A query ran that changes the session. */
  ran(query: SentQuery): void {
    const { effects } = query.judgement;
    this.#queries.ran(query);
    this.#createdInTransaction ||= effects.creates;
    // SET LOCAL ends with the transaction, and ROLLBACK undoes SET.
    this.#changedPath ||= changesPath(effects);
    this.#created ||= effects.creates;
    if (effects.mayRemove) this.#distrustNames();
    if (effects.mayChangePathLater) this.#session.areNamesUnsure = true;
  }

  /** A query failed that would have changed the session. */
  queryFailed(): void {
    this.#context.judge.failed(this.#session.name);
  }

  /** The server raised an error, for whatever reason. */
  failed(): void {
    if (this.#createdInTransaction) this.#context.judge.failed(this.#session.name);
  }

  /** A query ended a transaction. */
  endTransaction(): void {
    if (this.#changedPath) this.#distrustNames();
    this.#changedPath = false;
  }

  /** The server is ready, and no transaction is open. */
  idle(): void {
    this.#createdInTransaction = false;
    this.endTransaction();
  }

  /** What the session created may have other names, or none: no verdict depends on it from now on. */
  #distrustNames(): void {
    this.#session.areNamesUnsure ||= this.#created;
  }
}
