import { grouped, type Unreadable } from '../../../model/index.ts';
import type { Lexical } from '../dialects.ts';
import { type Mode, setsUnsafeEncoding } from '../modes.ts';
import { Templates } from '../templates.ts';
import { T, TokenList } from '../tokens.ts';
import { C } from './characters.ts';
import { ToolDelimiters } from './tool-delimiters.ts';

/** Matches any text that could change the quoting rules. */
const MODE_NAMES =
  /sql_mode|quoted_identifier|ansi_defaults|conforming_strings|set_config|execute|\b(?:do|call|big5|cp932|gbk|gb18030|sjis)\b/i;

const LIQUIBASE = /^\ufeff?\s*--[ \t]*liquibase[ \t]+formatted[ \t]+sql\b/i;

/** A token takes about 20 bytes. */
const MAX_TOKENS = 2 ** 23;
const MAX_STATEMENT_TOKENS = 2 ** 22;
const MAX_COMMENTS = 1_000_000;
const MAX_UNREADABLE = 100_000;
/** SQLite's limit; PostgreSQL and MySQL run out of stack at a few thousands. */
const MAX_NESTING = 1000;

/** What is known of a text up to a position. */
export class LexerState {
  readonly text: string;
  readonly length: number;
  /** The tokens before the position. */
  readonly out: TokenList;
  lexical: Lexical;
  readonly templates: Templates;
  mode: Mode;
  modeChanged = false;
  /** Whether the text may change the quoting rules. */
  readonly changesModes: boolean;
  /**
   * Whether the file may set an encoding of the client in which a backslash is the second byte of some characters: then it
   * escapes nothing.
   */
  readonly splitsCharacters: boolean;
  /** The position of the next character. */
  at = 0;
  delimiter = ';';
  /** The first token of the current statement. */
  statementStart = 0;
  /** Whether the position is inside an executable comment. */
  executable = false;
  brackets = 0;
  /** Whether a limit of the file was reached: the rest is not read. */
  isStopped = false;
  /** Open parentheses of the current statement. */
  #depth = 0;
  /** Whether the rest of the statement is not kept. */
  #drops = false;
  /** Offset at which the current statement ends without a delimiter (`use t` ends with its line); -1: none. */
  statementEnd = -1;
  /** COPYs of the current line, whose data follows it. */
  copies = 0;
  /** The line feed of that line. */
  copyLineEnd = -1;
  /** Whether psql ends at the first error, by the settings up to a line. */
  readonly errorStop = { isOn: false, searchedTo: 0 };
  /** Whether a `\.` line may still follow. */
  copyEnds = true;
  /**
   * Whether the server may take the current statement and a line before it, which only the loader of the script
   * understands, for one statement that is invalid.
   */
  maybeInvalid = false;
  /** Whether the text is inside a statement. */
  readonly fragment: boolean;
  readonly hasTemplates: boolean;
  /** Undefined if no tool declares a delimiter. */
  readonly toolDelimiters: ToolDelimiters | undefined;
  /** Whether Liquibase runs the file: lines that begin with `--` are for the tool, whatever follows. */
  readonly isLiquibase: boolean;

  constructor(text: string, lexical: Lexical, fragment: boolean, hasTemplates = true) {
    this.text = text;
    this.length = text.length;
    this.lexical = lexical;
    this.templates = new Templates(text, lexical);
    this.mode = { lexical, uncertain: false };
    this.changesModes = !fragment && MODE_NAMES.test(text);
    this.splitsCharacters = !fragment && lexical.escapeStrings && setsUnsafeEncoding(text);
    this.out = new TokenList(text);
    this.fragment = fragment;
    this.hasTemplates = hasTemplates;
    this.isLiquibase = !fragment && LIQUIBASE.test(text);
    const delimiters = fragment ? undefined : new ToolDelimiters(text);
    this.toolDelimiters = delimiters?.exist ? delimiters : undefined;
    this.out.unreadable.push(...(delimiters?.unreadable ?? []));
  }

  code(ahead = 0): number {
    const at = this.at + ahead;
    return at < this.length ? this.text.charCodeAt(at) : -1;
  }

  push(kind: (typeof T)[keyof typeof T], end: number): void {
    if (kind === T.terminator) {
      this.#depth = 0;
      this.#drops = false;
    } else if (!this.#drops) this.#checkLimits(kind);
    if (!this.#drops) this.out.push(kind, this.at, end);
    this.at = end;
    if (this.out.length >= MAX_TOKENS) this.#stop(`${grouped(MAX_TOKENS)} words, values and signs`);
  }

  /** Of a statement beyond a limit, the rest of the tokens is not kept. */
  #checkLimits(kind: (typeof T)[keyof typeof T]): void {
    const code = kind === T.op ? this.code() : -1;
    if (code === C.open) this.#depth++;
    else if (code === C.close && this.#depth > 0) this.#depth--;
    if (this.#depth > MAX_NESTING) this.#drop(`more than ${grouped(MAX_NESTING)} nested parentheses`);
    else if (this.out.length - this.statementStart >= MAX_STATEMENT_TOKENS)
      this.#drop(`more than ${grouped(MAX_STATEMENT_TOKENS)} words, values and signs in one statement`);
  }

  #drop(limit: string): void {
    this.#drops = true;
    this.out.isCut = true;
    this.reportUnreadable(`${limit}: the rest of the statement was not read`, this.at, this.at + 1);
  }

  /** Ends the reading of the text. */
  #stop(limit: string): void {
    if (this.isStopped || this.at >= this.length) return;
    this.isStopped = true;
    const reason = `the file has more than ${limit}: the rest was not read; split the file`;
    this.out.unreadable.push({ reason, span: { start: this.at, end: this.length } });
    this.out.isCut = true;
  }

  addComment(start: number, end: number, text: string): void {
    this.out.comments.push({ start, end, text });
    this.at = end;
    if (this.out.comments.length >= MAX_COMMENTS) this.#stop(`${grouped(MAX_COMMENTS)} comments`);
  }

  reportUnreadable(reason: string, start: number, end: number, readers?: Unreadable['readers']): void {
    if (this.isStopped) return;
    this.out.unreadable.push({ reason, span: { start, end }, readers });
    if (this.out.unreadable.length >= MAX_UNREADABLE)
      this.#stop(`${grouped(MAX_UNREADABLE)} parts that cannot be read`);
  }

  atLineStart(): boolean {
    for (let at = this.at - 1; at >= 0; at--) {
      const code = this.text.charCodeAt(at);
      if (code === C.lf || code === C.cr) return true;
      // The mysql client skips what C's `isspace` accepts.
      const isFeed = (code === 11 || code === 12) && this.lexical.separator === 'delimiter';
      const isBlank = code === C.space || code === C.tab || isFeed;
      if (!isBlank && (code !== 0xfeff || at > 0)) return false;
    }
    return true;
  }
}
