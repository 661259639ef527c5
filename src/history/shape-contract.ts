import type { Dialect, Operation, StatementFacts } from '../model/index.ts';
import type { LoggedStatement } from './contract.ts';

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
