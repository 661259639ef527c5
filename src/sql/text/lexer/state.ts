import type { Unreadable } from '../../../model/index.ts';
import type { Lexical } from '../dialects.ts';
import { type Mode, setsUnsafeEncoding } from '../modes.ts';
import { Templates } from '../templates.ts';
import { type T, TokenList } from '../tokens.ts';
import { C } from './characters.ts';

/** Matches any text that could change the quoting rules. */
const MODE_NAMES =
  /sql_mode|quoted_identifier|ansi_defaults|conforming_strings|set_config|execute|\b(?:do|call|big5|cp932|gbk|gb18030|sjis)\b/i;

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
  /** Offset at which the current statement ends without a delimiter (`use t` ends with its line); -1: none. */
  statementEnd = -1;
  /** COPYs of the current line, whose data follows it. */
  copies = 0;
  /** The line feed of that line. */
  copyLineEnd = -1;
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
  }

  code(ahead = 0): number {
    const at = this.at + ahead;
    return at < this.length ? this.text.charCodeAt(at) : -1;
  }

  push(kind: (typeof T)[keyof typeof T], end: number): void {
    this.out.push(kind, this.at, end);
    this.at = end;
  }

  reportUnreadable(reason: string, start: number, end: number, readers?: Unreadable['readers']): void {
    this.out.unreadable.push({ reason, span: { start, end }, readers });
  }

  atLineStart(): boolean {
    for (let at = this.at - 1; at >= 0; at--) {
      const code = this.text.charCodeAt(at);
      if (code === C.lf || code === C.cr) return true;
      if (code !== C.space && code !== C.tab && (code !== 0xfeff || at > 0)) return false;
    }
    return true;
  }
}
