import type { OperationGroup, OperationKind, RuleVerdict } from '../../model/index.ts';
import type { ExampleSet, FixEntry } from '../../model/schemas/index.ts';
import type { Condition } from '../conditions/compile.ts';
import type { RuleHelp } from '../ruleset/types.ts';

/** A rule of a built-in pack, as `npm run generate` compiles it from its YAML file. */
export interface PackRule {
  readonly id: string;
  readonly operations: readonly (OperationKind | OperationGroup)[];
  readonly when?: Condition;
  /** `off`: a ruleset turns the rule on with an override. */
  readonly verdict: RuleVerdict;
  readonly message: string;
  /** Why the rule exists, Markdown. Its first sentence is also shown in the list of rules. */
  readonly description: string;
  /** The safe way: Markdown. */
  readonly help: RuleHelp;
  /** SQL to write instead. */
  readonly fixes?: readonly FixEntry[];
  readonly per?: 'statement';
  readonly suppressible?: false;
  readonly examples: readonly ExampleSet[];
}
