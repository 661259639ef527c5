import type { Dialect, OperationGroup, OperationKind, RuleVerdict } from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import type { Term } from '../conditions/term.ts';

/** What a statement of one rule makes wait, in one dialect or several. */
export interface LockNote {
  readonly dialects: readonly Dialect[];
  /** The lock, in the words of the server's manual. */
  readonly lock: string;
  /** Who waits for it. */
  readonly waits: string;
  /** How long it is held: an instant, a scan of the table, a rewrite. */
  readonly lasts: string;
}

/** The safe way as SQL. */
export interface SafeSql {
  readonly dialects: readonly Dialect[];
  /** Statements with their terminators, in the order in which they run. */
  readonly sql: string;
}

/** A rule of a built-in pack, as its table defines it. A test validates each one as a rule file. */
export interface PackRule {
  readonly id: string;
  readonly operations: readonly (OperationKind | OperationGroup)[];
  readonly when?: Term;
  /** `off`: a ruleset turns the rule on with an override. */
  readonly verdict: RuleVerdict;
  readonly message: string;
  /** Why the rule exists, Markdown. Its first sentence is also shown in the list of rules. */
  readonly description: string;
  /** The safe way: Markdown. */
  readonly help: string;
  readonly suppressible?: false;
  readonly examples: readonly ExampleSet[];
  /** What waits for what; only on the page of the rule. */
  readonly locks?: readonly LockNote[];
  /** Added to the safe way on the page of the rule. */
  readonly safeSql?: readonly SafeSql[];
}
