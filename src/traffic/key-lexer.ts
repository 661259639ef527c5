import type { Dialect } from '../model/index.ts';
import { LEXICAL, type LexicalMode } from '../sql/index.ts';
import { B, CLASS, LOWER, QUOTED_STOP, SAME, WORD } from './byte-classes.ts';
import { isDigit, isHex, isInt, isOperator, isPart, isVariable } from './byte-tests.ts';
import { Conditions, OPEN } from './condition.ts';
import { MARK } from './key-marks.ts';
import { K, keywordAt, RANKS } from './keywords.ts';
import { FIXED, SLOTS, Slots } from './slots.ts';
import {
  ACTING,
  ACTING_IN_WRITE,
  BEFORE_TABLE,
  FIRST_NAME_PASSES,
  isQuery,
  MAIN,
  NAMES_PASS,
  REPLACED,
  SIMPLE,
  WRITES,
} from './statement-words.ts';

/** Used instead of a keyword if a string precedes. */
const STRING = 254;

const ALL_NAMES = 1 << 30;
const ONE_NAME = 1;
/** Longer texts are identified by all their bytes. */
const MAX_LENGTH = 1 << 20;
const MAX_TAG_COMMENTS = 4;
/** Maximum number of literals of one statement that are numbered. */
const MAX_NUMBERED = 64;

/** The dialects that the lexer is proven for. */
export type LexedDialect = Extract<Dialect, 'postgresql' | 'mysql' | 'mariadb'>;

/**
 * Reads a text once, byte by byte, without building strings, and determines its class. Texts of one class have the same
 * facts and the same shape, except for the numbers in `slots`.
 *
 * The key contains every token unchanged, one space for white space or comments, and hints. Literals of a query, a
 * write, SET, CALL, EXECUTE, NOTIFY or FETCH are replaced by their class wherever it is proven (condition.ts) that the
 * facts depend on nothing else. The grammars do not read literals: node-sql-parser receives none, and libpg-query reads
 * strings by their quotes and numbers by whether they are `int`. Where its grammar does look into a literal, the
 * literal stays in the key (`float(5)`, numeric escapes) or makes the text `exact` (`U&'…'`, dollar quotes). Adjacent
 * strings are one or two depending on the line break between them. Anything that servers disagree on, or that this
 * lexer does not support, makes the text `exact`: it has no key and is identified by all its bytes.
 */
export class KeyLexer {
  /** The key, in the first `length` bytes. */
  key: Uint8Array = new Uint8Array(1 << 14);
  /** The same memory, four bytes at a time; the last four are padded with zeros. */
  words: Uint32Array = new Uint32Array(this.key.buffer);
  length = 0;
  exact = false;
  readonly slots = new Slots();
  /** Positions of comments that may contain tags: start and end alternate. */
  readonly comments: number[] = [];
  /** Whether there are more comments. */
  moreComments = false;
  readonly #dialect: LexedDialect;
  readonly #postgres: boolean;
  readonly #conditions: Conditions;
  #fold = SAME;
  #always = false;
  #eStrings = false;
  #doubleStrings = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #flags = 0;
  #at = 0;
  #end = 0;
  #gap = false;
  #high = 0;
  #previous = 0;
  #beforePrevious = 0;
  #first = true;
  #verbatim = false;
  /** Whether a statement that may have a body came before: what follows may be part of it. */
  #verbatimFromNow = false;
  #simple = false;
  #with = false;
  /** Whether this is a SET: its values do not matter, except for one setting. */
  #sets = false;
  /** Number of following names that may be temporary. */
  #passing = 0;
  /** How much of `set_config('name'` has been read. */
  #configures: 0 | 1 | 2 = 0;
  /** Whether the statement begins with SELECT. */
  #selects = false;
  #tokens = 0;
  #params = 0;
  /** Whether `#stringEnd` passed a backslash. */
  #backslash = false;
  /** Key offsets of the previous VALUES row, by depth, and of the open row. */
  readonly #rowStarts = new Int32Array(256);
  readonly #rowEnds = new Int32Array(256);
  readonly #openRows = new Int32Array(256);
  readonly #numbered: number[] = [];

  constructor(dialect: LexedDialect) {
    this.#dialect = dialect;
    this.#postgres = dialect === 'postgresql';
    this.#conditions = new Conditions(this.#postgres);
    this.setMode(undefined);
  }

  /** Sets how strings are read from the next text on. */
  setMode(mode: LexicalMode | undefined): void {
    const lexical = { ...LEXICAL[this.#dialect], ...mode };
    this.#fold = this.#postgres ? LOWER : SAME;
    this.#always = lexical.backslash === 'always';
    this.#eStrings = this.#postgres;
    this.#doubleStrings = lexical.doubleQuote === 'string';
  }

  /**
   * Reads the text from `start` to `end`.
   *
   * @param binds values of its parameters, only for the slots
   * @param flags a byte that is part of the key
   */
  read(
    bytes: Uint8Array,
    start: number,
    end: number,
    binds: readonly (string | null)[] | undefined,
    flags: number,
  ): void {
    this.#bytes = bytes;
    this.#flags = flags;
    this.#end = end;
    this.comments.length = 0;
    this.moreComments = false;
    this.exact = false;
    if (end - start > MAX_LENGTH) this.exact = true;
    else {
      this.#pass(start, binds, 1);
      for (let stricter = this.#conditions.stricter; stricter !== undefined && !this.exact; ) {
        this.#pass(start, binds, stricter);
        stricter = this.#conditions.stricter;
      }
    }
  }

  /** The literals in conditions, and what surrounds them. */
  get conditions(): Pick<Conditions, 'leafLiterals' | 'otherLiterals' | 'operandOfMore' | 'sawOr'> {
    return this.#conditions;
  }

  /** Whether the text has non-ASCII bytes; for an `exact` text, up to the point where that was found. */
  get beyondAscii(): boolean {
    return this.#high >= 0x80;
  }

  #pass(start: number, binds: readonly (string | null)[] | undefined, strictness: 1 | 2 | 3): void {
    const room = (this.#end - start) * 8 + 64;
    if (this.key.length < room) {
      this.key = new Uint8Array(1 << Math.ceil(Math.log2(room)));
      this.words = new Uint32Array(this.key.buffer);
    }
    this.key[0] = this.#flags;
    this.length = 1;
    this.#at = start;
    this.#gap = false;
    this.#high = 0;
    this.#params = 0;
    this.#verbatimFromNow = false;
    this.comments.length = 0;
    this.moreComments = false;
    this.#numbered.length = 0;
    this.slots.begin(binds);
    this.#conditions.begin(strictness);
    this.#beginStatement();
    this.#run();
    if (this.#tokens > 0) this.#endStatement(true);
    if (this.slots.unsure) this.exact = true;
    for (let at = this.length; (at & 3) !== 0; at++) this.key[at] = 0;
  }

  #beginStatement(): void {
    this.#first = true;
    this.#verbatim = false;
    this.#simple = false;
    this.#with = false;
    this.#sets = false;
    this.#passing = 0;
    this.#configures = 0;
    this.#tokens = 0;
    this.#selects = false;
    this.#previous = 0;
    this.#beforePrevious = 0;
    this.#rowStarts[0] = -1;
  }

  #endStatement(last: boolean): void {
    const { slots } = this;
    slots.endStatement(last);
    if (!this.#selects && slots.limitsNothing) this.exact = true;
    if (this.#verbatim) slots.values.fill(FIXED, Math.max(0, slots.length - SLOTS), slots.length);
    this.#conditions.endStatement();
    if (!last) this.#conditions.beginStatement();
  }

  // Tokens

  #run(): void {
    const bytes = this.#bytes;
    const end = this.#end;
    while (this.#at < end && !this.exact) {
      const plain = !this.#first && !this.#with && !this.#sets && this.#passing === 0;
      if (plain && this.#conditions.free && this.slots.quiet) {
        this.#skipInert(this.#conditions.judged ? ACTING_IN_WRITE : ACTING);
        if (this.#at >= end) return;
      }
      const at = this.#at;
      const byte = bytes[at] as number;
      switch (CLASS[byte]) {
        case B.space:
          this.#gap = true;
          this.#at++;
          break;
        case B.letter:
          this.#word(at);
          break;
        case B.digit:
          this.#number(at);
          break;
        case B.quote:
          this.#string(at, at, MARK.string, this.#always);
          break;
        case B.doubleQuote:
          if (this.#doubleStrings) this.#string(at, at, MARK.doubleQuoted, this.#always);
          else this.#quoted(at, 34);
          break;
        case B.backtick:
          if (this.#postgres) this.#op(at);
          else this.#quoted(at, 96);
          break;
        case B.open:
          this.#open();
          break;
        case B.close:
          this.#close();
          break;
        case B.comma:
          this.#put(44);
          this.slots.comma();
          if (this.#conditions.judged) this.#conditions.otherOp();
          this.#after(0);
          break;
        case B.dot:
          this.#dot(at);
          break;
        case B.dash:
          if (bytes[at + 1] === 45 && at + 1 < end) this.#dashes(at);
          else this.#op(at);
          break;
        case B.slash:
          if (bytes[at + 1] === 42 && at + 1 < end) this.#blockComment(at);
          else this.#op(at);
          break;
        case B.hash:
          if (this.#postgres) this.#op(at);
          else this.#lineComment(at + 1);
          break;
        case B.dollar:
          this.#dollar(at);
          break;
        case B.question:
          if (this.#postgres) this.#op(at);
          else {
            this.#put(63);
            this.#param(this.#params++);
          }
          break;
        case B.at:
          this.#atSign(at);
          break;
        case B.semicolon:
          this.#semicolon();
          break;
        case B.op:
          this.#op(at);
          break;
        default:
          this.exact = true;
      }
    }
  }

  /** Skips tokens that matter neither to the slots nor to conditions (most of a text). Stops before any other. */
  #skipInert(acting: Uint8Array): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const { key } = this;
    const fold = this.#fold;
    const nameQuote = this.#postgres ? B.doubleQuote : B.backtick;
    let at = this.#at;
    let { length } = this;
    let gap = this.#gap;
    let before = this.#previous;
    let beforeThat = this.#beforePrevious;
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
        this.#high |= high;
      } else if (kind === B.op || kind === B.comma) key[write++] = byte;
      else if (kind === B.dot || kind === B.dash || kind === B.slash) {
        const nextByte = next < end ? (bytes[next] as number) : 0;
        if (kind === B.dot ? isDigit(nextByte) : nextByte === 45 || nextByte === 42) break;
        key[write++] = byte;
      } else if (kind === B.question) {
        key[write++] = byte;
        if (!this.#postgres) this.#params++;
      } else if (kind === B.dollar) {
        key[write++] = byte;
        while (next < end && isDigit(bytes[next] as number)) key[write++] = bytes[next++] as number;
        if (next === at + 1 || (next < end && WORD[bytes[next] as number] === 1)) break;
      } else break;
      at = next;
      length = write;
      gap = false;
      beforeThat = before;
      before = keyword;
    }
    this.#at = at;
    this.length = length;
    this.#gap = gap;
    this.#previous = before;
    this.#beforePrevious = beforeThat;
  }

  /** Writes a one-byte token and advances. */
  #put(byte: number): void {
    if (this.#gap) this.#space();
    this.key[this.length++] = byte;
    this.#at++;
  }

  #space(): void {
    this.#gap = false;
    if (this.length > 1) this.key[this.length++] = 32;
  }

  #copy(start: number, end: number): void {
    if (this.#gap) this.#space();
    const { key } = this;
    const bytes = this.#bytes;
    let length = this.length;
    for (let at = start; at < end; at++) key[length++] = bytes[at] as number;
    this.length = length;
  }

  /** Writes bytes after a mark and their number, so that they cannot be confused with anything else. */
  #marked(mark: number, start: number, end: number): void {
    if (this.#gap) this.#space();
    const size = end - start;
    const { key } = this;
    key[this.length++] = mark;
    key[this.length++] = size & 255;
    key[this.length++] = (size >> 8) & 255;
    key[this.length++] = size >> 16;
    this.#copy(start, end);
  }

  #after(before: number): void {
    this.#beforePrevious = this.#previous;
    this.#previous = before;
    this.#tokens++;
    if (this.#passing === ONE_NAME && this.#tokens > 1) this.#passing = 0;
    if (this.#first && before !== OPEN) this.#begins(before);
  }

  /** The first token that is not `(` determines the kind of statement. */
  #begins(keyword: number): void {
    this.#first = false;
    const replaced = this.#tokens === 1 ? REPLACED.has(keyword) : isQuery(keyword);
    this.#verbatim = !replaced || this.#verbatimFromNow;
    this.#simple = replaced || (SIMPLE.has(keyword) && (this.#postgres || keyword !== K.begin));
    this.#with = keyword === K.with;
    this.#sets = keyword === K.set;
    this.#passing = NAMES_PASS.has(keyword) ? ALL_NAMES : FIRST_NAME_PASSES.has(keyword) ? ONE_NAME : 0;
    if (this.#tokens === 1) this.#selects = keyword === K.select;
    if (this.#tokens === 1 && WRITES.has(keyword) && !this.#verbatim) this.#conditions.beginWrite(keyword, 0);
  }

  #word(start: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const { key } = this;
    const fold = this.#fold;
    if (this.#gap) this.#space();
    let { length } = this;
    let high = 0;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      const folded = fold[byte] as number;
      if (folded === 0) break;
      high |= byte;
      key[length++] = folded;
    }
    if (at < end) {
      const next = bytes[at] as number;
      if (next === 39 && this.#prefixed(start, at)) return;
      if (next === 38 && at === start + 1 && ((bytes[start] as number) | 32) === 117 && this.#postgres) {
        const quote = bytes[at + 1];
        if (quote === 39 || quote === 34) this.exact = true;
      }
      if (next === 123 && bytes[at - 1] === 36) this.exact = true;
    }
    if (this.#passing > 0) this.#passName(start, at);
    else this.length = length;
    this.#at = at;
    if (high >= 0x80) this.#beyondAscii(start, at, high);
    const keyword = keywordAt(bytes, start, at);
    if (keyword === 0) {
      if (this.slots.active) this.slots.word(0, 0);
      if (this.#conditions.judged) this.#conditions.word(0, 0);
      this.#after(0);
      return;
    }
    this.#keyword(keyword);
  }

  /**
   * Writes a name with `*` for each part that contains a digit (`passingName` of src/sql does the same in the shape).
   */
  #passName(start: number, end: number): void {
    const bytes = this.#bytes;
    this.#passing--;
    for (let from = start; from < end; ) {
      let to = from;
      let digits = false;
      for (; to < end && isPart(bytes[to] as number); to++) digits ||= isDigit(bytes[to] as number);
      if (digits) this.key[this.length++] = 42;
      else for (let at = from; at < to; at++) this.key[this.length++] = this.#fold[bytes[at] as number] as number;
      if (to < end) this.key[this.length++] = bytes[to++] as number;
      from = to;
    }
  }

  #keyword(keyword: number): void {
    const before = this.#previous;
    if (keyword === K.uescape) this.exact = true;
    // Executed text, a statement inside a statement, and the one setting whose value matters.
    if (keyword === K.immediate && before === K.execute) this.exact = true;
    if (this.#sets && (keyword === K.statement || keyword === K.session_replication_role)) this.exact = true;
    if (keyword === K.set_config && this.#postgres) this.#configures = 1;
    // Whether a query in a write returns every row depends on literals behind these.
    if (!this.#selects && (keyword === K.having || RANKS.has(keyword))) this.exact = true;
    this.slots.word(keyword, before);
    if (this.#conditions.judged) this.#conditions.word(keyword, before);
    if (this.#with && this.slots.depth === 0 && MAIN.has(keyword)) {
      this.#with = false;
      if (WRITES.has(keyword) && !this.#verbatim) this.#conditions.beginWrite(keyword, 0);
    } else if (before === OPEN && !this.#first && !this.#verbatim && WRITES.has(keyword))
      this.#conditions.beginWrite(keyword, this.slots.depth);
    this.#after(keyword);
  }

  /** Whether there are characters that the word reader treats as upper-case ASCII letters or ignores. */
  #beyondAscii(start: number, end: number, high: number): void {
    this.#high |= high;
    const bytes = this.#bytes;
    for (let at = start; at + 1 < end; at++) {
      const byte = bytes[at];
      const next = bytes[at + 1] as number;
      // ß, ı, ſ, the ligatures from U+FB00 on, and the mark U+FEFF.
      if (byte === 0xc3 ? next === 0x9f : byte === 0xc4 ? next === 0xb1 : byte === 0xc5 && next === 0xbf)
        this.exact = true;
      else if (byte === 0xef && (next === 0xac || next === 0xbb)) this.exact = true;
    }
  }

  // Literals

  /** Whether the word up to `quote` begins a string: `E'…'`, `N'…'`, `X'…'`, `B'…'`, MySQL's `_utf8'…'`. */
  #prefixed(start: number, quote: number): boolean {
    const bytes = this.#bytes;
    const first = bytes[start] as number;
    if (quote === start + 1) {
      const letter = first | 32;
      if (letter === 101 && this.#eStrings) this.#string(start, quote, MARK.escape, true);
      else if (letter === 110) this.#string(start, quote, MARK.national, this.#always);
      else if (letter === 120) this.#string(start, quote, MARK.hexString, this.#always);
      else if (letter === 98) this.#string(start, quote, MARK.bitString, this.#always);
      else if (first === 95 && !this.#postgres) this.#string(start, quote, MARK.introduced, true);
      else return false;
      return true;
    }
    if (first !== 95 || this.#postgres) return false;
    for (let at = start; at < quote; at++) if ((bytes[at] as number) >= 0x80) this.exact = true;
    this.#string(start, quote, MARK.introduced, true);
    return true;
  }

  /** Position after the string whose quote is at `open`, or -1. */
  #stringEnd(open: number, escapes: boolean): number {
    const bytes = this.#bytes;
    const end = this.#end;
    const quote = bytes[open] as number;
    let high = 0;
    this.#backslash = false;
    for (let at = open + 1; at < end; at++) {
      const byte = bytes[at] as number;
      high |= byte;
      if (byte === quote) {
        if (at + 1 < end && bytes[at + 1] === quote) {
          at++;
          continue;
        }
        this.#high |= high;
        return at + 1;
      }
      if (byte === 92) {
        this.#backslash = true;
        if (escapes) at++;
      } else if (byte === 0) return -1;
    }
    return -1;
  }

  #string(start: number, open: number, mark: number, escapes: boolean): void {
    const end = this.#stringEnd(open, escapes);
    if (
      end < 0 ||
      this.#previous === STRING ||
      this.#isOddString(mark, open, end) ||
      this.#isOddCode(mark, open, end)
    ) {
      this.exact = true;
      return;
    }
    const first = this.#bytes[open + 1];
    const coded = mark === MARK.hexString || mark === MARK.bitString;
    const unclear = coded || end === open + 2 || (mark === MARK.escape && first === 92);
    this.slots.string(unclear ? undefined : first === 37 || first === 95);
    const typed = this.#previous === K.interval || this.#previous === K.date || this.#isTime();
    if (this.#configures === 2) this.#setting(start, open, end, mark);
    else this.#literal(start, end, mark, typed, open);
    // The name of the character set stays.
    if (mark === MARK.introduced) this.#marked(MARK.introduced, start, open);
    this.#at = end;
    this.#after(STRING);
  }

  /** Handles the name in `set_config('name', …)`, which is a fact; the value matters for one setting only. */
  #setting(start: number, open: number, end: number, mark: number): void {
    this.#configures = 0;
    const bytes = this.#bytes;
    for (let at = open + 1; at < end - 1; at++)
      if (WORD[bytes[at] as number] === 0 && bytes[at] !== 46) this.exact = true;
    if (mark !== MARK.string || keywordAt(bytes, open + 1, end - 1) === K.session_replication_role) this.exact = true;
    this.#verbatimLiteral(start, end, true);
  }

  #isTime(): boolean {
    return this.#previous === K.time || this.#previous === K.timestamp;
  }

  /**
   * PostgreSQL's grammar reads numeric escapes, and always reads plain strings with `standard_conforming_strings` on.
   */
  #isOddString(mark: number, open: number, end: number): boolean {
    if (!this.#postgres || !this.#backslash) return false;
    if (mark !== MARK.escape) return this.#always;
    const bytes = this.#bytes;
    for (let at = open + 1; at < end - 1; at++) {
      if (bytes[at] !== 92) continue;
      const escaped = bytes[++at] as number;
      if ((escaped | 32) === 120 || (escaped | 32) === 117 || (escaped >= 48 && escaped <= 55)) return true;
    }
    return false;
  }

  /** A server rejects a bit or hexadecimal string with other digits. */
  #isOddCode(mark: number, open: number, end: number): boolean {
    if (mark !== MARK.hexString && mark !== MARK.bitString) return false;
    for (let at = open + 1; at < end - 1; at++) {
      const byte = this.#bytes[at] as number;
      if (mark === MARK.bitString ? byte !== 48 && byte !== 49 : !isHex(byte)) return true;
    }
    return false;
  }

  /** Whether the text is empty, or holds only the wildcard of LIKE. */
  #isAllPercent(open: number, end: number): boolean {
    for (let at = open + 1; at < end - 1; at++) if (this.#bytes[at] !== 37) return false;
    return true;
  }

  /** Writes a literal, as far as it matters. `open` is the position of its quote; -1 for a number. */
  #literal(start: number, end: number, mark: number, typed: boolean, open: number): void {
    // No statement begins with a literal.
    if (this.#first) this.exact = true;
    if (this.#verbatim) return this.#marked(MARK.verbatim, start, end);
    const conditions = this.#conditions;
    if (conditions.free) {
      if (this.#gap) this.#space();
      this.key[this.length++] = mark;
      return;
    }
    const string = open >= 0;
    const kept = conditions.literal(
      typed && this.#previous === K.interval,
      typed,
      string,
      string && this.#isAllPercent(open, end),
    );
    if (kept === 'verbatim') return this.#marked(MARK.verbatim, start, end);
    if (this.#gap) this.#space();
    this.key[this.length++] = mark;
    if (kept === 'equality') this.#equality(start, end, mark);
  }

  /** Writes the number of the literal that it equals; only if equality follows from its bytes. */
  #equality(start: number, end: number, mark: number): void {
    const plain = mark === MARK.int || (mark === MARK.string && !this.#backslash && !this.#hasBrace(start, end));
    const numbered = this.#numbered;
    if (!plain || numbered.length >= MAX_NUMBERED * 2) {
      this.#conditions.operandOfMore = true;
      return;
    }
    const bytes = this.#bytes;
    let number = 0;
    next: for (; number < numbered.length; number += 2) {
      const other = numbered[number] as number;
      if ((numbered[number + 1] as number) - other !== end - start) continue;
      for (let at = 0; at < end - start; at++) if (bytes[other + at] !== bytes[start + at]) continue next;
      break;
    }
    if (number === numbered.length) numbered.push(start, end);
    const { key } = this;
    key[this.length++] = MARK.equality;
    key[this.length++] = 64 + (number >> 1);
  }

  /** The condition reader does not treat possible templates as constants. */
  #hasBrace(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.#bytes[at] === 123) return true;
    return false;
  }

  #number(start: number): void {
    const mark = this.#numberMark(start);
    if (mark < 0) {
      this.exact = true;
      return;
    }
    const end = this.#at;
    if (this.slots.active) this.slots.number(() => this.#numberFrom(start, end));
    const typed = this.#previous === K.interval;
    // PostgreSQL's grammar reads the precision of a float.
    const looked = this.#postgres && this.#previous === OPEN && this.#beforePrevious === K.float;
    // The class of a number that begins with 0 may not follow from its length.
    if (looked || (this.#bytes[start] === 48 && end - start > 1 && mark !== MARK.decimal && mark !== MARK.hexNumber))
      this.#verbatimNumber(start, end);
    else this.#literal(start, end, mark, typed, -1);
    this.#at = end;
    this.#after(0);
  }

  #verbatimNumber(start: number, end: number): void {
    this.#verbatimLiteral(start, end, false);
  }

  #verbatimLiteral(start: number, end: number, string: boolean): void {
    const conditions = this.#conditions;
    if (this.#first) this.exact = true;
    if (!this.#verbatim && !conditions.free) {
      conditions.literal(false, false, string, false);
      // It stays in any case; if literals are numbered, an equal one would have a number.
      if (conditions.strictness === 2) conditions.operandOfMore = true;
    }
    this.#marked(MARK.verbatim, start, end);
  }

  /** Returns the class of the number at `at`, and advances `#at` past it; -1 if it is not plain. */
  #numberMark(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = start + 1;
    if (bytes[start] === 48 && at < end && ((bytes[at] as number) | 32) === 120) return this.#hexMark(start);
    while (at < end && isDigit(bytes[at] as number)) at++;
    let mark: number = isInt(bytes, start, at) ? MARK.int : MARK.big;
    if (at < end && bytes[at] === 46) {
      const fraction = ++at;
      while (at < end && isDigit(bytes[at] as number)) at++;
      if (at === fraction) return -1;
      mark = MARK.decimal;
    }
    if (at < end && ((bytes[at] as number) | 32) === 101) {
      at++;
      if (at < end && (bytes[at] === 43 || bytes[at] === 45)) at++;
      const exponent = at;
      while (at < end && isDigit(bytes[at] as number)) at++;
      if (at === exponent) return -1;
      mark = MARK.exponent;
    }
    this.#at = at;
    return this.#endsNumber(at) ? mark : -1;
  }

  #hexMark(start: number): number {
    const bytes = this.#bytes;
    let at = start + 2;
    while (at < this.#end && isHex(bytes[at] as number)) at++;
    this.#at = at;
    // To PostgreSQL it is an int or another number, depending on its size.
    return at > start + 2 && !this.#postgres && this.#endsNumber(at) ? MARK.hexNumber : -1;
  }

  #endsNumber(at: number): boolean {
    return at >= this.#end || (WORD[this.#bytes[at] as number] === 0 && this.#bytes[at] !== 46);
  }

  #numberFrom(start: number, end: number): number {
    let text = '';
    for (let at = start; at < end; at++) text += String.fromCharCode(this.#bytes[at] as number);
    const value = Math.trunc(Number(text));
    return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : -1;
  }

  #dot(at: number): void {
    if (at + 1 < this.#end && isDigit(this.#bytes[at + 1] as number)) {
      let end = at + 1;
      while (end < this.#end && isDigit(this.#bytes[end] as number)) end++;
      if (!this.#endsNumber(end)) {
        this.exact = true;
        return;
      }
      this.slots.number(() => this.#numberFrom(at, end));
      this.#verbatimNumber(at, end);
      this.#at = end;
      this.#after(0);
      return;
    }
    this.#put(46);
    this.slots.op(false);
    if (this.#conditions.judged) this.#conditions.dot();
    this.#after(0);
  }

  // Names, parameters, operators

  #quoted(start: number, quote: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    let high = 0;
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at] as number;
      high |= byte;
      if (byte < 32) break;
      if (byte !== quote) continue;
      if (at + 1 < end && bytes[at + 1] === quote) {
        at++;
        continue;
      }
      this.#high |= high;
      // A quoted name may be the one setting whose value matters.
      if (this.#sets) this.exact = true;
      if (this.#passing > 0) this.#passQuoted(start, at + 1);
      else this.#copy(start, at + 1);
      this.#at = at + 1;
      this.slots.other();
      if (this.#conditions.judged) this.#conditions.quoted();
      return this.#after(0);
    }
    this.exact = true;
  }

  #passQuoted(start: number, end: number): void {
    if (this.#gap) this.#space();
    this.key[this.length++] = this.#bytes[start] as number;
    this.#passName(start + 1, end - 1);
    this.key[this.length++] = this.#bytes[start] as number;
  }

  #param(index: number): void {
    this.slots.param(index);
    if (this.#conditions.judged) this.#conditions.param();
    this.#after(0);
  }

  #dollar(start: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = start + 1;
    if (at < end && isDigit(bytes[at] as number)) {
      let number = 0;
      for (; at < end && isDigit(bytes[at] as number); at++) number = number * 10 + (bytes[at] as number) - 48;
      if (at < end && WORD[bytes[at] as number] === 1) {
        this.exact = true;
        return;
      }
      this.#copy(start, at);
      this.#at = at;
      return this.#param(this.#postgres ? number - 1 : -1);
    }
    if (!this.#postgres) return this.#op(start);
    while (at < end && WORD[bytes[at] as number] === 1 && bytes[at] !== 36) at++;
    // Dollar-quoted text is rare in queries. It ends where the same tag occurs again.
    if (at < end && bytes[at] === 36) this.exact = true;
    else this.#op(start);
  }

  #atSign(start: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = start + 1;
    if (at < end && bytes[at] === 64) at++;
    const name = at;
    while (at < end && isVariable(bytes[at] as number)) at++;
    if (at > name) {
      this.#copy(start, at);
      this.#at = at;
      return this.#param(-1);
    }
    const next = bytes[name];
    if (name < end && (next === 39 || next === 34 || next === 96)) this.exact = true;
    else this.#op(start);
  }

  #op(at: number): void {
    const bytes = this.#bytes;
    const byte = bytes[at] as number;
    this.#put(byte);
    const next = at + 1 < this.#end ? (bytes[at + 1] as number) : 0;
    const isColon = byte === 58 && next === 58;
    const comparison = byte === 61 || byte === 60 || byte === 62 || byte === 33;
    if (isColon || (comparison && (next === 61 || next === 62))) {
      this.key[this.length++] = next;
      this.#at++;
    }
    this.slots.op(isColon);
    if (this.#conditions.judged) this.#judgeOp(byte, this.#at - at === 2 ? next : 0, isColon);
    this.#after(0);
  }

  #judgeOp(byte: number, second: number, isColon: boolean): void {
    const conditions = this.#conditions;
    const nextByte = this.#at < this.#end ? (this.#bytes[this.#at] as number) : 0;
    if (isColon) return nextByte === 58 ? conditions.otherOp() : conditions.cast();
    if (byte === 91) return conditions.openBracket();
    if (byte === 93) return conditions.closeBracket();
    if (byte === 124 && nextByte === 124) return conditions.pipes();
    const compares =
      second === 0
        ? byte === 61 || byte === 60 || byte === 62
        : second === 61
          ? byte === 60 || byte === 62 || byte === 33
          : byte === 60 && second === 62;
    // To PostgreSQL, `=-5` is a different operator than `= -5`.
    if (compares && !isOperator(nextByte)) conditions.comparison(byte === 61 && second === 0);
    else conditions.otherOp();
  }

  #semicolon(): void {
    // Servers end a statement here, whatever is open; the readers differ.
    if (this.slots.depth > 0) {
      this.exact = true;
      return;
    }
    this.#put(59);
    if (this.#tokens === 0) return;
    if (!this.#simple) this.#verbatimFromNow = true;
    this.#endStatement(false);
    this.#beginStatement();
  }

  // Parentheses

  #open(): void {
    const { slots } = this;
    const free = this.#conditions.free && !this.#verbatim;
    const row = slots.expectsRow && free && this.#isRow();
    if (row && this.#row()) return;
    const list = this.#previous === K.in && !this.#verbatim && !slots.active;
    if (list && (free || this.#conditions.takesList) && this.#list(free)) return;
    const before = this.#previous;
    if (this.#configures > 0) this.#configures = before === K.set_config ? 2 : 0;
    this.#put(40);
    slots.open(before);
    if (slots.unsure) {
      this.exact = true;
      return;
    }
    if (this.#conditions.judged) this.#conditions.open(before);
    this.#openRows[slots.depth] = row ? this.length - 1 : -1;
    this.#rowStarts[slots.depth] = -1;
    this.#after(OPEN);
  }

  #close(): void {
    const { slots } = this;
    const opened = this.#openRows[slots.depth] as number;
    this.#put(41);
    slots.close();
    if (this.#conditions.judged) this.#conditions.close();
    if (slots.unsure) this.exact = true;
    else if (opened >= 0 && slots.depth >= 0 && slots.inRows) this.#endRow(opened);
    this.#openRows[slots.depth + 1] = -1;
    this.#after(0);
  }

  /** Whether the next `(` opens a row right after VALUES, or after another row and a comma. */
  #isRow(): boolean {
    const { depth } = this.slots;
    if (this.#previous === K.values) {
      this.#rowStarts[depth] = -1;
      return !BEFORE_TABLE.has(this.#beforePrevious);
    }
    return (this.#rowStarts[depth] as number) >= 0 && this.#isComma(this.#rowEnds[depth] as number, this.length);
  }

  /** Ends a row; a row like the previous one is removed from the key. */
  #endRow(start: number): void {
    const { key, length } = this;
    const { depth } = this.slots;
    const before = this.#rowStarts[depth] as number;
    const beforeEnd = this.#rowEnds[depth] as number;
    if (before >= 0 && beforeEnd - before === length - start) {
      let same = true;
      for (let at = 0; same && at < length - start; at++) same = key[before + at] === key[start + at];
      if (same) {
        // In a MERGE, one row is valid and two are not.
        key[beforeEnd] = MARK.more;
        this.length = beforeEnd + 1;
        return;
      }
    }
    this.#rowStarts[depth] = start;
    this.#rowEnds[depth] = length;
  }

  /** Whether only a comma follows a row up to `to`. */
  #isComma(from: number, to: number): boolean {
    let commas = 0;
    for (let at = this.key[from] === MARK.more ? from + 1 : from; at < to; at++) {
      if (this.key[at] === 44) commas++;
      else if (this.key[at] !== 32) return false;
    }
    return commas === 1;
  }

  /** Reads `(literal, …)` after IN in one step; false if it is anything else. */
  #list(free: boolean): boolean {
    const start = this.#at;
    let items = 0;
    let at = start + 1;
    do {
      if (items > 0) at++;
      at = this.#valueEnd(this.#skipSpace(at), false);
      if (at < 0) {
        this.#at = start;
        return false;
      }
      items++;
    } while (this.#bytes[at] === 44 && at < this.#end);
    if (at >= this.#end || this.#bytes[at] !== 41) {
      this.#at = start;
      return false;
    }
    this.#at = start;
    this.#put(40);
    this.key[this.length++] = MARK.list;
    this.key[this.length++] = 41;
    this.#at = at + 1;
    this.slots.list(items);
    if (!free) this.#conditions.list(items);
    this.#after(0);
    return true;
  }

  /** Reads a VALUES row of plain values in one step; false if it is anything else. */
  #row(): boolean {
    const start = this.#at;
    let items = 0;
    let at = start + 1;
    do {
      if (items > 0) at++;
      at = this.#valueEnd(this.#skipSpace(at), true);
      if (at < 0) {
        this.#at = start;
        return false;
      }
      items++;
    } while (this.#bytes[at] === 44 && at < this.#end);
    if (at >= this.#end || this.#bytes[at] !== 41) {
      this.#at = start;
      return false;
    }
    this.#at = start;
    this.#put(40);
    const { key } = this;
    const opened = this.length - 1;
    key[this.length++] = MARK.row;
    key[this.length++] = items & 255;
    key[this.length++] = (items >> 8) & 255;
    key[this.length++] = items >> 16;
    key[this.length++] = 41;
    this.#at = at + 1;
    this.slots.row();
    this.#endRow(opened);
    this.#after(0);
    return true;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (at < this.#end && CLASS[this.#bytes[at] as number] === B.space) at++;
    return at;
  }

  /** Position after the plain literal at `at` and the white space that follows; -1 if there is none. */
  #valueEnd(at: number, words: boolean): number {
    if (at >= this.#end) return -1;
    const byte = this.#bytes[at] as number;
    const kind = CLASS[byte];
    if (kind === B.quote || (kind === B.doubleQuote && this.#doubleStrings)) {
      const end = this.#stringEnd(at, this.#always);
      if (end < 0 || (this.#postgres && this.#always && this.#backslash)) return -1;
      return this.#skipSpace(end);
    }
    if (kind === B.digit) return this.#numberMark(at) < 0 ? -1 : this.#skipSpace(this.#at);
    if (!words) return -1;
    if (kind === B.dash) {
      const digit = at + 1 < this.#end && isDigit(this.#bytes[at + 1] as number);
      return digit && this.#numberMark(at + 1) >= 0 ? this.#skipSpace(this.#at) : -1;
    }
    if (kind !== B.letter) return -1;
    let end = at;
    while (end < this.#end && WORD[this.#bytes[end] as number] === 1) end++;
    const keyword = keywordAt(this.#bytes, at, end);
    return keyword === K.null || keyword === K.true || keyword === K.false ? this.#skipSpace(end) : -1;
  }

  // Comments

  #dashes(at: number): void {
    const after = at + 2 < this.#end ? (this.#bytes[at + 2] as number) : 0;
    if (this.#postgres || after <= 32) this.#lineComment(at + 2);
    // Some readers treat it as a comment anyway, up to a line break that the key does not contain.
    else this.exact = true;
  }

  #lineComment(from: number): void {
    const bytes = this.#bytes;
    let at = from;
    for (; at < this.#end; at++) {
      const byte = bytes[at] as number;
      if (byte === 10) break;
      if (byte === 13 && (at + 1 >= this.#end || bytes[at + 1] !== 10)) {
        if (this.#postgres) break;
        this.exact = true;
      }
      if (byte === 0) this.exact = true;
      this.#high |= byte;
    }
    this.#at = at;
    this.#gap = true;
  }

  #blockComment(start: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const first = start + 2 < end ? bytes[start + 2] : 0;
    if (!this.#postgres && (first === 33 || (first === 77 && bytes[start + 3] === 33))) {
      this.exact = true;
      return;
    }
    let depth = 1;
    let at = start + 2;
    for (; at < end && depth > 0; at++) {
      const byte = bytes[at] as number;
      this.#high |= byte;
      if (byte === 0) this.exact = true;
      if (at + 1 >= end) continue;
      if (byte === 42 && bytes[at + 1] === 47) {
        depth--;
        at++;
      } else if (byte === 47 && bytes[at + 1] === 42 && this.#postgres) {
        depth++;
        at++;
      }
    }
    if (depth > 0) this.exact = true;
    else if (first === 43) this.#marked(MARK.hint, start, at);
    else if (this.comments.length < MAX_TAG_COMMENTS * 2) this.comments.push(start, at);
    else this.moreComments = true;
    this.#at = at;
    this.#gap = true;
  }
}
