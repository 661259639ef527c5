import { WORD } from './byte-classes.ts';
import { isDigit, isOperator, isPart, isVariable } from './byte-tests.ts';
import { OPEN } from './condition-states.ts';
import { ListLexer } from './key-lists.ts';
import { MARK } from './key-marks.ts';
import { K, keywordAt } from './keywords.ts';
import { Ordinals } from './ordinals.ts';
import { CHANGES, MAIN, READS, WRITES } from './statement-words.ts';

const TILDE = 126;
const STAR = 42;
/** PostgreSQL has no parameter with a larger number. */
const MAX_PARAM = 65_535;

/** Reads words, quoted names, parameters and operators. */
export abstract class WordLexer extends ListLexer {
  /** Numbers of PostgreSQL's parameters by first occurrence. */
  protected readonly ordinals = new Ordinals();

  protected word(start: number): void {
    const bytes = this.bytes;
    const end = this.end;
    const { key } = this;
    const fold = this.fold;
    if (this.gap) this.space();
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
      if (bytes[at] === 39 && this.prefixed(start, at)) return;
      if (this.#isOpened(start, at)) this.exact = true;
    }
    if (this.passing > 0) this.#passName(start, at);
    else this.length = length;
    this.at = at;
    if (high >= 0x80) this.#beyondAscii(start, at, high);
    const keyword = keywordAt(bytes, start, at);
    if (keyword === 0) {
      if (this.slots.active) this.slots.word(0, 0);
      if (this.conditions.judged) this.conditions.word(0, 0);
      this.after(0);
      return;
    }
    this.#keyword(keyword);
  }

  /** Whether a word opens something else than a string: `U&"…"`, `${…}`. */
  #isOpened(start: number, at: number): boolean {
    const { bytes } = this;
    if (bytes[at] === 123) return bytes[at - 1] === 36;
    if (bytes[at] !== 38 || !this.lexical.unicodeEscapes || at !== start + 1 || ((bytes[start] as number) | 32) !== 117)
      return false;
    return bytes[at + 1] === 39 || bytes[at + 1] === 34;
  }

  /**
   * Writes a name with `*` for each part that contains a digit (`passingName` of src/sql does the same in the shape).
   */
  #passName(start: number, end: number): void {
    const bytes = this.bytes;
    this.passing--;
    for (let from = start; from < end; ) {
      let to = from;
      let digits = false;
      for (; to < end && isPart(bytes[to] as number); to++) digits ||= isDigit(bytes[to] as number);
      if (digits) this.key[this.length++] = 42;
      else for (let at = from; at < to; at++) this.key[this.length++] = this.fold[bytes[at] as number] as number;
      if (to < end) this.key[this.length++] = bytes[to++] as number;
      from = to;
    }
  }

  #keyword(keyword: number): void {
    const before = this.previous;
    if (keyword === K.uescape) this.exact = true;
    // Executed text, a statement inside a statement, and the one setting whose value matters.
    if (keyword === K.immediate && before === K.execute) this.exact = true;
    if (this.sets && (keyword === K.statement || keyword === K.session_replication_role)) this.exact = true;
    if (keyword === K.set_config && this.lexical.functions.setConfig) this.configures = 1;
    this.slots.word(keyword, before);
    if (this.inserts && this.slots.depth === 0) this.#wordOfInsert(keyword);
    if (this.conditions.judged) this.conditions.word(keyword, before);
    if (this.with && this.slots.depth === 0 && MAIN.has(keyword)) {
      this.with = false;
      this.reads = READS.has(keyword);
      this.inserts = keyword === K.insert;
      if (WRITES.has(keyword) && !this.verbatim) this.conditions.beginWrite(keyword, 0);
    } else if (before === OPEN && !this.first && !this.verbatim && WRITES.has(keyword))
      this.conditions.beginWrite(keyword, this.slots.depth);
    // `FOR UPDATE` writes nothing.
    if (this.with && this.slots.depth > 0 && CHANGES.has(keyword) && before !== K.for) this.changes = true;
    this.after(keyword);
  }

  #wordOfInsert(keyword: number): void {
    if (keyword === K.values) this.givesRows = true;
    // Without VALUES, the rows come from a query: an upsert of a table's own rows is an UPDATE of them.
    if (keyword === K.update && !this.givesRows) this.exact = true;
  }

  /** Whether there are characters that the word reader treats as upper-case ASCII letters or ignores. */
  #beyondAscii(start: number, end: number, high: number): void {
    this.high |= high;
    const bytes = this.bytes;
    for (let at = start; at + 1 < end; at++) {
      const byte = bytes[at];
      const next = bytes[at + 1] as number;
      // ß, ı, ſ, the ligatures from U+FB00 on, and the mark U+FEFF.
      if (byte === 0xc3 ? next === 0x9f : byte === 0xc4 ? next === 0xb1 : byte === 0xc5 && next === 0xbf)
        this.exact = true;
      else if (byte === 0xef && (next === 0xac || next === 0xbb)) this.exact = true;
    }
  }

  protected quoted(start: number, quote: number): void {
    const bytes = this.bytes;
    const end = this.end;
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
      this.high |= high;
      // A quoted name may be the one setting whose value matters.
      if (this.sets) this.exact = true;
      if (this.passing > 0) this.#passQuoted(start, at + 1);
      else this.copy(start, at + 1);
      this.at = at + 1;
      this.slots.other();
      if (this.conditions.judged) this.conditions.quoted();
      return this.after(0);
    }
    this.exact = true;
  }

  #passQuoted(start: number, end: number): void {
    if (this.gap) this.space();
    this.key[this.length++] = this.bytes[start] as number;
    this.#passName(start + 1, end - 1);
    this.key[this.length++] = this.bytes[start] as number;
  }

  /** Writes a parameter of PostgreSQL at `length` of the key; returns the position after it. */
  protected writeParam(number: number, length: number): number {
    const { key } = this;
    let write = length;
    if (this.rowDepth >= 0 && this.conditions.free) {
      key[write++] = MARK.param;
      return write;
    }
    const ordinal = this.ordinals.of(number);
    key[write++] = 36;
    let unit = 1;
    while (unit * 10 <= ordinal) unit *= 10;
    for (; unit >= 1; unit = Math.floor(unit / 10)) key[write++] = 48 + (Math.floor(ordinal / unit) % 10);
    return write;
  }

  protected param(index: number): void {
    this.slots.param(index);
    if (this.conditions.judged) this.conditions.param();
    this.after(0);
  }

  protected dollar(start: number): void {
    const bytes = this.bytes;
    const end = this.end;
    let at = start + 1;
    if (at < end && isDigit(bytes[at] as number)) {
      let number = 0;
      for (; at < end && isDigit(bytes[at] as number); at++) number = number * 10 + (bytes[at] as number) - 48;
      if ((at < end && WORD[bytes[at] as number] === 1) || number > MAX_PARAM) {
        this.exact = true;
        return;
      }
      if (this.lexical.dollarParameters) {
        if (this.gap) this.space();
        this.length = this.writeParam(number, this.length);
      } else this.copy(start, at);
      this.at = at;
      return this.param(this.lexical.dollarParameters ? number - 1 : -1);
    }
    if (!this.lexical.dollarQuotes) return this.op(start);
    while (at < end && WORD[bytes[at] as number] === 1 && bytes[at] !== 36) at++;
    // Dollar-quoted text is rare in queries. It ends where the same tag occurs again.
    if (at < end && bytes[at] === 36) this.exact = true;
    else this.op(start);
  }

  protected atSign(start: number): void {
    const bytes = this.bytes;
    const end = this.end;
    let at = start + 1;
    if (at < end && bytes[at] === 64) at++;
    const name = at;
    while (at < end && isVariable(bytes[at] as number)) at++;
    if (at > name) {
      this.copy(start, at);
      this.at = at;
      return this.param(-1);
    }
    const next = bytes[name];
    if (name < end && (next === 39 || next === 34 || next === 96)) this.exact = true;
    else this.op(start);
  }

  protected op(at: number): void {
    const bytes = this.bytes;
    const byte = bytes[at] as number;
    this.put(byte);
    const next = at + 1 < this.end ? (bytes[at + 1] as number) : 0;
    if (byte === TILDE && next === TILDE && this.lexical.dollarParameters) return this.#likeOperator();
    const isColon = byte === 58 && next === 58;
    const comparison = byte === 61 || byte === 60 || byte === 62 || byte === 33;
    if (isColon || (comparison && (next === 61 || next === 62))) {
      this.key[this.length++] = next;
      this.at++;
    }
    this.slots.op(isColon, byte);
    if (this.conditions.judged) this.#judgeOp(byte, this.at - at === 2 ? next : 0, isColon);
    this.after(0);
  }

  /** `~~` and `~~*` after their first byte. */
  #likeOperator(): void {
    const star = this.at + 1 < this.end && this.bytes[this.at + 1] === STAR;
    this.key[this.length++] = TILDE;
    if (star) this.key[this.length++] = STAR;
    this.at += star ? 2 : 1;
    this.slots.likeOperator();
    if (this.conditions.judged) this.conditions.otherOp();
    this.after(0);
  }

  #judgeOp(byte: number, second: number, isColon: boolean): void {
    const conditions = this.conditions;
    const nextByte = this.at < this.end ? (this.bytes[this.at] as number) : 0;
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

  protected dot(at: number): void {
    if (at + 1 < this.end && isDigit(this.bytes[at + 1] as number)) {
      let end = at + 1;
      while (end < this.end && isDigit(this.bytes[end] as number)) end++;
      if (!this.endsNumber(end)) {
        this.exact = true;
        return;
      }
      this.slots.number(() => this.numberFrom(at, end));
      this.verbatimNumber(at, end);
      this.at = end;
      this.after(0);
      return;
    }
    this.put(46);
    this.slots.op(false, 0);
    if (this.conditions.judged) this.conditions.dot();
    this.after(0);
  }
}
