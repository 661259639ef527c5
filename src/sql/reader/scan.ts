import type { Dialect, Operation, OperationKind, Place, Span, Target, Unreadable } from '../../model/index.ts';
import type { Lexical } from '../text/dialects.ts';
import type { TokenList } from '../text/tokens.ts';
import { isOneOf, type Words } from '../text/words.ts';
import { type Facts, type LazyColumns, makeOperation } from './operation.ts';

/** Maximum operations of a statement. What follows is reported as not read. */
const MAX_OPERATIONS = 200_000;

/** The literal arguments of a call of a routine, by parameter. */
export type LiteralCall = ReadonlyMap<string, string>;

/** What reading one statement collects, including its bodies. */
export class Collector {
  readonly operations: Operation[] = [];
  readonly unreadable: Unreadable[] = [];
  /** The scan of every nested text, for the facts of the statement. */
  readonly scans: Scan[] = [];
  /** The statements inside the statement: in bodies, behind PREPARE, EXPLAIN and control flow. */
  readonly inner: { readonly scan: Scan; readonly from: number; readonly to: number }[] = [];
  /** The WITH before the verb that is being read; -1 if there is none. */
  withAt = -1;
  /** Whether the limit of operations was reached. */
  full = false;
  /** Whether the statement sets a search path that may put other schemas before that of temporary tables. */
  temporaryLast = false;
  /** How many nested statements are being read. */
  nesting = 0;
  /** The calls of the routine that the statement creates, if the file shows all of them. */
  readonly literalCalls: () => readonly LiteralCall[];
  /** Whether the statement was recorded: then the literals in its conditions do not count. */
  readonly isTraffic: boolean;
  /** Whether the bodies of routines are read. */
  readonly readsBodies: boolean;
  /** See `SqlText`. */
  readonly columnsOf: (table: Target) => readonly string[] | undefined;

  constructor({
    literalCalls = () => [],
    isTraffic = false,
    readsBodies = true,
    columnsOf = () => undefined,
  }: Partial<Pick<Collector, 'literalCalls' | 'isTraffic' | 'readsBodies' | 'columnsOf'>> = {}) {
    this.literalCalls = literalCalls;
    this.isTraffic = isTraffic;
    this.readsBodies = readsBodies;
    this.columnsOf = columnsOf;
  }
}

/** Reads the statement in tokens `from` to `to`; false if it is not recognised. */
export type ReadStatement = (scan: Scan, from: number, to: number) => boolean;

/** A text that is being read: the file, a body in it, or a string that runs as SQL. */
export class Scan {
  readonly tokens: TokenList;
  readonly dialect: Dialect;
  readonly lexical: Lexical;
  readonly place: Place;
  /** The nesting depth in bodies; 0 for the file. */
  readonly depth: number;
  readonly out: Collector;
  /** Passed along to avoid circular imports between the modules of the reader. */
  readonly readStatement: ReadStatement;
  /** The offset of the text in the file; undefined if the text is not in the file verbatim. */
  readonly #base: number | undefined;
  readonly #fallbackSpan: Span;

  constructor(init: {
    tokens: TokenList;
    dialect: Dialect;
    lexical: Lexical;
    place: Place;
    depth: number;
    /** Whether another scan reads the same text. */
    sameText?: boolean;
    out: Collector;
    readStatement: ReadStatement;
    base: number | undefined;
    fallbackSpan: Span;
  }) {
    this.tokens = init.tokens;
    this.dialect = init.dialect;
    this.lexical = init.lexical;
    this.place = init.place;
    this.depth = init.depth;
    this.out = init.out;
    this.readStatement = init.readStatement;
    this.#base = init.base;
    this.#fallbackSpan = init.fallbackSpan;
    if (init.depth > 0 && !init.sameText) init.out.scans.push(this);
  }

  columnsOf(table: Target): readonly string[] | undefined {
    return this.out.columnsOf(table);
  }

  /** The span in the file of tokens `from` to `to` (exclusive). */
  span(from: number, to: number): Span {
    if (this.#base === undefined || to <= from) return this.#fallbackSpan;
    return { start: this.#base + this.tokens.start(from), end: this.#base + this.tokens.end(to - 1) };
  }

  /** Converts an offset in this text to an offset in the file. */
  fileOffset(offset: number): number | undefined {
    return this.#base === undefined ? undefined : this.#base + offset;
  }

  /** A scan of the same text whose operations get another `place`. */
  at(place: Place): Scan {
    if (place === this.place) return this;
    return new Scan({
      tokens: this.tokens,
      dialect: this.dialect,
      lexical: this.lexical,
      place,
      depth: this.depth,
      sameText: true,
      out: this.out,
      readStatement: this.readStatement,
      base: this.#base,
      fallbackSpan: this.#fallbackSpan,
    });
  }

  /** Adds an operation; `pinned` computes its pinned columns on use. */
  add(kind: OperationKind, from: number, to: number, facts: Facts = {}, pinned?: LazyColumns): void {
    const { operations, unreadable } = this.out;
    if (operations.length < MAX_OPERATIONS)
      operations.push(makeOperation(kind, this.place, this.span(from, to), facts, pinned));
    else if (!this.out.full) {
      this.out.full = true;
      unreadable.push({
        reason: `the statement has more than ${MAX_OPERATIONS} operations: the rest was not read`,
        span: this.span(from, to),
      });
    }
  }

  /** The text of tokens `from` to `to`; by default of one token. */
  text(from: number, to = from + 1): string {
    return this.tokens.text.slice(this.tokens.start(from), this.tokens.end(to - 1));
  }

  /** Reports a part that could not be understood. */
  unreadable(reason: string, from: number, to: number): void {
    this.out.unreadable.push({ reason, span: this.span(from, to) });
  }

  /** Whether the words are at `at`, in this order. */
  is(at: number, ...words: readonly string[]): boolean {
    for (let index = 0; index < words.length; index++) if (this.tokens.word(at + index) !== words[index]) return false;
    return true;
  }

  /** The first of the words in `from` to `to` outside parentheses; -1 if there is none. */
  find(words: Words, from: number, to: number): number {
    const { tokens } = this;
    let depth = 0;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      else if (depth === 0 && word !== '' && isOneOf(word, words)) return at;
    }
    return -1;
  }

  /** The token after the parenthesis that closes the one at `at`; `to` if none does. */
  afterParenthesis(at: number, to: number): number {
    const { tokens } = this;
    if (tokens.word(at) === '(') {
      const close = tokens.closing(at);
      return close >= 0 && close < to ? close + 1 : to;
    }
    let depth = 0;
    for (let i = at; i < to; i++) {
      const word = tokens.word(i);
      if (word === '(') depth++;
      else if (word === ')' && --depth === 0) return i + 1;
    }
    return to;
  }

  /** Splits `from` to `to` at commas outside parentheses. */
  commaParts(from: number, to: number): { from: number; to: number }[] {
    const parts = this.partsBetween(',', from, to);
    const last = parts.at(-1);
    if (last && last.from >= last.to) parts.pop();
    return parts;
  }

  /** Splits `from` to `to` at the words outside parentheses. Returns one part more than there are such words. */
  partsBetween(words: Words, from: number, to: number): { from: number; to: number }[] {
    const { tokens } = this;
    const parts: { from: number; to: number }[] = [];
    let depth = 0;
    let first = from;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      else if (depth === 0 && word !== '' && isOneOf(word, words)) {
        parts.push({ from: first, to: at });
        first = at + 1;
      }
    }
    parts.push({ from: first, to });
    return parts;
  }
}

/** Reads IF EXISTS or IF NOT EXISTS at `at`, if present, and returns the token after it. */
export function readIfExists(scan: Scan, at: number): { ifExists: boolean; ifNotExists: boolean; next: number } {
  if (scan.is(at, 'IF', 'EXISTS')) return { ifExists: true, ifNotExists: false, next: at + 2 };
  if (scan.is(at, 'IF', 'NOT', 'EXISTS')) return { ifExists: false, ifNotExists: true, next: at + 3 };
  return { ifExists: false, ifNotExists: false, next: at };
}

export function hasCascade(scan: Scan, from: number, to: number): boolean {
  return scan.find('CASCADE', from, to) >= 0;
}

/** Whether the name makes it a temporary table, such as `#t` in T-SQL. In quotes, `[@t]` is the name of any table. */
export function isTemporaryName(target: Target, lexical: Lexical): boolean {
  const { temporarySchema } = lexical.queries;
  if (temporarySchema !== '' && target.schema?.toLowerCase() === temporarySchema) return true;
  return lexical.sigils && (target.quoted ? /^#/ : /^[#@]/).test(target.name ?? '');
}
