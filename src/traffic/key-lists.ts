import { B, CLASS, WORD } from './byte-classes.ts';
import { isDigit } from './byte-tests.ts';
import { OPEN } from './condition-states.ts';
import { LiteralLexer } from './key-literals.ts';
import { MARK } from './key-marks.ts';
import { K, keywordAt } from './keywords.ts';
import { BEFORE_TABLE } from './statement-words.ts';

const LITERAL = 1;
const PARAM = 2;

/** Reads parentheses, IN lists and VALUES rows. */
export abstract class ListLexer extends LiteralLexer {
  /** Key offsets of the previous VALUES row, by depth, and of the open row. */
  protected readonly rowStarts = new Int32Array(256);
  readonly #rowEnds = new Int32Array(256);
  readonly #openRows = new Int32Array(256);
  /** Depth of the outermost open row; -1 outside of rows. */
  protected rowDepth = -1;
  /** Kinds of the values that `#valueEnd` passed: LITERAL, PARAM, or both. */
  #kinds = 0;

  protected open(): void {
    const { slots } = this;
    const free = this.conditions.free && !this.verbatim;
    const row = slots.expectsRow && free && this.#isRow();
    if (row && this.#row()) return;
    const list = this.previous === K.in && !this.verbatim && !slots.active;
    if (list && (free || this.conditions.takesList) && this.#list(free)) return;
    const before = this.previous;
    if (this.configures > 0) this.configures = before === K.set_config ? 2 : 0;
    this.put(40);
    slots.open(before);
    if (slots.unsure) {
      this.exact = true;
      return;
    }
    if (this.conditions.judged) this.conditions.open(before);
    this.#openRows[slots.depth] = row ? this.length - 1 : -1;
    if (row && this.rowDepth < 0) this.rowDepth = slots.depth;
    this.rowStarts[slots.depth] = -1;
    this.after(OPEN);
  }

  protected close(): void {
    const { slots } = this;
    const opened = this.#openRows[slots.depth] as number;
    this.put(41);
    slots.close();
    if (this.conditions.judged) this.conditions.close();
    if (slots.unsure) this.exact = true;
    else if (opened >= 0 && slots.depth >= 0 && slots.inRows) this.#endRow(opened);
    this.#openRows[slots.depth + 1] = -1;
    if (slots.depth < this.rowDepth) this.rowDepth = -1;
    this.after(0);
  }

  /** Whether the next `(` opens a row right after VALUES, or after another row and a comma. */
  #isRow(): boolean {
    const { depth } = this.slots;
    if (this.previous === K.values) {
      this.rowStarts[depth] = -1;
      return !BEFORE_TABLE.has(this.beforePrevious);
    }
    return (this.rowStarts[depth] as number) >= 0 && this.#isComma(this.#rowEnds[depth] as number, this.length);
  }

  /** Ends a row; a row like the previous one is removed from the key. */
  #endRow(start: number): void {
    const { key, length } = this;
    const { depth } = this.slots;
    const before = this.rowStarts[depth] as number;
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
    this.rowStarts[depth] = start;
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

  /** Reads `(literal, …)` or `(parameter, …)` after IN in one step; false if it is anything else. */
  #list(free: boolean): boolean {
    const start = this.at;
    const items = this.#values(false);
    if (items === 0) return false;
    const after = this.at;
    this.at = start;
    this.put(40);
    this.key[this.length++] = this.#kinds === PARAM ? MARK.paramList : MARK.list;
    this.key[this.length++] = 41;
    this.at = after;
    this.slots.list(items);
    if (!free) this.conditions.list(items);
    this.after(0);
    return true;
  }

  /** Reads a VALUES row of plain values or of parameters in one step; false if it is anything else. */
  #row(): boolean {
    const start = this.at;
    const items = this.#values(true);
    if (items === 0) return false;
    const after = this.at;
    this.at = start;
    this.put(40);
    const { key } = this;
    const opened = this.length - 1;
    key[this.length++] = this.#kinds === PARAM ? MARK.paramRow : MARK.row;
    key[this.length++] = items & 255;
    key[this.length++] = (items >> 8) & 255;
    key[this.length++] = items >> 16;
    key[this.length++] = 41;
    this.at = after;
    this.slots.row();
    this.#endRow(opened);
    this.after(0);
    return true;
  }

  /**
   * Passes the values in the parentheses at `at`, which are all literals or all parameters, and returns their number. If
   * there is anything else, returns 0 and stays.
   *
   * @param words whether NULL, TRUE, FALSE and negative numbers count
   */
  #values(words: boolean): number {
    const start = this.at;
    let items = 0;
    let at = start + 1;
    this.#kinds = 0;
    do {
      if (items > 0) at++;
      at = this.#valueEnd(this.#skipSpace(at), words);
      items++;
    } while (at >= 0 && this.bytes[at] === 44 && at < this.end);
    if (at < 0 || at >= this.end || this.bytes[at] !== 41 || this.#kinds === (LITERAL | PARAM)) {
      this.at = start;
      return 0;
    }
    if (this.#kinds === PARAM && this.lexical.questionMark) this.params += items;
    this.at = at + 1;
    return items;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (at < this.end && CLASS[this.bytes[at] as number] === B.space) at++;
    return at;
  }

  /** Position after the parameter or plain literal at `at` and the white space that follows; -1 if there is none. */
  #valueEnd(at: number, words: boolean): number {
    if (at >= this.end) return -1;
    const byte = this.bytes[at] as number;
    const kind = CLASS[byte];
    const param = this.lexical.dollarParameters ? kind === B.dollar : kind === B.question;
    this.#kinds |= param ? PARAM : LITERAL;
    if (param) return this.#paramEnd(at + 1);
    if (kind === B.quote || (kind === B.doubleQuote && this.doubleStrings)) {
      const end = this.stringEnd(at, this.always);
      if (end < 0 || (this.grammarReadsValues && this.always && this.backslash)) return -1;
      return this.#skipSpace(end);
    }
    if (kind === B.digit) return this.numberMark(at) < 0 ? -1 : this.#skipSpace(this.at);
    if (!words) return -1;
    if (kind === B.dash) {
      const digit = at + 1 < this.end && isDigit(this.bytes[at + 1] as number);
      return digit && this.numberMark(at + 1) >= 0 ? this.#skipSpace(this.at) : -1;
    }
    if (kind !== B.letter) return -1;
    let end = at;
    while (end < this.end && WORD[this.bytes[end] as number] === 1) end++;
    const keyword = keywordAt(this.bytes, at, end);
    return keyword === K.null || keyword === K.true || keyword === K.false ? this.#skipSpace(end) : -1;
  }

  #paramEnd(from: number): number {
    if (!this.lexical.dollarParameters) return this.#skipSpace(from);
    let at = from;
    while (at < this.end && isDigit(this.bytes[at] as number)) at++;
    const digits = at - from;
    const ends = at >= this.end || WORD[this.bytes[at] as number] === 0;
    return digits > 0 && digits <= 5 && ends ? this.#skipSpace(at) : -1;
  }
}
