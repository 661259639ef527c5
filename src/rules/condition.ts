import { type CompiledCondition, compileCondition, type Decision } from './cel/engine.ts';
import { READS_NOTHING, type Reads } from './cel/reads.ts';
import type { RuleFacts } from './cel/views.ts';

/** A condition of a rule or an exception. */
export interface Condition {
  readonly text: string;
  readonly reads: Reads;
  decide(facts: RuleFacts): Decision;
}

/** Compiles at once, so that a mistake shows at load. Raises ConditionProblem. */
export function checkedCondition(text: string): Condition {
  const { reads, decide } = compileCondition(text);
  return { text, reads, decide };
}

/**
 * A condition of a built-in pack, compiled when it is first asked: most runs need few of them.
 * A test compiles them all, and shows that they read neither caller nor file.
 */
export function lazyCondition(text: string): Condition {
  let compiled: CompiledCondition | undefined;
  return {
    text,
    reads: READS_NOTHING,
    decide(facts) {
      compiled ??= compileCondition(text);
      return compiled.decide(facts);
    },
  };
}
