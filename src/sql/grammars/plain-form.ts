import { T, type TokenList } from '../text/tokens.ts';
import type { GrammarInput } from './types.ts';

/** How a dialect writes plain names and values. */
export interface PlainSpelling {
  /** Words, in upper case, that cannot be an unquoted name or that the grammar may treat as something else. */
  readonly reserved: ReadonlySet<string>;
  /** Matches a quoted name, including its quotes. */
  readonly quoted: RegExp;
  /** The characters that can start a string. */
  readonly stringQuotes: string;
  readonly parameter: RegExp;
  readonly number: RegExp;
  /** Whether the dialect has `= ANY (value)`. */
  readonly arrays: boolean;
}

/** A name that no server cuts: at most 63 bytes. */
const BARE = /^[A-Za-z_]\w{0,62}$/;
/** A number that every type accepts as its length or precision. */
const SIZE = /^\d{1,9}$/;
const COMPARISONS = new Set(['=', '<>', '!=', '<', '>', '<=', '>=']);
const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG']);
/** Maximum nesting; deeper statements are left to the grammar. */
const MAX_DEPTH = 20;
/** `schema.table.column` */
const MAX_PARTS = 3;

/**
 * Reads the parts of plain statements: names, literals, parameters, comparisons and so on. Each method returns whether
 * the part that it is named after is at the cursor, and moves past it. A statement with any other part is left to the
 * grammar.
 */
export class PlainForm {
  /** In the order of the text. */
  readonly columns: PlainName[] = [];
  readonly tables: (readonly PlainName[])[] = [];
  /** Other names of tables. */
  readonly aliases: PlainName[] = [];
  /** Columns without the name of their table. */
  readonly bareColumns: PlainName[] = [];
  /** Whether `*` or `t.*` is selected. */
  star = false;
  readonly #tokens: TokenList;
  readonly #to: number;
  readonly #spelling: PlainSpelling;
  #at: number;
  #depth = 0;

  constructor({ tokens, range }: GrammarInput, spelling: PlainSpelling) {
    this.#tokens = tokens;
    this.#at = range.from;
    this.#to = range.to;
    this.#spelling = spelling;
  }

  get done(): boolean {
    return this.#at === this.#to;
  }

  take(word: string): boolean {
    if (!this.next(word)) return false;
    this.#at++;
    return true;
  }

  /** Words in this order. If only the first of them are there, the statement is left to the grammar. */
  takeAll(...words: readonly string[]): boolean {
    return words.every((word) => this.take(word));
  }

  next(word: string): boolean {
    return this.#at < this.#to && this.#tokens.word(this.#at) === word;
  }

  #name(): PlainName | undefined {
    if (this.#at >= this.#to) return undefined;
    const kind = this.#tokens.kind(this.#at);
    const raw = this.#tokens.raw(this.#at);
    let name: PlainName;
    if (kind === T.word) {
      if (!BARE.test(raw) || this.#spelling.reserved.has(this.#tokens.word(this.#at))) return undefined;
      name = { name: raw, quoted: false };
    } else if (kind === T.quoted && this.#spelling.quoted.test(raw)) name = { name: raw.slice(1, -1), quoted: true };
    else return undefined;
    this.#at++;
    return name;
  }

  /** A single name: of a column that is written, or an alias. */
  name(): boolean {
    return this.#name() !== undefined;
  }

  names(): boolean {
    do if (!this.name()) return false;
    while (this.take(','));
    return true;
  }

  /** `t`, `s.t`. */
  table(isRead: boolean): boolean {
    const first = this.#name();
    if (!first) return false;
    const second = this.take('.') ? this.#name() : first;
    if (!second) return false;
    if (isRead) this.tables.push(second === first ? [first] : [first, second]);
    return true;
  }

  /** A column that is read: `a`, `t.a`, `s.t.a`. */
  column(): boolean {
    const first = this.#name();
    let name = first;
    for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++) name = this.#name();
    if (!name || this.next('.')) return false;
    this.columns.push(name);
    if (name === first) this.bareColumns.push(name);
    return true;
  }

  /** A literal or a parameter. */
  value(): boolean {
    if (this.#at >= this.#to) return false;
    const kind = this.#tokens.kind(this.#at);
    const word = this.#tokens.word(this.#at);
    if (word === 'NULL' || word === 'TRUE' || word === 'FALSE') {
      this.#at++;
      return true;
    }
    if (word === '-') {
      this.#at++;
      return this.#number();
    }
    if (kind === T.number) return this.#number();
    if (kind === T.param) {
      if (!this.#spelling.parameter.test(this.#tokens.raw(this.#at)) || !this.#standsAlone()) return false;
    } else if (kind !== T.string || !this.#spelling.stringQuotes.includes(this.#character(this.#at))) return false;
    // A server ends the text at the NUL.
    else if (this.#tokens.raw(this.#at).includes('\0')) return false;
    this.#at++;
    return true;
  }

  /** A string or a number, with or without a minus sign. */
  literal(): boolean {
    const kind = this.#at < this.#to ? this.#tokens.kind(this.#at) : T.param;
    return (kind === T.string || kind === T.number || this.next('-')) && this.value();
  }

  text(): boolean {
    return this.#at < this.#to && this.#tokens.kind(this.#at) === T.string && this.value();
  }

  texts(): boolean {
    do if (!this.text()) return false;
    while (this.take(','));
    return true;
  }

  /** `(10)`, `(10, 2)`: at most so many numbers without a sign. */
  sizes(most: number): boolean {
    if (!this.take('(')) return false;
    let items = 0;
    do {
      if (this.#at >= this.#to || !SIZE.test(this.#tokens.raw(this.#at)) || !this.#number()) return false;
      items++;
    } while (this.take(','));
    return items <= most && this.take(')');
  }

  #character(at: number): string {
    return this.#tokens.text.charAt(this.#tokens.start(at));
  }

  /** A number that all servers read alike. */
  #number(): boolean {
    if (this.#tokens.kind(this.#at) !== T.number) return false;
    if (!this.#spelling.number.test(this.#tokens.raw(this.#at))) return false;
    if (!this.#standsAlone()) return false;
    this.#at++;
    return true;
  }

  /**
   * Whether no name or number directly follows the token: `12abc` is two tokens to our lexer, but a syntax error to a
   * server.
   */
  #standsAlone(): boolean {
    const next = this.#tokens.text.charCodeAt(this.#tokens.end(this.#at));
    return !((next >= 48 && next <= 57) || (next | 32) >= 97 || next === 95 || next === 46);
  }

  /** The number of values in `(1, 'x', $3)`; 0 if it is anything else. */
  values(): number {
    if (!this.take('(') || !this.value()) return 0;
    let items = 1;
    for (; this.take(','); items++) if (!this.value()) return 0;
    return this.take(')') ? items : 0;
  }

  /** `(1, 'x'), (2, DEFAULT)`: rows of the same length. */
  rows(): boolean {
    let width = -1;
    do {
      const items = this.#row();
      if (items === 0 || (width >= 0 && items !== width)) return false;
      width = items;
    } while (this.take(','));
    return true;
  }

  #row(): number {
    if (!this.take('(')) return 0;
    let items = 0;
    do {
      if (!this.take('DEFAULT') && !this.value()) return 0;
      items++;
    } while (this.take(','));
    return this.take(')') ? items : 0;
  }

  /** A column or a value. */
  operand(): boolean {
    return this.value() || this.column();
  }

  /** Comparisons joined by AND and OR, optionally in parentheses. */
  condition(): boolean {
    if (++this.#depth > MAX_DEPTH) return false;
    do if (!this.#predicate()) return false;
    while (this.take('AND') || this.take('OR'));
    this.#depth--;
    return true;
  }

  #predicate(): boolean {
    this.take('NOT');
    if (this.take('(')) return this.condition() && this.take(')');
    if (!this.column()) return false;
    if (this.#at < this.#to && COMPARISONS.has(this.#tokens.word(this.#at))) {
      this.#at++;
      return this.#spelling.arrays && this.take('ANY') ? this.values() === 1 : this.operand();
    }
    if (this.take('IS')) {
      this.take('NOT');
      return this.take('NULL');
    }
    const negated = this.take('NOT');
    if (this.take('IN')) return this.values() > 0;
    if (this.take('LIKE')) return this.value();
    if (this.take('BETWEEN')) return this.value() && this.take('AND') && this.value();
    // A boolean column alone is a condition.
    return !negated;
  }

  /** A whole SELECT. */
  select(): boolean {
    if (!this.take('SELECT')) return false;
    this.take('DISTINCT');
    if (!this.selected()) return false;
    if (this.done) return true;
    if (!this.take('FROM') || !this.#sources()) return false;
    if (this.take('WHERE') && !this.condition()) return false;
    if (this.take('GROUP') && !(this.take('BY') && this.#columns())) return false;
    if (this.take('ORDER') && !(this.take('BY') && this.#sorted())) return false;
    return this.#limits();
  }

  /** Columns, stars, values and aggregates after SELECT or RETURNING. */
  selected(): boolean {
    do if (!this.#item()) return false;
    while (this.take(','));
    return true;
  }

  #item(): boolean {
    if (this.take('*')) return this.#starred();
    if (this.value() || this.#aggregate()) return this.#label();
    const first = this.#name();
    let name = first;
    for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++) {
      if (this.take('*')) return this.#starred();
      name = this.#name();
    }
    if (!name || this.next('.')) return false;
    this.columns.push(name);
    if (name === first) this.bareColumns.push(name);
    return this.#label();
  }

  #starred(): boolean {
    this.star = true;
    return true;
  }

  #label(): boolean {
    return !this.take('AS') || this.name();
  }

  /** `COUNT(*)`, `SUM(a)`, `MAX(COALESCE(a, 0))`. */
  #aggregate(): boolean {
    const word = this.#tokens.word(this.#at);
    if (!AGGREGATES.has(word) || this.#tokens.word(this.#at + 1) !== '(') return false;
    if (this.#tokens.start(this.#at + 1) !== this.#tokens.end(this.#at)) return false;
    this.#at += 2;
    if (word === 'COUNT' && this.take('*')) return this.take(')');
    if (!this.take('COALESCE')) return this.column() && this.take(')');
    return this.take('(') && this.column() && this.take(',') && this.value() && this.take(')') && this.take(')');
  }

  #sources(): boolean {
    if (!this.#source()) return false;
    for (;;) {
      if (this.take('INNER')) {
        if (!this.take('JOIN')) return false;
      } else if (this.take('LEFT')) {
        this.take('OUTER');
        if (!this.take('JOIN')) return false;
      } else if (!this.take('JOIN')) return true;
      if (!this.#source() || !this.take('ON') || !this.condition()) return false;
    }
  }

  #source(): boolean {
    if (!this.table(true)) return false;
    const isNamed = this.take('AS');
    const alias = this.#name();
    if (alias) this.aliases.push(alias);
    return alias !== undefined || !isNamed;
  }

  #columns(): boolean {
    do if (!this.column()) return false;
    while (this.take(','));
    return true;
  }

  #sorted(): boolean {
    do {
      if (!this.column()) return false;
      if (!this.take('ASC')) this.take('DESC');
    } while (this.take(','));
    return true;
  }

  #limits(): boolean {
    if (!this.take('LIMIT')) return true;
    return this.#count() && (!this.take('OFFSET') || this.#count());
  }

  #count(): boolean {
    const kind = this.#tokens.kind(this.#at);
    return (kind === T.number || kind === T.param) && this.value();
  }
}

export interface PlainName {
  /** As written, without quotes. */
  readonly name: string;
  readonly quoted: boolean;
}
