import type { Dialect } from '../model/index.ts';
import { LEXICAL, type Lexical, type LexicalMode } from '../sql/index.ts';
import { LOWER, SAME } from './byte-classes.ts';
import { Conditions } from './condition.ts';
import { OPEN } from './condition-states.ts';
import { MARK } from './key-marks.ts';
import { K } from './keywords.ts';
import { Slots } from './slots.ts';
import { FIRST_NAME_PASSES, isQuery, NAMES_PASS, READS, REPLACED, SIMPLE, WRITES } from './statement-words.ts';

const ALL_NAMES = 1 << 30;
const ONE_NAME = 1;
const MAX_TAG_COMMENTS = 4;

/** The dialects that the lexer is proven for. */
export type LexedDialect = Extract<Dialect, 'postgresql' | 'mysql' | 'mariadb'>;

/** Whether the grammar of the dialect looks into strings with odd escapes, and into the digits of numbers. */
const GRAMMAR_READS_VALUES: Readonly<Record<LexedDialect, boolean>> = {
  postgresql: true,
  mysql: false,
  mariadb: false,
};

/** The text that is read, the key that is written, and what is known of the statement so far. */
export abstract class KeyText {
  /** The key, in the first `length` bytes. */
  key: Uint8Array = new Uint8Array(1 << 14);
  /** The same memory, four bytes at a time; the last four are padded with zeros. */
  words: Uint32Array = new Uint32Array(this.key.buffer);
  length = 0;
  exact = false;
  readonly slots: Slots;
  /** Positions of comments that may contain tags: start and end alternate. */
  readonly comments: number[] = [];
  /** Whether there are more comments. */
  moreComments = false;
  /** What the dialect can do, before what a session changes. */
  protected readonly lexical: Lexical;
  protected readonly grammarReadsValues: boolean;
  protected readonly conditions: Conditions;
  protected fold = SAME;
  protected always = false;
  protected doubleStrings = false;
  protected bytes: Uint8Array = new Uint8Array(0);
  protected at = 0;
  protected end = 0;
  protected gap = false;
  protected high = 0;
  protected previous = 0;
  protected beforePrevious = 0;
  protected first = true;
  protected verbatim = false;
  /** Whether a statement that may have a body came before: what follows may be part of it. */
  protected verbatimFromNow = false;
  protected simple = false;
  protected with = false;
  /** Whether this is a SET: its values do not matter, except for one setting. */
  protected sets = false;
  /** Number of following names that may be temporary. */
  protected passing = 0;
  /** How much of `set_config('name'` has been read. */
  protected configures: 0 | 1 | 2 = 0;
  /** Whether the statement is a query, and whether its WITH clause has a statement that writes. */
  protected reads = false;
  protected changes = false;
  protected tokens = 0;
  protected params = 0;
  /** Whether the statement is an INSERT, and whether it has VALUES. */
  protected inserts = false;
  protected givesRows = false;
  /** Statements that update or delete rows. */

  constructor(dialect: LexedDialect) {
    this.lexical = LEXICAL[dialect];
    this.slots = new Slots(this.lexical.dollarParameters);
    this.grammarReadsValues = GRAMMAR_READS_VALUES[dialect];
    this.conditions = new Conditions(this.lexical);
    this.fold = this.lexical.fold === 'unquoted' ? LOWER : SAME;
    this.setMode(undefined);
  }

  /** Sets how strings are read from the next text on. */
  setMode(mode: LexicalMode | undefined): void {
    const lexical = { ...this.lexical, ...mode };
    this.always = lexical.backslash === 'always';
    this.doubleStrings = lexical.doubleQuote === 'string';
  }

  /** Writes a one-byte token and advances. */
  protected put(byte: number): void {
    if (this.gap) this.space();
    this.key[this.length++] = byte;
    this.at++;
  }

  protected space(): void {
    this.gap = false;
    if (this.length > 1) this.key[this.length++] = 32;
  }

  protected copy(start: number, end: number): void {
    if (this.gap) this.space();
    const { key } = this;
    const bytes = this.bytes;
    let length = this.length;
    for (let at = start; at < end; at++) key[length++] = bytes[at] as number;
    this.length = length;
  }

  /** Writes bytes after a mark and their number, so that they cannot be confused with anything else. */
  protected marked(mark: number, start: number, end: number): void {
    if (this.gap) this.space();
    const size = end - start;
    const { key } = this;
    key[this.length++] = mark;
    key[this.length++] = size & 255;
    key[this.length++] = (size >> 8) & 255;
    key[this.length++] = size >> 16;
    this.copy(start, end);
  }

  protected after(before: number): void {
    this.beforePrevious = this.previous;
    this.previous = before;
    this.tokens++;
    if (this.passing === ONE_NAME && this.tokens > 1) this.passing = 0;
    if (this.first && before !== OPEN) this.#begins(before);
  }

  /** The first token that is not `(` determines the kind of statement. */
  #begins(keyword: number): void {
    this.first = false;
    const replaced = this.tokens === 1 ? REPLACED.has(keyword) : isQuery(keyword);
    this.verbatim = !replaced || this.verbatimFromNow;
    this.simple = replaced || (SIMPLE.has(keyword) && (this.lexical.routines.blocks === 'none' || keyword !== K.begin));
    // PREPARE … FROM @variable: a SET before it has the text.
    if (keyword === K.prepare && this.lexical.routines.prepares === 'text') this.exact = true;
    this.with = keyword === K.with;
    this.sets = keyword === K.set;
    this.passing = NAMES_PASS.has(keyword) ? ALL_NAMES : FIRST_NAME_PASSES.has(keyword) ? ONE_NAME : 0;
    this.reads = READS.has(keyword);
    this.inserts = keyword === K.insert;
    if (this.tokens === 1 && WRITES.has(keyword) && !this.verbatim) this.conditions.beginWrite(keyword, 0);
  }

  protected dashes(at: number): void {
    const after = at + 2 < this.end ? (this.bytes[at + 2] as number) : 0;
    if (!this.lexical.dashNeedsSpace || after <= 32) this.lineComment(at + 2);
    // Some readers treat it as a comment anyway, up to a line break that the key does not contain.
    else this.exact = true;
  }

  protected lineComment(from: number): void {
    const bytes = this.bytes;
    let at = from;
    for (; at < this.end; at++) {
      const byte = bytes[at] as number;
      if (byte === 10) break;
      if (byte === 13 && (at + 1 >= this.end || bytes[at + 1] !== 10)) {
        if (this.lexical.crEndsComment) break;
        this.exact = true;
      }
      if (byte === 0) this.exact = true;
      this.high |= byte;
    }
    this.at = at;
    this.gap = true;
  }

  protected blockComment(start: number): void {
    const bytes = this.bytes;
    const end = this.end;
    const first = start + 2 < end ? bytes[start + 2] : 0;
    if (this.lexical.executableComments && (first === 33 || (first === 77 && bytes[start + 3] === 33))) {
      this.exact = true;
      return;
    }
    let depth = 1;
    let at = start + 2;
    for (; at < end && depth > 0; at++) {
      const byte = bytes[at] as number;
      this.high |= byte;
      if (byte === 0) this.exact = true;
      if (at + 1 >= end) continue;
      if (byte === 42 && bytes[at + 1] === 47) {
        depth--;
        at++;
      } else if (byte === 47 && bytes[at + 1] === 42 && this.lexical.nestedComments) {
        depth++;
        at++;
      }
    }
    if (depth > 0) this.exact = true;
    else if (first === 43) this.marked(MARK.hint, start, at);
    else if (this.comments.length < MAX_TAG_COMMENTS * 2) this.comments.push(start, at);
    else this.moreComments = true;
    this.at = at;
    this.gap = true;
  }
}
