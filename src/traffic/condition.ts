import type { Lexical } from '../sql/index.ts';
import { BEGINS_CONDITION, ENDS, isOwnFunction, L, M, MUST_END, N, OPEN } from './condition-states.ts';
import { FIRST_SOFT, K } from './keywords.ts';
import { MAX_DEPTH } from './slots.ts';

/**
 * Decides, token by token, which literals of a write can change how it is filtered (src/sql/expressions/truth.ts).
 * A literal is replaced by its class, because its value does not matter, if one of these holds. All other literals stay
 * as they are.
 *
 * 1. It is outside any condition: outside UPDATE, DELETE and MERGE; between SET and WHERE; after RETURNING, ORDER BY
 *    and LIMIT; before ON and after THEN of a MERGE. In a query in parentheses, only leaves of its WHERE, ON and HAVING are
 *    conditions, and all other literals stay: `EXISTS (SELECT 1 FROM u WHERE 1 = 2)` depends on them.
 * 2. It is the value of `INTERVAL '…'`; two such values are never compared.
 * 3. It is an operand of a leaf: `column op literal`, `column [NOT] IN (literals)`, `column [NOT] LIKE 'literal'` (not
 *    a pattern of `%` alone), `column [NOT] BETWEEN literal AND literal`, with a comparison operator, and a column that
 *    is a name, `f(name)`, or either with a cast. A column has no value before the statement runs, so no literal makes
 *    the leaf true or false, but that of `NOT BETWEEN`, and one that is compared with a function whose range is known.
 *    Leaves are compared with each other: under an OR, or a NOT of several. So they count only under AND, NOT and
 *    parentheses around conditions (strictness 1). If there is an OR of equalities and patterns alone, their literals
 *    are numbered by which of them are equal (2). Otherwise, and if a leaf or such a parenthesis is an operand of
 *    anything larger, all literals of the conditions stay (3).
 */
export class Conditions {
  /** Whether the statement is a write. */
  judged = false;
  strictness: 1 | 2 | 3 = 1;
  /** Number of literals that are operands of leaves. */
  #leafLiterals = 0;
  /** Number of other literals in conditions. */
  #otherLiterals = 0;
  #sawOr = false;
  /** Whether a leaf is anything but an equality or a pattern that must match. */
  #ordered = false;
  /** Whether a NOT stands before a condition. */
  #negated = false;
  /** Whether a leaf is a pattern or BETWEEN. */
  #patterns = false;
  /** Whether a leaf is, or may be, an operand of something. */
  operandOfMore = false;
  readonly #modes = new Uint8Array(MAX_DEPTH + 2);
  /** The mode at the start of the parenthesis. */
  readonly #initialModes = new Uint8Array(MAX_DEPTH + 2);
  readonly #kinds = new Uint8Array(MAX_DEPTH + 2);
  /** The verb of the write that begins at this level. */
  readonly #verbs = new Uint8Array(MAX_DEPTH + 2);
  /** Whether only the WHERE of a write filters, and not the ON of a join. */
  readonly #joinsApart: boolean;
  /** Whether `||` is OR. */
  readonly #pipesAreOr: boolean;
  #depth = 0;
  #leaf: number = L.other;
  /** Number of BETWEENs before their second literal: which AND belongs to them is not known. */
  #openBetweens = 0;

  constructor({ queries, values }: Lexical) {
    this.#joinsApart = queries.writeTarget === 'separate';
    this.#pipesAreOr = values.logicSymbols;
  }

  begin(strictness: 1 | 2 | 3): void {
    this.strictness = strictness;
    this.#leafLiterals = 0;
    this.#otherLiterals = 0;
    this.#sawOr = false;
    this.operandOfMore = false;
    this.#ordered = false;
    this.#negated = false;
    this.#patterns = false;
    this.#openBetweens = 0;
    this.beginStatement();
  }

  beginStatement(): void {
    this.judged = false;
    this.#depth = 0;
    this.#modes[0] = M.free;
    this.#initialModes[0] = M.free;
    this.#verbs[0] = 0;
    this.#leaf = L.other;
  }

  endStatement(): void {
    this.#leaf = L.other;
  }

  /** Strictness that a second reading needs; undefined if this one is sufficient. */
  get stricter(): 2 | 3 | undefined {
    if (this.#leafLiterals === 0) return undefined;
    const compared = (this.#sawOr && this.#ordered) || (this.#negated && this.#patterns);
    if (this.strictness < 3 && (this.operandOfMore || compared || this.#openBetweens > 0)) return 3;
    if (this.strictness === 1) return this.#sawOr ? 2 : undefined;
    return this.strictness === 2 && this.#otherLiterals > 0 ? 3 : undefined;
  }

  /** Handles an UPDATE, DELETE or MERGE that begins here, at parenthesis `depth`. */
  beginWrite(verb: number, depth: number): void {
    if (!this.judged) {
      this.judged = true;
      this.#depth = depth;
      for (let at = 0; at <= depth; at++) {
        this.#modes[at] = M.free;
        this.#initialModes[at] = M.free;
        this.#verbs[at] = 0;
        this.#kinds[at] = N.plain;
      }
    }
    const free = this.#initialModes[this.#depth] === M.free;
    this.#verbs[this.#depth] = verb;
    this.#modes[this.#depth] = free && (verb === K.merge || this.#joinsApart) ? M.free : M.argument;
    this.#leaf = L.other;
  }

  /** Whether the value of a literal does not matter here. */
  get free(): boolean {
    return !this.judged || this.#modes[this.#depth] === M.free;
  }

  /** Whether the literals of an IN list can be dropped; call it before the `(` after IN. */
  get takesList(): boolean {
    return this.strictness === 1 && this.#modes[this.#depth] === M.condition && this.#leaf === L.in;
  }

  list(items: number): void {
    this.#leafLiterals += items;
    this.#leaf = L.done;
  }

  /**
   * Handles a literal where its value may matter; returns how to keep it.
   *
   * @param interval whether INTERVAL precedes it
   * @param typed whether that or, for a string, another type word does
   * @param anything whether it is a string of `%` alone, or empty
   */
  literal(interval: boolean, typed: boolean, string: boolean, anything: boolean): 'class' | 'equality' | 'verbatim' {
    const mode = this.#modes[this.#depth];
    if (typed) {
      this.#leaf = L.other;
      return interval ? 'class' : 'verbatim';
    }
    const next = mode === M.condition ? this.#afterLiteral(string, anything) : -1;
    if (next >= 0) {
      this.#leaf = next;
      this.#leafLiterals++;
      return this.strictness === 1 ? 'class' : this.strictness === 2 ? 'equality' : 'verbatim';
    }
    if (mode === M.condition) this.#needEnd();
    this.#leaf = L.other;
    this.#otherLiterals++;
    return 'verbatim';
  }

  #afterLiteral(string: boolean, anything: boolean): number {
    switch (this.#leaf) {
      case L.op:
        return L.done;
      case L.order:
        // Every text sorts after the empty one.
        return string && anything ? -1 : L.done;
      case L.betweenAnd:
        this.#openBetweens--;
        return L.done;
      case L.like:
        return string && !anything ? L.done : -1;
      case L.between:
        return L.betweenLow;
      default:
        return -1;
    }
  }

  param(): void {
    this.#needEnd();
    this.#leaf = L.other;
  }

  /** Handles a quoted name. */
  quoted(): void {
    this.word(0, 0);
  }

  /** @param before the token before it: a keyword, or OPEN for a `(` */
  word(keyword: number, before: number): void {
    const depth = this.#depth;
    if (this.#verbs[depth] !== 0 && keyword !== 0) this.#ownWord(keyword, depth);
    const mode = this.#modes[depth];
    if (mode !== M.free && keyword === K.select && before === OPEN) {
      this.#modes[depth] = M.query;
      this.#kinds[depth] = N.plain;
      this.#leaf = L.other;
    } else if (mode === M.condition) this.#conditionWord(keyword);
    else if (mode !== M.free) this.#argumentWord(keyword, depth);
  }

  /** Handles words that begin and end the conditions of a write, on its own level. */
  #ownWord(keyword: number, depth: number): void {
    const mode = this.#modes[depth];
    const free = this.#initialModes[depth] === M.free;
    const verb = this.#verbs[depth];
    if (!free) return;
    switch (keyword) {
      case K.set:
        if (verb === K.update) this.#modes[depth] = M.free;
        return;
      case K.where:
        this.#modes[depth] = M.condition;
        return;
      case K.from:
      case K.using:
      case K.join:
      case K.straight_join:
        if (mode === M.free) this.#modes[depth] = M.argument;
        return;
      case K.on:
        if (verb === K.merge) this.#modes[depth] = M.condition;
        else if (mode === M.free) this.#modes[depth] = M.argument;
        return;
      case K.when:
        if (verb === K.merge) this.#modes[depth] = M.condition;
        return;
      case K.then:
        if (verb !== K.merge) return;
        this.#modes[depth] = M.free;
        this.#leaf = L.other;
        return;
      case K.returning:
      case K.order:
      case K.limit:
        if (verb === K.merge || mode !== M.condition) return;
        this.#modes[depth] = M.free;
        this.#leaf = L.other;
    }
  }

  #conditionWord(keyword: number): void {
    const leaf = this.#leaf;
    switch (keyword) {
      case K.where:
      case K.on:
        this.#needEnd();
        this.#leaf = L.start;
        return;
      case K.and:
        this.#leaf = leaf === L.betweenLow ? L.betweenAnd : L.start;
        return;
      case K.or:
        this.#sawOr = true;
        this.#leaf = L.start;
        return;
      case K.xor:
        this.operandOfMore = true;
        this.#leaf = L.other;
        return;
      case K.not:
        if (leaf === L.column || leaf === L.operand) this.#leaf = L.not;
        else if (leaf === L.start) this.#negated = true;
        else {
          this.#needEnd();
          this.#leaf = L.other;
        }
        return;
      case K.in:
        return this.#afterOperand(L.in);
      case K.like:
      case K.ilike:
        this.#patterns = true;
        return this.#afterOperand(L.like);
      case K.between:
        this.#ordered = true;
        this.#patterns = true;
        if (leaf === L.not) this.operandOfMore = true;
        this.#openBetweens++;
        return this.#afterOperand(L.between);
    }
    if (ENDS.has(keyword)) {
      this.#leaf = L.other;
      return;
    }
    if (keyword === 0 || keyword >= FIRST_SOFT) this.#name();
    else {
      this.#needEnd();
      this.#leaf = L.other;
    }
  }

  #name(): void {
    switch (this.#leaf) {
      case L.start:
      case L.dot:
        this.#leaf = L.column;
        return;
      case L.columnCast:
        this.#leaf = L.operand;
        return;
      case L.literalCast:
        this.#leaf = L.literalType;
        return;
      default:
        this.#needEnd();
        this.#leaf = L.other;
    }
  }

  #afterOperand(next: number): void {
    const leaf = this.#leaf;
    if (leaf === L.not) this.#ordered = true;
    if (leaf === L.column || leaf === L.operand || leaf === L.not) this.#leaf = next;
    else {
      this.#needEnd();
      this.#leaf = L.other;
    }
  }

  #argumentWord(keyword: number, depth: number): void {
    if (this.#modes[depth] === M.query && BEGINS_CONDITION.has(keyword)) {
      this.#modes[depth] = M.condition;
      this.#leaf = L.start;
    } else {
      const named = keyword === 0 || keyword >= FIRST_SOFT;
      this.#leaf = named && (this.#leaf === L.callOpen || this.#leaf === L.callDot) ? L.callName : L.other;
    }
  }

  /** Whatever follows a leaf, a typed literal or a parenthesis of conditions must end it. */
  #needEnd(): void {
    if (MUST_END.has(this.#leaf)) this.operandOfMore = true;
  }

  /** @param before the keyword before it, OPEN, or 0 */
  open(before: number): void {
    const leaf = this.#leaf;
    const mode = this.#modes[this.#depth];
    let next: number = mode === M.free ? M.free : M.argument;
    let kind: number = N.plain;
    let inner: number = L.other;
    if (mode === M.condition) {
      if (leaf === L.start) {
        // NOT (a AND b) is an OR.
        if (before === K.not) {
          this.#sawOr = true;
          this.#ordered = true;
        }
        next = M.condition;
        kind = N.group;
        inner = L.start;
      } else if (leaf === L.column && isOwnFunction(before)) {
        kind = N.call;
        inner = L.callOpen;
      } else this.#needEnd();
    }
    this.#depth++;
    this.#modes[this.#depth] = next;
    this.#initialModes[this.#depth] = next;
    this.#kinds[this.#depth] = kind;
    this.#verbs[this.#depth] = 0;
    this.#leaf = inner;
  }

  close(): void {
    const kind = this.#kinds[this.#depth];
    const leaf = this.#leaf;
    if (this.#depth > 0) this.#depth--;
    if (this.#modes[this.#depth] !== M.condition) this.#leaf = L.other;
    else if (kind === N.group) this.#leaf = L.group;
    else this.#leaf = kind === N.call && leaf === L.callName ? L.operand : L.other;
  }

  dot(): void {
    if (this.#leaf === L.column) this.#leaf = L.dot;
    else if (this.#leaf === L.callName) this.#leaf = L.callDot;
    else this.otherOp();
  }

  /** Handles one of `= < > <= >= <> !=`, with no other operator touching it. */
  comparison(equality: boolean): void {
    if (!equality) this.#ordered = true;
    if (this.#leaf === L.column || this.#leaf === L.operand) this.#leaf = equality ? L.op : L.order;
    else this.otherOp();
  }

  cast(): void {
    if (this.#leaf === L.column || this.#leaf === L.operand) this.#leaf = L.columnCast;
    else if (this.#leaf === L.done) this.#leaf = L.literalCast;
    else this.otherOp();
  }

  openBracket(): void {
    if (this.#leaf === L.literalType) this.#leaf = L.literalArray;
    else this.otherOp();
  }

  closeBracket(): void {
    if (this.#leaf === L.literalArray) this.#leaf = L.literalType;
    else this.otherOp();
  }

  /** Handles `||`, which is OR in some dialects. */
  pipes(): void {
    if (this.#modes[this.#depth] === M.condition && this.#pipesAreOr) this.operandOfMore = true;
    this.otherOp();
  }

  otherOp(): void {
    this.#needEnd();
    this.#leaf = L.other;
  }
}
