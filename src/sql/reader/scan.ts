import type {
  Dialect,
  ObjectClass,
  Operation,
  OperationKind,
  Place,
  Span,
  Target,
  Unreadable,
} from '../../model/index.ts';
import type { Lexical } from '../text/dialects.ts';
import { NO_TARGET } from '../text/names.ts';
import type { TokenList } from '../text/tokens.ts';

/**
 * An operation whose facts have the values of what its SQL does not write. A class, so that all operations have
 * one hidden layout: objects put together by spreading cost ten times as much.
 */
class OperationRecord implements Operation {
  kind: OperationKind;
  place: Place;
  span: Span;
  readers: Operation['readers'] = TOKENS;
  target: Target = NO_TARGET;
  columns: Operation['columns'] = NONE;
  filter: Operation['filter'] = '';
  filterColumns: Operation['filterColumns'] = NONE;
  cascade: Operation['cascade'] = false;
  ifExists: Operation['ifExists'] = false;
  ifNotExists: Operation['ifNotExists'] = false;
  orReplace: Operation['orReplace'] = false;
  concurrently: Operation['concurrently'] = false;
  temporary: Operation['temporary'] = false;
  createdHere: Operation['createdHere'] = false;
  dataTypes: Operation['dataTypes'] = NONE;
  notNull: Operation['notNull'] = false;
  hasDefault: Operation['hasDefault'] = false;
  hasPrimaryKey: Operation['hasPrimaryKey'] = false;
  constraintType: Operation['constraintType'] = '';
  notValid: Operation['notValid'] = false;
  unique: Operation['unique'] = false;
  constraint: Operation['constraint'] = '';
  table: Operation['table'] = '';
  language: Operation['language'] = '';
  privileges: Operation['privileges'] = NONE;
  grantees: Operation['grantees'] = NONE;
  grantOption: Operation['grantOption'] = false;
  endpoint: Operation['endpoint'] = '';
  readable: Operation['readable'] = true;
  objectClass: ObjectClass | undefined = undefined;

  constructor(kind: OperationKind, place: Place, span: Span) {
    this.kind = kind;
    this.place = place;
    this.span = span;
  }
}

const NONE: readonly string[] = [];
const TOKENS: Operation['readers'] = ['tokens'];

export type Facts = Partial<{ -readonly [K in keyof Operation]: Operation[K] }>;

/** An operation with the facts that are written; all others have their empty values. */
export function makeOperation(kind: OperationKind, place: Place, span: Span, facts: Facts): Operation {
  return Object.assign(new OperationRecord(kind, place, span), facts);
}

/** The operation with some facts changed. */
export function withFacts(operation: Operation, facts: Facts): Operation {
  return Object.assign(new OperationRecord(operation.kind, operation.place, operation.span), operation, facts);
}

/** What a statement may hold; more is said to be unread. */
const MAX_OPERATIONS = 200_000;

/** What the reading of one statement collects, its bodies included. */
export class Collector {
  readonly operations: Operation[] = [];
  readonly unreadable: Unreadable[] = [];
  /** Every scan that was opened, for the facts of the statement. */
  readonly scans: Scan[] = [];
  /** More operations were found than are kept. */
  full = false;
  /** How many statements are being read inside each other. */
  nesting = 0;
}

/** Reads the statement in tokens `from` to `to`; false where its form is not known. */
export type ReadStatement = (scan: Scan, from: number, to: number) => boolean;

const COMMA = new Set([',']);

/** A text being read: the file itself, a body in it, or a string that is run as SQL. */
export class Scan {
  readonly tokens: TokenList;
  readonly dialect: Dialect;
  readonly lexical: Lexical;
  readonly place: Place;
  /** How many bodies deep. */
  readonly depth: number;
  readonly out: Collector;
  /** Passed along so that modules of the reader need not import each other in a circle. */
  readonly readStatement: ReadStatement;
  /** Offset in the file of the text's first character; undefined where the text is not in the file as it stands. */
  readonly #base: number | undefined;
  readonly #whole: Span;

  constructor(init: {
    tokens: TokenList;
    dialect: Dialect;
    lexical: Lexical;
    place: Place;
    depth: number;
    /** The text is read by another scan too. */
    sameText?: boolean;
    out: Collector;
    readStatement: ReadStatement;
    base: number | undefined;
    whole: Span;
  }) {
    this.tokens = init.tokens;
    this.dialect = init.dialect;
    this.lexical = init.lexical;
    this.place = init.place;
    this.depth = init.depth;
    this.out = init.out;
    this.readStatement = init.readStatement;
    this.#base = init.base;
    this.#whole = init.whole;
    if (init.depth > 0 && !init.sameText) init.out.scans.push(this);
  }

  /** The place in the file of tokens `from` to `to` (exclusive). */
  span(from: number, to: number): Span {
    if (this.#base === undefined || to <= from) return this.#whole;
    return { start: this.#base + this.tokens.start(from), end: this.#base + this.tokens.end(to - 1) };
  }

  /** The offset in the file of an offset of this text. */
  fileOffset(offset: number): number | undefined {
    return this.#base === undefined ? undefined : this.#base + offset;
  }

  /** The same text, read as standing in another place. */
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
      whole: this.#whole,
    });
  }

  add(kind: OperationKind, from: number, to: number, facts: Facts = {}): void {
    const { operations, unreadable } = this.out;
    if (operations.length < MAX_OPERATIONS)
      operations.push(makeOperation(kind, this.place, this.span(from, to), facts));
    else if (!this.out.full) {
      this.out.full = true;
      unreadable.push({
        reason: `the statement has more than ${MAX_OPERATIONS} operations: the rest was not read`,
        span: this.span(from, to),
      });
    }
  }

  /** The text of tokens `from` to `to` (by default of one). */
  text(from: number, to = from + 1): string {
    return this.tokens.text.slice(this.tokens.start(from), this.tokens.end(to - 1));
  }

  /** Notes a part that could not be understood. */
  unreadable(reason: string, from: number, to: number): void {
    this.out.unreadable.push({ reason, span: this.span(from, to) });
  }

  /** Whether the words stand at `at`, one after the other. */
  is(at: number, ...words: readonly string[]): boolean {
    return words.every((word, i) => this.tokens.word(at + i) === word);
  }

  /** The first place from `from` on, outside parentheses, where one of the words stands; -1 where none does. */
  find(words: ReadonlySet<string>, from: number, to: number): number {
    const { tokens } = this;
    let depth = 0;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      else if (depth === 0 && word !== '' && words.has(word)) return at;
    }
    return -1;
  }

  /** The token behind the parenthesis that closes the one at `at`, at most `to`. */
  behindParenthesis(at: number, to: number): number {
    const { tokens } = this;
    let depth = 0;
    for (let i = at; i < to; i++) {
      const word = tokens.word(i);
      if (word === '(') depth++;
      else if (word === ')' && --depth === 0) return i + 1;
    }
    return to;
  }

  /** The parts of `from` to `to` between commas that stand outside parentheses. */
  commaParts(from: number, to: number): { from: number; to: number }[] {
    const parts = this.partsBetween(COMMA, from, to);
    const last = parts.at(-1);
    if (last && last.from >= last.to) parts.pop();
    return parts;
  }

  /** The parts of `from` to `to` between the words that stand outside parentheses: one more than there are such words. */
  partsBetween(words: ReadonlySet<string>, from: number, to: number): { from: number; to: number }[] {
    const { tokens } = this;
    const parts: { from: number; to: number }[] = [];
    let depth = 0;
    let first = from;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      else if (depth === 0 && word !== '' && words.has(word)) {
        parts.push({ from: first, to: at });
        first = at + 1;
      }
    }
    parts.push({ from: first, to });
    return parts;
  }
}

/** Whether IF EXISTS or IF NOT EXISTS stands at `at`, and the token behind it. */
export function readIfExists(scan: Scan, at: number): { ifExists: boolean; ifNotExists: boolean; next: number } {
  if (scan.is(at, 'IF', 'EXISTS')) return { ifExists: true, ifNotExists: false, next: at + 2 };
  if (scan.is(at, 'IF', 'NOT', 'EXISTS')) return { ifExists: false, ifNotExists: true, next: at + 3 };
  return { ifExists: false, ifNotExists: false, next: at };
}

const CASCADE = new Set(['CASCADE']);

export function hasCascade(scan: Scan, from: number, to: number): boolean {
  return scan.find(CASCADE, from, to) >= 0;
}

/** Temporary by its name, as T-SQL's `#t`. */
export function isTemporaryName(target: Target, lexical: Lexical): boolean {
  return lexical.sigils && /^[#@]/.test(target.name ?? '');
}
