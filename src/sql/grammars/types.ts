import type { Operation, ReaderName, Span, StatementFacts } from '../../model/index.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';

/** One statement, with the result of the token reader. */
export interface GrammarInput {
  readonly tokens: TokenList;
  readonly range: TokenRange;
  readonly span: Span;
  readonly operations: readonly Operation[];
  /** Whether the token reader recognised the statement. */
  readonly understood: boolean;
}

/** The facts that a grammar found. Its lists of facts are merged with those of the token reader. */
export interface GrammarReading {
  readonly understood: boolean;
  /** Whether its list of tables read is complete and correct, so that it replaces the token reader's. */
  readonly exact?: boolean;
  /** Why the statement is not understood; undefined if it is, or if a rejection by this grammar means nothing. */
  readonly problem?: string | undefined;
  /** The problem is that the grammar of the server rejects the whole statement. */
  readonly rejected?: true | undefined;
  readonly operations: readonly Operation[];
  readonly facts: Partial<StatementFacts>;
}

/** A statement needs a grammar that is not loaded yet. Not an error of the file: load it, and read the file again. */
export class GrammarNeeded extends Error {
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    super('the grammar is not loaded');
    this.load = load;
  }
}

/** The grammar of one dialect. */
export interface Grammar {
  readonly name: ReaderName;
  /** Called before each file, for a grammar with a limit per file. */
  readonly restart?: () => void;
  /** Reads one statement. Raises nothing but GrammarNeeded. Undefined if the grammar was not used. */
  read(input: GrammarInput): GrammarReading | undefined;
}
