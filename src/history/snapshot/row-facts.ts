import { type ROW_STATEMENT_FACTS, STATEMENT_FACTS, type StatementFacts } from '../../model/index.ts';
import { LastBytes } from './last-bytes.ts';

type Entries = typeof ROW_STATEMENT_FACTS;
/** Names of the facts that are integers. */
type NumberFact = { [Name in keyof Entries]: Entries[Name]['type'] extends 'int' ? Name : never }[keyof Entries];
const NUMBER_FACTS = Object.entries(STATEMENT_FACTS).flatMap(([name, { type }]) => (type === 'int' ? [name] : []));

/**
 * The facts of a row. Rows of one shape mostly differ in their numbers only (a LIMIT, the length of a list), so a row
 * has numbers of its own and shares all other facts.
 */
class SharedFacts implements Record<NumberFact, number | undefined> {
  readonly shared: StatementFacts;
  joinedTables: number | undefined;
  limit: number | undefined;
  offset: number | undefined;
  longestInList: number | undefined;
  valuesRows: number | undefined;
  serverVersion: number | undefined;

  constructor(shared: StatementFacts) {
    this.shared = shared;
    this.joinedTables = shared.joinedTables;
    this.limit = shared.limit;
    this.offset = shared.offset;
    this.longestInList = shared.longestInList;
    this.valuesRows = shared.valuesRows;
    this.serverVersion = shared.serverVersion;
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
}

/** Inside a JSON string, a quote has a backslash before it, so this is always a key with its number. */
const NUMBERS = new RegExp(`"(${NUMBER_FACTS.join('|')})":(0|[1-9]\\d{0,14})(?=[,}])`, 'g');
const MAX_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;

/** Reads the facts of rows from their text. A text that differs from the last one only in numbers is not parsed. */
export class FactTexts {
  /** Index after the facts that were read last. */
  end = 0;
  readonly #parse: (bytes: Buffer, start: number, end: number) => StatementFacts | undefined;
  readonly #after: Buffer;
  readonly #numbers: number[] = [];
  /** The facts of the last row: their template, the text up to what follows them, and where it has numbers. */
  #last: Template | undefined;
  readonly #text = new LastBytes();
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #facts: SharedFacts | undefined;

  /**
   * @param parse reads and validates facts from JSON; undefined if they are not valid
   * @param after what follows the facts in a row
   */
  constructor(parse: (bytes: Buffer, start: number, end: number) => StatementFacts | undefined, after: Buffer) {
    this.#parse = parse;
    this.#after = after;
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

  /** Rows that differ in their callers only are neighbours, and share one object. */
  #filled({ facts: shared, names }: Template): StatementFacts {
    let facts = this.#facts;
    if (facts?.shared !== shared || names.some((name, i) => facts?.[name] !== this.#numbers[i])) {
      facts = new SharedFacts(shared);
      for (let i = 0; i < names.length; i++) facts[names[i] as NumberFact] = this.#numbers[i];
      this.#facts = facts;
    }
    return facts as unknown as StatementFacts;
  }

  #templateOf(bytes: Buffer, start: number, end: number): Template | undefined {
    const facts = this.#parse(bytes, start, end);
    if (!facts) return undefined;
    const names: NumberFact[] = [];
    for (const { 0: found, 1: name, 2: digits = '', index } of bytes.toString('latin1', start, end).matchAll(NUMBERS)) {
      this.#ends[names.length] = index + found.length;
      this.#starts[names.length] = index + found.length - digits.length;
      names.push(name as NumberFact);
    }
    return { facts, names };
  }
}
