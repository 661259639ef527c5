import type { Range } from './functions.ts';
import type { Constant } from './values.ts';

/** Constants of a condition that are combined by arithmetic. */
const MAX_COMBINED = 8;
const MAX_COMBINATIONS = 300;

/** What is not calculated from anything else: a column, a parameter, a subquery, a call of an unknown function. */
export interface Term {
  /** Whether it stands where a condition is expected. */
  boolean: boolean;
  /** Whether it is used as a value. */
  value: boolean;
  /**
   * Whether it can be NULL in a row that is tried. `asked`: the condition asks for that (IS NULL), so that a result of
   * NULL counts as "not selected". `handled`: it does not (`coalesce(x, y) = coalesce(x, y)`).
   */
  nulls: 'ignored' | 'handled' | 'asked';
  readonly neverNull: boolean;
  /** Whether it is a text that is not empty. */
  readonly neverEmpty: boolean;
  /** Whether it is compared with a number, or a text; both, or none, if that is not known. */
  numeric: boolean;
  textual: boolean;
  /** Whether it is compared with TRUE or FALSE. */
  logical: boolean;
  readonly range: Range | undefined;
}

/** The constants and operators of conditions, and the values to try for each of their terms. */
export class SampleValues {
  readonly numbers = new Set<number>();
  readonly texts = new Set<string>();
  booleans = false;
  /** Whether the conditions calculate with numbers. */
  arithmetic = false;
  /** Whether the conditions match patterns or join texts. */
  matches = false;
  /** Whether booleans are a type of their own. */
  readonly #booleans: boolean;

  constructor(booleans: boolean) {
    this.#booleans = booleans;
  }

  /** A value unlike any constant. */
  fresh(term: Term, at: number): Constant {
    const { boolean, value, range } = term;
    if (range) return range.max === 1 && !range.integers ? 0.42 : Math.min(range.max, Math.max(range.min, 7));
    if (boolean && !value) return false;
    if (this.#isLogical(term)) return false;
    if (isText(term) ?? (this.texts.size > 0 || (this.matches && this.numbers.size === 0))) return `Zq~${at}`;
    let number = 735_911 + at * 7;
    while (this.numbers.has(number)) number++;
    return number;
  }

  /** The constants of the conditions, values around them, and NULL, as far as the term can have them. */
  of(term: Term): readonly Constant[] {
    const { boolean, value, range, nulls, neverNull, neverEmpty } = term;
    const values = new Set<Constant>();
    if (boolean || (this.booleans && !range)) values.add(true).add(false);
    if (range) this.#addInRange(range, values);
    else if (value && !this.#isLogical(term)) this.#addNumbersAndTexts(term, values);
    if (nulls !== 'ignored' && !neverNull) values.add(null);
    if (neverEmpty) values.delete('');
    return [...values];
  }

  /** Whether it has the type boolean, since it is compared with values of that type only. */
  #isLogical({ logical, numeric, textual }: Term): boolean {
    return this.#booleans && logical && !numeric && !textual;
  }

  #addInRange({ min, max, below, integers }: Range, values: Set<Constant>): void {
    const isWhole = (number: number) => !integers || Number.isInteger(number);
    for (const number of this.#numbersAround()) {
      const isInside = number >= min && (below ? number < max : number <= max);
      if (isInside && isWhole(number)) values.add(number);
    }
    for (const number of [min, below ? 0.999_999 : max, 0.5])
      if (Number.isFinite(number) && isWhole(number)) values.add(number);
  }

  #addNumbersAndTexts(term: Term, values: Set<Constant>): void {
    const none = this.numbers.size === 0 && this.texts.size === 0;
    if (this.numbers.size > 0 || this.arithmetic || none)
      for (const number of this.#numbersAround()) values.add(number);
    if (isText(term) ?? (this.texts.size > 0 || this.matches || none))
      for (const text of this.#textsAround()) values.add(text);
  }

  #numbersAround(): ReadonlySet<number> {
    const around = new Set([0, 1, -1, 2, -1_000_003]);
    for (const constant of this.#combinedNumbers()) {
      // From 2 ** 53 on, the next number is not the next integer: ids of 64 bits are common.
      const step = Number.isInteger(constant) ? Math.max(1, Math.abs(constant) * 2 ** -50) : 1e-3;
      for (const number of [constant, constant - step, constant + step, -constant]) around.add(number);
    }
    return around;
  }

  /** The numbers of the conditions, and those that arithmetic makes of them. */
  #combinedNumbers(): ReadonlySet<number> {
    if (!this.arithmetic || this.numbers.size > MAX_COMBINED) return this.numbers;
    const combined = new Set(this.numbers);
    for (const round of [1, 2]) for (const a of [...combined]) this.#combineWith(a, combined, MAX_COMBINATIONS * round);
    for (let number = -12; number <= 12; number++) combined.add(number);
    return combined;
  }

  #combineWith(a: number, combined: Set<number>, limit: number): void {
    for (const b of this.numbers) {
      if (combined.size > limit) return;
      for (const number of [a + b, a - b, b - a, a * b, a / b]) if (Number.isInteger(number)) combined.add(number);
    }
  }

  #textsAround(): ReadonlySet<string> {
    const around = new Set(['', ' ', 'Zq']);
    for (const text of this.texts) {
      around.add(text).add(`${text}~`).add(text.slice(0, -1));
      if (this.matches) around.add(text.replaceAll(/[%_]/g, 'x'));
    }
    return around;
  }
}

/** Whether the term is compared with texts only; undefined if that is not known. */
function isText({ numeric, textual }: Term): boolean | undefined {
  return numeric === textual ? undefined : textual;
}
