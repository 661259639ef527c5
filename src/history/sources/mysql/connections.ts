/** What a connection is to the statements that it runs. */
export interface Connection {
  /** Undefined where it was there before the log began. */
  user: string | undefined;
  database: string | undefined;
  /** Unique in the log: begins anew when the server clears the connection. */
  session: string;
}

/** No server has as many at a time; the oldest make room, and are then as those that were there before the log. */
const MAX_CONNECTIONS = 1_000_000;

/** The connections of a general log, by their id. */
export class Connections {
  readonly #known = new Map<string, Connection>();
  #sessions = 0;

  of(thread: string): Connection {
    return this.#known.get(thread) ?? this.#begin(thread, undefined, undefined);
  }

  /** `user@host on db using Socket`, `user@host as account on db`; a refused one has other text. */
  connect(thread: string, argument: string): void {
    const found = /^(.*)@(\S*)(?: as (?:.*?))? on(?: (.*))?$/s.exec(argument);
    if (!found) {
      if (!/^Access denied/.test(argument)) this.#begin(thread, undefined, undefined);
      return;
    }
    const database = (found[3] ?? '').replace(/(?:^| )using (?:Socket|TCP\/IP|SSL\/TLS|Named Pipe|Shared Memory)$/, '');
    this.#begin(thread, found[1] ?? '', database.trim());
  }

  /** The server clears what the session has, but for its account and database. */
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

  /** A server opened the log, perhaps another than before: ids begin again. */
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
