import { compileCondition, type Decision } from '../cel/engine.ts';
import type { RuleFacts } from '../cel/fact-views.ts';
import { READS_NOTHING, READS_WHETHER_FILE, type Reads } from '../cel/reads.ts';
import { type Formula, formulaOfTerm } from './formula.ts';
import { formulaOfCel } from './from-cel.ts';
import { IN_FILE, type Term } from './term.ts';

/** A condition of a rule or an exception. */
export interface Condition {
  readonly text: string;
  readonly reads: Reads;
  /** Maximum number of steps of one evaluation. */
  readonly cost: number;
  decide(facts: RuleFacts): Decision;
  /** The condition split at its `!`, `&&`, `||` and `?:`; built on first use. */
  formula(): Formula;
}

/** Compiles immediately, so that mistakes are found at load. Throws ConditionProblem. */
export function checkedCondition(text: string): Condition {
  const compiled = compileCondition(text);
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

/** A condition of a built-in pack, evaluated without the expression language. It reads no caller. */
export function termCondition(term: Term): Condition {
  return {
    text: term.cel,
    reads: term.cel.includes(IN_FILE.cel) ? READS_WHETHER_FILE : READS_NOTHING,
    cost: 10,
    decide: ({ known }) => term.decide(known.operation, known.statement, known.file),
    formula: () => formulaOfTerm(term),
  };
}
