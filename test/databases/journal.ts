import type { LexicalMode } from '../../src/sql/index.ts';

/**
 * The caller of a session, as it names itself, and as a history names it (without the parts that differ between
 * processes).
 */
export interface Caller {
  readonly user: string;
  readonly application: string;
  readonly database: string;
  /** Whether the application name has `*` for its changing parts. */
  readonly pattern?: boolean;
}

/**
 * Outcome of a statement: `done`; `unparsed`: a syntax error; `refused`: it never ran, for example because it names a
 * missing object; `failed`: while it ran.
 */
export type Outcome = 'done' | 'unparsed' | 'refused' | 'failed';

export interface Change {
  readonly application?: string;
  readonly database?: string;
  readonly mode?: LexicalMode | undefined;
}

/** One text that a client sent to be executed, recorded by the client. */
export interface Sent {
  readonly sql: string;
  /** Bind values of its `$1`, `$2`, …, as text. */
  readonly values?: readonly (string | null)[];
  readonly extended?: boolean;
  readonly outcome?: Outcome;
  /** For a statement that is not executed: whether it writes, because `log_statement = mod` logs it anyway. */
  readonly writes?: boolean;
  /** Tags in its comments that a history records. */
  readonly tags?: Readonly<Record<string, string>>;
  /** A history records a tag with `*` for its changing parts. */
  readonly tagsInPart?: boolean;
  /** Not in the encoding that logs are read in. */
  readonly foreign?: boolean;
  /** What each kind of log has instead, if it is not just the sent text. */
  readonly logged?: Readonly<Record<string, readonly string[]>>;
  /** Session state that it changes for the following statements; `reset` restores the initial state. */
  readonly after?: Change | 'reset';
}

/** The same, with the session state at that time. */
export interface Entry extends Sent {
  readonly session: number;
  readonly caller: Caller;
  /** The caller of its session afterwards. */
  readonly callerAfter: Caller;
  readonly mode: LexicalMode | undefined;
  /** The current log shows only that it failed. */
  readonly unlogged?: boolean;
}

/** What all clients of a workload sent, in order per session. */
export class Journal {
  readonly entries: Entry[] = [];
  #sessions = 0;

  open(caller: Caller): SessionJournal {
    return new SessionJournal(this.entries, this.#sessions++, caller);
  }
}

/** What one client sent. */
export class SessionJournal {
  readonly #entries: Entry[];
  readonly #session: number;
  readonly #first: Caller;
  #caller: Caller;
  #mode: LexicalMode | undefined;

  constructor(entries: Entry[], session: number, caller: Caller) {
    this.#entries = entries;
    this.#session = session;
    this.#first = caller;
    this.#caller = caller;
  }

  add(sent: Sent): void {
    const caller = this.#caller;
    const mode = this.#mode;
    const { after = {} } = sent;
    if (after === 'reset') {
      this.#caller = { ...this.#first, database: caller.database };
      this.#mode = undefined;
    } else {
      const { application = caller.application, database = caller.database } = after;
      const pattern = caller.pattern === true && application === caller.application;
      this.#caller = { ...caller, application, database, pattern };
      if ('mode' in after) this.#mode = after.mode;
    }
    this.#entries.push({ ...sent, session: this.#session, caller, callerAfter: this.#caller, mode });
  }
}

/** The name without digits: a history treats numbers in names of cursors and prepared statements as changing parts. */
export function inLetters(name: string): string {
  return name.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}
