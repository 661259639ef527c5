import { K } from './keywords.ts';

/** Numbers of one statement, in this order; see `Slots.values`. */
export const SLOT = { hasLimit: 0, limit: 1, offset: 2, longestInList: 3, valuesRows: 4, leadingWildcard: 5 } as const;
export const SLOTS = 6;
/** In the place of a value that is given at run time. */
export const NOT_KNOWN = -1;
/** In the place of a value that the key of the text fixes, so that the full reading tells it. */
export const FIXED = -3;

/** A value that is NULL: a LIMIT of it is none. */
const NULL_BOUND = -2;
export const MAX_DEPTH = 250;
/** Texts of more statements are known by all that they are. */
const MAX_STATEMENTS = 64;

/** What the next token is for. */
const P = {
  nothing: 0,
  limit: 1,
  limitBehind: 2,
  limitSecond: 3,
  limitSecondBehind: 4,
  fetch: 5,
  fetchValue: 6,
  top: 7,
  topValue: 8,
  offset: 9,
  limitEnd: 10,
  offsetEnd: 11,
  like: 12,
  cast: 13,
} as const;

const WHOLE_NUMBERS = new Set<number>([K.int, K.integer, K.bigint, K.int4, K.int8]);
const TOP_BEHIND = new Set<number>([K.select, K.distinct, K.delete, K.update, K.insert, K.all]);

/**
 * The literal facts of a text, found token by token with the rules by which src/sql/reader/statement-facts.ts finds them:
 * LIMIT, OFFSET, FETCH and TOP with the number behind them, the items of IN lists, VALUES rows, and what LIKE patterns
 * begin with. A full reading of the first text of each class shows whether the two agree.
 */
export class Slots {
  /** SLOTS numbers for each statement that has ended, `length` in all. */
  readonly values = new Float64Array(MAX_STATEMENTS * SLOTS);
  length = 0;
  /** Whether the next token matters, whatever it is. */
  active = false;
  /** VALUES stands before, and rows may follow. */
  inRows = false;
  /** Something stands where the two readings could differ. */
  unsure = false;
  depth = 0;
  #binds: readonly (string | null)[] | undefined;
  #pending: number = P.nothing;
  #value = 0;
  #first = 0;
  /** What a value was for that is being cast. */
  #cast: number = P.nothing;
  #listOpen = false;
  readonly #items = new Int32Array(MAX_DEPTH + 2);
  readonly #rows = new Int32Array(MAX_DEPTH + 2);
  #hasLimit = 0;
  #limit = 0;
  #offset = 0;
  #longest = 0;
  #valuesRows = 0;
  #wildcard = 0;

  /** Whether a `(` that comes next opens a VALUES row, and is nothing else. */
  get expectsRow(): boolean {
    return this.inRows && this.#pending === P.nothing;
  }

  begin(binds: readonly (string | null)[] | undefined): void {
    this.#binds = binds;
    this.length = 0;
    this.unsure = false;
    this.#clear();
  }

  #clear(): void {
    this.active = false;
    this.inRows = false;
    this.depth = 0;
    this.#pending = P.nothing;
    this.#listOpen = false;
    this.#items[0] = -1;
    this.#rows[0] = -1;
    this.#hasLimit = 0;
    this.#limit = 0;
    this.#offset = 0;
    this.#longest = 0;
    this.#valuesRows = 0;
    this.#wildcard = 0;
  }

  /** The statement ends: at the end of the text, or at a `;`. */
  endStatement(last: boolean): void {
    this.#closeList(false);
    // Behind a LIMIT that breaks off the reader looks into the next statement.
    if (!last && this.#pending !== P.nothing && !isEnd(this.#pending)) this.unsure = true;
    this.#advance(true, 0);
    if (this.#pending !== P.nothing) this.#advance(true, 0);
    if (this.depth !== 0) this.unsure = true;
    this.#write();
    this.#clear();
  }

  #write(): void {
    const { values, length } = this;
    if (length + SLOTS > values.length) {
      this.unsure = true;
      return;
    }
    values[length + SLOT.hasLimit] = this.#hasLimit;
    values[length + SLOT.limit] = this.#limit;
    values[length + SLOT.offset] = this.#offset;
    values[length + SLOT.longestInList] = this.#longest;
    values[length + SLOT.valuesRows] = this.#valuesRows;
    values[length + SLOT.leadingWildcard] = this.#wildcard;
    this.length += SLOTS;
  }

  /** Whether names, commas, operators and parameters that come next change nothing. */
  get quiet(): boolean {
    return !this.active && (this.#items[this.depth] as number) <= 0;
  }

  word(keyword: number, before: number): void {
    if (this.active) {
      this.#closeList(keyword === K.select || keyword === K.with || keyword === K.values);
      if (this.inRows && keyword !== K.row) this.#endRows();
      if (keyword === K.operator && isEnd(this.#pending)) this.unsure = true;
      if (this.#pending !== P.nothing) this.#pendingWord(keyword);
    }
    switch (keyword) {
      case K.limit:
        this.#start(P.limit);
        break;
      case K.fetch:
        this.#start(P.fetch);
        break;
      case K.offset:
        this.#start(P.offset);
        break;
      case K.top:
        if (TOP_BEHIND.has(before)) this.#start(P.top);
        break;
      case K.like:
      case K.ilike:
        this.#start(P.like);
        break;
      case K.values:
        this.#rows[this.depth] = 0;
        this.inRows = true;
        break;
    }
    this.#settle();
  }

  /** A name in quotes, a prefix-less dollar string: nothing that has a value here. */
  other(): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    this.#advance(true, 0);
    this.#settle();
  }

  /** @param read the number, asked for only where it is needed */
  number(read: () => number): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    if (this.#pending !== P.nothing) this.#take(read);
    this.#settle();
  }

  /** @param wildcard whether it begins with `%` or `_`; undefined where its first character does not tell */
  string(wildcard: boolean | undefined): void {
    if (!this.active) return;
    if (this.#pending === P.like) {
      // Behind an empty one, and in one that is not plain, another literal or none may lead.
      if (wildcard === undefined) this.unsure = true;
      else if (wildcard) this.#wildcard = 1;
      this.#pending = P.nothing;
    }
    this.other();
  }

  /** @param index of its value among those bound; -1 where none can be */
  param(index: number): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    const bound = index >= 0 && this.#binds && index < this.#binds.length ? this.#binds[index] : undefined;
    if (this.#pending === P.like) {
      this.#pending = P.nothing;
      if (bound === undefined || bound === '') {
        if (this.#wildcard !== 1) this.#wildcard = NOT_KNOWN;
      } else if (bound !== null && /^[%_]/.test(bound)) this.#wildcard = 1;
    } else if (this.#pending !== P.nothing) this.#take(() => boundNumber(bound));
    this.#settle();
  }

  /** @param before the keyword before it */
  open(before: number): void {
    if (this.active) {
      this.#closeList(false);
      if (this.inRows) this.#countRow();
      if (this.#pending === P.top) this.#pending = P.topValue;
      else this.#advance(false, 0);
    }
    if (this.depth >= MAX_DEPTH) {
      this.unsure = true;
      return;
    }
    this.depth++;
    const list = before === K.in;
    this.#items[this.depth] = list ? 1 : -1;
    this.#rows[this.depth] = -1;
    this.#listOpen = list;
    this.inRows = false;
    this.#settle();
  }

  close(): void {
    if (this.active) {
      this.#closeList(true);
      this.#advance(false, 1);
    }
    if (this.depth === 0) this.unsure = true;
    else this.depth--;
    this.inRows = (this.#rows[this.depth] as number) >= 0;
    this.#settle();
  }

  comma(): void {
    if (this.active) {
      this.#closeList(false);
      if (this.#pending === P.limitBehind) {
        this.#first = this.#value;
        this.#pending = P.limitSecond;
      } else this.#advance(false, 1);
      this.#settle();
    }
    const items = this.#items[this.depth] as number;
    if (items > 0) {
      this.#items[this.depth] = items + 1;
      if (items + 1 > this.#longest) this.#longest = items + 1;
    }
  }

  /** @param cast whether it is `::` */
  op(cast: boolean): void {
    if (!this.active) return;
    this.#closeList(false);
    if (cast && isEnd(this.#pending)) {
      this.#cast = this.#pending;
      this.#pending = P.cast;
    } else this.#advance(false, 0);
    this.#settle();
  }

  /** A list of literals behind IN, read at once. */
  list(items: number): void {
    if (items > this.#longest) this.#longest = items;
  }

  /** A VALUES row of literals, read at once. */
  row(): void {
    this.#countRow();
  }

  #countRow(): void {
    const rows = (this.#rows[this.depth] as number) + 1;
    this.#rows[this.depth] = rows;
    if (rows > this.#valuesRows) this.#valuesRows = rows;
  }

  #endRows(): void {
    if (!this.inRows) return;
    this.#rows[this.depth] = -1;
    this.inRows = false;
  }

  #closeList(isQuery: boolean): void {
    if (!this.#listOpen) return;
    this.#listOpen = false;
    if (isQuery) this.#items[this.depth] = -1;
    else if (this.#longest < 1) this.#longest = 1;
  }

  #start(pending: number): void {
    if (this.#pending !== P.nothing) this.unsure = true;
    this.#pending = pending;
  }

  #settle(): void {
    this.active = this.#pending !== P.nothing || this.inRows || this.#listOpen;
  }

  #pendingWord(keyword: number): void {
    switch (this.#pending) {
      case P.limit:
        if (keyword === K.all || keyword === K.null) this.#pending = P.nothing;
        else this.#advance(true, 0);
        return;
      case P.fetch:
        this.#pending = keyword === K.first || keyword === K.next ? P.fetchValue : P.nothing;
        return;
      case P.fetchValue:
        this.#setLimit(1);
        this.#pending = P.nothing;
        return;
      case P.cast:
        // A cast to another type may make another value of it.
        if (WHOLE_NUMBERS.has(keyword)) this.#pending = this.#cast;
        else this.unsure = true;
        return;
      default:
        this.#advance(true, 0);
    }
  }

  /** Takes a number or bound value. */
  #take(read: () => number): void {
    switch (this.#pending) {
      case P.limit:
        this.#value = read();
        this.#pending = P.limitBehind;
        return;
      case P.limitSecond:
        this.#value = read();
        this.#pending = P.limitSecondBehind;
        return;
      case P.top:
        this.#setLimit(Math.max(read(), NOT_KNOWN));
        this.#pending = P.nothing;
        return;
      case P.fetchValue:
      case P.topValue:
        this.#value = Math.max(read(), NOT_KNOWN);
        this.#pending = P.limitEnd;
        return;
      case P.offset:
        this.#value = Math.max(read(), NOT_KNOWN);
        this.#pending = P.offsetEnd;
        return;
      default:
        this.#advance(true, 0);
    }
  }

  /**
   * Takes a token that is no value.
   *
   * @param ends whether a value before it has ended: it is no operator, or
   * @param harmless is 1 for an operator that makes no other number of it
   */
  #advance(ends: boolean, harmless: 0 | 1): void {
    const whole = ends || harmless === 1;
    const pending = this.#pending;
    this.#pending = P.nothing;
    switch (pending) {
      case P.limit:
        // The token behind it is looked at too: `LIMIT x, 5`.
        this.#value = NOT_KNOWN;
        this.#pending = P.limitBehind;
        return;
      case P.limitBehind:
        if (this.#value === NULL_BOUND && whole) return;
        this.#setLimit(whole ? this.#value : NOT_KNOWN);
        return;
      case P.limitSecond:
        this.#setOffset(this.#first);
        this.#setLimit(NOT_KNOWN);
        return;
      case P.limitSecondBehind:
        this.#setOffset(this.#first);
        if (this.#value === NULL_BOUND && whole) return;
        this.#setLimit(whole ? this.#value : NOT_KNOWN);
        return;
      case P.fetchValue:
      case P.top:
      case P.topValue:
        this.#setLimit(NOT_KNOWN);
        return;
      case P.cast:
      case P.like:
        // A function, parentheses, ANY, a column: the full reading looks into them.
        this.unsure = true;
        return;
      case P.offset:
        this.#setOffset(NOT_KNOWN);
        return;
      case P.limitEnd:
        this.#setLimit(whole ? this.#value : NOT_KNOWN);
        return;
      case P.offsetEnd:
        this.#setOffset(whole ? this.#value : NOT_KNOWN);
        return;
    }
  }

  #setLimit(value: number): void {
    this.#hasLimit = 1;
    this.#limit = largest(this.#limit, value);
  }

  #setOffset(value: number): void {
    this.#offset = largest(this.#offset, value);
  }
}

function isEnd(pending: number): boolean {
  return (
    pending === P.limitBehind || pending === P.limitSecondBehind || pending === P.limitEnd || pending === P.offsetEnd
  );
}

function largest(a: number, b: number): number {
  return a < 0 || b < 0 ? NOT_KNOWN : Math.max(a, b);
}

/** The whole number that a bound value is; NOT_KNOWN where it is none, NULL_BOUND where it is NULL. */
function boundNumber(bound: string | null | undefined): number {
  if (bound === null) return NULL_BOUND;
  if (bound === undefined || !/^\s*\d+(?:\.\d*)?\s*$/.test(bound)) return NOT_KNOWN;
  return Math.min(Math.trunc(Number(bound)), Number.MAX_SAFE_INTEGER);
}
