import { unknownFact } from '../../model/index.ts';
import type { KnownFacts } from '../cel/fact-views.ts';
import type { Reads } from '../cel/reads.ts';
import type { Condition } from './compile.ts';
import { type Atom, decideFormula, type Formula, factPath } from './formula.ts';

/** What `npm run generate` writes for a condition of a built-in pack. */
interface Precompiled {
  /** The condition as the pack writes it. It is shown, hashed and overridden. */
  readonly text: string;
  readonly file: Reads['file'];
  readonly formula: Formula;
}

/**
 * A condition that is evaluated without the expression language, so that runs with only built-in packs do not load it.
 * It reads no caller. The limits of conditions in rule files do not apply to it: those are untrusted, this one is cheap.
 */
export function precompiled({ text, file, formula }: Precompiled): Condition {
  return {
    text,
    reads: { caller: 'no', file },
    cost: 10,
    isPrecompiled: true,
    decide: (facts) => decideFormula(formula, facts),
    formula: () => formula,
  };
}

/**
 * @param text normalized
 * @param answer undefined if the fact is not known
 */
export function atom(text: string, fact: string, answer: (known: KnownFacts) => boolean | undefined): Formula {
  const [table] = fact.split('.') as ['operation' | 'statement' | 'use'];
  const parts: Atom = {
    text,
    // A list that is too long for a condition of a rule file is not too long here, so the answers must not be shared.
    key: `pack ${text}`,
    // Evaluating is cheap even if the fact is not known, so there is nothing to gain from `needs`.
    needs: [],
    reads: [factPath(fact)],
    comparison: undefined,
    size: 1,
    decide: ({ known }) => answer(known) ?? { cause: unknownFact(fact, known[table]) },
  };
  return { op: 'atom', atom: parts };
}

export function not(part: Formula): Formula {
  return { op: 'not', part };
}

export function all(...parts: readonly Formula[]): Formula {
  return { op: 'all', parts };
}

export function some(...parts: readonly Formula[]): Formula {
  return { op: 'some', parts };
}
