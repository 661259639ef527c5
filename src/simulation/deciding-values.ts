import { compareText, type FactValue, type Operation } from '../model/index.ts';
import { type FactPath, type Formula, PartlyKnown, toLine } from '../rules/index.ts';
import { type ConditionEvaluator, TRUE, type Truth } from './condition-evaluator.ts';
import { describeFact, VARYING } from './examples.ts';

const MAX_VALUES = 5;
const MAX_PER_FACT = 3;
const MAX_VALUE = 120;

/** The facts that give a formula its value for the evaluator's current operation: of `a || b`, only those that hold. */
function decidingFacts(formula: Formula, evaluator: ConditionEvaluator): readonly FactPath[] {
  switch (formula.op) {
    case 'atom':
      return formula.atom.reads ?? formula.atom.needs;
    case 'not':
      return decidingFacts(formula.part, evaluator);
    case 'choice': {
      const chosen = evaluator.compile(formula.test)() === TRUE ? formula.yes : formula.no;
      return [formula.test, chosen].flatMap((part) => decidingFacts(part, evaluator));
    }
    default: {
      const answer: Truth = evaluator.compile(formula)();
      const parts = formula.parts.filter((part) => evaluator.compile(part)() === answer);
      return parts.flatMap((part) => decidingFacts(part, evaluator));
    }
  }
}

/** Counts the values of the facts that make a rule match runs. */
export class DecidingValues {
  readonly #evaluator: ConditionEvaluator;
  readonly #facts = new Map<string, Map<string, number>>();

  constructor(evaluator: ConditionEvaluator) {
    this.#evaluator = evaluator;
  }

  /** Adds the run whose operation is the evaluator's current one. A rule without a condition reads its kind only. */
  add(condition: Formula | undefined, calls: number): void {
    const { facts } = this.#evaluator;
    const read = condition ? decidingFacts(condition, this.#evaluator) : [];
    const values = new Map<string, string>();
    for (const fact of read) {
      const raw = fact.valueIn(facts);
      if (raw === undefined) continue;
      const value = raw instanceof PartlyKnown ? raw.known : raw;
      const plain = typeof value === 'object' ? JSON.stringify(value) : value;
      values.set(fact.text, toLine(describeFact(fact, plain), MAX_VALUE));
    }
    if (values.size === 0) for (const [fact, value] of identity(facts.operation)) values.set(fact, value);
    for (const [fact, value] of values) {
      if (value === 'true' && isImplied(fact, values)) continue;
      const counts = this.#facts.get(fact) ?? new Map<string, number>();
      this.#facts.set(fact, counts);
      counts.set(value, (counts.get(value) ?? 0) + calls);
    }
  }

  /** Facts that differ between the runs of a shape first, then in the order of the condition; most calls first. */
  result(): { readonly values: readonly FactValue[]; readonly moreValues: number } {
    const facts = [...this.#facts].sort(([a], [b]) => Number(varies(b)) - Number(varies(a)));
    const values = facts.flatMap(([fact, counts]) =>
      [...counts]
        .map(([value, calls]) => ({ fact, value, calls }))
        .sort((a, b) => b.calls - a.calls || compareText(a.value, b.value))
        .slice(0, MAX_PER_FACT),
    );
    const all = facts.reduce((sum, [, counts]) => sum + counts.size, 0);
    const shown = values.slice(0, MAX_VALUES);
    return { values: shown, moreValues: all - shown.length };
  }
}

function identity({ kind, target }: Operation): readonly (readonly [string, string])[] {
  const name = target.text === '' ? [] : [['operation.target', toLine(target.text, MAX_VALUE)] as const];
  return [['operation.kind', kind], ...name];
}

/** `statement.hasLimit` adds nothing to a `statement.limit`. */
function isImplied(fact: string, values: ReadonlyMap<string, string>): boolean {
  const other = fact.replace(/\.has([A-Z])/, (_, letter: string) => `.${letter.toLowerCase()}`);
  return other !== fact && values.has(other);
}

function varies(fact: string): boolean {
  return VARYING.has(fact) || fact.startsWith('caller.');
}
