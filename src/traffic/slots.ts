import { itemsOfArrayText, MAX_BATCH } from '../sql/index.ts';
import { K } from './keywords.ts';
import {
  boundNumber,
  INTEGER_TYPES,
  isEnd,
  largest,
  NOT_KNOWN,
  NULL_BOUND,
  P,
  SLOT,
  SLOTS,
  TAKES,
  TOP_AFTER,
} from './slot-roles.ts';
import type { LoggedStatement } from './types.ts';

/** What has the values of a text's parameters. Most texts do not need them, and some sources parse them only if they are read. */
export type Bound = Pick<LoggedStatement, 'binds'>;
export const UNBOUND: Bound = { binds: undefined };

export const MAX_DEPTH = 250;
/** Texts with more statements are identified by all their bytes. */
const MAX_STATEMENTS = 64;

/**
 * Finds the literal facts of a text token by token, by the same rules as src/sql/reader/statement-facts: LIMIT, OFFSET,
 * FETCH and TOP with their number, the items of IN lists, VALUES rows, and the start of LIKE patterns. A full reading of
 * the first text of each class shows whether the two agree.
 */
export class Slots {
  /** SLOTS numbers for each finished statement, `length` in all. */
  readonly values = new Float64Array(MAX_STATEMENTS * SLOTS);
  length = 0;
  /** Whether the next token matters, whatever it is. */
  active = false;
  /** Whether VALUES precedes, and rows may follow. */
  inRows = false;
  /** Whether there is something on which the two readings could differ. */
  unsure = false;
  /** Whether a parameter stands where its value is a fact, as in `LIMIT $1`. */
  readsBinds = false;
  /** Whether a LIMIT is so high that a query in a write may return every row. */
  limitsNothing = false;
  depth = 0;
  /** Whether `= ANY (…)` takes an array, and `LIMIT '10'` a text. */
  readonly readsArrays: boolean;
  #source: Bound = UNBOUND;
  #pending: number = P.nothing;
  /** Levels of parentheses around the LIMIT that is pending. */
  #pendingDepth = 0;
  #value = 0;
  #first = 0;
  /** Role of the value that is being cast. */
  #cast: number = P.nothing;
  #listOpen = false;
  readonly #items = new Int32Array(MAX_DEPTH + 2);
  readonly #rows = new Int32Array(MAX_DEPTH + 2);
  #hasLimit = 0;
  #limit = 0;
  #offset = 0;
  #longest = 0;
  /** Whether there is a list whose length is not known. */
  #unknownList = false;
  /** Whether VALUES begins what is in the parentheses after IN, by depth. */
  readonly #inValues = new Uint8Array(MAX_DEPTH + 2);
  /** Levels of parentheses around the open ARRAY of an ANY; -1 outside of one. */
  #arrayDepth = -1;
  /** Open brackets in it, and its items so far. */
  #brackets = 0;
  #arrayItems = 0;
  #valuesRows = 0;
  #wildcard = 0;

  constructor(readsArrays: boolean) {
    this.readsArrays = readsArrays;
  }

  /** Whether a `(` as the next token opens a VALUES row, and nothing else. */
  get expectsRow(): boolean {
    return this.inRows && this.#pending === P.nothing;
  }

  begin(source: Bound): void {
    this.#source = source;
    this.length = 0;
    this.unsure = false;
    this.readsBinds = false;
    this.limitsNothing = false;
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
    this.#unknownList = false;
    this.#inValues[0] = 0;
    this.#arrayDepth = -1;
    this.#valuesRows = 0;
    this.#wildcard = 0;
  }

  /** Ends the statement, at the end of the text or at a `;`. */
  endStatement(last: boolean): void {
    this.#closeList(false);
    // After an incomplete LIMIT, the reader looks into the next statement.
    if (!last && this.#pending !== P.nothing && !isEnd(this.#pending)) this.unsure = true;
    this.#advance(true, 0);
    if (this.#pending !== P.nothing) this.#advance(true, 0);
    if (this.depth !== 0 || this.#arrayDepth >= 0) this.unsure = true;
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
    values[length + SLOT.longestInList] = this.#unknownList ? NOT_KNOWN : this.#longest;
    values[length + SLOT.valuesRows] = this.#valuesRows;
    values[length + SLOT.leadingWildcard] = this.#wildcard;
    this.length += SLOTS;
  }

  /** Whether names, commas, operators and parameters that follow change nothing. */
  get quiet(): boolean {
    return !this.active && (this.#items[this.depth] as number) <= 0 && this.#arrayDepth < 0;
  }

  word(keyword: number, before: number): void {
    if (this.active) {
      if (this.#listOpen && keyword === K.values) this.#inValues[this.depth] = 1;
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
        if (TOP_AFTER.has(before)) this.#start(P.top);
        break;
      case K.like:
      case K.ilike:
        this.#start(P.like);
        break;
      case K.any:
      case K.some:
        if (this.readsArrays && before !== K.like && before !== K.ilike) this.#start(P.any);
        break;
      case K.values:
        this.#rows[this.depth] = 0;
        this.inRows = true;
        break;
    }
    this.#settle();
  }

  /** Handles a quoted name or a dollar string without a prefix: it has no value here. */
  other(): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    this.#advance(true, 0);
    this.#settle();
  }

  /** @param read returns the number; called only if it is needed */
  number(read: () => number): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    if (this.#pending !== P.nothing) this.#take(read);
    this.#settle();
  }

  /** Handles PostgreSQL's `~~`. */
  likeOperator(): void {
    this.op(false, 0);
    this.#start(P.like);
    this.#settle();
  }

  #array(items: number | undefined): void {
    if (items === undefined) this.#unknownList = true;
    else this.list(items);
  }

  /**
   * @param wildcard whether it begins with `%` or `_`; undefined if its first character does not show it
   * @param read returns its text; called only if it is needed
   */
  string(wildcard: boolean | undefined, read: () => string): void {
    if (!this.active) return;
    if (this.#pending === P.anyValue) {
      this.#pending = P.nothing;
      this.#array(itemsOfArrayText(read()));
    }
    if (this.readsArrays && TAKES.has(this.#pending)) {
      const text = read();
      if (/^\d+$/.test(text)) {
        this.#closeList(false);
        this.#take(() => boundNumber(text));
        return this.#settle();
      }
    }
    if (this.#pending === P.like) {
      // If the literal is empty or not plain, another literal may come first, or none.
      if (wildcard === undefined) this.unsure = true;
      else if (wildcard) this.#wildcard = 1;
      this.#pending = P.nothing;
    }
    this.other();
  }

  /** @param index of its bind value; -1 if it cannot have one */
  param(index: number): void {
    if (!this.active) return;
    this.#closeList(false);
    this.#endRows();
    if (this.#pending !== P.nothing) this.readsBinds = true;
    const bound = this.#pending !== P.nothing && index >= 0 ? this.#source.binds?.[index] : undefined;
    if (this.#pending === P.anyValue) {
      this.#pending = P.nothing;
      // NULL is no item.
      this.#array(bound === null ? 0 : bound === undefined ? undefined : itemsOfArrayText(bound));
    } else if (this.#pending === P.like) {
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
      this.#openPending();
    }
    if (this.depth >= MAX_DEPTH) {
      this.unsure = true;
      return;
    }
    this.depth++;
    const list = before === K.in;
    this.#items[this.depth] = list ? 1 : -1;
    this.#rows[this.depth] = -1;
    this.#inValues[this.depth] = 0;
    this.#listOpen = list;
    this.inRows = false;
    this.#settle();
  }

  /** What a `(` does to the token before it. */
  #openPending(): void {
    switch (this.#pending) {
      case P.top:
        this.#pending = P.topValue;
        return;
      case P.any:
        this.#pending = P.anyValue;
        return;
      case P.likeCall:
        this.#pending = P.like;
        return;
      case P.like:
      case P.limit:
      case P.offset:
      case P.fetchValue:
        // `LIMIT ($1)`, `LIKE ('%x')`.
        return;
      default:
        this.#advance(false, 0);
    }
  }

  close(): void {
    if (this.#arrayDepth > this.depth) this.unsure = true;
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
    if (this.depth === this.#arrayDepth && this.#brackets === 1) this.#arrayItems++;
    const items = this.#items[this.depth] as number;
    if (items > 0) {
      this.#items[this.depth] = items + 1;
      if (items + 1 > this.#longest) this.#longest = items + 1;
    }
  }

  /**
   * @param cast whether it is `::`
   * @param byte its first byte
   */
  op(cast: boolean, byte: number): void {
    if (this.#arrayDepth >= 0 || this.#pending === P.array) this.#bracket(byte);
    if (!this.active) return;
    this.#closeList(false);
    if (this.#pending === P.array) this.#pending = P.nothing;
    else if (cast && isEnd(this.#pending)) {
      this.#cast = this.#pending;
      this.#pending = P.cast;
    } else this.#advance(false, 0);
    this.#settle();
  }

  /** Counts the items of an ARRAY after ANY. An empty one has a `]` as the first token, which the reader handles. */
  #bracket(byte: number): void {
    if (byte === 91) {
      if (this.#arrayDepth < 0) {
        this.#arrayDepth = this.depth;
        this.#arrayItems = 1;
        this.#brackets = 0;
      }
      this.#brackets++;
    } else if (byte === 93 && --this.#brackets === 0) {
      this.list(this.#arrayItems);
      this.#arrayDepth = -1;
    }
  }

  /** Handles a list of literals after IN that was read in one step. */
  list(items: number): void {
    if (items > this.#longest) this.#longest = items;
  }

  /** Handles a VALUES row of literals that was read in one step. */
  row(): void {
    this.#countRow();
  }

  #countRow(): void {
    const rows = (this.#rows[this.depth] as number) + 1;
    this.#rows[this.depth] = rows;
    if (rows > this.#valuesRows) this.#valuesRows = rows;
    if (this.#inValues[this.depth] === 1) this.list(rows);
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
    this.#pendingDepth = this.depth;
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
      case P.like:
        if (keyword === K.upper || keyword === K.lower) this.#pending = P.likeCall;
        else this.#advance(true, 0);
        return;
      case P.any:
        this.#pending = P.nothing;
        return;
      case P.anyValue:
        this.#pending = keyword === K.array ? P.array : P.nothing;
        return;
      case P.fetch:
        this.#pending = keyword === K.first || keyword === K.next ? P.fetchValue : P.nothing;
        return;
      case P.fetchValue:
        this.#setLimit(1);
        this.#pending = P.nothing;
        return;
      case P.cast:
        // A cast to another type may change its value.
        if (INTEGER_TYPES.has(keyword)) this.#pending = this.#cast;
        else this.unsure = true;
        return;
      default:
        this.#advance(true, 0);
    }
  }

  /** Handles a number or bind value. */
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
   * Handles a token that is not a value.
   *
   * @param ends whether a value before it has ended, because the token is not an operator
   * @param harmless 1 for an operator that does not change the number
   */
  #advance(ends: boolean, harmless: 0 | 1): void {
    const complete = ends || harmless === 1;
    const pending = this.#pending;
    this.#pending = P.nothing;
    switch (pending) {
      case P.limit:
        // The next token matters too: `LIMIT x, 5`.
        this.#value = NOT_KNOWN;
        this.#pending = P.limitBehind;
        return;
      case P.limitBehind:
        if (this.#value === NULL_BOUND && complete) return;
        this.#setLimit(complete ? this.#value : NOT_KNOWN);
        return;
      case P.limitSecond:
        this.#setOffset(this.#first);
        this.#setLimit(NOT_KNOWN);
        return;
      case P.limitSecondBehind:
        this.#setOffset(this.#first);
        if (this.#value === NULL_BOUND && complete) return;
        this.#setLimit(complete ? this.#value : NOT_KNOWN);
        return;
      case P.fetchValue:
      case P.top:
      case P.topValue:
        this.#setLimit(NOT_KNOWN);
        return;
      case P.cast:
      case P.like:
      case P.likeCall:
        // A function, parentheses, ANY, a column: the full reading handles them.
        this.unsure = true;
        return;
      case P.offset:
        this.#setOffset(NOT_KNOWN);
        return;
      case P.limitEnd:
        this.#setLimit(complete ? this.#value : NOT_KNOWN);
        return;
      case P.offsetEnd:
        this.#setOffset(complete ? this.#value : NOT_KNOWN);
        return;
    }
  }

  /**
   * Only the LIMIT of the statement itself is a fact. Where parentheses enclose all of its query, the full reading disagrees,
   * and the texts of the class are identified by all their bytes.
   */
  #setLimit(value: number): void {
    if (this.#pendingDepth === 0) {
      this.#hasLimit = 1;
      this.#limit = value;
    }
    this.limitsNothing ||= value >= MAX_BATCH;
  }

  #setOffset(value: number): void {
    this.#offset = largest(this.#offset, value);
  }
}
