import type { OperationGroup, OperationKind } from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import type { Term } from '../conditions/term.ts';

/** A rule of a built-in pack, as its table defines it. A test validates each one as a rule file. */
export interface PackRule {
  readonly id: string;
  readonly operations: readonly (OperationKind | OperationGroup)[];
  readonly when?: Term;
  readonly verdict: 'block' | 'warn';
  readonly message: string;
  /** Why the rule exists, Markdown. Its first sentence is also shown in the list of rules. */
  readonly description: string;
  /** The safe way: Markdown. */
  readonly help: string;
  readonly suppressible?: false;
  readonly examples: readonly ExampleSet[];
}
