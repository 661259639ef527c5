import type { Operation, ReaderName, Span, StatementFacts } from '../../model/index.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';

/** What a grammar is given: one statement as the token reader saw it. */
export interface GrammarInput {
  readonly tokens: TokenList;
  readonly range: TokenRange;
  readonly span: Span;
  readonly operations: readonly Operation[];
  /** Whether the token reader knew the statement's form. */
  readonly understood: boolean;
}

/** What a grammar saw. Lists of facts hold what it saw beside the token reader's. */
export interface GrammarReading {
  readonly understood: boolean;
  /** Its list of tables read is complete and right: it stands in for the token reader's. */
  readonly exact?: boolean;
  /** Why the statement cannot be trusted to be understood; undefined where the grammar's refusal says nothing. */
  readonly problem?: string | undefined;
  readonly operations: readonly Operation[];
  readonly facts: Partial<StatementFacts>;
}

/** A grammar of one dialect, loaded. */
export interface Grammar {
  readonly name: ReaderName;
  /** Called before each file, by a grammar that bounds what it reads of one. */
  readonly restart?: () => void;
  /** Reads one statement; never throws. Undefined where it has nothing to say. */
  read(input: GrammarInput): GrammarReading | undefined;
}
