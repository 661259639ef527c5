import type { Dialect, FileContext, OperationKind } from '../../model/index.ts';
import type { MissingTables } from '../objects/missing-tables.ts';
import type { Lexical } from '../text/dialects.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import type { FollowedStatement } from './followed-statement.ts';

/** A text that is read: a file, or the statements that a server received. */
export interface ScriptText {
  readonly tokens: TokenList;
  readonly dialect: Dialect;
  /** What the dialect can do; in traffic, with the quoting settings of the session. */
  readonly lexical: Lexical;
  /** What the rest of the repository says about the file; undefined in traffic. */
  readonly context: FileContext | undefined;
}

/** A text that is split into statements. */
export interface SplitScript extends ScriptText {
  /** The tokens of each statement, in the order of the statements. */
  readonly ranges: readonly TokenRange[];
}

/** A text whose statements have been read one by one. */
export interface ScriptReading extends SplitScript {
  /** The kinds of operations in it, by which most files need not be followed. */
  readonly kinds: ReadonlySet<OperationKind>;
  readonly missing: MissingTables;
  /** Whether every part of it that was not understood belongs to a statement. */
  readonly complete: boolean;
}

/** Changes facts and operations of statements that the other statements of the file decide. */
export type Pass = (statements: readonly FollowedStatement[], reading: ScriptReading) => void;
