import { InternalError, NO_USE } from '../model/index.ts';
import { type Atom, type Decision, type Formula, type KnownFacts, MAX_TEXT, RuleFacts } from '../rules/index.ts';
import type { Run } from './recorded-run.ts';
import type { StepBudget } from './step-budget.ts';

/** Three-valued truth: 0 false, 1 true, 2 undecided. */
export type Truth = 0 | 1 | 2;
export const FALSE = 0;
export const TRUE = 1;
export const UNDECIDED = 2;

interface Slot {
  readonly atom: Atom;
  /** Results by the values read. Used once a result was undecided: an evaluation that throws costs as much as fifty. */
  cache: Map<string, Truth> | undefined;
}

/** Evaluates many conditions for one operation after another. Each atom is evaluated at most once per operation. */
export class ConditionEvaluator {
  readonly steps: StepBudget;
  readonly #slots: Slot[] = [];
  readonly #slotByKey = new Map<string, number>();
  readonly #results: Truth[] = [];
  readonly #evaluatedAt: number[] = [];
  readonly #compiled = new WeakMap<Formula, () => Truth>();
  #generation = 0;
  #facts: KnownFacts | undefined;
  #ruleFacts: RuleFacts | undefined;

  constructor(steps: StepBudget) {
    this.steps = steps;
  }

  /** Selects the operation for which conditions are evaluated from now on. */
  setOperation(run: Run, index: number): void {
    const operation = run.operations[index];
    if (!operation) throw new RangeError('there is no such operation');
    this.#generation++;
    this.#facts = {
      operation,
      statement: run.facts,
      use: NO_USE,
      caller: run.caller,
      callerPatterns: run.callerPatterns,
      file: undefined,
    };
    this.#ruleFacts = undefined;
  }

  /** The facts of the current operation. */
  get facts(): KnownFacts {
    if (!this.#facts) throw new InternalError('no operation is set');
    return this.#facts;
  }

  slotOf(atom: Atom): number {
    const known = this.#slotByKey.get(atom.key);
    if (known !== undefined) return known;
    const slot = this.#slots.length;
    this.#slots.push({ atom, cache: undefined });
    this.#results.push(FALSE);
    this.#evaluatedAt.push(0);
    this.#slotByKey.set(atom.key, slot);
    return slot;
  }

  truthOf(slot: number): Truth {
    if (this.#evaluatedAt[slot] === this.#generation) return this.#results[slot] ?? UNDECIDED;
    const result = this.#find(slot);
    this.#evaluatedAt[slot] = this.#generation;
    this.#results[slot] = result;
    return result;
  }

  #find(index: number): Truth {
    const slot = this.#slots[index];
    if (!slot) return UNDECIDED;
    const { atom } = slot;
    for (const need of atom.needs) if (need.valueIn(this.facts) === undefined) return UNDECIDED;
    const compared = this.#compare(atom);
    if (compared !== undefined) return compared;
    const { reads } = atom;
    if (!slot.cache || !reads) {
      const result = this.#decide(atom);
      if (result === UNDECIDED) slot.cache ??= new Map();
      return result;
    }
    const key = JSON.stringify(reads.map((read) => read.valueIn(this.facts) ?? null));
    const cached = slot.cache.get(key);
    if (cached !== undefined) return cached;
    const result = this.#decide(atom);
    slot.cache.set(key, result);
    return result;
  }

  /** Fast path: most conditions compare a fact with constants, which does not need the expression language. */
  #compare({ comparison, needs }: Atom): Truth | undefined {
    const value = comparison && needs[0]?.valueIn(this.facts);
    const isPlain = typeof value === 'string' ? value.length <= MAX_TEXT : Number.isSafeInteger(value);
    if (!comparison || !isPlain) return undefined;
    return comparison.holds(value as string | number) ? TRUE : FALSE;
  }

  #decide(atom: Atom): Truth {
    const decision = this.#evaluate(atom);
    return decision === true ? TRUE : decision === false ? FALSE : UNDECIDED;
  }

  #evaluate(atom: Atom): Decision {
    this.steps.take(atom.size);
    this.#ruleFacts ??= new RuleFacts(this.facts);
    return atom.decide(this.#ruleFacts);
  }

  /** Why an atom is undecided for the current operation; undefined if it is decided. */
  reasonUndecided(atom: Atom): string | undefined {
    const missing = atom.needs.find((need) => need.valueIn(this.facts) === undefined);
    if (missing) return `\`${missing.text}\` is not known`;
    const decision = this.#evaluate(atom);
    return typeof decision === 'boolean' ? undefined : decision.cause;
  }

  /** Compiles a formula into a function that evaluates it for the current operation. */
  compile(formula: Formula): () => Truth {
    const known = this.#compiled.get(formula);
    if (known) return known;
    const compiled = this.#compile(formula);
    this.#compiled.set(formula, compiled);
    return compiled;
  }

  #compile(formula: Formula): () => Truth {
    switch (formula.op) {
      case 'atom': {
        const slot = this.slotOf(formula.atom);
        return () => this.truthOf(slot);
      }
      case 'not': {
        const part = this.compile(formula.part);
        return () => {
          const answer = part();
          return answer === UNDECIDED ? UNDECIDED : answer === TRUE ? FALSE : TRUE;
        };
      }
      case 'choice': {
        const [test, yes, no] = [this.compile(formula.test), this.compile(formula.yes), this.compile(formula.no)];
        return () => {
          const answer = test();
          return answer === UNDECIDED ? UNDECIDED : answer === TRUE ? yes() : no();
        };
      }
      default: {
        const parts = formula.parts.map((part) => this.compile(part));
        const settling = formula.op === 'some' ? TRUE : FALSE;
        return () => {
          this.steps.take(1);
          let all: Truth = settling === TRUE ? FALSE : TRUE;
          for (const part of parts) {
            const answer = part();
            if (answer === settling) return settling;
            if (answer === UNDECIDED) all = UNDECIDED;
          }
          return all;
        };
      }
    }
  }
}
