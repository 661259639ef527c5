import { B, CLASS, QUOTED_STOP, WORD } from './byte-classes.ts';
import { isDigit } from './byte-tests.ts';
import { MARK } from './key-marks.ts';
import { WordLexer } from './key-words.ts';
import { keywordAt } from './keywords.ts';
import { FIXED, SLOTS } from './slot-roles.ts';
import type { Bound } from './slots.ts';
import { ACTING, ACTING_IN_WRITE } from './statement-words.ts';

/** Longer texts are identified by all their bytes. */
const MAX_LENGTH = 1 << 20;
/** PostgreSQL has no parameter with a larger number. */
const MAX_PARAM = 65_535;
const HASH = 35;
const STAR = 42;
const DASH = 45;
const TILDE = 126;
const BACKTICK = 96;

/**
 * Reads a text once, byte by byte, without building strings, and determines its class. Texts of one class have the same
 * facts and the same shape, except for the numbers in `slots`.
 *
 * The key contains every token unchanged, one space for white space or comments, and hints. PostgreSQL's parameters are
 * numbered by first occurrence, as in the shape, so that the length of a list before them does not matter. Literals of a query, a
 * write, SET, CALL, EXECUTE, NOTIFY or FETCH are replaced by their class wherever it is proven (condition.ts) that the
 * facts depend on nothing else. The grammars do not read literals: node-sql-parser receives none, and libpg-query reads
 * strings by their quotes and numbers by whether they are `int`. Where its grammar does look into a literal, the
 * literal stays in the key (`float(5)`, numeric escapes) or makes the text `exact` (`U&'…'`, dollar quotes). Adjacent
 * strings are one or two depending on the line break between them. Anything that servers disagree on, or that this
 * lexer does not support, makes the text `exact`: it has no key and is identified by all its bytes.
 */
export class KeyLexer extends WordLexer {
  #flags = 0;

  /**
   * Reads the text from `start` to `end`.
   *
   * @param source has the values of its parameters, which only the slots read
   * @param flags a byte that is part of the key
   */
  read(bytes: Uint8Array, start: number, end: number, source: Bound, flags: number): void {
    this.bytes = bytes;
    this.#flags = flags;
    this.end = end;
    this.comments.length = 0;
    this.moreComments = false;
    this.exact = false;
    if (end - start > MAX_LENGTH) this.exact = true;
    else {
      this.#pass(start, source, 1);
      for (let stricter = this.conditions.stricter; stricter !== undefined && !this.exact; ) {
        this.#pass(start, source, stricter);
        stricter = this.conditions.stricter;
      }
    }
  }

  /** Whether the text has non-ASCII bytes; for an `exact` text, up to the point where that was found. */
  get beyondAscii(): boolean {
    return this.high >= 0x80;
  }

  #pass(start: number, source: Bound, strictness: 1 | 2 | 3): void {
    const room = (this.end - start) * 8 + 64;
    if (this.key.length < room) {
      this.key = new Uint8Array(1 << Math.ceil(Math.log2(room)));
      this.words = new Uint32Array(this.key.buffer);
    }
    this.key[0] = this.#flags;
    this.length = 1;
    this.at = start;
    this.gap = false;
    this.high = 0;
    this.params = 0;
    this.verbatimFromNow = false;
    this.comments.length = 0;
    this.moreComments = false;
    this.numbered.length = 0;
    this.ordinals.begin();
    this.slots.begin(source);
    this.conditions.begin(strictness);
    this.#beginStatement();
    this.#run();
    if (this.tokens > 0) this.#endStatement(true);
    if (this.slots.unsure) this.exact = true;
    for (let at = this.length; (at & 3) !== 0; at++) this.key[at] = 0;
  }

  #beginStatement(): void {
    this.first = true;
    this.verbatim = false;
    this.simple = false;
    this.with = false;
    this.sets = false;
    this.passing = 0;
    this.configures = 0;
    this.tokens = 0;
    this.reads = false;
    this.changes = false;
    this.inserts = false;
    this.givesRows = false;
    this.previous = 0;
    this.beforePrevious = 0;
    this.rowStarts[0] = -1;
    this.rowDepth = -1;
  }

  #endStatement(last: boolean): void {
    const { slots } = this;
    slots.endStatement(last);
    const reads = this.reads && !this.changes && !this.conditions.judged;
    if (!reads && slots.limitsNothing) this.exact = true;
    if (this.verbatim) slots.values.fill(FIXED, Math.max(0, slots.length - SLOTS), slots.length);
    this.conditions.endStatement();
    if (!last) this.conditions.beginStatement();
  }

  #run(): void {
    const bytes = this.bytes;
    const end = this.end;
    while (this.at < end && !this.exact) {
      if (this.#isPlain && this.conditions.free && this.slots.quiet) {
        this.#skipInert(this.conditions.judged ? ACTING_IN_WRITE : ACTING);
        if (this.at >= end) return;
      }
      const at = this.at;
      const byte = bytes[at] as number;
      switch (CLASS[byte]) {
        case B.space:
          this.gap = true;
          this.at++;
          break;
        case B.letter:
          this.word(at);
          break;
        case B.digit:
          this.number(at);
          break;
        case B.quote:
          this.string(at, at, MARK.string, this.always);
          break;
        case B.doubleQuote:
          this.#doubleQuote(at);
          break;
        case B.backtick:
        case B.hash:
        case B.question:
          this.#mark(at, byte);
          break;
        case B.open:
          this.open();
          break;
        case B.close:
          this.close();
          break;
        case B.comma:
          this.#comma();
          break;
        case B.dot:
          this.dot(at);
          break;
        case B.dash:
        case B.slash:
          this.#commentOrOp(at, byte);
          break;
        case B.dollar:
          this.dollar(at);
          break;
        case B.at:
          this.atSign(at);
          break;
        case B.semicolon:
          this.#semicolon();
          break;
        case B.op:
          this.op(at);
          break;
        default:
          this.exact = true;
      }
    }
  }

  get #isPlain(): boolean {
    return !this.first && !this.with && !this.sets && this.passing === 0;
  }

  #doubleQuote(at: number): void {
    if (this.doubleStrings) this.string(at, at, MARK.doubleQuoted, this.always);
    else this.quoted(at, 34);
  }

  #comma(): void {
    this.put(44);
    this.slots.comma();
    if (this.conditions.judged) this.conditions.otherOp();
    this.after(0);
  }

  #commentOrOp(at: number, byte: number): void {
    const next = at + 1 < this.end ? this.bytes[at + 1] : 0;
    if (byte === DASH && next === DASH) this.dashes(at);
    else if (byte !== DASH && next === STAR) this.blockComment(at);
    else this.op(at);
  }

  /** Reads what is an operator in PostgreSQL, and a quoted name, a comment or a parameter elsewhere. */
  #mark(at: number, byte: number): void {
    const { backticks, hashComments, questionMark } = this.lexical;
    if (byte === BACKTICK) return backticks ? this.quoted(at, byte) : this.op(at);
    if (byte === HASH) return hashComments ? this.lineComment(at + 1) : this.op(at);
    if (!questionMark) return this.op(at);
    this.put(byte);
    this.param(this.params++);
  }

  /** Skips tokens that matter neither to the slots nor to conditions (most of a text). Stops before any other. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over bytes that keeps its state in locals
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: the same
  #skipInert(acting: Uint8Array): void {
    const bytes = this.bytes;
    const end = this.end;
    const { key } = this;
    const fold = this.fold;
    const { dollarParameters, doubleQuote, questionMark } = this.lexical;
    const nameQuote = doubleQuote === 'identifier' ? B.doubleQuote : B.backtick;
    let at = this.at;
    let { length } = this;
    let gap = this.gap;
    let before = this.previous;
    let beforeThat = this.beforePrevious;
    tokens: for (; at < end; ) {
      const byte = bytes[at] as number;
      const kind = CLASS[byte] as number;
      if (kind === B.space) {
        gap = true;
        at++;
        continue;
      }
      let write = length;
      if (gap && length > 1) key[write++] = 32;
      let next = at + 1;
      let keyword = 0;
      if (kind === B.letter) {
        let high = byte;
        key[write++] = fold[byte] as number;
        for (; next < end; next++) {
          const more = bytes[next] as number;
          const folded = fold[more] as number;
          if (folded === 0) break;
          high |= more;
          key[write++] = folded;
        }
        if (high >= 0x80) break;
        if (next < end) {
          const nextByte = bytes[next];
          // A string may begin with the word; `${` ends it.
          if (nextByte === 39 || nextByte === 38 || nextByte === 123) break;
        }
        keyword = keywordAt(bytes, at, next);
        if (keyword !== 0 && acting[keyword] === 1) break;
      } else if (kind === nameQuote) {
        key[write++] = byte;
        let high = 0;
        for (; ; next++) {
          if (next >= end) break tokens;
          const more = bytes[next] as number;
          high |= more;
          key[write++] = more;
          if (QUOTED_STOP[more] === 0) continue;
          if (more < 32) break tokens;
          if (more !== byte) continue;
          if (next + 1 >= end || bytes[next + 1] !== byte) break;
          key[write++] = more;
          next++;
        }
        next++;
        this.high |= high;
      } else if (kind === B.op || kind === B.comma) {
        if (byte === TILDE && bytes[next] === TILDE) break;
        key[write++] = byte;
      } else if (kind === B.dot || kind === B.dash || kind === B.slash) {
        const nextByte = next < end ? (bytes[next] as number) : 0;
        if (kind === B.dot ? isDigit(nextByte) : nextByte === 45 || nextByte === 42) break;
        key[write++] = byte;
      } else if (kind === B.question) {
        key[write++] = byte;
        if (questionMark) this.params++;
      } else if (kind === B.dollar) {
        let number = 0;
        while (next < end && isDigit(bytes[next] as number)) number = number * 10 + (bytes[next++] as number) - 48;
        if (next === at + 1 || (next < end && WORD[bytes[next] as number] === 1)) break;
        if (number > MAX_PARAM || !dollarParameters) break;
        write = this.writeParam(number, write);
      } else break;
      at = next;
      length = write;
      gap = false;
      beforeThat = before;
      before = keyword;
    }
    this.at = at;
    this.length = length;
    this.gap = gap;
    this.previous = before;
    this.beforePrevious = beforeThat;
  }

  #semicolon(): void {
    // Servers end a statement here, whatever is open; the readers differ.
    if (this.slots.depth > 0) {
      this.exact = true;
      return;
    }
    this.put(59);
    if (this.tokens === 0) return;
    if (!this.simple) this.verbatimFromNow = true;
    this.#endStatement(false);
    this.#beginStatement();
  }
}
