import type { FactPath } from '../rules/index.ts';
import type { ConditionEvaluator } from './condition-evaluator.ts';

/** Numbers the values of a fact: equal values have the same number. */
class ValueNumbers {
  readonly #byValue = new Map<unknown, number>();
  readonly #byText = new Map<string, number>();

  of(value: unknown): number {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    // Each list is serialised once, since a history shares equal lists.
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

/** The value numbers of all facts, shared by all readers of a fact. */
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

/** Number of misses after which the cache is turned off unless it had at least as many hits. */
const TRIAL_MISSES = 4096;
const STRIDE = 2 ** 26;

/** Caches a result for each distinct tuple of the facts on which it depends, as long as tuples recur. */
export class TupleCache<T> {
  readonly #facts: readonly { readonly path: FactPath; readonly numbers: ValueNumbers }[] | undefined;
  readonly #pairs = new Map<number, number>();
  readonly #results: T[] = [];
  readonly #isCached: boolean[] = [];
  #hits = 0;
  #misses = 0;

  /** @param reads the facts on which the result depends; undefined if they are not known: then nothing is cached */
  constructor(reads: readonly FactPath[] | undefined, numbers: FactNumbers) {
    this.#facts = reads?.map((path) => ({ path, numbers: numbers.of(path.text) }));
  }

  get(evaluator: ConditionEvaluator, compute: () => T): T {
    if (!this.#facts || (this.#misses > TRIAL_MISSES && this.#hits < this.#misses)) return compute();
    let tuple = 0;
    for (const { path, numbers } of this.#facts) tuple = this.#pair(tuple, numbers.of(path.valueIn(evaluator.facts)));
    if (this.#isCached[tuple]) {
      this.#hits++;
      return this.#results[tuple] as T;
    }
    this.#misses++;
    const result = compute();
    this.#results[tuple] = result;
    this.#isCached[tuple] = true;
    return result;
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
