import type { FactPath } from '../rules/index.ts';
import type { ConditionEvaluator } from './condition-evaluator.ts';

/** Numbers for the values of facts: equal values of one fact have one number. */
class ValueNumbers {
  readonly #byValue = new Map<unknown, number>();
  readonly #byText = new Map<string, number>();

  of(value: unknown): number {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    // A list is looked through once: a history shares those that are equal.
    const number = typeof value === 'object' ? this.#ofText(JSON.stringify(value)) : this.#byValue.size;
    this.#byValue.set(value, number);
    return number;
  }

  #ofText(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const number = this.#byValue.size;
    this.#byText.set(text, number);
    return number;
  }
}

/** The numbers of all facts, shared by whoever reads the same fact. */
export class FactNumbers {
  readonly #facts = new Map<string, ValueNumbers>();

  of(fact: string): ValueNumbers {
    const known = this.#facts.get(fact);
    if (known) return known;
    const numbers = new ValueNumbers();
    this.#facts.set(fact, numbers);
    return numbers;
  }
}

/** Misses after which remembering must have paid, or is given up. */
const TRIAL = 4096;
const STRIDE = 2 ** 26;

/** Finds something out once for each distinct tuple of the facts that it depends on, as long as tuples recur. */
export class TupleCache<T> {
  readonly #facts: readonly { readonly path: FactPath; readonly numbers: ValueNumbers }[] | undefined;
  readonly #pairs = new Map<number, number>();
  readonly #found: T[] = [];
  readonly #isFound: boolean[] = [];
  #hits = 0;
  #misses = 0;

  /** Without `reads` nothing is known about what it depends on, so that it is found out every time. */
  constructor(reads: readonly FactPath[] | undefined, numbers: FactNumbers) {
    this.#facts = reads?.map((path) => ({ path, numbers: numbers.of(path.text) }));
  }

  get(questions: ConditionEvaluator, find: () => T): T {
    if (!this.#facts || (this.#misses > TRIAL && this.#hits < this.#misses)) return find();
    let tuple = 0;
    for (const { path, numbers } of this.#facts) tuple = this.#pair(tuple, numbers.of(path.valueIn(questions.known)));
    if (this.#isFound[tuple]) {
      this.#hits++;
      return this.#found[tuple] as T;
    }
    this.#misses++;
    const found = find();
    this.#found[tuple] = found;
    this.#isFound[tuple] = true;
    return found;
  }

  #pair(tuple: number, value: number): number {
    const key = tuple * STRIDE + value;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const number = this.#pairs.size + 1;
    this.#pairs.set(key, number);
    return number;
  }
}
