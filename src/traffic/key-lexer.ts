import type { Dialect } from '../model/index.ts';
import { LEXICAL, type LexicalMode } from '../sql/index.ts';
import { B, CLASS, LOWER, QUOTED_STOP, SAME, WORD } from './byte-classes.ts';
import { isDigit, isHex, isInt, isOperator, isPart, isVariable } from './byte-tests.ts';
import { Conditions, OPEN } from './condition.ts';
import { MARK } from './key-marks.ts';
import { K, keywordAt } from './keywords.ts';
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

/** In the place of a keyword: a string stands before. */
const STRING = 254;

const ALL_NAMES = 1 << 30;
const ONE_NAME = 1;
/** Longer texts are known by all that they are. */
const MAX_LENGTH = 1 << 20;
const MAX_TAG_COMMENTS = 4;
/** More equal and unequal literals of one statement are not numbered. */
const MAX_NUMBERED = 64;

/** The dialects that the lexer is proven for. */
export type LexedDialect = Extract<Dialect, 'postgresql' | 'mysql' | 'mariadb'>;

/**
 * Reads a text once, byte by byte, without making strings, and says of what class it is: texts of one class have the
 * same facts and the same written shape, but for the numbers of `slots`.
 *
 * The key holds every token as it stands, one space where white space or comments stood, hints, and of each literal of a
 * query, a write, SET, CALL, EXECUTE, NOTIFY or FETCH its class alone, where it is proven (condition.ts) that the facts
 * depend on no more. The grammars read no literal: node-sql-parser is given none, and libpg-query reads strings by their
 * quotes and numbers by whether they are `int`, except where its grammar looks into one, which then stays in the key
 * (`float(5)`, escapes by number) or makes the text `exact` (`U&'…'`, dollar quotes). Strings that stand side by side are
 * one or two by the line break between them. What servers differ on or this lexer is not made for makes the text `exact`:
 * it has no key, and is known by all its bytes.
 */
export class KeyLexer {
  /** The key, `length` bytes of it. */
  key: Uint8Array = new Uint8Array(1 << 14);
  /** The same memory, four bytes at a time; the last four are filled up with zeros. */
  words: Uint32Array = new Uint32Array(this.key.buffer);
  length = 0;
  exact = false;
  readonly slots = new Slots();
  /** Where comments stand that may hold tags: start and end by turns. */
  readonly comments: number[] = [];
  /** There are more of them. */
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
  #before = 0;
  #beforeThat = 0;
  #first = true;
  #verbatim = false;
  /** A statement that may have a body came before: what follows may be a part of it. */
  #verbatimFromHere = false;
  #simple = false;
  #with = false;
  /** A SET: its values say nothing, but for one setting. */
  #sets = false;
  /** How many of the names that come may be of a moment. */
  #passing = 0;
  /** How far into `set_config('name'` it has come. */
  #configures: 0 | 1 | 2 = 0;
  #tokens = 0;
  #params = 0;
  /** Whether `#stringEnd` came by a backslash. */
  #backslash = false;
  /** Key offsets of the VALUES row before, by depth, and of the row that is open. */
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

  /** How strings are read from the next text on. */
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
   * @param binds values of its parameters, for the slots alone
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

  /** Which literals of conditions there are, and what stands around them. */
  get conditions(): Pick<Conditions, 'leafLiterals' | 'otherLiterals' | 'operandOfMore' | 'sawOr'> {
    return this.#conditions;
  }

  /** Whether the text holds bytes beyond ASCII; where it is `exact`, up to where that was found. */
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
    this.#verbatimFromHere = false;
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
    this.#before = 0;
    this.#beforeThat = 0;
    this.#rowStarts[0] = -1;
  }

  #endStatement(last: boolean): void {
    const { slots } = this;
    slots.endStatement(last);
    if (this.#verbatim) slots.values.fill(FIXED, Math.max(0, slots.length - SLOTS), slots.length);
    this.#conditions.endStatement();
    if (!last) this.#conditions.beginStatement();
  }

  // The tokens

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

  /** Goes over what says nothing to the slots and to conditions: most of a text. Stops before anything else. */
  #skipInert(acting: Uint8Array): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const { key } = this;
    const fold = this.#fold;
    const nameQuote = this.#postgres ? B.doubleQuote : B.backtick;
    let at = this.#at;
    let { length } = this;
    let gap = this.#gap;
    let before = this.#before;
    let beforeThat = this.#beforeThat;
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
          const behind = bytes[next];
          // A string may begin with the word; `${` ends it.
          if (behind === 39 || behind === 38 || behind === 123) break;
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
        const behind = next < end ? (bytes[next] as number) : 0;
        if (kind === B.dot ? isDigit(behind) : behind === 45 || behind === 42) break;
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
    this.#before = before;
    this.#beforeThat = beforeThat;
  }

  /** Writes a one-byte token and steps over it. */
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

  /** Writes bytes with a mark and their number before them, so that they can be taken for nothing else. */
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
    this.#beforeThat = this.#before;
    this.#before = before;
    this.#tokens++;
    if (this.#passing === ONE_NAME && this.#tokens > 1) this.#passing = 0;
    if (this.#first && before !== OPEN) this.#begins(before);
  }

  /** The first token that is no `(` says what the statement is. */
  #begins(keyword: number): void {
    this.#first = false;
    const replaced = this.#tokens === 1 ? REPLACED.has(keyword) : isQuery(keyword);
    this.#verbatim = !replaced || this.#verbatimFromHere;
    this.#simple = replaced || (SIMPLE.has(keyword) && (this.#postgres || keyword !== K.begin));
    this.#with = keyword === K.with;
    this.#sets = keyword === K.set;
    this.#passing = NAMES_PASS.has(keyword) ? ALL_NAMES : FIRST_NAME_PASSES.has(keyword) ? ONE_NAME : 0;
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

  /** Writes a name with `*` for each part that has a digit in it (`passingName` of src/sql does so in the shape). */
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
    const before = this.#before;
    if (keyword === K.uescape) this.exact = true;
    // Text that is run, a statement in a statement, and the one setting whose value matters.
    if (keyword === K.immediate && before === K.execute) this.exact = true;
    if (this.#sets && (keyword === K.statement || keyword === K.session_replication_role)) this.exact = true;
    if (keyword === K.set_config && this.#postgres) this.#configures = 1;
    this.slots.word(keyword, before);
    if (this.#conditions.judged) this.#conditions.word(keyword, before);
    if (this.#with && this.slots.depth === 0 && MAIN.has(keyword)) {
      this.#with = false;
      if (WRITES.has(keyword) && !this.#verbatim) this.#conditions.beginWrite(keyword, 0);
    } else if (before === OPEN && !this.#first && !this.#verbatim && WRITES.has(keyword))
      this.#conditions.beginWrite(keyword, this.slots.depth);
    this.#after(keyword);
  }

  /** Characters that the reader of words takes for ASCII letters in upper case, or for nothing at all. */
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

  /** `E'…'`, `N'…'`, `X'…'`, `B'…'`, MySQL's `_utf8'…'`: whether the word up to `quote` begins a string. */
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

  /** Behind the string whose quote is at `open`, or -1. */
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
    if (end < 0 || this.#before === STRING || this.#isOddString(mark, open, end) || this.#isOddCode(mark, open, end)) {
      this.exact = true;
      return;
    }
    const first = this.#bytes[open + 1];
    const coded = mark === MARK.hexString || mark === MARK.bitString;
    const unclear = coded || end === open + 2 || (mark === MARK.escape && first === 92);
    this.slots.string(unclear ? undefined : first === 37 || first === 95);
    const typed = this.#before === K.interval || this.#before === K.date || this.#isTime();
    if (this.#configures === 2) this.#setting(start, open, end, mark);
    else this.#literal(start, end, mark, typed, open);
    // The name of the character set stays.
    if (mark === MARK.introduced) this.#marked(MARK.introduced, start, open);
    this.#at = end;
    this.#after(STRING);
  }

  /** The name in `set_config('name', …)`, which is a fact; what is set says something of one setting alone. */
  #setting(start: number, open: number, end: number, mark: number): void {
    this.#configures = 0;
    const bytes = this.#bytes;
    for (let at = open + 1; at < end - 1; at++)
      if (WORD[bytes[at] as number] === 0 && bytes[at] !== 46) this.exact = true;
    if (mark !== MARK.string || keywordAt(bytes, open + 1, end - 1) === K.session_replication_role) this.exact = true;
    this.#kept(start, end, true);
  }

  #isTime(): boolean {
    return this.#before === K.time || this.#before === K.timestamp;
  }

  /** PostgreSQL's grammar reads escapes by number, and plain strings always with `standard_conforming_strings` on. */
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

  /** A server rejects a bit string of other digits, and a hexadecimal one. */
  #isOddCode(mark: number, open: number, end: number): boolean {
    if (mark !== MARK.hexString && mark !== MARK.bitString) return false;
    for (let at = open + 1; at < end - 1; at++) {
      const byte = this.#bytes[at] as number;
      if (mark === MARK.bitString ? byte !== 48 && byte !== 49 : !isHex(byte)) return true;
    }
    return false;
  }

  #isAllPercent(open: number, end: number): boolean {
    for (let at = open + 1; at < end - 1; at++) if (this.#bytes[at] !== 37) return false;
    return end - open > 2;
  }

  /** Writes a literal, as much of it as matters. `open` is where its quote stands; -1 for a number. */
  #literal(start: number, end: number, mark: number, typed: boolean, open: number): void {
    // No statement begins with one.
    if (this.#first) this.exact = true;
    if (this.#verbatim) return this.#marked(MARK.verbatim, start, end);
    const conditions = this.#conditions;
    if (conditions.free) {
      if (this.#gap) this.#space();
      this.key[this.length++] = mark;
      return;
    }
    const string = open >= 0;
    const kept = conditions.literal(typed, string, string && this.#isAllPercent(open, end));
    if (kept === 'verbatim') return this.#marked(MARK.verbatim, start, end);
    if (this.#gap) this.#space();
    this.key[this.length++] = mark;
    if (kept === 'equality') this.#equality(start, end, mark);
  }

  /** Writes which of the literals so numbered it is equal to; only where that is told by its bytes. */
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

  /** What may be a template is no constant to the reader of conditions. */
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
    const typed = this.#before === K.interval;
    // PostgreSQL's grammar looks at the precision of a float.
    const looked = this.#postgres && this.#before === OPEN && this.#beforeThat === K.float;
    // A number that begins with 0 may be of another class than its length says.
    if (looked || (this.#bytes[start] === 48 && end - start > 1 && mark !== MARK.decimal && mark !== MARK.hexNumber))
      this.#keptNumber(start, end);
    else this.#literal(start, end, mark, typed, -1);
    this.#at = end;
    this.#after(0);
  }

  #keptNumber(start: number, end: number): void {
    this.#kept(start, end, false);
  }

  #kept(start: number, end: number, string: boolean): void {
    const conditions = this.#conditions;
    if (this.#first) this.exact = true;
    if (!this.#verbatim && !conditions.free) {
      conditions.literal(false, string, false);
      // It stays, whatever it is; where literals are numbered, an equal one would have a number.
      if (conditions.strictness === 2) conditions.operandOfMore = true;
    }
    this.#marked(MARK.verbatim, start, end);
  }

  /** The class of the number at `at`, behind which `#at` then stands; -1 for one that is not plain. */
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
    // To PostgreSQL it is a number, an int or none by its size.
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
      this.#keptNumber(at, end);
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
    // Text in dollar quotes is rare in queries, and its end is where the same tag stands again.
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
    const behind = this.#at < this.#end ? (this.#bytes[this.#at] as number) : 0;
    if (isColon) return behind === 58 ? conditions.otherOp() : conditions.cast();
    if (byte === 91) return conditions.openBracket();
    if (byte === 93) return conditions.closeBracket();
    if (byte === 124 && behind === 124) return conditions.pipes();
    const compares =
      second === 0
        ? byte === 61 || byte === 60 || byte === 62
        : second === 61
          ? byte === 60 || byte === 62 || byte === 33
          : byte === 60 && second === 62;
    // `=-5` is another operator to PostgreSQL than `= -5`.
    if (compares && !isOperator(behind)) conditions.comparison();
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
    if (!this.#simple) this.#verbatimFromHere = true;
    this.#endStatement(false);
    this.#beginStatement();
  }

  // Parentheses

  #open(): void {
    const { slots } = this;
    const free = this.#conditions.free && !this.#verbatim;
    const row = slots.expectsRow && free && this.#isRow();
    if (row && this.#row()) return;
    const list = this.#before === K.in && !this.#verbatim && !slots.active;
    if (list && (free || this.#conditions.takesList) && this.#list(free)) return;
    const before = this.#before;
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

  /** Whether the `(` that comes opens a row right behind VALUES, or behind another one and a comma. */
  #isRow(): boolean {
    const { depth } = this.slots;
    if (this.#before === K.values) {
      this.#rowStarts[depth] = -1;
      return !BEFORE_TABLE.has(this.#beforeThat);
    }
    return (this.#rowStarts[depth] as number) >= 0 && this.#isComma(this.#rowEnds[depth] as number, this.length);
  }

  /** A row made like the one before it leaves the key. */
  #endRow(start: number): void {
    const { key, length } = this;
    const { depth } = this.slots;
    const before = this.#rowStarts[depth] as number;
    const beforeEnd = this.#rowEnds[depth] as number;
    if (before >= 0 && beforeEnd - before === length - start) {
      let same = true;
      for (let at = 0; same && at < length - start; at++) same = key[before + at] === key[start + at];
      if (same) {
        // In a MERGE one row is right and two are wrong.
        key[beforeEnd] = MARK.more;
        this.length = beforeEnd + 1;
        return;
      }
    }
    this.#rowStarts[depth] = start;
    this.#rowEnds[depth] = length;
  }

  /** Whether nothing but a comma stands behind a row up to `to`. */
  #isComma(from: number, to: number): boolean {
    let commas = 0;
    for (let at = this.key[from] === MARK.more ? from + 1 : from; at < to; at++) {
      if (this.key[at] === 44) commas++;
      else if (this.key[at] !== 32) return false;
    }
    return commas === 1;
  }

  /** Reads `(literal, …)` behind IN at once; false where it is none. */
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

  /** Reads a VALUES row of nothing but values at once; false where it is another one. */
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

  /** Behind the plain literal at `at` and the white space that follows; -1 where none stands there. */
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
    // To some readers it is a comment all the same, up to a line break that the key does not show.
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
