import { WORD } from './byte-classes.ts';
import { isDigit, isHex, isInt } from './byte-tests.ts';
import { OPEN } from './condition-states.ts';
import { MARK } from './key-marks.ts';
import { KeyText } from './key-text.ts';
import { K, keywordAt } from './keywords.ts';

/** Used instead of a keyword if a string precedes. */
const STRING = 254;
/** Maximum number of literals of one statement that are numbered. */
const MAX_NUMBERED = 64;

/** Reads strings and numbers, and writes what of them matters. */
export abstract class LiteralLexer extends KeyText {
  /** Whether `stringEnd` passed a backslash. */
  protected backslash = false;
  protected readonly numbered: number[] = [];

  /** Whether the word up to `quote` begins a string: `E'…'`, `N'…'`, `X'…'`, `B'…'`, MySQL's `_utf8'…'`. */
  protected prefixed(start: number, quote: number): boolean {
    const bytes = this.bytes;
    const first = bytes[start] as number;
    if (quote === start + 1) {
      const letter = first | 32;
      if (letter === 101 && this.lexical.escapeStrings) this.string(start, quote, MARK.escape, true);
      else if (letter === 110) this.string(start, quote, MARK.national, this.always);
      else if (letter === 120) this.string(start, quote, MARK.hexString, this.always);
      else if (letter === 98) this.string(start, quote, MARK.bitString, this.always);
      else if (first === 95 && this.lexical.charsetStrings) this.string(start, quote, MARK.introduced, true);
      else return false;
      return true;
    }
    if (first !== 95 || !this.lexical.charsetStrings) return false;
    for (let at = start; at < quote; at++) if ((bytes[at] as number) >= 0x80) this.exact = true;
    this.string(start, quote, MARK.introduced, true);
    return true;
  }

  /** Position after the string whose quote is at `open`, or -1. */
  protected stringEnd(open: number, escapes: boolean): number {
    const bytes = this.bytes;
    const end = this.end;
    const quote = bytes[open] as number;
    let high = 0;
    this.backslash = false;
    for (let at = open + 1; at < end; at++) {
      const byte = bytes[at] as number;
      high |= byte;
      if (byte === quote) {
        if (at + 1 < end && bytes[at + 1] === quote) {
          at++;
          continue;
        }
        this.high |= high;
        return at + 1;
      }
      if (byte === 92) {
        this.backslash = true;
        if (escapes) at++;
      } else if (byte === 0) return -1;
    }
    return -1;
  }

  protected string(start: number, open: number, mark: number, escapes: boolean): void {
    const end = this.stringEnd(open, escapes);
    if (end < 0 || this.previous === STRING || this.#isOddString(mark, open, end) || this.#isOddCode(mark, open, end)) {
      this.exact = true;
      return;
    }
    const first = this.bytes[open + 1];
    const coded = mark === MARK.hexString || mark === MARK.bitString;
    const unclear = coded || end === open + 2 || (mark === MARK.escape && first === 92);
    this.slots.string(unclear ? undefined : first === 37 || first === 95, () =>
      mark === MARK.string && !this.backslash ? this.#textOf(open, end) : '',
    );
    const typed = this.previous === K.interval || this.previous === K.date || this.#isTime();
    if (this.configures === 2) this.#setting(start, open, end, mark);
    else this.#literal(start, end, mark, typed, open);
    // The name of the character set stays.
    if (mark === MARK.introduced) this.marked(MARK.introduced, start, open);
    this.at = end;
    this.after(STRING);
  }

  /** The text of a string without escapes. */
  #textOf(open: number, end: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + open + 1, end - open - 2)
      .toString()
      .replaceAll("''", "'");
  }

  /** Handles the name in `set_config('name', …)`, which is a fact; the value matters for one setting only. */
  #setting(start: number, open: number, end: number, mark: number): void {
    this.configures = 0;
    const bytes = this.bytes;
    for (let at = open + 1; at < end - 1; at++)
      if (WORD[bytes[at] as number] === 0 && bytes[at] !== 46) this.exact = true;
    if (mark !== MARK.string || keywordAt(bytes, open + 1, end - 1) === K.session_replication_role) this.exact = true;
    this.#verbatimLiteral(start, end, true);
  }

  #isTime(): boolean {
    return this.previous === K.time || this.previous === K.timestamp;
  }

  /**
   * PostgreSQL's grammar reads numeric escapes, and always reads plain strings with `standard_conforming_strings` on.
   */
  #isOddString(mark: number, open: number, end: number): boolean {
    if (!this.grammarReadsValues || !this.backslash) return false;
    if (mark !== MARK.escape) return this.always;
    const bytes = this.bytes;
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
      const byte = this.bytes[at] as number;
      if (mark === MARK.bitString ? byte !== 48 && byte !== 49 : !isHex(byte)) return true;
    }
    return false;
  }

  /** Whether the text is empty, or holds only the wildcard of LIKE. */
  #isAllPercent(open: number, end: number): boolean {
    for (let at = open + 1; at < end - 1; at++) if (this.bytes[at] !== 37) return false;
    return true;
  }

  /** Writes a literal, as far as it matters. `open` is the position of its quote; -1 for a number. */
  #literal(start: number, end: number, mark: number, typed: boolean, open: number): void {
    // No statement begins with a literal.
    if (this.first) this.exact = true;
    if (this.verbatim) return this.marked(MARK.verbatim, start, end);
    const conditions = this.conditions;
    if (conditions.free) {
      if (this.gap) this.space();
      this.key[this.length++] = mark;
      return;
    }
    const string = open >= 0;
    const kept = conditions.literal(
      typed && this.previous === K.interval,
      typed,
      string,
      string && this.#isAllPercent(open, end),
    );
    if (kept === 'verbatim') return this.marked(MARK.verbatim, start, end);
    if (this.gap) this.space();
    this.key[this.length++] = mark;
    if (kept === 'equality') this.#equality(start, end, mark);
  }

  /** Writes the number of the literal that it equals; only if equality follows from its bytes. */
  #equality(start: number, end: number, mark: number): void {
    const plain = mark === MARK.int || (mark === MARK.string && !this.backslash && !this.#hasBrace(start, end));
    const numbered = this.numbered;
    if (!plain || numbered.length >= MAX_NUMBERED * 2) {
      this.conditions.operandOfMore = true;
      return;
    }
    const bytes = this.bytes;
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
    for (let at = start; at < end; at++) if (this.bytes[at] === 123) return true;
    return false;
  }

  protected number(start: number): void {
    const mark = this.numberMark(start);
    if (mark < 0) {
      this.exact = true;
      return;
    }
    const end = this.at;
    if (this.slots.active) this.slots.number(() => this.numberFrom(start, end));
    const typed = this.previous === K.interval;
    // PostgreSQL's grammar reads the precision of a float.
    const looked = this.grammarReadsValues && this.previous === OPEN && this.beforePrevious === K.float;
    // The class of a number that begins with 0 may not follow from its length.
    if (looked || (this.bytes[start] === 48 && end - start > 1 && mark !== MARK.decimal && mark !== MARK.hexNumber))
      this.verbatimNumber(start, end);
    else this.#literal(start, end, mark, typed, -1);
    this.at = end;
    this.after(0);
  }

  protected verbatimNumber(start: number, end: number): void {
    this.#verbatimLiteral(start, end, false);
  }

  #verbatimLiteral(start: number, end: number, string: boolean): void {
    const conditions = this.conditions;
    if (this.first) this.exact = true;
    if (!this.verbatim && !conditions.free) {
      conditions.literal(false, false, string, false);
      // It stays in any case; if literals are numbered, an equal one would have a number.
      if (conditions.strictness === 2) conditions.operandOfMore = true;
    }
    this.marked(MARK.verbatim, start, end);
  }

  /** Returns the class of the number at `at`, and advances `at` past it; -1 if it is not plain. */
  protected numberMark(start: number): number {
    const bytes = this.bytes;
    const end = this.end;
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
    this.at = at;
    return this.endsNumber(at) ? mark : -1;
  }

  #hexMark(start: number): number {
    const bytes = this.bytes;
    let at = start + 2;
    while (at < this.end && isHex(bytes[at] as number)) at++;
    this.at = at;
    // To PostgreSQL it is an int or another number, depending on its size.
    return at > start + 2 && !this.grammarReadsValues && this.endsNumber(at) ? MARK.hexNumber : -1;
  }

  protected endsNumber(at: number): boolean {
    return at >= this.end || (WORD[this.bytes[at] as number] === 0 && this.bytes[at] !== 46);
  }

  protected numberFrom(start: number, end: number): number {
    let text = '';
    for (let at = start; at < end; at++) text += String.fromCharCode(this.bytes[at] as number);
    const value = Math.round(Number(text));
    return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : -1;
  }
}
