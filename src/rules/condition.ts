import { compileCondition, type Decision } from './cel/engine.ts';
import { READS_NOTHING, type Reads } from './cel/reads.ts';
import type { RuleFacts } from './cel/views.ts';
import type { Term } from './packs/term.ts';

/** A condition of a rule or an exception. */
export interface Condition {
  readonly text: string;
  readonly reads: Reads;
  /** Steps that one evaluation takes at most. */
  readonly cost: number;
  decide(facts: RuleFacts): Decision;
}

/** Compiles at once, so that a mistake shows at load. Raises ConditionProblem. */
export function checkedCondition(text: string): Condition {
  const { reads, cost, decide } = compileCondition(text);
  return { text, reads, cost, decide };
}

/** A condition of a built-in pack: decided without the expression language. It reads neither caller nor file. */
export function termCondition(term: Term): Condition {
  return {
    text: term.cel,
    reads: READS_NOTHING,
    cost: 10,
    decide: (facts) => term.decide(facts.of.operation, facts.of.statement),
  };
}
