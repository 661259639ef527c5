import type { LexicalMode } from '../../src/sql/index.ts';

/** Who a session is, as it says itself, and as a history names it (without what changes from process to process). */
export interface Caller {
  readonly user: string;
  readonly application: string;
  readonly database: string;
  /** Whether the application's name stands with `*` for what changes in it. */
  readonly pattern?: boolean;
}

/**
 * What became of a statement: `done`; `unparsed`: its syntax is wrong; `refused`: it names what is not there, say, so that it
 * never ran; `failed`: while it ran.
 */
export type Outcome = 'done' | 'unparsed' | 'refused' | 'failed';

export interface Change {
  readonly application?: string;
  readonly database?: string;
  readonly mode?: LexicalMode | undefined;
}

/** One text that a client sent to be run, written down by the client. */
export interface Sent {
  readonly sql: string;
  /** What was bound to its `$1`, `$2`, …, as text. */
  readonly values?: readonly (string | null)[];
  readonly extended?: boolean;
  readonly outcome?: Outcome;
  /** Of a statement that does not get done: whether it writes, so that `log_statement = mod` has it all the same. */
  readonly writes?: boolean;
  /** Tags in its comments that a history keeps. */
  readonly tags?: Readonly<Record<string, string>>;
  /** A history keeps a tag with `*` for what changes in it. */
  readonly tagsInPart?: boolean;
  /** Not in the encoding that logs are read in. */
  readonly foreign?: boolean;
  /** What each kind of log has in its place, where that is not just the text that was sent. */
  readonly logged?: Readonly<Record<string, readonly string[]>>;
  /** What it changes of its session, for the statements behind it; `reset` makes it as it was in the beginning. */
  readonly after?: Change | 'reset';
}

/** The same with all that its session was then. */
export interface Entry extends Sent {
  readonly session: number;
  readonly caller: Caller;
  /** Who its session is behind it. */
  readonly callerAfter: Caller;
  readonly mode: LexicalMode | undefined;
  /** The log at hand tells only that it failed. */
  readonly unlogged?: boolean;
}

/** What all clients of a workload sent: each session in its order. */
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

/** The name without digits: a history takes numbers in the names of cursors and prepared statements for what changes. */
export function inLetters(name: string): string {
  return name.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}
