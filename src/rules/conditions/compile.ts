import { compileCondition, type Decision } from '../cel/engine.ts';
import type { RuleFacts } from '../cel/fact-views.ts';
import type { Reads } from '../cel/reads.ts';
import type { Formula } from './formula.ts';
import { formulaOfCel } from './from-cel.ts';

/** A condition of a rule or an exception. */
export interface Condition {
  readonly text: string;
  readonly reads: Reads;
  /** Maximum number of steps of one evaluation. */
  readonly cost: number;
  /** A condition of a built-in pack: it compares names of tables as they are written. */
  readonly isPrecompiled?: true | undefined;
  decide(facts: RuleFacts): Decision;
  /** The condition split at its `!`, `&&`, `||` and `?:`; built on first use. */
  formula(): Formula;
}

/**
 * Compiles immediately, so that mistakes are found at load. Raises ConditionProblem.
 *
 * @param isLong see `compileCondition`
 */
export function checkedCondition(text: string, isLong = false): Condition {
  const compiled = compileCondition(text, isLong);
  const { reads, cost, decide } = compiled;
  let formula: Formula | undefined;
  return {
    text,
    reads,
    cost,
    decide,
    formula: () => {
      formula ??= formulaOfCel(text, compiled);
      return formula;
    },
  };
}
