/** State of a connection that its statements need. */
export interface Connection {
  /** Undefined if the connection was open before the log began. */
  user: string | undefined;
  database: string | undefined;
  /** Unique in the log; changes when the server resets the connection. */
  session: string;
}

/**
 * More connections than any server has at a time. The oldest are evicted, and then treated like connections that were
 * open before the log began.
 */
const MAX_CONNECTIONS = 1_000_000;

/** The connections of a general log, by id. */
export class Connections {
  readonly #known = new Map<string, Connection>();
  #sessions = 0;

  of(thread: string): Connection {
    return this.#known.get(thread) ?? this.#begin(thread, undefined, undefined);
  }

  /** `user@host on db using Socket`, `user@host as account on db`; a refused connection has a different text. */
  connect(thread: string, argument: string): void {
    const found = /^(.*)@(\S*)(?: as (?:.*?))? on(?: (.*))?$/s.exec(argument);
    if (!found) {
      if (!/^Access denied/.test(argument)) this.#begin(thread, undefined, undefined);
      return;
    }
    const database = (found[3] ?? '').replace(/(?:^| )using (?:Socket|TCP\/IP|SSL\/TLS|Named Pipe|Shared Memory)$/, '');
    this.#begin(thread, found[1] ?? '', database.trim());
  }

  /** The server resets the session, except for its account and database. */
  reset(thread: string): void {
    const { user, database } = this.of(thread);
    this.#begin(thread, user, database);
  }

  use(thread: string, database: string): void {
    this.of(thread).database = database;
  }

  quit(thread: string): void {
    this.#known.delete(thread);
  }

  /** A server opened the log, perhaps a different one: connection ids start again. */
  forget(): void {
    this.#known.clear();
  }

  #begin(thread: string, user: string | undefined, database: string | undefined): Connection {
    const connection = { user, database, session: `${thread}/${this.#sessions++}` };
    this.#known.set(thread, connection);
    if (this.#known.size > MAX_CONNECTIONS) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest);
        break;
      }
    }
    return connection;
  }
}
