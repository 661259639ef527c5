import type { Comment, Unreadable } from '../../model/index.ts';

/** Token kinds. Small numbers, so that the tokens of a 4 MB statement fit in typed arrays. */
export const T = {
  /** Past the last token. */
  end: 0,
  /** An unquoted word: keyword or name. */
  word: 1,
  /** A quoted name. */
  quoted: 2,
  /** A string literal. */
  string: 3,
  number: 4,
  /** `$1`, `?`, `:name`, `@name`: a value given at run time. */
  param: 5,
  /** Operator or punctuation. */
  op: 6,
  /** `${x}`, `{{x}}`, `$(x)`: a template placeholder for one name or value. */
  placeholder: 7,
  /** A dollar-quoted string. */
  dollar: 8,
  /** A command line for the client program (`\i`, `.read`, `:r`). */
  directive: 9,
  /** `;`, `GO`, or the current DELIMITER. */
  terminator: 10,
  /** Unreadable text: NUL, an unterminated quote, a template control block. */
  unreadable: 11,
  /** The start and end marks of an executable comment. */
  execOpen: 12,
  execClose: 13,
} as const;
export type TokenKind = (typeof T)[keyof typeof T];

/** The tokens of a text, in order, without comments and white space. */
export class TokenList {
  readonly text: string;
  readonly comments: Comment[] = [];
  readonly unreadable: Unreadable[] = [];
  length = 0;
  #kinds = new Uint8Array(256);
  #starts = new Int32Array(256);
  #ends = new Int32Array(256);
  readonly #words: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  push(kind: TokenKind, start: number, end: number): void {
    const at = this.length++;
    if (at === this.#kinds.length) this.#grow();
    this.#kinds[at] = kind;
    this.#starts[at] = start;
    this.#ends[at] = end;
  }

  #grow(): void {
    const size = this.#kinds.length * 2;
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const starts = new Int32Array(size);
    starts.set(this.#starts);
    this.#starts = starts;
    const ends = new Int32Array(size);
    ends.set(this.#ends);
    this.#ends = ends;
  }

  kind(at: number): TokenKind {
    return at >= 0 && at < this.length ? (this.#kinds[at] as TokenKind) : T.end;
  }

  start(at: number): number {
    return at < this.length ? (this.#starts[at] ?? 0) : this.text.length;
  }

  end(at: number): number {
    return at < this.length ? (this.#ends[at] ?? 0) : this.text.length;
  }

  raw(at: number): string {
    return at >= 0 && at < this.length ? this.text.slice(this.#starts[at], this.#ends[at]) : '';
  }

  /** A word in upper case, or an operator or terminator as written; empty for every other kind. */
  word(at: number): string {
    if (at < 0 || at >= this.length) return '';
    const known = this.#words[at];
    if (known !== undefined) return known;
    const kind = this.#kinds[at];
    let word = '';
    if (kind === T.word) word = this.text.slice(this.#starts[at], this.#ends[at]).toUpperCase();
    else if (kind === T.op || kind === T.terminator) word = this.text.slice(this.#starts[at], this.#ends[at]);
    this.#words[at] = word;
    return word;
  }

  /** A new list over the same text with those tokens of `from` to `to` for which `keep` returns true. */
  filtered(from: number, to: number, keep: (at: number) => boolean): TokenList {
    const list = new TokenList(this.text);
    for (let at = from; at < to; at++) if (keep(at)) list.push(this.kind(at), this.start(at), this.end(at));
    return list;
  }
}
