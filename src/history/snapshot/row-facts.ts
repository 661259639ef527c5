import { STATEMENT_FACTS, type StatementFacts } from '../../model/index.ts';
import { Interner } from './interner.ts';
import { LastBytes } from './last-bytes.ts';
import { NumberFacts } from './number-facts.ts';
import { attempt, jsonOf } from './row-values.ts';

type NumberFact = keyof NumberFacts;
const NUMBER_FACTS = Object.entries(STATEMENT_FACTS).flatMap(([name, { type }]) => (type === 'int' ? [name] : []));

/**
 * The facts of a row. Rows of one shape mostly differ in their numbers only (a LIMIT, the length of a list), so a row
 * has numbers of its own and shares all other facts.
 */
class SharedFacts extends NumberFacts {
  readonly shared: StatementFacts;

  constructor(shared: StatementFacts) {
    super(shared);
    this.shared = shared;
  }

  static {
    for (const name of Object.keys(STATEMENT_FACTS) as (keyof StatementFacts)[]) {
      if (NUMBER_FACTS.includes(name)) continue;
      Object.defineProperty(SharedFacts.prototype, name, {
        get(this: SharedFacts) {
          return this.shared[name];
        },
      });
    }
  }
}

/** A text of facts without its numbers, and the facts in it. */
interface Template {
  readonly facts: StatementFacts;
  /** The facts whose numbers are left out, in order. */
  readonly names: readonly NumberFact[];
  /** The facts with the numbers that were read last. */
  last: SharedFacts;
}

/** Stands for a number that is left out: valid JSON never contains it. */
const HOLE = '\0';
const NUMBERS = new RegExp(`"(${NUMBER_FACTS.join('|')})":(0|[1-9]\\d{0,14})(?=[,}])`, 'g');
/** Characters of all templates that are remembered. */
const MAX_TEMPLATE_TEXT = 64 * 1024;
const MAX_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;

/** Reads the facts of rows from their text. A text that differs from a known one only in numbers is not parsed. */
export class FactTexts {
  /** Index after the facts that were read last. */
  end = 0;
  readonly #validate: (value: unknown) => StatementFacts;
  readonly #after: Buffer;
  /** By the bytes of the text, one character each, without the numbers: a few, since rows of one shape are neighbours. */
  readonly #templates = new Interner<Template>(MAX_TEMPLATE_TEXT);
  readonly #whole = new Interner<StatementFacts>();
  readonly #numbers: number[] = [];
  /** The facts of the last row: their template, the text up to what follows them, and where it has numbers. */
  #last: Template | undefined;
  readonly #text = new LastBytes();
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /**
   * @param validate returns the facts of a JSON value; raises RowProblem
   * @param after what follows the facts in a row
   */
  constructor(validate: (value: unknown) => StatementFacts, after: Buffer) {
    this.#validate = validate;
    this.#after = after;
  }

  /** The facts of a JSON value. Raises RowProblem. */
  of(value: unknown): StatementFacts {
    const facts = this.#validate(value);
    const text = JSON.stringify(value);
    const known = this.#whole.get(text);
    if (known) return known;
    this.#whole.set(text, facts);
    return facts;
  }

  /** Reads the facts that begin at `start`, in a row that ends at `end`; undefined if these are not valid facts. */
  read(bytes: Buffer, start: number, end: number): StatementFacts | undefined {
    if (this.#last && this.#isLikeLast(this.#last, bytes, start, end)) return this.#filled(this.#last);
    const after = bytes.indexOf(this.#after, start);
    if (after < 0 || after > end) return undefined;
    this.#last = this.#templateOf(bytes, start, after);
    this.#text.set(bytes, start, after + this.#after.length);
    return this.#last && this.#isLikeLast(this.#last, bytes, start, end) ? this.#filled(this.#last) : undefined;
  }

  /** Whether the facts are those of the last row, apart from their numbers, which are then in `#numbers`. */
  #isLikeLast({ names }: Template, bytes: Buffer, start: number, end: number): boolean {
    const { length } = names;
    let at = start;
    let from = 0;
    for (let i = 0; i < length; i++) {
      const to = this.#starts[i] as number;
      if (!this.#text.isAt(bytes, at, end, from, to)) return false;
      at += to - from;
      from = this.#ends[i] as number;
      const first = at;
      let number = 0;
      for (let digit = bytes[at] as number; digit >= ZERO && digit <= NINE; digit = bytes[++at] as number)
        number = number * 10 + (digit - ZERO);
      const digits = at - first;
      if (digits === 0 || digits > MAX_DIGITS || (digits > 1 && bytes[first] === ZERO)) return false;
      this.#numbers[i] = number;
    }
    if (!this.#text.isAt(bytes, at, end, from, this.#text.length)) return false;
    this.end = at + this.#text.length - from - this.#after.length;
    return true;
  }

  /** Neighbours often differ in their callers only, and share one object. */
  #filled(template: Template): StatementFacts {
    const { facts: shared, names } = template;
    let facts = template.last;
    if (names.some((name, i) => facts[name] !== this.#numbers[i])) {
      facts = new SharedFacts(shared);
      for (let i = 0; i < names.length; i++) facts[names[i] as NumberFact] = this.#numbers[i];
      template.last = facts;
    }
    return facts as unknown as StatementFacts;
  }

  #templateOf(bytes: Buffer, start: number, end: number): Template | undefined {
    const text = bytes.toString('latin1', start, end);
    const names: NumberFact[] = [];
    let key = '';
    let from = 0;
    for (const { 0: found, 1: name, 2: digits = '', index } of text.matchAll(NUMBERS)) {
      const to = index + found.length;
      this.#starts[names.length] = to - digits.length;
      this.#ends[names.length] = to;
      key += text.slice(from, to - digits.length) + HOLE;
      from = to;
      names.push(name as NumberFact);
    }
    key += text.slice(from);
    const known = this.#templates.get(key);
    // A text that itself contains the mark has fewer numbers than the text it would be taken for.
    if (known?.names.length === names.length) return known;
    const value = jsonOf(bytes, start, end);
    if (value === undefined) return undefined;
    const facts = attempt(() => this.#validate(value));
    if (!facts) return undefined;
    // A key that occurs twice counts once, and one inside another value not at all. We write neither.
    const ours = JSON.stringify(value);
    const isOurs = ours === text || Buffer.from(ours).equals(bytes.subarray(start, end));
    const template = { facts, names: isOurs ? names : [], last: new SharedFacts(facts) };
    if (isOurs) this.#templates.set(key, template);
    return template;
  }
}
