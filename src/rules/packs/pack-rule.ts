import type { OperationGroup, OperationKind } from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import type { Term } from '../conditions/term.ts';

/** A rule of a built-in pack, as its table has it. A test runs the validator of rule files over every one. */
export interface PackRule {
  readonly id: string;
  readonly operations: readonly (OperationKind | OperationGroup)[];
  readonly when?: Term;
  readonly verdict: 'block' | 'warn';
  readonly message: string;
  /** Why the rule is there: Markdown, begins its page. */
  readonly description: string;
  /** The safe way: Markdown. */
  readonly help: string;
  readonly suppressible?: false;
  readonly examples: readonly ExampleSet[];
}
