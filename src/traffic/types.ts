import type { Dialect, Operation, StatementFacts } from '../model/index.ts';
import type { LexicalMode } from '../sql/index.ts';

/** One execution (or several equal ones) reported by a source. Readers reuse one object: copy what must stay. */
export interface LoggedStatement {
  /** The SQL as UTF-8 from `start` to `end` (exclusive); valid only during the call. */
  bytes: Uint8Array;
  start: number;
  end: number;
  /** When it ran, milliseconds since 1970 UTC; NaN if the source records no times. */
  at: number;
  /** How often it ran. */
  calls: number;
  /** As logged; undefined if the source does not record it. */
  user: string | undefined;
  application: string | undefined;
  database: string | undefined;
  /** Name of the session, unique in the input; empty if the source names none. */
  session: string;
  /**
   * The values bound to `$1`, `$2`, … (or to each `?` in order) as text, null for NULL; undefined if none are logged.
   */
  binds: readonly (string | null)[] | undefined;
  /** The source cut off the text. */
  truncated: boolean;
  /** The source replaced the literals: literal facts are not recorded. */
  normalised: boolean;
  /** What the session changed in how strings are read, as far as the source shows. */
  mode: LexicalMode | undefined;
}

/** What a reader read of one text, kept with a text that is read again and again: that of a prepared statement. */
export interface KeptReading {
  /** Written by the reader. */
  latest: object | undefined;
}

/** The facts of one statement of a logged text, without its caller. */
export interface FactTuple {
  /** The statement with every literal replaced: safe to store. */
  readonly shape: string;
  readonly dialect: Dialect;
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly unreadable: string | undefined;
  readonly truncated: boolean;
}

/**
 * The facts of the text of one execution. Texts of the same class give the same object, so it can be the key of a Map.
 */
export interface ReadText {
  /** One for each statement of the text (the simple protocol sends several at once). */
  readonly tuples: readonly FactTuple[];
  /** Whether it creates or drops objects, or changes settings, so that it affects what is known of a session. */
  readonly concernsSession: boolean;
  /** Used by the collector to find its counts without a look-up. Readers do not touch it. */
  counts?: object | undefined;
}

/** Reads the facts of logged statements fast: only the first text of each class is read in full. */
export interface FactReader {
  /** The facts of the text. If the session is named, `createdHere` and `temporary` follow its earlier statements. */
  read(statement: LoggedStatement): ReadText;
  /**
   * The facts of the text as `read` would return them if it ran now. The session stays as it is.
   *
   * @param kept belongs to the bytes of the statement, so that they need not be read again
   */
  preview(statement: LoggedStatement, kept?: KeptReading): ReadText;
  /** The recorded tags of the text's sqlcommenter comment (model: `caller.tags`); the same object for the same tags. */
  tags(): Readonly<Record<string, string>>;
  /** Whether tags of that comment were left out or masked: always the same for one object of tags. */
  tagsInPart?(): boolean;
  /**
   * Starts another input: its session names are unrelated to those before. The collector calls it if it exists, and
   * passes whether the input does not report failed statements.
   */
  startInput?(failuresUnseen?: boolean): void;
  /** A statement of the session failed, so objects that it created may not exist. */
  failed?(session: string): void;
  /** The session ended: its name may be used again. */
  ended?(session: string): void;
  /** Whether the last text was read by its class, and not by all its bytes. */
  readonly byClass: boolean;
  /** Number of full readings, and of texts. */
  readonly readings: number;
  readonly texts: number;
}
