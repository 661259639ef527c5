import { type Atom, type Decision, type Formula, type KnownFacts, MAX_TEXT, RuleFacts } from '../rules/index.ts';
import type { Run } from './run.ts';
import type { StepBudget } from './step-budget.ts';

/** An answer: no, yes, undecided. */
export type Truth = 0 | 1 | 2;
export const FALSE = 0;
export const TRUE = 1;
export const UNDECIDED = 2;

interface Slot {
  readonly atom: Atom;
  /** By the values that it reads, once it has come out undecided: an evaluation that raises costs fifty others. */
  remembered: Map<string, Truth> | undefined;
}

/** Asks the questions of many conditions about one operation after another; each question once an operation. */
export class ConditionEvaluator {
  readonly steps: StepBudget;
  readonly #slots: Slot[] = [];
  readonly #slotByKey = new Map<string, number>();
  readonly #answers: Truth[] = [];
  readonly #askedAt: number[] = [];
  readonly #compiled = new WeakMap<Formula, () => Truth>();
  #now = 0;
  #known: KnownFacts | undefined;
  #facts: RuleFacts | undefined;

  constructor(steps: StepBudget) {
    this.steps = steps;
  }

  /** The operation that is asked about from now on. */
  about(run: Run, index: number): void {
    const operation = run.operations[index];
    if (!operation) throw new RangeError('there is no such operation');
    this.#now++;
    this.#known = {
      operation,
      statement: run.facts,
      caller: run.caller,
      callerPatterns: run.callerPatterns,
      file: undefined,
    };
    this.#facts = undefined;
  }

  /** The facts of the operation at hand. */
  get known(): KnownFacts {
    if (!this.#known) throw new Error('no operation is asked about');
    return this.#known;
  }

  slotOf(atom: Atom): number {
    const known = this.#slotByKey.get(atom.key);
    if (known !== undefined) return known;
    const slot = this.#slots.length;
    this.#slots.push({ atom, remembered: undefined });
    this.#answers.push(FALSE);
    this.#askedAt.push(0);
    this.#slotByKey.set(atom.key, slot);
    return slot;
  }

  ask(slot: number): Truth {
    if (this.#askedAt[slot] === this.#now) return this.#answers[slot] ?? UNDECIDED;
    const answer = this.#find(slot);
    this.#askedAt[slot] = this.#now;
    this.#answers[slot] = answer;
    return answer;
  }

  #find(index: number): Truth {
    const slot = this.#slots[index];
    if (!slot) return UNDECIDED;
    const { atom } = slot;
    for (const need of atom.needs) if (need.valueIn(this.known) === undefined) return UNDECIDED;
    const compared = this.#compare(atom);
    if (compared !== undefined) return compared;
    const { reads } = atom;
    if (!slot.remembered || !reads) {
      const answer = this.#decide(atom);
      if (answer === UNDECIDED) slot.remembered ??= new Map();
      return answer;
    }
    const key = JSON.stringify(reads.map((read) => read.valueIn(this.known) ?? null));
    const known = slot.remembered.get(key);
    if (known !== undefined) return known;
    const answer = this.#decide(atom);
    slot.remembered.set(key, answer);
    return answer;
  }

  /** A comparison with constants is most of what rules ask, and needs no expression language. */
  #compare({ comparison, needs }: Atom): Truth | undefined {
    const value = comparison && needs[0]?.valueIn(this.known);
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
    this.#facts ??= new RuleFacts(this.known);
    return atom.decide(this.#facts);
  }

  /** Why a question is undecided of the operation at hand; undefined where it is not. */
  why(atom: Atom): string | undefined {
    const missing = atom.needs.find((need) => need.valueIn(this.known) === undefined);
    if (missing) return `\`${missing.text}\` is not known`;
    const decision = this.#evaluate(atom);
    return typeof decision === 'boolean' ? undefined : decision.cause;
  }

  /** A formula made ready to be asked of the operation at hand. */
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
        return () => this.ask(slot);
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
