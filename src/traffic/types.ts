import type { Dialect, Operation, StatementFacts } from '../model/index.ts';
import type { LexicalMode } from '../sql/index.ts';

/** One execution (or several alike) that a source tells of. Readers hand out one object again and again: copy what must stay. */
export interface LoggedStatement {
  /** Holds the SQL as UTF-8 from `start` to `end` (exclusive); valid only during the call. */
  bytes: Uint8Array;
  start: number;
  end: number;
  /** When it ran, milliseconds since 1970 UTC; NaN where the source carries no time. */
  at: number;
  /** How often it ran. */
  calls: number;
  /** As logged; undefined where the source does not carry it. */
  user: string | undefined;
  application: string | undefined;
  database: string | undefined;
  /** Names the session, unique in the input; empty where the source names none. */
  session: string;
  /** The values bound to `$1`, `$2`, … (or to each `?` in order) as text, null for NULL; undefined where none are logged. */
  binds: readonly (string | null)[] | undefined;
  /** The source had cut the text off. */
  truncated: boolean;
  /** The source had replaced the literals: literal facts are not carried. */
  normalised: boolean;
  /** What the session had changed of how strings are read, as far as the source tells. */
  mode: LexicalMode | undefined;
}

/** What one statement of a logged text is to the rules, without who ran it. */
export interface FactTuple {
  /** The statement with every literal replaced: safe to write down. */
  readonly shape: string;
  readonly dialect: Dialect;
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly unreadable: string | undefined;
  readonly truncated: boolean;
}

/** What the text of one execution says. The same text class gives the very same object, so that it can be a key of a Map. */
export interface ReadText {
  /** One for each statement of the text (the simple protocol sends several at once). */
  readonly tuples: readonly FactTuple[];
  /** The collector's own: where it counts the text, so that it need not look it up. A reader leaves it alone. */
  counts?: object | undefined;
}

/** Tells the facts of logged statements at log speed: each new class of texts is read in full once. */
export interface FactReader {
  /** The facts of the text; with the session's own history in `createdHere` and `temporary`, where it names one. */
  read(statement: LoggedStatement): ReadText;
  /** Tags of the text's sqlcommenter comment that are kept (model: `caller.tags`); the same object for the same tags. */
  tags(): Readonly<Record<string, string>>;
  /** Whether tags of that comment were left out or altered: always the same for one object of tags. */
  tagsInPart?(): boolean;
  /**
   * Another input begins: what its sessions are called has nothing to do with those before. The collector calls it where it is there,
   * and says whether the input names no statement that failed.
   */
  startInput?(failuresUnseen?: boolean): void;
  /** A statement of the session failed, so that what it had created may not be there. */
  failed?(session: string): void;
  /** How many full readings were made, and of how many texts. */
  readonly readings: number;
  readonly texts: number;
}
